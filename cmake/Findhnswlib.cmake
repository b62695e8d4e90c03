# SPDX-License-Identifier: Apache-2.0
# Gives hnswlib::headers. Debian 12 ships no CMake config for it.
find_path(hnswlib_INCLUDE_DIR hnswlib/hnswlib.h)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(hnswlib REQUIRED_VARS hnswlib_INCLUDE_DIR)
if(hnswlib_FOUND AND NOT TARGET hnswlib::headers)
  add_library(hnswlib::headers INTERFACE IMPORTED)
  set_target_properties(hnswlib::headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${hnswlib_INCLUDE_DIR})
endif()
