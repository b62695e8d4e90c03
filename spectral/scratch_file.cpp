// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/scratch_file.hpp>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <querent/datasets/error.hpp>
#include <querent/datasets/printable.hpp>
#include <querent/graph/block_product.hpp>

namespace querent::spectral {
namespace {

/// A file whose name is removed before it has any content.
int open_without_name(const std::filesystem::path& directory) {
#ifdef O_TMPFILE
  if (const int file = ::open(directory.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600); file >= 0)
    return file;
#endif
  std::string name =
      (directory / ".querent-scratch-XXXXXX").string();  // on file systems without O_TMPFILE
  const int file = ::mkostemp(name.data(), O_CLOEXEC);
  if (file >= 0) ::unlink(name.c_str());
  return file;
}

}  // namespace

ScratchFile::ScratchFile(const std::filesystem::path& directory)
    : directory_(directory), file_(open_without_name(directory)) {
  if (file_ < 0) {
    throw IoError(fmt::format("scratch={}: cannot create a file there: {}",
                              printable(directory.string()), std::strerror(errno)));
  }
}

ScratchFile::~ScratchFile() {
  ::close(file_);
}

template <class Real>
DenseBlock<Real> ScratchFile::block(std::uint64_t place, std::uint64_t rows) const {
  constexpr std::uint64_t kPage = 1 << 16;  // a multiple of every system's page
  const std::uint64_t bytes = (rows * kBlockColumns * sizeof(Real) + kPage - 1) / kPage * kPage;
  const auto offset = static_cast<off_t>(place * bytes);
  if (const int error = ::posix_fallocate(file_, offset, static_cast<off_t>(bytes)); error != 0) {
    throw IoError(
        fmt::format("scratch={}: {} after {:.1f} GB of vectors, the next need {:.1f} GB — remedy: "
                    "a directory on a larger disk",
                    printable(directory_.string()), std::strerror(error),
                    static_cast<double>(offset) * 1e-9, static_cast<double>(bytes) * 1e-9));
  }
  return DenseBlock<Real>(file_, place * bytes, rows, kBlockColumns);
}

template DenseBlock<float> ScratchFile::block(std::uint64_t, std::uint64_t) const;
template DenseBlock<double> ScratchFile::block(std::uint64_t, std::uint64_t) const;

}  // namespace querent::spectral
