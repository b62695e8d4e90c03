# SPDX-License-Identifier: Apache-2.0
# cmake -DCXX=... -DSOURCE=x.cpp -DINCLUDE=dir -DEIGEN=dir -P compile_twice.cmake
file(STRINGS ${SOURCE} words REGEX "^// refused with: ")
string(REGEX REPLACE "^// refused with: " "" words "${words}")
set(compile ${CXX} -std=c++20 -fsyntax-only -I${INCLUDE} -isystem ${EIGEN} ${SOURCE})
execute_process(COMMAND ${compile} COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${compile} -DMISTAKE ERROR_VARIABLE messages RESULT_VARIABLE status)
if(status EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiles with its mistake")
endif()
if(NOT messages MATCHES "${words}")
  message(FATAL_ERROR "expected \"${words}\", found\n${messages}")
endif()
