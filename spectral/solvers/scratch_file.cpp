// SPDX-License-Identifier: Apache-2.0
#include <querent/spectral/solvers/basis.hpp>

#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>
#include <querent/datasets/platform/file.hpp>
#include <querent/datasets/platform/unnamed_file.hpp>
#include <querent/datasets/text/printable.hpp>
#include <querent/graph/matrices/block_product.hpp>

namespace querent::spectral {

ScratchFile::ScratchFile(const std::filesystem::path& directory)
    : directory_(directory), file_(platform::open_unnamed(directory)) {
  if (file_ < 0) {
    throw IoError(fmt::format("scratch={}: cannot create a file there: {}",
                              printable(directory.string()), std::strerror(errno)));
  }
}

ScratchFile::~ScratchFile() {
  platform::close_file(file_);
}

template <class Real>
DenseBlock<Real> ScratchFile::block(std::uint64_t place, std::uint64_t rows) const {
  constexpr std::uint64_t kPage = 1 << 16;  // a multiple of every system's page
  const std::uint64_t bytes = (rows * kBlockColumns * sizeof(Real) + kPage - 1) / kPage * kPage;
  const std::uint64_t offset = place * bytes;
  if (const int error = platform::reserve(file_, offset, bytes); error != 0) {
    throw IoError(
        fmt::format("scratch={}: {} after {:.1f} GB of vectors, the next need {:.1f} GB — remedy: "
                    "a directory on a larger disk",
                    printable(directory_.string()), std::strerror(error),
                    static_cast<double>(offset) * 1e-9, static_cast<double>(bytes) * 1e-9));
  }
  return DenseBlock<Real>(file_, offset, rows, kBlockColumns);
}

template DenseBlock<float> ScratchFile::block(std::uint64_t, std::uint64_t) const;
template DenseBlock<double> ScratchFile::block(std::uint64_t, std::uint64_t) const;

}  // namespace querent::spectral
