// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include <querent/graph/dense_block.hpp>

namespace querent::spectral {

/// A file without a name that lives as long as this object or, if the program ends early, its
/// process. Its blocks are on the disk, and in memory as far as the system has room.
class ScratchFile {
 public:
  /// In this directory. IoError.
  explicit ScratchFile(const std::filesystem::path& directory);
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile();

  /// rows × kBlockColumns numbers in the file, the block at `place` (0, 1, 2, …) among those of the
  /// same shape. Its space is reserved here, so that a full disk is an error (IoError) before
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
