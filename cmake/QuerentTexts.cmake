# SPDX-License-Identifier: Apache-2.0
# Embeds the files of a folder into one .cpp with built_in_text(): cmake -DFOLDER=… -DOUT=texts.cpp -P
# QuerentTexts.cmake
cmake_minimum_required(VERSION 3.25)
file(GLOB names RELATIVE ${FOLDER} ${FOLDER}/*)
foreach(name ${names})
  file(READ ${FOLDER}/${name} text)
  string(APPEND entries "    {\"${name}\", R\"querent(${text})querent\"},\n")
endforeach()
file(WRITE ${OUT} "// made by cmake/QuerentTexts.cmake
#include <querent/apps/reproduce/texts.hpp>

#include <map>

namespace querent::apps {

std::string_view built_in_text(std::string_view name) {
  static const std::map<std::string_view, std::string_view> texts = {
${entries}  };
  return texts.at(name);
}

}  // namespace querent::apps
")
