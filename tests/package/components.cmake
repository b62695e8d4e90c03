# SPDX-License-Identifier: Apache-2.0
# cmake -DSOURCE=dir -DOUT=dir -DCXX=... -DC=... -P components.cmake
# A component is configured although every package that it does not need is missing. The learners, which need Eigen
# alone, are also installed, and a program is built with them.
cmake_minimum_required(VERSION 3.25)
set(packages Eigen3 Threads ZLIB EXPAT simdjson Utf8proc fmt nlohmann_json Boost Spectra CLI11 BZip2 LibLZMA zstd LibArchive
  CURL OpenSSL GraphBLAS OpenMP SQLite3 pybind11 Python MPI)
set(learners Eigen3)
set(datasets Threads ZLIB EXPAT simdjson Utf8proc fmt nlohmann_json)
set(catalogue ${learners} ${datasets})
set(graph ${datasets} Eigen3 Boost)
set(session ${graph} Spectra)
file(REMOVE_RECURSE ${OUT})
foreach(component learners datasets catalogue graph session)
  set(missing)
  foreach(package ${packages})
    if(NOT package IN_LIST ${component})
      list(APPEND missing -DCMAKE_DISABLE_FIND_PACKAGE_${package}=ON)
    endif()
  endforeach()
  execute_process(COMMAND ${CMAKE_COMMAND} --no-warn-unused-cli -S ${SOURCE} -B ${OUT}/${component} -G Ninja -DQUERENT_COMPONENTS=${component}
    -DCMAKE_CXX_COMPILER=${CXX} -DCMAKE_C_COMPILER=${C} ${missing} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(GLOB targets ${OUT}/${component}/querent-*.pc)
  if(component STREQUAL learners AND NOT targets STREQUAL ${OUT}/learners/querent-learners.pc)
    message(SEND_ERROR "the learners alone were wanted, found ${targets}")
  endif()
endforeach()

execute_process(COMMAND ${CMAKE_COMMAND} --build ${OUT}/learners OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${OUT}/learners --prefix ${OUT}/prefix OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_LIST_DIR}/learners_alone -B ${OUT}/program -G Ninja
  -DCMAKE_PREFIX_PATH=${OUT}/prefix -DCMAKE_CXX_COMPILER=${CXX} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${OUT}/program OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${OUT}/program/learners_alone COMMAND_ERROR_IS_FATAL ANY)
