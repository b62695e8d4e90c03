# SPDX-License-Identifier: Apache-2.0
# cmake -DLIBRARIES=a.a;b.a -DNM=nm -P library_rules.cmake
# The library never prints, exits or aborts: no archive may refer to a function that does. (An assertion of an invariant
# may: __assert_fail.)
set(forbidden "^(_ZSt[45]w?(cout|cerr|clog)|v?f?w?printf|v?dprintf|__v?f?w?printf_chk|__v?dprintf_chk|puts|fputs|putchar|perror|psignal"
  "|stdout|stderr|v?syslog|v?(err|warn)x?|error|exit|_exit|_Exit|quick_exit|pthread_exit|abort|raise"
  "|_ZN3fmt.*6?vprint.*)$")
string(REPLACE ";" "" forbidden "${forbidden}")
foreach(library ${LIBRARIES})
  execute_process(COMMAND ${NM} -u ${library} OUTPUT_VARIABLE symbols RESULT_VARIABLE status ERROR_QUIET)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${NM} cannot read ${library}")
  endif()
  string(REPLACE "\n" ";" lines "${symbols}")
  foreach(line ${lines})
    string(REGEX REPLACE "^ *U +" "" symbol "${line}")
    if(symbol MATCHES "${forbidden}")
      message(SEND_ERROR "${library} refers to ${symbol}")
    endif()
  endforeach()
endforeach()
