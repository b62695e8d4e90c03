// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/platform/process.hpp>

#include <cstdlib>
#include <fstream>
#include <system_error>

#if defined(_WIN32)
#include <windows.h>
#else
#include <dlfcn.h>
#include <unistd.h>
#endif
#if defined(__APPLE__)
#include <crt_externs.h>
#include <mach-o/dyld.h>
#include <pthread/qos.h>
#elif defined(__linux__)
#include <sys/resource.h>
#endif

namespace querent::platform {
namespace fs = std::filesystem;

#if defined(_WIN32)

namespace {

fs::path file_of(HMODULE module) {
  std::wstring name(32768, L'\0');  // the longest path of Windows
  name.resize(GetModuleFileNameW(module, name.data(), static_cast<DWORD>(name.size())));
  return name;
}

}  // namespace

std::uint64_t process_id() {
  return GetCurrentProcessId();
}

fs::path program_file() {
  return file_of(nullptr);
}

fs::path file_of_address(const void* address) {
  HMODULE module = nullptr;
  constexpr DWORD kHow =
      GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT;
  if (GetModuleHandleExW(kHow, static_cast<LPCWSTR>(address), &module) == 0) return {};
  return file_of(module);
}

std::vector<std::string> command_line() {
  return {__argv, __argv + __argc};
}

std::string environment(const char* variable) {
  const wchar_t* value = _wgetenv(fs::path(variable).c_str());
  return value == nullptr ? std::string() : fs::path(value).string();
}

void lower_priority_of_thread() {
  SetThreadPriority(GetCurrentThread(), THREAD_PRIORITY_BELOW_NORMAL);
}

#else

std::uint64_t process_id() {
  return static_cast<std::uint64_t>(::getpid());
}

fs::path program_file() {
#if defined(__APPLE__)
  std::string name(4096, '\0');
  auto size = static_cast<std::uint32_t>(name.size());
  std::error_code error;
  if (_NSGetExecutablePath(name.data(), &size) != 0) return {};
  return fs::canonical(name.c_str(), error);
#else
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error);  // empty on failure
#endif
}

fs::path file_of_address(const void* address) {
#if defined(__EMSCRIPTEN__)
  static_cast<void>(address);
#else
  if (Dl_info here{}; ::dladdr(address, &here) != 0) return here.dli_fname;
#endif
  return {};
}

std::vector<std::string> command_line() {
  std::vector<std::string> words;
#if defined(__APPLE__)
  words.assign(*_NSGetArgv(), *_NSGetArgv() + *_NSGetArgc());
#else
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  for (std::string word; std::getline(file, word, '\0');) words.push_back(word);
#endif
  return words;
}

std::string environment(const char* variable) {
  const char* value =
      std::getenv(variable);  // NOLINT(concurrency-mt-unsafe): setenv is never called
  return value == nullptr ? std::string() : std::string(value);
}

void lower_priority_of_thread() {
#if defined(__linux__)
  constexpr int kCourtesy = 10;               // added to the nice value
  ::setpriority(PRIO_PROCESS, 0, kCourtesy);  // on Linux, 0 is the calling thread
#elif defined(__APPLE__)
  pthread_set_qos_class_self_np(QOS_CLASS_UTILITY, 0);
#endif
}

#endif

}  // namespace querent::platform
