# SPDX-License-Identifier: Apache-2.0
# Functions for the CMakeLists.txt of every folder. Sources and headers of a folder are globbed, so a new algorithm
# needs only a new file.

# <querent/graph/graph.hpp> is the same path inside the project, outside and installed: cmake/include/querent/graph is a
# symbolic link to graph/. compile_flags.txt names the same folder for editors.
set(QUERENT_INCLUDE_DIR ${PROJECT_SOURCE_DIR}/cmake/include)

add_library(querent_warnings INTERFACE)
if(QUERENT_DEVELOPER_MODE)  # release builds omit false positives of g++ 12
  target_compile_options(querent_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
    -Wnon-virtual-dtor -Wold-style-cast -Wcast-qual)
endif()
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)  # g++ treats a batched .cpp as a header
  target_compile_options(querent_warnings INTERFACE -Wno-subobject-linkage)
endif()
# Results must not depend on whether a compiler fuses a multiplication and an addition.
target_compile_options(querent_warnings INTERFACE -ffp-contract=off)

# Eigen's allocator otherwise depends on flags such as -mavx2 or -fsanitize=address, so that a user's program would free
# the library's memory by another one. These are Eigen's own values for 64 bits without such flags.
set(QUERENT_EIGEN EIGEN_MAX_ALIGN_BYTES=16)
if(CMAKE_SIZEOF_VOID_P EQUAL 8)
  list(APPEND QUERENT_EIGEN EIGEN_MALLOC_ALREADY_ALIGNED=1)
endif()
target_compile_definitions(querent_warnings INTERFACE ${QUERENT_EIGEN})
list(JOIN QUERENT_EIGEN " -D" QUERENT_EIGEN_FLAGS)

# OFF: every loop runs on the calling thread, and `querent ask` does on request what its threads would do.
option(QUERENT_THREADS "use threads" ON)
target_compile_definitions(querent_warnings INTERFACE QUERENT_THREADS=$<BOOL:${QUERENT_THREADS}>)

if(WIN32)
  add_compile_definitions(NOMINMAX WIN32_LEAN_AND_MEAN)  # names that windows.h would take
endif()

# Headers that nearly every file includes and that rarely change.
set(QUERENT_READ_BY_ALL <algorithm> <cmath> <cstdint> <filesystem> <functional> <memory> <optional> <span> <stdexcept> <string>
  <string_view> <utility> <vector>)

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(QUERENT_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/querent)

# querent_library(NAME LINK public... PRIVATE private... HEADERS_OF header-only... PRECOMPILE headers... PKG_CONFIG
# words... LIBS -l...): the library of one folder, querent::NAME, installed as the component NAME of the package and as
# querent-NAME.pc, which requires PKG_CONFIG and, for static linking, LIBS. PRECOMPILE names further external headers to
# precompile, which saves up to a fifth of the compile time. A public header opens its namespace with default
# visibility; it is installed and its declarations are exported. Everything else in the folder is private. A folder of
# headers only is entirely public.
function(querent_library name)
  cmake_parse_arguments(arg "" "" "LINK;PRIVATE;HEADERS_OF;PRECOMPILE;PKG_CONFIG;LIBS" ${ARGN})
  file(RELATIVE_PATH folder ${PROJECT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR})
  set(link_dir ${QUERENT_INCLUDE_DIR}/querent/${folder})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/*.hpp)
  file(GLOB parts CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/*/CMakeLists.txt)
  foreach(part ${parts})  # a target of its own
    cmake_path(GET part PARENT_PATH part)
    list(FILTER sources EXCLUDE REGEX "/${folder}/${part}/")
    list(FILTER headers EXCLUDE REGEX "^${part}/")
  endforeach()
  if(sources)
    set(scope PUBLIC)
    set(all_headers ${headers})
    set(headers)
    foreach(header ${all_headers})
      file(STRINGS ${CMAKE_CURRENT_SOURCE_DIR}/${header} exported 
        REGEX [=[^namespace \[\[gnu::visibility\("default"\)\]\] querent]=])
      if(exported)
        list(APPEND headers ${header})
      endif()
    endforeach()
    if(QUERENT_OBJECTS)  # objects of another build: tests/package links them again as shared libraries
      file(GLOB_RECURSE sources ${QUERENT_OBJECTS}/${folder}/CMakeFiles/querent_${name}.dir/*.o)
    endif()
    add_library(querent_${name} ${sources})
    list(TRANSFORM arg_HEADERS_OF REPLACE "(.+)" "$<BUILD_INTERFACE:\\1>")
    target_link_libraries(querent_${name} PRIVATE $<BUILD_INTERFACE:querent_warnings> ${arg_PRIVATE} ${arg_HEADERS_OF})
    # Archives may also be linked into a user's shared library; symbols of this library are never interposed.
    target_compile_options(querent_${name} PRIVATE -fno-semantic-interposition)
    set_target_properties(querent_${name} PROPERTIES CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
      POSITION_INDEPENDENT_CODE ON LINKER_LANGUAGE CXX INSTALL_RPATH $ORIGIN VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
  else()
    set(scope INTERFACE)
    add_library(querent_${name} INTERFACE)
  endif()
  if(arg_PRECOMPILE AND NOT QUERENT_OBJECTS)
    target_precompile_headers(querent_${name} PRIVATE ${QUERENT_READ_BY_ALL} ${arg_PRECOMPILE})
  endif()
  add_library(querent::${name} ALIAS querent_${name})
  set_target_properties(querent_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(querent_${name} ${scope} cxx_std_20)
  list(TRANSFORM headers PREPEND ${link_dir}/)
  target_sources(querent_${name} ${scope} FILE_SET HEADERS BASE_DIRS ${QUERENT_INCLUDE_DIR} FILES ${headers})
  target_link_libraries(querent_${name} ${scope} ${arg_LINK})
  if("Eigen3::Eigen" IN_LIST arg_LINK)
    target_compile_definitions(querent_${name} INTERFACE ${QUERENT_EIGEN})
  endif()
  if(NOT PROJECT_IS_TOP_LEVEL)
    return()
  endif()

  install(TARGETS querent_${name} EXPORT querent-${name}
    RUNTIME COMPONENT runtime LIBRARY COMPONENT runtime NAMELINK_COMPONENT dev
    ARCHIVE COMPONENT dev FILE_SET HEADERS COMPONENT dev)
  install(EXPORT querent-${name} NAMESPACE querent:: DESTINATION ${QUERENT_CMAKE_DIR} COMPONENT dev)
  list(JOIN arg_PKG_CONFIG " " PKG_CONFIG_REQUIRES)
  set(PKG_CONFIG_LIBS)
  set(PKG_CONFIG_LIBS_PRIVATE)
  if(sources)
    set(PKG_CONFIG_LIBS "-L\${libdir} -lquerent_${name}")
    if(NOT BUILD_SHARED_LIBS)  # a shared library records its own dependencies
      list(JOIN arg_LIBS " " PKG_CONFIG_LIBS_PRIVATE)
    endif()
  endif()
  querent_pkg_config(querent-${name})
endfunction()

# Writes NAME.pc from the caller's PKG_CONFIG_REQUIRES, _LIBS and _LIBS_PRIVATE, with paths relative to the file.
function(querent_pkg_config package)
  file(RELATIVE_PATH up ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  string(REGEX REPLACE "/$" "" up "${up}")
  configure_file(${PROJECT_SOURCE_DIR}/cmake/querent.pc.in ${PROJECT_BINARY_DIR}/${package}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endfunction()

# querent_headers(NAME HEADER): defines NAME::headers for a header-only library.
function(querent_headers name header)
  find_path(${name}_INCLUDE_DIR ${header} REQUIRED)
  add_library(${name}::headers INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name}::headers INTERFACE ${${name}_INCLUDE_DIR})
endfunction()

set(QUERENT_SANITIZED OFF)
if(CMAKE_CXX_FLAGS MATCHES "sanitize")
  set(QUERENT_SANITIZED ON)
endif()

# Compiles a target of the tests' build without optimisation.
function(querent_as_it_stands target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O0>)
endfunction()

# querent_test_target(NAME [AS_IT_STANDS] [HEADERS_OF TEST]): compile options of tests. AS_IT_STANDS compiles the test
# without optimisation, which saves 20 to 40 % of its compile time; use it where the library does the work. HEADERS_OF
# names a target with the same flags whose precompiled headers are reused.
function(querent_test_target target)
  cmake_parse_arguments(arg "AS_IT_STANDS" "HEADERS_OF" "" ${ARGN})
  target_link_libraries(${target} PRIVATE doctest::doctest querent_warnings)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_compile_definitions(${target} PRIVATE QUERENT_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
    QUERENT_DATASETS="${PROJECT_SOURCE_DIR}/datasets" QUERENT_HAS_ARCHIVES=$<BOOL:${QUERENT_HAS_ARCHIVES}>
    QUERENT_HAS_NETWORK=$<BOOL:${QUERENT_HAS_NETWORK}>)
  if(CMAKE_CROSSCOMPILING OR QUERENT_SANITIZED)  # times and memory are not those of the program
    target_compile_definitions(${target} PRIVATE QUERENT_SLOWED)
  endif()
  if(arg_AS_IT_STANDS)
    querent_as_it_stands(${target})
  endif()
  if(arg_HEADERS_OF AND NOT CMAKE_POSITION_INDEPENDENT_CODE)  # test_main is compiled for -fPIC, a program for -fPIE
    target_precompile_headers(${target} REUSE_FROM ${arg_HEADERS_OF})
  endif()
endfunction()

# querent_test(NAME [LIBRARY] [AS_IT_STANDS] [HEADERS_OF TEST] LINK ... [WITHOUT files...]): builds tests/NAME/*.cpp into
# the executable test_NAME and registers each of its test cases with ctest, labelled NAME. A suite of the LIBRARY is part
# of the target library_suites and labelled "library NAME".
function(querent_test name)
  cmake_parse_arguments(arg "LIBRARY" "" "WITHOUT;LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  list(REMOVE_ITEM sources ${arg_WITHOUT})
  add_executable(test_${name} ${sources} $<TARGET_OBJECTS:test_main>)
  target_link_libraries(test_${name} PRIVATE ${arg_LINK})
  querent_test_target(test_${name} ${arg_UNPARSED_ARGUMENTS})
  set(label ${name})
  if(arg_LIBRARY)
    set(label "library ${name}")
    add_dependencies(library_suites test_${name})
  endif()
  if(CMAKE_CROSSCOMPILING)  # an emulator starts too slowly for one process per case
    add_test(NAME ${name} COMMAND test_${name})
    return()
  endif()
  # CMake splits a name at ";", then no case matches, which doctest would report as success.
  set(properties LABELS ${label} FAIL_REGULAR_EXPRESSION "test cases: +0[^0-9]")
  if(CMAKE_CXX_FLAGS MATCHES "coverage" AND TARGET querent::${name})  # counts of other programs are discarded
    list(APPEND properties ENVIRONMENT LLVM_PROFILE_FILE=${PROJECT_BINARY_DIR}/coverage/${name}-%m.profraw)
  endif()
  doctest_discover_tests(test_${name} TEST_PREFIX "${name}: " PROPERTIES ${properties})
endfunction()

# querent_texts(TARGET FOLDER HEADER FUNCTION): TARGET gets the files of FOLDER, read by FUNCTION, which HEADER declares.
function(querent_texts target folder header function)
  if(QUERENT_OBJECTS)  # they are in the objects of the other build
    return()
  endif()
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${target}_texts.cpp)
  set(make_texts ${PROJECT_SOURCE_DIR}/cmake/QuerentTexts.cmake)
  file(GLOB files CONFIGURE_DEPENDS ${folder}/*)
  add_custom_command(OUTPUT ${out} DEPENDS ${files} ${make_texts} COMMENT "Building the texts of ${target} in"
    COMMAND ${CMAKE_COMMAND} -DFOLDER=${folder} -DHEADER=${header} -DFUNCTION=${function} -DOUT=${out} -P ${make_texts})
  set_source_files_properties(${out} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${out})
endfunction()
