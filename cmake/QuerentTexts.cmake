# SPDX-License-Identifier: Apache-2.0
# Embeds the files of FOLDER into one .cpp that defines FUNCTION, which HEADER declares: cmake -DFOLDER=…
# -DHEADER=querent/… -DFUNCTION=querent::… -DOUT=texts.cpp -P QuerentTexts.cmake
cmake_minimum_required(VERSION 3.25)
file(GLOB names RELATIVE ${FOLDER} ${FOLDER}/*)
foreach(name ${names})
  file(READ ${FOLDER}/${name} text)
  string(APPEND entries "    {\"${name}\", R\"querent(${text})querent\"},\n")
endforeach()
file(WRITE ${OUT} "// made by cmake/QuerentTexts.cmake
#include <${HEADER}>

#include <map>

std::string_view ${FUNCTION}(std::string_view name) {
  static const std::map<std::string_view, std::string_view> texts = {
${entries}  };
  return texts.at(name);
}
")
