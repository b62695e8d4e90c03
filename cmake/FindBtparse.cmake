# SPDX-License-Identifier: Apache-2.0
# Gives btparse::btparse; Debian 12 ships a header and a library.
find_path(Btparse_INCLUDE_DIR btparse.h)
find_library(Btparse_LIBRARY btparse)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Btparse REQUIRED_VARS Btparse_LIBRARY Btparse_INCLUDE_DIR)
if(Btparse_FOUND AND NOT TARGET btparse::btparse)
  add_library(btparse::btparse UNKNOWN IMPORTED GLOBAL)
  set_target_properties(btparse::btparse PROPERTIES IMPORTED_LOCATION ${Btparse_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${Btparse_INCLUDE_DIR})
endif()
