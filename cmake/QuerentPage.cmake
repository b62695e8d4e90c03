# SPDX-License-Identifier: Apache-2.0
# Embeds the page of `querent ask --web` as C++: the files of FOLDER, with its modules and those of D3 joined into one
# script, /page.js, to save requests. cmake -DFOLDER=… -DD3=a.js,b.js -DOUT=page.cpp -P QuerentPage.cmake
# For querent.html (apps/page/join.py) it writes only the script, of the module MAIN and those that it imports:
# cmake -DFOLDER=first,second -DMAIN=start -DD3=a.js,b.js -DSCRIPT=page.js -P QuerentPage.cmake
cmake_minimum_required(VERSION 3.25)

set(types_html "text/html; charset=utf-8")
set(types_js "text/javascript; charset=utf-8")
set(types_css "text/css; charset=utf-8")
set(types_svg "image/svg+xml")
set(types_txt "text/plain; charset=utf-8")

string(REPLACE "," ";" FOLDER "${FOLDER}")
if(NOT MAIN)
  set(MAIN main)
endif()
set(entries)
# Every compiler accepts string literals of up to 65,536 bytes; longer files are split.
function(add_entry path file_type text)
  string(APPEND entries "    {\"${path}\", {\"${file_type}\", R\"~page~(${text})~page~\"}},\n")
  set(entries "${entries}" PARENT_SCOPE)
endfunction()
function(add_to_script text)
  set_property(GLOBAL APPEND_STRING PROPERTY plain_script "${text}")
  set_property(GLOBAL APPEND_STRING PROPERTY script " +\n        R\"~page~(${text})~page~\"")
endfunction()

# A module becomes a function that returns its exports. Imported modules come first.
#   import { a, b as c } from "/x.js"       const { a, b: c } = of_x;
#   export const d, export { e as f }       const of_this = (() => { …; return { d, f: e }; })();
function(add_module name)
  get_property(known GLOBAL PROPERTY modules)
  if(name IN_LIST known)
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY modules ${name})
  unset(file)
  find_file(file ${name}.js PATHS ${FOLDER} NO_DEFAULT_PATH NO_CACHE REQUIRED)  # in the first folder that has it
  file(READ ${file} text)
  set(text "\n${text}")
  while(text MATCHES "\nimport ({[^}]*}) from \"/([a-z_]+)\\.js\";")
    set(import "${CMAKE_MATCH_0}")
    set(from ${CMAKE_MATCH_2})
    string(REPLACE " as " ": " names "${CMAKE_MATCH_1}")
    string(REPLACE "${import}" "\nconst ${names} = of_${from};" text "${text}")
    add_module(${from})
  endwhile()
  set(exports)
  while(text MATCHES "\nexport ((const|class|function|async function) ([A-Za-z]+)[ (])")
    list(APPEND exports ${CMAKE_MATCH_3})
    string(REPLACE "${CMAKE_MATCH_0}" "\n${CMAKE_MATCH_1}" text "${text}")
  endwhile()
  while(text MATCHES "\nexport { ([A-Za-z]+) as ([A-Za-z]+) };")
    list(APPEND exports "${CMAKE_MATCH_2}: ${CMAKE_MATCH_1}")
    string(REPLACE "${CMAKE_MATCH_0}" "" text "${text}")
  endwhile()
  if(text MATCHES "\n((import|export)[^\n]*)")
    message(FATAL_ERROR "${file}: cmake/QuerentPage.cmake does not know: ${CMAKE_MATCH_1}")
  endif()
  list(JOIN exports ", " exports)
  add_to_script("const of_${name} = (() => {${text}return { ${exports} };\n})();\n")
endfunction()

string(REPLACE "," ";" D3 "${D3}")
foreach(file ${D3})
  file(READ ${file} text)
  add_to_script("${text}\n")
endforeach()
add_to_script("(() => {\n\"use strict\";\n")
add_module(${MAIN})
add_to_script("})();\n")
if(SCRIPT)
  get_property(script GLOBAL PROPERTY plain_script)
  file(WRITE ${SCRIPT} "${script}")
  return()
endif()

file(GLOB_RECURSE files RELATIVE ${FOLDER} ${FOLDER}/*)
list(SORT files)
foreach(file ${files})
  cmake_path(GET file EXTENSION LAST_ONLY extension)
  string(SUBSTRING "${extension}" 1 -1 extension)
  if(extension STREQUAL "js")
    continue()
  endif()
  if(NOT types_${extension})
    message(FATAL_ERROR "${FOLDER}/${file}: no type is known of .${extension}")
  endif()
  file(READ ${FOLDER}/${file} text)
  add_entry("/${file}" "${types_${extension}}" "${text}")
endforeach()

get_property(script GLOBAL PROPERTY script)

file(WRITE ${OUT} "// made by cmake/QuerentPage.cmake
#include <querent/apps/ask/web/page.hpp>

#include <map>
#include <string>

namespace querent::apps::web {

const PageFile* page_file(std::string_view path) {
  static const std::map<std::string_view, PageFile> files = {
${entries}    {\"/page.js\", {\"${types_js}\", std::string()${script}}},
  };
  const auto found = files.find(path);
  return found == files.end() ? nullptr : &found->second;
}

}  // namespace querent::apps::web
")
