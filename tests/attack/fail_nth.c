// SPDX-License-Identifier: Apache-2.0
// LD_PRELOAD: the call FAIL_AT (from 1) of the function FAIL_CALL fails, once; FAIL_COUNT names a file to which the number
// of calls is written when the process ends. With liblsan after it, leaks are reported, too. Only calls of the program's own
// threads after the start of main count.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <unistd.h>

enum Call { kNone, kMalloc, kOpen, kRead, kWrite, kFsync, kRename, kMmap };
static const char* const kNames[] = {"", "malloc", "open", "read", "write", "fsync", "rename", "mmap"};
static atomic_long calls;
static long fail_at = -1;
static enum Call chosen = kNone;
static atomic_int begun;

static int fails(enum Call call) {
  if (!begun || call != chosen) return 0;
  return atomic_fetch_add(&calls, 1) + 1 == fail_at;
}

static void say(void) {
  const char* name = getenv("FAIL_COUNT");
  begun = 0;
  if (name == NULL) return;
  FILE* file = fopen(name, "w");
  if (file == NULL) return;
  fprintf(file, "%ld\n", atomic_load(&calls));
  fclose(file);
}

static int (*real_main)(int, char**, char**);
static int counted_main(int argc, char** argv, char** env) {
  unsetenv("LD_PRELOAD");  // programs that it starts are not affected
  atexit(say);
  begun = 1;
  return real_main(argc, argv, env);
}

int __libc_start_main(int (*program)(int, char**, char**), int argc, char** argv, void (*init)(void),
                      void (*fini)(void), void (*rtld_fini)(void), void* stack_end) {
  int (*start)(int (*)(int, char**, char**), int, char**, void (*)(void), void (*)(void),
               void (*)(void), void*) = NULL;
  *(void**)&start = dlsym(RTLD_NEXT, "__libc_start_main");
  const char* call = getenv("FAIL_CALL");
  const char* at = getenv("FAIL_AT");
  for (int k = 1; call != NULL && k <= kMmap; ++k) {
    if (strcmp(call, kNames[k]) == 0) chosen = (enum Call)k;
  }
  if (at != NULL) fail_at = atol(at);
  real_main = program;
  return start(counted_main, argc, argv, init, fini, rtld_fini, stack_end);
}

// The next malloc is that of libc, or of liblsan, which reports memory without pointers to it at the end.
#define NEXT(like, name) \
  static __typeof__(like) real = NULL; \
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, name)

void* malloc(size_t size) {
  NEXT(&malloc, "malloc");
  if (!fails(kMalloc)) return real(size);
  errno = ENOMEM;
  return NULL;
}
void* calloc(size_t count, size_t size) {
  static void* (*real)(size_t, size_t) = NULL;
  static _Thread_local int looks = 0;
  static _Alignas(16) char first[4096];  // for allocations of dlsym() itself
  if (looks) return first;
  if (real == NULL) {
    looks = 1;
    *(void**)&real = dlsym(RTLD_NEXT, "calloc");
    looks = 0;
  }
  if (!fails(kMalloc)) return real(count, size);
  errno = ENOMEM;
  return NULL;
}
void* realloc(void* old, size_t size) {
  NEXT(&realloc, "realloc");
  if (!fails(kMalloc)) return real(old, size);
  errno = ENOMEM;
  return NULL;
}
void* aligned_alloc(size_t alignment, size_t size) {
  NEXT(&aligned_alloc, "aligned_alloc");
  if (!fails(kMalloc)) return real(alignment, size);
  errno = ENOMEM;
  return NULL;
}
int posix_memalign(void** out, size_t alignment, size_t size) {
  NEXT(&posix_memalign, "posix_memalign");
  return fails(kMalloc) ? ENOMEM : real(out, alignment, size);
}

// operator new of C++, which liblsan also defines: these call malloc, as those of libstdc++ do
static void* or_throw(void* made) {
  NEXT(&say, "_ZSt17__throw_bad_allocv");
  if (made == NULL) real();
  return made;
}
void* _Znwm(size_t size) { return or_throw(malloc(size == 0 ? 1 : size)); }
void* _Znam(size_t size) { return or_throw(malloc(size == 0 ? 1 : size)); }
void* _ZnwmRKSt9nothrow_t(size_t size, const void* nothrow) {
  (void)nothrow;
  return malloc(size == 0 ? 1 : size);
}
void* _ZnamRKSt9nothrow_t(size_t size, const void* nothrow) {
  (void)nothrow;
  return malloc(size == 0 ? 1 : size);
}
void* _ZnwmSt11align_val_t(size_t size, size_t alignment) {
  return or_throw(aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment));
}
void* _ZnamSt11align_val_t(size_t size, size_t alignment) {
  return or_throw(aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment));
}

#define REAL(name) \
  static __typeof__(&name) real = NULL; \
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, #name)

static int opened(int (*real)(const char*, int, ...), const char* path, int flags, mode_t mode) {
  if (fails(kOpen)) {
    errno = EMFILE;
    return -1;
  }
  return real(path, flags, mode);
}
#define MODE(flags, mode)                        \
  mode_t mode = 0;                               \
  if ((flags) & (O_CREAT | __O_TMPFILE)) {       \
    va_list more;                                \
    va_start(more, flags);                       \
    mode = va_arg(more, mode_t);                 \
    va_end(more);                                \
  }
int open(const char* path, int flags, ...) {
  REAL(open);
  MODE(flags, mode)
  return opened(real, path, flags, mode);
}
int open64(const char* path, int flags, ...) {
  REAL(open64);
  MODE(flags, mode)
  return opened(real, path, flags, mode);
}
FILE* fopen64(const char* path, const char* mode) {  // used by std::filebuf
  REAL(fopen64);
  if (!fails(kOpen)) return real(path, mode);
  errno = EMFILE;
  return NULL;
}
ssize_t read(int fd, void* to, size_t size) {
  REAL(read);
  if (!fails(kRead)) return real(fd, to, size);
  errno = EIO;
  return -1;
}
ssize_t write(int fd, const void* from, size_t size) {
  REAL(write);
  if (!fails(kWrite)) return real(fd, from, size);
  errno = ENOSPC;
  return -1;
}
int fsync(int fd) {
  REAL(fsync);
  if (!fails(kFsync)) return real(fd);
  errno = EIO;
  return -1;
}
int fdatasync(int fd) {
  REAL(fdatasync);
  if (!fails(kFsync)) return real(fd);
  errno = EIO;
  return -1;
}
int rename(const char* from, const char* to) {
  REAL(rename);
  if (!fails(kRename)) return real(from, to);
  errno = ENOSPC;
  return -1;
}
void* mmap(void* at, size_t size, int protection, int flags, int fd, off_t offset) {
  REAL(mmap);
  if (!fails(kMmap)) return real(at, size, protection, flags, fd, offset);
  errno = ENOMEM;
  return MAP_FAILED;
}
