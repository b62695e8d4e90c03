// SPDX-License-Identifier: Apache-2.0
// Code that release flags must harden: a copy that libc can check, into an array on the stack.
#include <cstdio>
#include <cstring>

int main(int argc, char** argv) {
  char name[16];
  std::strcpy(name, argc > 1 ? argv[1] : "");
  std::puts(name);
}
