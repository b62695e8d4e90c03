# SPDX-License-Identifier: Apache-2.0
# cmake -DCPACK=cpack -DBUILD=dir -DOUT=dir -DVERSION=0.1.0 -P cpack.cmake
# Builds every package of BUILD and checks its content.
file(REMOVE_RECURSE ${OUT})
foreach(config CPackConfig CPackSourceConfig)
  execute_process(COMMAND ${CPACK} --config ${BUILD}/${config}.cmake -B ${OUT} OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
endforeach()

# expect(WHAT PATTERN... COMMAND command...): the output must contain every pattern.
function(expect what)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "PATTERNS;COMMAND")
  execute_process(COMMAND ${arg_COMMAND} OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
  foreach(pattern ${arg_PATTERNS})
    if(NOT output MATCHES "${pattern}")
      message(SEND_ERROR "${what} lacks ${pattern}:\n${output}")
    endif()
  endforeach()
endfunction()
file(GLOB runtime ${OUT}/querent_${VERSION}_*.deb)
file(GLOB dev ${OUT}/libquerent-dev_${VERSION}_*.deb)
file(GLOB archive ${OUT}/querent-${VERSION}-*.tar.gz)
expect("the Debian package of the program" COMMAND dpkg-deb -f ${runtime} Package Version Depends Recommends
  PATTERNS "Package: querent" "Depends: .*libc6 " "libcurl4" "libgraphblas7" "libarchive13" "libfmt9" "librsvg2-bin")
expect("the files of the program's package" COMMAND dpkg-deb -c ${runtime}
  PATTERNS "/usr/bin/querent" "/usr/share/querent/datasets/embedded/graphs/karate/edges.tsv" "copyright")
expect("the Debian package of the library" COMMAND dpkg-deb -f ${dev} Package Version Depends
  PATTERNS "Depends: .*libeigen3-dev" "libgraphblas-dev" "libcurl4-openssl-dev" "querent \\(= ${VERSION}\\)")
expect("the files of the library's package" COMMAND dpkg-deb -c ${dev}
  PATTERNS "/usr/include/querent/graph/graph.hpp" "/cmake/querent/querentConfig.cmake" "/pkgconfig/querent-graph.pc"
  "libquerent_spectral.a")
file(GLOB python ${OUT}/python3-querent_${VERSION}_*.deb)
if(python)
  expect("the Debian package of the Python module" COMMAND dpkg-deb -f ${python} Package Depends
    PATTERNS "python3-numpy" "libc6")
  expect("the files of the Python module's package" COMMAND dpkg-deb -c ${python}
    PATTERNS "/usr/lib/python3/dist-packages/querent/__init__.py" "/usr/lib/python3/dist-packages/querent/_querent")
endif()
expect("the archive" COMMAND ${CMAKE_COMMAND} -E tar tf ${archive}
  PATTERNS "/bin/querent\n" "/include/querent/learners/play.hpp" "/embedded/vectors/digits/")
expect("the archive of the sources" COMMAND ${CMAKE_COMMAND} -E tar tf ${OUT}/querent-${VERSION}.tar.gz
  PATTERNS "querent-${VERSION}/CMakeLists.txt" "querent-${VERSION}/tests/test_main.cpp" "querent-${VERSION}/LICENSE")
execute_process(COMMAND ${CMAKE_COMMAND} -E tar tf ${OUT}/querent-${VERSION}.tar.gz OUTPUT_VARIABLE sources)
if(sources MATCHES "\\.git/|/build/")
  message(SEND_ERROR "the source archive contains build products or the repository")
endif()

# Errors and warnings of lintian. Install paths are correct only in the preset `package`, whose prefix is Debian's.
find_program(LINTIAN lintian)
if(LINTIAN)
  file(GLOB packages ${OUT}/*.deb)
  execute_process(COMMAND ${LINTIAN} --allow-root --fail-on error,warning
    --suppress-tags pkg-config-unavailable-for-cross-compilation ${packages}
    RESULT_VARIABLE wrong OUTPUT_VARIABLE said ERROR_VARIABLE said)
  if(wrong)
    message(SEND_ERROR "lintian says:\n${said}")
  endif()
else()
  message(STATUS "skipped by name: lintian is not installed")
endif()
