# SPDX-License-Identifier: Apache-2.0
# cmake -DLIBRARIES=a.a;b.a -DNM=nm -P library_rules.cmake
# The library never prints, exits or aborts: no archive of it may refer to a function that does.
set(forbidden "^(_ZSt4cout|_ZSt4cerr|_ZSt4clog|printf|fprintf|vprintf|vfprintf|puts|fputs|putchar|perror|exit|_exit|_Exit|quick_exit|abort|__printf_chk|__fprintf_chk|stdout|stderr)$")
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
