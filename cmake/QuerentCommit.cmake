# SPDX-License-Identifier: Apache-2.0
# Writes the commit of this build to commit.cpp: cmake -DSOURCE=… -DOUT=commit.cpp -P QuerentCommit.cmake. The file is
# written only when it changes. An archive of the sources has no commit; its version identifies it.
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
