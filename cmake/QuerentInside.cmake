# SPDX-License-Identifier: Apache-2.0
# Writes the files below FOLDER into a C++ source, as string literals.
# cmake -DFOLDER=… -DOUT=inside_files.cpp -P QuerentInside.cmake
cmake_minimum_required(VERSION 3.25)

set(entries)
file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT files)
foreach(file ${files})
  file(READ ${FOLDER}/${file} bytes HEX)
  string(LENGTH "${bytes}" length)
  math(EXPR length "${length} / 2")
  # every byte is a literal of its own, since a hexadecimal escape would not end before a digit
  string(REGEX REPLACE "(..)" "\"\\\\x\\1\"" bytes "${bytes}")
  string(APPEND entries "    {\"embedded/${file}\", {${bytes}, ${length}}},\n")
endforeach()
file(WRITE ${OUT} "#include <array>
#include <span>
#include <string_view>
#include <utility>

namespace querent {

std::span<const std::pair<std::string_view, std::string_view>> files_inside();
std::span<const std::pair<std::string_view, std::string_view>> files_inside() {
  static constexpr std::pair<std::string_view, std::string_view> kFiles[] = {
${entries}  };
  return kFiles;
}

}  // namespace querent
")
