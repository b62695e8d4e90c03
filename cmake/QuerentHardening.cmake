# SPDX-License-Identifier: Apache-2.0
# What a release is hardened with: checked copies of libc, guards on the stack, an address of its own at each start, tables
# that are read-only once it runs. And no path of the build in it: the same sources are the same bytes wherever they lie.
# tests/release/hardened.sh reads all of it from what was built.
set(QUERENT_HARDENING_COMPILE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong
  -ffile-prefix-map=${PROJECT_SOURCE_DIR}=. -ffile-prefix-map=${PROJECT_BINARY_DIR}=build)
set(QUERENT_HARDENING_LINK -Wl,-z,relro -Wl,-z,now -Wl,-z,noexecstack)
option(QUERENT_HARDENED "a Release is hardened" ON)
include(CheckPIESupported)
check_pie_supported()
if(QUERENT_HARDENED AND PROJECT_IS_TOP_LEVEL AND CMAKE_BUILD_TYPE STREQUAL Release)
  set(CMAKE_POSITION_INDEPENDENT_CODE ON)
  add_compile_options(${QUERENT_HARDENING_COMPILE})
  add_link_options(${QUERENT_HARDENING_LINK})
endif()
