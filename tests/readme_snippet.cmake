# SPDX-License-Identifier: Apache-2.0
# cmake -DREADME=README.md -DSOURCE=example.cpp -P readme_snippet.cmake
# README.md must contain, literally, the compiled lines between the marks of SOURCE.
file(READ ${SOURCE} source)
file(READ ${README} readme)
string(REGEX MATCH "// \\[readme\\]\n(.*)// \\[readme\\]\n" marked "${source}")
set(snippet "${CMAKE_MATCH_1}")
string(FIND "${readme}" "${snippet}" position)
if(snippet STREQUAL "" OR position LESS 0)
  message(FATAL_ERROR "README.md does not show the lines between the marks of ${SOURCE}")
endif()
