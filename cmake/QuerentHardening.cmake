# SPDX-License-Identifier: Apache-2.0
# Hardening of releases: checked libc calls, stack protection, position-independent executables, read-only relocations.
# No build path is recorded, so equal sources give equal bytes in any directory. tests/release/hardened.sh checks the
# binaries.
set(QUERENT_HARDENING_COMPILE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong
  -ffile-prefix-map=${PROJECT_SOURCE_DIR}=. -ffile-prefix-map=${PROJECT_BINARY_DIR}=build)
set(QUERENT_HARDENING_LINK -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
option(QUERENT_HARDENED "a Release is hardened" ON)
if(NOT CMAKE_EXE_LINKER_FLAGS MATCHES "-static-pie")  # -pie after it would ask for shared libraries
  include(CheckPIESupported)
  check_pie_supported()
endif()
if(QUERENT_HARDENED AND PROJECT_IS_TOP_LEVEL AND CMAKE_BUILD_TYPE STREQUAL Release)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  add_compile_options(${QUERENT_HARDENING_COMPILE})
  add_link_options(${QUERENT_HARDENING_LINK})
endif()
