// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/platform/pages.hpp>

#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <new>

#if defined(_WIN32)
#include <windows.h>

#include <io.h>
#elif !defined(__EMSCRIPTEN__)
#include <sys/mman.h>
#define QUERENT_MAPS_PAGES
#endif

namespace querent::platform {

namespace {

constexpr std::size_t kAlignment = 64;
constexpr std::uint64_t kHugePage = 2 << 20;

void* on_the_heap(std::uint64_t bytes) {
  if (bytes > std::numeric_limits<std::size_t>::max() - kAlignment) throw std::bad_alloc();
  return std::memset(::operator new(static_cast<std::size_t>(bytes), std::align_val_t{kAlignment}),
                     0, static_cast<std::size_t>(bytes));
}

}  // namespace

#ifdef QUERENT_MAPS_PAGES

Pages::Pages(std::uint64_t bytes) {
  if (bytes < kHugePage) {
    data_ = on_the_heap(bytes);
    return;
  }
  mapped_ = (bytes / kHugePage + 2) * kHugePage;
  map_ = mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (map_ == MAP_FAILED) throw std::bad_alloc();
  void* start = map_;
  std::size_t space = mapped_;
  data_ = std::align(kHugePage, bytes, start, space);
#ifdef MADV_HUGEPAGE
  madvise(data_, bytes / kHugePage * kHugePage, MADV_HUGEPAGE);  // the rest uses small pages
#endif
}

Pages::Pages(int file, std::uint64_t offset, std::uint64_t bytes) : mapped_(bytes) {
  map_ =
      mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_SHARED, file, static_cast<off_t>(offset));
  if (map_ == MAP_FAILED) throw std::bad_alloc();
  data_ = map_;
}

Pages::~Pages() {
  if (mapped_ == 0) {
    ::operator delete(data_, std::align_val_t{kAlignment});
  } else {
    munmap(map_, mapped_);
  }
}

void Pages::forget(std::uint64_t begin, std::uint64_t end) {
  constexpr std::uint64_t kWhole = 1 << 16;  // a multiple of every system's page
  begin = (begin + kWhole - 1) / kWhole * kWhole;
  end = end / kWhole * kWhole;
  if (mapped_ > 0 && begin < end)
    madvise(static_cast<char*>(data_) + begin, end - begin, MADV_DONTNEED);
}

#else

Pages::Pages(std::uint64_t bytes) : data_(on_the_heap(bytes)) {}

#ifdef _WIN32
Pages::Pages(int file, std::uint64_t offset, std::uint64_t bytes) : mapped_(bytes) {
  const auto handle = reinterpret_cast<HANDLE>(_get_osfhandle(file));
  const HANDLE mapping = CreateFileMappingW(handle, nullptr, PAGE_READWRITE, 0, 0, nullptr);
  if (mapping == nullptr) throw std::bad_alloc();
  map_ = MapViewOfFile(mapping, FILE_MAP_WRITE, static_cast<DWORD>(offset >> 32),
                       static_cast<DWORD>(offset), static_cast<std::size_t>(bytes));
  CloseHandle(mapping);  // the view keeps it
  if (map_ == nullptr) throw std::bad_alloc();
  data_ = map_;
}
#else
Pages::Pages(int, std::uint64_t, std::uint64_t) {
  throw std::bad_alloc();
}
#endif

Pages::~Pages() {
  if (mapped_ == 0) {
    ::operator delete(data_, std::align_val_t{kAlignment});
    return;
  }
#ifdef _WIN32
  UnmapViewOfFile(map_);
#endif
}

void Pages::forget(std::uint64_t, std::uint64_t) {}

#endif

}  // namespace querent::platform
