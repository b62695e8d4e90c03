#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# hardened.sh FILE…: checks with readelf that each program or shared library is hardened as in
# cmake/QuerentHardening.cmake.
set -euo pipefail
wrong=0
for file in "$@"; do
  headers=$(readelf -hlW "$file") dynamic=$(readelf -dW "$file") symbols=$(readelf --dyn-syms -W "$file")
  lacks() { printf '%s: %s\n' "$file" "$1"; wrong=1; }
  grep -q 'Type: *DYN' <<<"$headers" || lacks "is loaded at one address: no PIE"
  grep -q 'GNU_RELRO' <<<"$headers" || lacks "has no read-only relocations: no RELRO"
  grep -Eq 'BIND_NOW|Flags:.*NOW' <<<"$dynamic" || lacks "binds functions while it runs: not -z now"
  grep -Eq 'GNU_STACK.* RW ' <<<"$headers" || lacks "has an executable stack"
  grep -q '__stack_chk_fail' <<<"$symbols" || lacks "has no stack protection"
  grep -Eq ' __[a-z0-9_]+_chk(@|$)' <<<"$symbols" || lacks "calls no checked function of libc: not fortified"
done
[ "$wrong" -eq 0 ] && echo "hardened: $*"
exit "$wrong"
