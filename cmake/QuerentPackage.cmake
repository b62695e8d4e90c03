# SPDX-License-Identifier: Apache-2.0
# Installed files beside the targets, and the packages that CPack builds from them: archives, one Debian package for the
# program and one for the library, and the source archive.
set(QUERENT_INSTALLED)
set(QUERENT_FIND_DEPENDENCIES)
set(PKG_CONFIG_REQUIRES)
foreach(component ${QUERENT_LIBRARIES})
  if(component IN_LIST QUERENT_BUILT)
    list(APPEND QUERENT_INSTALLED ${component})
    list(PREPEND PKG_CONFIG_REQUIRES querent-${component})  # whoever needs others is linked before them
    list(JOIN QUERENT_FIND_${component} "\n  " calls)
    if(calls)
      string(APPEND QUERENT_FIND_DEPENDENCIES "if(\"${component}\" IN_LIST _querent_wanted)\n  ${calls}\nendif()\n")
    endif()
  endif()
endforeach()
list(JOIN QUERENT_INSTALLED " " QUERENT_INSTALLED)
list(JOIN PKG_CONFIG_REQUIRES " " PKG_CONFIG_REQUIRES)
configure_package_config_file(cmake/querentConfig.cmake.in ${PROJECT_BINARY_DIR}/querentConfig.cmake
  INSTALL_DESTINATION ${QUERENT_CMAKE_DIR} PATH_VARS CMAKE_INSTALL_DATADIR)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/querentConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/querentConfig.cmake ${PROJECT_BINARY_DIR}/querentConfigVersion.cmake
  cmake/QuerentComponents.cmake cmake/FindGraphBLAS.cmake cmake/FindUtf8proc.cmake
  DESTINATION ${QUERENT_CMAKE_DIR} COMPONENT dev)
querent_pkg_config(querent)
set(CPACK_PACKAGE_VENDOR "the querent authors")
set(CPACK_PACKAGE_CONTACT "the querent authors <querent@localhost>")

# Debian requires these beside every package, and lintian reads them (tests/package/cpack.cmake): copyright, changelog,
# overrides.
find_program(GZIP_PROGRAM gzip)
file(STRINGS CHANGELOG.md heading REGEX "^## ${PROJECT_VERSION} — " LIMIT_COUNT 1)
set(QUERENT_DATE "Thu, 01 Jan 1970 00:00:00 +0000")  # until the first release
if(heading MATCHES "([0-9]+-[0-9]+-[0-9]+)$")
  execute_process(COMMAND date -uRd ${CMAKE_MATCH_1} OUTPUT_VARIABLE QUERENT_DATE OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
set(debian_dir ${PROJECT_BINARY_DIR}/debian)
configure_file(cmake/debian/changelog.in ${debian_dir}/changelog @ONLY)
execute_process(COMMAND ${GZIP_PROGRAM} -9nc ${debian_dir}/changelog OUTPUT_FILE ${debian_dir}/changelog.gz)
set(debian_packages runtime querent dev libquerent-dev)
if(QUERENT_PYTHON_MODULE)
  list(APPEND debian_packages python python3-querent)
endif()
while(debian_packages)
  list(POP_FRONT debian_packages component package)
  install(FILES cmake/debian/copyright ${debian_dir}/changelog.gz
    DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${package} COMPONENT ${component})
  install(FILES cmake/debian/${package}.overrides
    DESTINATION ${CMAKE_INSTALL_DATADIR}/lintian/overrides RENAME ${package} COMPONENT ${component})
endwhile()
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_GENERATOR TGZ DEB)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime dev)
set(CPACK_COMPONENT_DEV_DEPENDS runtime)
set(about "Online learners of graphs and of vectors (CMOG, MSG, SOP, PA, OGD and
others) that ask for a label only when it is worth it: as an experiment on
data whose labels are known, or of a person, at a terminal, in a browser, by
a program.")
if(QUERENT_PYTHON_MODULE)
  list(APPEND CPACK_COMPONENTS_ALL python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-querent)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
  set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= ${Python_VERSION_MAJOR}.${Python_VERSION_MINOR}), python3-numpy")
  set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS "python3-scipy, python3-sklearn, python3-networkx, python3-pandas, python3-matplotlib")
  set(CPACK_DEBIAN_PYTHON_DESCRIPTION "learns on graphs and rows from few labels: import querent\n${about}")
endif()

set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME querent-${PROJECT_VERSION})
set(CPACK_SOURCE_IGNORE_FILES "/\\.git(/|$)" "^${PROJECT_SOURCE_DIR}/build/" "/__pycache__/" "/CMakeUserPresets.json$"
  "^${PROJECT_SOURCE_DIR}/querent-demo/" "\\.swp$")

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME querent)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION science)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "ca-certificates, librsvg2-bin")
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "learns on graphs and rows from few labels: the program\n${about}")
set(CPACK_DEBIAN_DEV_PACKAGE_NAME libquerent-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_DESCRIPTION "learns on graphs and rows from few labels: the C++ library\n${about}")
# Packages that public headers include or that the archives link to; dpkg-shlibdeps cannot see these.
list(JOIN QUERENT_DEBIAN ", " CPACK_DEBIAN_DEV_PACKAGE_DEPENDS)
include(CPack)
