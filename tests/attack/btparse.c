/* SPDX-License-Identifier: Apache-2.0
 * Why BibTeX is not read by btparse: damaged copies of a file, each parsed by it in a process of its own; how many of these
 * ended by exit(), how many by a signal (5 seconds are one). Needs libbtparse-dev and is no part of the build:
 *   cc tests/attack/btparse.c -lbtparse -o /tmp/btparse && /tmp/btparse tests/data/bibliography/library.bib 10000 1 2>&- */
#include <btparse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static unsigned long long state = 88172645463325252ULL;

static unsigned below(size_t n) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (unsigned)(state % n);
}

static size_t damage(char* text, size_t size) {
  for (int left = 1 + (int)below(4); left > 0; --left) {
    const size_t at = below(size), bytes = 1 + below(8), from = below(size - bytes);
    char kept[8];
    switch (below(5)) {
      case 0:
        text[at] = (char)(text[at] ^ (1 << below(8)));
        break;
      case 1:
        text[at] = (char)below(256);
        break;
      case 2:
        if (at + bytes < size) {
          memmove(text + at, text + at + bytes, size - at - bytes);
          size -= bytes;
        }
        break;
      case 3:
        text[at] = "{}\"@,#=()\\ \n%and"[below(16)];
        break;
      default:
        memcpy(kept, text + from, bytes);
        memmove(text + at + bytes, text + at, size - at);
        memcpy(text + at, kept, bytes);
        size += bytes;
    }
  }
  return size;
}

static void read_names(char* names) {
  char and[] = "and", nothing[] = "";
  bt_stringlist* list = bt_split_list(names, and, nothing, 0, nothing);
  for (int k = 0; list != NULL && k < list->num_items; ++k) {
    bt_name* name = list->items[k] == NULL ? NULL : bt_split_name(list->items[k], nothing, 0, k + 1);
    if (name != NULL) bt_free_name(name);
  }
  if (list != NULL) bt_free_list(list);
}

static void parse(char* text, size_t size) {
  char name[] = "file";
  FILE* file = fmemopen(text, size, "r");
  bt_initialize();
  bt_set_stringopts(BTE_REGULAR, BTO_FULL);
  while (!feof(file)) {
    boolean whole = TRUE;
    char* field = NULL;
    AST* entry = bt_parse_entry(file, name, 0, &whole);
    if (entry == NULL && whole) break;
    if (entry == NULL) continue;
    if (whole && bt_entry_metatype(entry) == BTE_REGULAR) {
      for (AST* one = bt_next_field(entry, NULL, &field); one != NULL; one = bt_next_field(entry, one, &field)) {
        char* value = bt_get_text(one);
        if (value != NULL && strcmp(field, "author") == 0) read_names(value);
        free(value);
      }
    }
    bt_free_ast(entry);
  }
}

int main(int argc, char** argv) {
  static char file[1 << 16], copy[1 << 17];
  if (argc < 4) return 2;
  FILE* in = fopen(argv[1], "rb");
  if (in == NULL) return 2;
  const size_t size = fread(file, 1, sizeof file, in);
  const int copies = atoi(argv[2]);
  state += (unsigned long long)atoi(argv[3]) * 7919;
  int exits = 0, signals = 0;
  for (int k = 0; k < copies; ++k) {
    memcpy(copy, file, size);
    const size_t changed = damage(copy, size);
    const pid_t child = fork();
    if (child == 0) {
      alarm(5);
      parse(copy, changed);
      _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status)) ++signals;
    if (WIFEXITED(status) && WEXITSTATUS(status) != 0) ++exits;
  }
  printf("%d copies, %d ended by exit, %d by a signal\n", copies, exits, signals);
  return 0;
}
