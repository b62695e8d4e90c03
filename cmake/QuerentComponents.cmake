# SPDX-License-Identifier: Apache-2.0
# The library's components, of which the build and, installed, find_package(querent COMPONENTS ...) know what each needs.
set(QUERENT_LIBRARIES learners datasets models catalogue graph spectral session)  # dependencies come first

# querent_with_needed(RESULT component...): the components and those that they need.
function(querent_with_needed result)
  set(wanted ${ARGN})
  foreach(rule "program;session" "python;session" "session;catalogue;spectral" "catalogue;models"
      "models;learners;datasets" "spectral;graph" "graph;datasets")
    list(POP_FRONT rule component)
    if(component IN_LIST wanted)
      list(APPEND wanted ${rule})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES wanted)
  set(${result} ${wanted} PARENT_SCOPE)
endfunction()
