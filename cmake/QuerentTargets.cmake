# SPDX-License-Identifier: Apache-2.0
# What every folder's CMakeLists.txt uses. A file that lies in a folder belongs to its target: sources and
# headers are globbed, so that adding an algorithm is adding a file.

# <querent/graph/graph.hpp> is the same inside, outside and installed: cmake/include/querent/graph is a link to graph/.
# compile_flags.txt names the same folder to editors
set(QUERENT_INCLUDE_DIR ${PROJECT_SOURCE_DIR}/cmake/include)

add_library(querent_warnings INTERFACE)
if(QUERENT_DEVELOPER_MODE)  # who builds a release is not asked to read g++ 12's false alarms
  target_compile_options(querent_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
    -Wnon-virtual-dtor -Wold-style-cast -Wcast-qual)
endif()
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)  # a .cpp in a batch looks to g++ like a header
  target_compile_options(querent_warnings INTERFACE -Wno-subobject-linkage)
endif()
# the same bits whether or not a compiler would fuse a product and a sum
target_compile_options(querent_warnings INTERFACE -ffp-contract=off)

# headers that nearly every file reads and none of ours changes
set(QUERENT_READ_BY_ALL <algorithm> <cmath> <cstdint> <filesystem> <functional> <memory> <optional> <span> <stdexcept> <string>
  <string_view> <utility> <vector>)

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(QUERENT_CMAKE_DIR ${CMAKE_INSTALL_LIBDIR}/cmake/querent)

# querent_library(NAME LINK public... PRIVATE private... HEADERS_OF header-only... PRECOMPILE headers... PKG_CONFIG words...
# LIBS -l...): the library of one folder, querent::NAME, installed as the component NAME of the package and as querent-NAME.pc,
# which requires PKG_CONFIG and, linked statically, LIBS. PRECOMPILE names headers of others that most of its files read
# beside those that every file reads: parsed once. It takes up to a fifth from what its files take to compile.
# A public header opens its namespace with default visibility; it is installed and what it declares is exported. What else
# lies in the folder stays inside. A folder of headers alone is public throughout.
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
    if(QUERENT_OBJECTS)  # of another build of the same sources: tests/package links them a second time, shared
      file(GLOB_RECURSE sources ${QUERENT_OBJECTS}/${folder}/CMakeFiles/querent_${name}.dir/*.o)
    endif()
    add_library(querent_${name} ${sources})
    list(TRANSFORM arg_HEADERS_OF REPLACE "(.+)" "$<BUILD_INTERFACE:\\1>")
    target_link_libraries(querent_${name} PRIVATE $<BUILD_INTERFACE:querent_warnings> ${arg_PRIVATE} ${arg_HEADERS_OF})
    # archives, too, serve in a shared library of yours; nobody there replaces a function of ours
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
    if(NOT BUILD_SHARED_LIBS)  # a shared library names what it needs itself
      list(JOIN arg_LIBS " " PKG_CONFIG_LIBS_PRIVATE)
    endif()
  endif()
  querent_pkg_config(querent-${name})
endfunction()

# NAME.pc, by the caller's PKG_CONFIG_REQUIRES, _LIBS and _LIBS_PRIVATE; its paths are relative to itself
function(querent_pkg_config package)
  file(RELATIVE_PATH up ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
  string(REGEX REPLACE "/$" "" up "${up}")
  configure_file(${PROJECT_SOURCE_DIR}/cmake/querent.pc.in ${PROJECT_BINARY_DIR}/${package}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/${package}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT dev)
endfunction()

# querent_headers(NAME HEADER): NAME::headers, for a library that is headers and no more
function(querent_headers name header)
  find_path(${name}_INCLUDE_DIR ${header} REQUIRED)
  add_library(${name}::headers INTERFACE IMPORTED GLOBAL)
  target_include_directories(${name}::headers INTERFACE ${${name}_INCLUDE_DIR})
endfunction()

# querent_test_target(NAME [AS_IT_STANDS] [HEADERS_OF TEST]): how tests are compiled. AS_IT_STANDS, where the library does the
# work and the test asks and compares: the tests' build leaves such a file as it stands, which spares a fifth to two fifths of its compile time.
# HEADERS_OF names a target of the same flags that has precompiled headers
function(querent_test_target target)
  cmake_parse_arguments(arg "AS_IT_STANDS" "HEADERS_OF" "" ${ARGN})
  target_link_libraries(${target} PRIVATE doctest::doctest querent_warnings)
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_compile_features(${target} PRIVATE cxx_std_20)
  target_compile_definitions(${target} PRIVATE QUERENT_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
    QUERENT_DATASETS="${PROJECT_SOURCE_DIR}/datasets")
  if(CMAKE_CXX_FLAGS MATCHES "sanitize")
    target_compile_definitions(${target} PRIVATE QUERENT_SANITIZED)
  endif()
  if(arg_AS_IT_STANDS)
    target_compile_options(${target} PRIVATE $<$<CONFIG:RelWithDebInfo>:-O0>)
  endif()
  if(arg_HEADERS_OF)
    target_precompile_headers(${target} REUSE_FROM ${arg_HEADERS_OF})
  endif()
endfunction()

# querent_test(NAME [AS_IT_STANDS] [HEADERS_OF TEST] LINK ... [WITHOUT files...]): tests/NAME/*.cpp become the executable
# test_NAME, its cases ctest's cases
function(querent_test name)
  cmake_parse_arguments(arg "" "" "WITHOUT;LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  list(REMOVE_ITEM sources ${arg_WITHOUT})
  add_executable(test_${name} ${sources} $<TARGET_OBJECTS:test_main>)
  target_link_libraries(test_${name} PRIVATE ${arg_LINK})
  querent_test_target(test_${name} ${arg_UNPARSED_ARGUMENTS})
  # a name that CMake splits finds no case, which doctest calls a success
  set(properties LABELS ${name} TIMEOUT 300 FAIL_REGULAR_EXPRESSION "test cases: +0[^0-9]")
  if(CMAKE_CXX_FLAGS MATCHES "coverage" AND TARGET querent::${name})  # what other programs count is dropped
    list(APPEND properties ENVIRONMENT LLVM_PROFILE_FILE=${PROJECT_BINARY_DIR}/coverage/${name}-%m.profraw)
  endif()
  doctest_discover_tests(test_${name} TEST_PREFIX "${name}: " PROPERTIES ${properties})
endfunction()
