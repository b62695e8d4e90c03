# SPDX-License-Identifier: Apache-2.0
# The page of `querent ask --web` as C++: every file of FOLDER, and /d3-force.js, which is the files of D3 one after
# the other. cmake -DFOLDER=… -DD3=a.js,b.js -DOUT=page.cpp -P QuerentPage.cmake
cmake_minimum_required(VERSION 3.25)

set(types_html "text/html; charset=utf-8")
set(types_js "text/javascript; charset=utf-8")
set(types_css "text/css; charset=utf-8")
set(types_svg "image/svg+xml")
set(types_txt "text/plain; charset=utf-8")

set(entries)
# no file is longer than the 65,536 bytes that every compiler must take as one string
function(add_entry path file_type text)
  string(APPEND entries "    {\"${path}\", {\"${file_type}\", R\"~page~(${text})~page~\"}},\n")
  set(entries "${entries}" PARENT_SCOPE)
endfunction()

file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT files)
foreach(file ${files})
  cmake_path(GET file EXTENSION LAST_ONLY extension)
  string(SUBSTRING "${extension}" 1 -1 extension)
  if(NOT types_${extension})
    message(FATAL_ERROR "${FOLDER}/${file}: no type is known of .${extension}")
  endif()
  file(READ ${FOLDER}/${file} text)
  add_entry("/${file}" "${types_${extension}}" "${text}")
endforeach()

set(bundle)
string(REPLACE "," ";" D3 "${D3}")
foreach(file ${D3})
  file(READ ${file} text)
  string(APPEND bundle "${text}\n")
endforeach()
add_entry("/d3-force.js" "${types_js}" "${bundle}")

file(WRITE ${OUT} "// made by cmake/QuerentPage.cmake
#include <querent/apps/ask/web/page.hpp>

#include <map>

namespace querent::apps::web {

const PageFile* page_file(std::string_view path) {
  static const std::map<std::string_view, PageFile> files = {
${entries}  };
  const auto found = files.find(path);
  return found == files.end() ? nullptr : &found->second;
}

}  // namespace querent::apps::web
")
