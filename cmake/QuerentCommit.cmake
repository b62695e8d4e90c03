# SPDX-License-Identifier: Apache-2.0
# Which commit a build is of, as commit.cpp: cmake -DSOURCE=… -DOUT=commit.cpp -P QuerentCommit.cmake. Written only when it has changed; an
# archive of the sources has none, its version is enough.
cmake_minimum_required(VERSION 3.25)
set(commit)
find_program(git git)
if(git AND EXISTS ${SOURCE}/.git)
  execute_process(COMMAND ${git} -C ${SOURCE} rev-parse --short=10 HEAD OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE
    ERROR_QUIET RESULT_VARIABLE none)
  execute_process(COMMAND ${git} -C ${SOURCE} diff --quiet HEAD ERROR_QUIET RESULT_VARIABLE changed)
  if(none)
    set(commit)
  elseif(changed)
    string(APPEND commit " and changes")
  endif()
endif()
file(CONFIGURE OUTPUT ${OUT} @ONLY CONTENT "// made by cmake/QuerentCommit.cmake
#include <querent/apps/output/provenance.hpp>

namespace querent::apps {

std::string_view built_commit() {
  return \"@commit@\";
}

}  // namespace querent::apps
")
