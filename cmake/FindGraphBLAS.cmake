# SPDX-License-Identifier: Apache-2.0
# Defines GraphBLAS::GraphBLAS. Newer SuiteSparse ships a CMake config; Debian 12's 7.4 ships only a header and a
# library.
find_package(GraphBLAS CONFIG QUIET)
if(NOT TARGET GraphBLAS::GraphBLAS)
  find_path(GraphBLAS_INCLUDE_DIR GraphBLAS.h PATH_SUFFIXES suitesparse)
  find_library(GraphBLAS_LIBRARY graphblas)
  if(GraphBLAS_INCLUDE_DIR)
    file(STRINGS ${GraphBLAS_INCLUDE_DIR}/GraphBLAS.h _lines REGEX "define GxB_IMPLEMENTATION_(MAJOR|MINOR|SUB)")
    string(REGEX REPLACE "[^0-9]+([0-9]+)[^0-9]*" "\\1." GraphBLAS_VERSION "${_lines}")
    string(REGEX REPLACE "\\.$" "" GraphBLAS_VERSION "${GraphBLAS_VERSION}")
  endif()
  include(FindPackageHandleStandardArgs)
  find_package_handle_standard_args(GraphBLAS REQUIRED_VARS GraphBLAS_LIBRARY GraphBLAS_INCLUDE_DIR
    VERSION_VAR GraphBLAS_VERSION)
  if(GraphBLAS_FOUND)
    add_library(GraphBLAS::GraphBLAS UNKNOWN IMPORTED)
    set_target_properties(GraphBLAS::GraphBLAS PROPERTIES IMPORTED_LOCATION ${GraphBLAS_LIBRARY}
      INTERFACE_INCLUDE_DIRECTORIES ${GraphBLAS_INCLUDE_DIR})
  endif()
endif()
