// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

#include <Eigen/Core>

#include <querent/graph/matrices/block_product.hpp>
#include <querent/graph/matrices/dense_block.hpp>
#include <querent/graph/matrices/laplacian.hpp>

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

/// C += Qᵀ W for `rows` rows of two blocks of kBlockColumns, C by rows. Sums are in Real, so the
/// caller passes few rows at a time.
template <class Real>
void add_gram(const Real* q, const Real* w, std::uint64_t rows, double* C);

/// W += Q H, H by rows.
template <class Real>
void add_product(const Real* q, const Real* H, std::uint64_t rows, Real* w);

extern template void add_gram(const float*, const float*, std::uint64_t, double*);
extern template void add_gram(const double*, const double*, std::uint64_t, double*);
extern template void add_product(const float*, const float*, std::uint64_t, float*);
extern template void add_product(const double*, const double*, std::uint64_t, double*);

/// Orthonormal columns that grow by panels of kBlockColumns, orthogonal to one unit vector v_0.
/// Sums over rows run in chunks whose bounds depend on n alone, added in order in double, so the
/// bytes do not depend on the number of threads. If L is distributed, the rows are those of this
/// process, sums are over all processes, and v_0 is that of each component.
template <class Real>
class Basis {
 public:
  static constexpr Eigen::Index b = kBlockColumns;

  /// `null_vector` of L must outlive the basis. Panels are in a file in the directory `scratch`
  /// unless that is empty; the bytes are the same.
  explicit Basis(const Laplacian& L, const std::filesystem::path& scratch = {});

  Eigen::Index size() const { return b * static_cast<Eigen::Index>(panels_.size()); }
  std::uint64_t rows() const { return v0_.size(); }

  /// Q gets b more columns of zeros, for the caller to fill in.
  DenseBlock<Real>& grow();
  /// Qᵀ W for the columns of Q from `from` on, a multiple of b.
  Eigen::MatrixXd inner(const DenseBlock<Real>& W, Eigen::Index from = 0) const;
  /// h = Qᵀ W for the columns from `from` on, W ← W − Q h.
  Eigen::MatrixXd project(DenseBlock<Real>& W, Eigen::Index from = 0) const;
  /// W ← W − v_0 v_0ᵀ W.
  void deflate(DenseBlock<Real>& W) const;
  /// Qᵀ W for two blocks.
  Eigen::MatrixXd product(const DenseBlock<Real>& Q, const DenseBlock<Real>& W) const;
  /// W ← W A. `spare`, of the shape of W, is overwritten.
  void rotate(DenseBlock<Real>& W, const Eigen::MatrixXd& A, DenseBlock<Real>& spare) const;
  /// W = Q S for b columns.
  void combine(const Eigen::MatrixXd& S, DenseBlock<Real>& W) const;
  /// Q ← Q S, S with fewer columns (a multiple of b) than rows. `tick` is called now and then.
  void compress(const Eigen::MatrixXd& S, const std::function<void()>& tick);
  /// Q ← its first `columns` columns, a multiple of b.
  void shrink(Eigen::Index columns);
  std::vector<DenseBlock<Real>>& panels() { return panels_; }

 private:
  template <class F>
  Eigen::MatrixXd sum(Eigen::Index m, F&& f) const;
  template <class F>
  void each_chunk(F&& f) const;
  void deflate_components(const std::vector<Node>& component, DenseBlock<Real>& W) const;

  const Laplacian& L_;
  std::vector<Real> v0_;
  std::unique_ptr<ScratchFile> file_;  // of the panels; null: in memory
  std::vector<DenseBlock<Real>> panels_;
  int threads_;
  std::uint64_t lane_;  // rows of a chunk
};

extern template class Basis<float>;
extern template class Basis<double>;

}  // namespace querent::spectral
