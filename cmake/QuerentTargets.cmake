# SPDX-License-Identifier: Apache-2.0
# The two helpers every folder's CMakeLists.txt uses. A file that lies in a folder belongs to its target: sources and
# headers are globbed, so that adding an algorithm is adding a file.

# <querent/graph/graph.hpp> is the same inside, outside and installed: build/include/querent/graph -> graph/
foreach(folder learners datasets graph spectral apps)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include/querent)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${PROJECT_BINARY_DIR}/include/querent/${folder} SYMBOLIC)
endforeach()

add_library(querent_warnings INTERFACE)
if(QUERENT_DEVELOPER_MODE)  # who builds a release is not asked to read g++ 12's false alarms
  target_compile_options(querent_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
    -Wnon-virtual-dtor -Wold-style-cast -Wcast-qual)
endif()
# the same bits whether or not a compiler would fuse a product and a sum
target_compile_options(querent_warnings INTERFACE -ffp-contract=off)

# querent_library(NAME LINK public... PRIVATE private...): the library of one folder, querent::NAME
function(querent_library name)
  cmake_parse_arguments(arg "" "" "LINK;PRIVATE" ${ARGN})
  set(link_dir ${PROJECT_BINARY_DIR}/include/querent/${name})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} ${CMAKE_CURRENT_SOURCE_DIR}/*.hpp)
  list(TRANSFORM headers PREPEND ${link_dir}/)
  if(sources)
    add_library(querent_${name} ${sources})
    set(scope PUBLIC)
    target_link_libraries(querent_${name} PRIVATE $<BUILD_INTERFACE:querent_warnings> ${arg_PRIVATE})
  else()
    add_library(querent_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  add_library(querent::${name} ALIAS querent_${name})
  set_target_properties(querent_${name} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(querent_${name} ${scope} cxx_std_20)
  target_sources(querent_${name} ${scope} FILE_SET HEADERS BASE_DIRS ${PROJECT_BINARY_DIR}/include FILES ${headers})
  target_link_libraries(querent_${name} ${scope} ${arg_LINK})
endfunction()

# querent_test(NAME LINK ...): tests/NAME/*.cpp become the executable test_NAME, its cases ctest's cases
function(querent_test name)
  cmake_parse_arguments(arg "" "" "LINK" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${name}/*.cpp)
  add_executable(test_${name} ${sources} $<TARGET_OBJECTS:test_main>)
  target_link_libraries(test_${name} PRIVATE doctest::doctest querent_warnings ${arg_LINK})
  target_include_directories(test_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_compile_features(test_${name} PRIVATE cxx_std_20)
  target_compile_definitions(test_${name} PRIVATE QUERENT_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data"
    QUERENT_DATASETS="${PROJECT_SOURCE_DIR}/datasets")
  doctest_discover_tests(test_${name} TEST_PREFIX "${name}: " PROPERTIES LABELS ${name} TIMEOUT 300)
endfunction()
