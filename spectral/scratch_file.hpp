// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include <querent/graph/dense_block.hpp>

namespace querent::spectral {

/// A file without a name that lives as long as this object or, however that ends, its process. What
/// is written to its blocks lies on the disk, and in memory what the system has room for.
class ScratchFile {
 public:
  /// In this directory. IoError.
  explicit ScratchFile(const std::filesystem::path& directory);
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile();

  /// rows × kBlockColumns numbers that lie there, of those of the same shape the one at `place`: 0,
  /// 1, 2, … Its space is taken from the disk here, so that a full one is an error (IoError) before
  /// anything is written. The file must outlive the block.
  template <class Real>
  DenseBlock<Real> block(std::uint64_t place, std::uint64_t rows) const;

 private:
  std::filesystem::path directory_;
  int file_;
};

extern template DenseBlock<float> ScratchFile::block(std::uint64_t, std::uint64_t) const;
extern template DenseBlock<double> ScratchFile::block(std::uint64_t, std::uint64_t) const;

}  // namespace querent::spectral
