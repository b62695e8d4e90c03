# SPDX-License-Identifier: Apache-2.0
# cmake -DPROGRAM=ask_a_person -DOUT=dir -P ask_a_person.cmake
# Rows of two directions in turns through a pipe: each class is asked once and then predicted.
file(MAKE_DIRECTORY ${OUT})
file(WRITE ${OUT}/rows.csv "1,0\n0,1\n1,0\n0,1\n1,0\n0,1\n")
file(WRITE ${OUT}/answers "left\nright\n")
file(WRITE ${OUT}/silence "")
execute_process(COMMAND ${CMAKE_COMMAND} -E cat ${OUT}/rows.csv COMMAND ${PROGRAM} ${OUT}/answers
  OUTPUT_VARIABLE said COMMAND_ERROR_IS_FATAL ANY)
if(NOT said MATCHES "row 1: 1 0\nclass\\? row 2: 0 1\nclass\\? row 3: left\nrow 4: right\n.*6 rows, 2 questions, 1 wrong")
  message(FATAL_ERROR "found\n${said}")
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -E cat ${OUT}/rows.csv COMMAND ${PROGRAM} ${OUT}/silence
  OUTPUT_QUIET ERROR_VARIABLE error RESULT_VARIABLE status)
if(NOT status EQUAL 3 OR NOT error MATCHES "error: nobody answers")
  message(FATAL_ERROR "expected exit code 3 and a message, found ${status}: ${error}")
endif()
