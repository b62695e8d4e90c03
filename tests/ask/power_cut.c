// SPDX-License-Identifier: Apache-2.0
// LD_PRELOAD: records every change of files below POWER_CUT_FOLDER and every output on standard output, in order, in the file
// POWER_CUT_TRACE. power_cut.py computes from it the possible contents of the disk after a power cut at any of these points.
//
// A record: a letter for its kind; the lengths of name and data, and a number, 8 bytes each; name; data.
//   C name          created or emptied        W name at data   written        T name size   resized
//   S name          synced file or folder     U name           removed        R name to     renamed
//   A               printed on standard output
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NEXT(like, name) \
  static __typeof__(like) real = NULL; \
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, name)

static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER;

static ssize_t write_really(int to, const void* data, size_t size) {
  NEXT(&write, "write");
  return real(to, data, size);
}

static int open_really(const char* name, int flags, mode_t mode) {
  static int (*real)(const char*, int, ...) = NULL;
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "open64");
  return real(name, flags, mode);
}

static int is_watched(const char* name) {
  const char* folder = getenv("POWER_CUT_FOLDER");
  return folder != NULL && strncmp(name, folder, strlen(folder)) == 0 && strstr(name, "-shm") == NULL && strstr(name, ".lock") == NULL;
}

static void note(char what, const char* name, int64_t number, const void* data, int64_t size) {
  static int trace = -1;
  if (trace < 0) trace = open_really(getenv("POWER_CUT_TRACE"), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  const int64_t head[3] = {(int64_t)strlen(name), size, number};
  write_really(trace, &what, 1);
  write_really(trace, head, sizeof head);
  write_really(trace, name, strlen(name));
  write_really(trace, data, (size_t)size);
}

static const char* name_of(int descriptor, char* name) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const ssize_t length = readlink(link, name, 4095);
  name[length < 0 ? 0 : length] = '\0';
  return name;
}

static int opened(const char* name, int flags, mode_t mode) {
  const int makes = (flags & O_CREAT) != 0 && is_watched(name) && ((flags & O_TRUNC) != 0 || access(name, F_OK) != 0);
  pthread_mutex_lock(&one);
  const int descriptor = open_really(name, flags, mode);
  if (makes && descriptor >= 0) note('C', name, 0, "", 0);
  pthread_mutex_unlock(&one);
  return descriptor;
}

int open(const char* name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = va_arg(more, mode_t);
  va_end(more);
  return opened(name, flags, mode);
}
int open64(const char* name, int flags, ...) {
  va_list more;
  va_start(more, flags);
  const mode_t mode = va_arg(more, mode_t);
  va_end(more);
  return opened(name, flags, mode);
}

static ssize_t written(ssize_t done, int to, const void* data, off64_t at) {
  char name[4096];
  if (done > 0 && is_watched(name_of(to, name))) note('W', name, at, data, done);
  pthread_mutex_unlock(&one);
  return done;
}

ssize_t write(int to, const void* data, size_t size) {
  pthread_mutex_lock(&one);
  const off64_t at = lseek64(to, 0, SEEK_CUR);
  return written(write_really(to, data, size), to, data, at);
}
ssize_t pwrite64(int to, const void* data, size_t size, off64_t at) {
  NEXT(&pwrite64, "pwrite64");
  pthread_mutex_lock(&one);
  return written(real(to, data, size, at), to, data, at);
}
ssize_t pwrite(int to, const void* data, size_t size, off_t at) {
  return pwrite64(to, data, size, at);
}

static int done_to(int result, char what, int descriptor, int64_t number) {
  char name[4096];
  if (result == 0 && is_watched(name_of(descriptor, name))) note(what, name, number, "", 0);
  pthread_mutex_unlock(&one);
  return result;
}

int ftruncate64(int descriptor, off64_t size) {
  NEXT(&ftruncate64, "ftruncate64");
  pthread_mutex_lock(&one);
  return done_to(real(descriptor, size), 'T', descriptor, size);
}
int ftruncate(int descriptor, off_t size) {
  return ftruncate64(descriptor, size);
}
int fsync(int descriptor) {
  NEXT(&fsync, "fsync");
  pthread_mutex_lock(&one);
  return done_to(real(descriptor), 'S', descriptor, 0);
}
int fdatasync(int descriptor) {
  NEXT(&fdatasync, "fdatasync");
  pthread_mutex_lock(&one);
  return done_to(real(descriptor), 'S', descriptor, 0);
}

int unlink(const char* name) {
  NEXT(&unlink, "unlink");
  pthread_mutex_lock(&one);
  const int result = real(name);
  if (result == 0 && is_watched(name)) note('U', name, 0, "", 0);
  pthread_mutex_unlock(&one);
  return result;
}
int rename(const char* from, const char* to) {
  NEXT(&rename, "rename");
  pthread_mutex_lock(&one);
  const int result = real(from, to);
  if (result == 0 && is_watched(from)) note('R', from, 0, to, (int64_t)strlen(to));
  pthread_mutex_unlock(&one);
  return result;
}

size_t fwrite(const void* data, size_t size, size_t count, FILE* to) {
  NEXT(&fwrite, "fwrite");
  pthread_mutex_lock(&one);
  if (to == stdout) note('A', "", 0, data, (int64_t)(size * count));
  pthread_mutex_unlock(&one);
  return real(data, size, count, to);
}
