// SPDX-License-Identifier: Apache-2.0
// LD_PRELOAD: the program, loaded once, runs each command line from standard input in a process of its own, ten times as
// many per second as by starting it. A request is the length of the rest (4 bytes), a time limit in seconds (4 bytes), and
// the words, each followed by a NUL; the answer, on the original standard output, is the status of waitpid() (4 bytes). The
// process writes to FORK_SERVER.out and FORK_SERVER.err. FORK_SERVER_OF is the program's path.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int (*real_main)(int, char**, char**);

static int read_all(void* to, size_t size) {
  for (size_t done = 0; done < size;) {
    const ssize_t count = read(STDIN_FILENO, (char*)to + done, size - done);
    if (count <= 0) return 0;
    done += (size_t)count;
  }
  return 1;
}

static void to_file(const char* suffix, int descriptor) {
  char path[4096];
  snprintf(path, sizeof(path), "%s.%s", getenv("FORK_SERVER"), suffix);
  const int file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(file, descriptor);
  close(file);
}

static int serve(int argc, char** argv, char** env) {
  (void)argc;
  unsigned head[2];
  while (read_all(head, sizeof(head))) {
    char* words = malloc(head[0] + 1);
    if (words == NULL || !read_all(words, head[0])) return 1;
    words[head[0]] = 0;
    const pid_t child = fork();
    if (child == 0) {
      int count = 1;
      char** all = calloc(head[0] + 2, sizeof(char*));
      all[0] = argv[0];
      for (char* word = words; word < words + head[0]; word += strlen(word) + 1) all[count++] = word;
      to_file("out", STDOUT_FILENO);
      to_file("err", STDERR_FILENO);
      const int nothing = open("/dev/null", O_RDONLY);
      dup2(nothing, STDIN_FILENO);
      close(nothing);
      unsetenv("LD_PRELOAD");  // programs that it starts are not affected
      alarm(head[1]);
      exit(real_main(count, all, env));
    }
    free(words);
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return 1;
    if (write(STDOUT_FILENO, &status, sizeof(status)) != sizeof(status)) return 1;
  }
  return 0;
}

int __libc_start_main(int (*program)(int, char**, char**), int argc, char** argv, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void* stack_end) {
  int (*start)(int (*)(int, char**, char**), int, char**, void (*)(void), void (*)(void), void (*)(void), void*) = NULL;
  *(void**)&start = dlsym(RTLD_NEXT, "__libc_start_main");
  real_main = program;
  const char* served = getenv("FORK_SERVER_OF");  // not the wrapper program
  return start(served == NULL || strcmp(served, argv[0]) != 0 ? program : serve, argc, argv, init, fini, rtld_fini, stack_end);
}
