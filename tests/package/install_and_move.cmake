# SPDX-License-Identifier: Apache-2.0
# cmake -DBUILD=dir -DSTAGE=dir -DPREFIX=dir [-DSOURCE=dir -DOBJECTS=dir -DCXX=... -DC=...] -P install_and_move.cmake
# Installs BUILD into STAGE and moves that to PREFIX. With SOURCE, BUILD is first configured: only the library, shared,
# from the objects in the build tree OBJECTS.
file(REMOVE_RECURSE ${STAGE} ${PREFIX})
if(SOURCE)
  # Otherwise objects of sources that are now compiled differently would also be linked.
  execute_process(COMMAND ninja -C ${OBJECTS} -t cleandead OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${BUILD} -G Ninja -DBUILD_SHARED_LIBS=ON -DQUERENT_PROGRAM=OFF
    -DQUERENT_OBJECTS=${OBJECTS} -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_C_COMPILER=${C}
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${BUILD} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endif()
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${STAGE} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
cmake_path(GET PREFIX PARENT_PATH parent)
file(MAKE_DIRECTORY ${parent})
file(RENAME ${STAGE} ${PREFIX})
# No file may name the original prefix or the build directory.
file(GLOB_RECURSE texts ${PREFIX}/*.cmake ${PREFIX}/*.pc)
foreach(text ${texts})
  file(STRINGS ${text} lines)
  foreach(place ${STAGE} ${BUILD} ${SOURCE} ${OBJECTS})
    string(FIND "${lines}" "${place}" position)
    if(NOT position EQUAL -1)
      message(SEND_ERROR "${text} names ${place}")
    endif()
  endforeach()
endforeach()
