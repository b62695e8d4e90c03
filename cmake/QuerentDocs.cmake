# SPDX-License-Identifier: Apache-2.0
# Man page and shell completions. The program writes them at build time from the option table that its parser uses, so
# they always agree with it.
include(GNUInstallDirs)
set(manual_dir ${PROJECT_BINARY_DIR}/manual)
find_program(GZIP_PROGRAM gzip REQUIRED)
function(querent_manual form file destination)
  add_custom_command(OUTPUT ${manual_dir}/${file}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${manual_dir}
    COMMAND querent help --as ${form} > ${manual_dir}/${file}
    DEPENDS querent VERBATIM)
  if(form STREQUAL man)  # without a timestamp, so that builds are reproducible
    add_custom_command(OUTPUT ${manual_dir}/${file}.gz COMMAND ${GZIP_PROGRAM} -9nkf ${manual_dir}/${file}
      DEPENDS ${manual_dir}/${file} VERBATIM)
    set(file ${file}.gz)
  endif()
  set_property(GLOBAL APPEND PROPERTY querent_manual_files ${manual_dir}/${file})
  install(FILES ${manual_dir}/${file} DESTINATION ${destination} COMPONENT runtime)
endfunction()
querent_manual(man querent.1 ${CMAKE_INSTALL_MANDIR}/man1)
# The main page also covers the programs that querent starts.
file(WRITE ${manual_dir}/see.1 ".so man1/querent.1\n")
execute_process(COMMAND ${GZIP_PROGRAM} -9nkf ${manual_dir}/see.1)
foreach(helper reproduce slepc)
  if(helper STREQUAL reproduce OR QUERENT_SLEPC)
    install(FILES ${manual_dir}/see.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 RENAME querent-${helper}.1.gz
      COMPONENT runtime)
  endif()
endforeach()
querent_manual(bash querent ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
querent_manual(zsh _querent ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
querent_manual(fish querent.fish ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
get_property(manual_files GLOBAL PROPERTY querent_manual_files)
add_custom_target(manual ALL DEPENDS ${manual_files})
