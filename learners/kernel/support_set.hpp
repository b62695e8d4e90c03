// SPDX-License-Identifier: Apache-2.0
// The support vectors x_1, …, x_n of a kernel learner, and kernel rows over them.
//
//   κ(x, x_i), i = 1, …, n   =   products xᵀx_i, then one pass of the kernel
//
// Dense rows lie in panels. Sparse rows lie in the inverted index or, where that is faster, in
// panels (at least a third of their entries are nonzero) or in bits (all entries are 1, and at
// least a tenth are present). All of them add products in the order of the features, so that a
// kernel row has the same bits in each. A learner uses a source of kernel rows only through the
// concept KernelRows, so that rows may also come from a Gram matrix (gram.hpp).
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include <querent/learners/kernel/kernels.hpp>
#include <querent/learners/kernel/storage/binary_rows.hpp>
#include <querent/learners/kernel/storage/dense_rows.hpp>
#include <querent/learners/kernel/storage/sparse_rows.hpp>
#include <querent/learners/kernel/storage/stored_rows.hpp>
#include <querent/learners/row.hpp>

namespace querent {

/// A source of kernel rows for a learner. row(x) and row_of(i) have separate workspaces: a row
/// stays valid until the next call of the same function or the next set().
template <class S, class X>
concept KernelRows =
    std::copyable<S> && requires(S& support, const S& seen, const X& x, std::size_t i) {
      { seen.size() } -> std::same_as<std::size_t>;
      seen.row(x)[i];                               // κ(x, x_i) for all i, cached for the last x
      { seen.self(x) } -> std::same_as<double>;     // κ(x, x)
      seen.row_of(i)[i];                            // κ(x_i, x_j) for all j
      { seen.self_of(i) } -> std::same_as<double>;  // κ(x_i, x_i)
      support.set(i, x);                            // x becomes x_i; i = n appends
    };

/// Support vectors stored by value, in doubles or floats.
template <Kernel K = GaussianKernel, std::floating_point Real = double>
class SupportSet {
 public:
  SupportSet() = default;
  explicit SupportSet(K kernel) : kernel_(std::move(kernel)) {}

  std::size_t size() const { return norms_.size(); }  ///< n
  const K& kernel() const { return kernel_; }         ///< κ

  std::span<const Real> row(const Row auto& x) const {
    if (stage(x)) evaluate(staged_, row_);
    return {row_.data(), size()};
  }
  double self(const Row auto& x) const {
    if (staged_.take(x, wants_dense(x))) fresh_ = false;
    return kernel_(staged_.squared_norm, staged_.squared_norm, staged_.squared_norm);
  }

  std::span<const Real> row_of(std::size_t i) const {
    visit([&](const auto& rows) { rows.restore(i, recalled_); });
    recalled_.squared_norm = norms_[i];
    evaluate(recalled_, row_of_);
    return {row_of_.data(), size()};
  }
  double self_of(std::size_t i) const { return kernel_(norms_[i], norms_[i], norms_[i]); }

  void set(std::size_t i, const Row auto& x) {
    if (size() == 0) form_ = first_form(x);
    if (!still_fits(x)) move_to_index();
    staged_.take(x, form_ == Form::kPanels);
    switch (form_) {
      case Form::kPanels:
        dense_.set(i, staged_);
        break;
      case Form::kIndex:
        sparse_.set(i, staged_);
        break;
      case Form::kBits:
        binary_.set(i, staged_);
        break;
    }
    if (i == norms_.size()) {
      detail::reserve_tightly(norms_, 1);
      norms_.push_back(0);
    }
    norms_[i] = staged_.squared_norm;
    fresh_ = false;
  }

  void clear() { *this = SupportSet(std::move(kernel_)); }  ///< n = 0

  /// x_i, all entries up to its last feature.
  std::vector<double> vector_of(std::size_t i) const {
    visit([&](const auto& rows) { rows.restore(i, recalled_); });
    std::vector<double> x(recalled_.dim());
    for (std::size_t k = 0; k < recalled_.entries.size(); ++k) {
      x[recalled_.dense ? k : recalled_.index[k]] = static_cast<double>(recalled_.entries[k]);
    }
    return x;
  }

  /// Memory of the support vectors in bytes, without the workspaces, which are three rows.
  std::size_t bytes() const {
    return dense_.bytes() + sparse_.bytes() + binary_.bytes() + norms_.capacity() * sizeof(Real);
  }

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    detail::StoredRows<Real> rows = self.stored_rows();
    field("kernel", self.kernel_);
    field("form", self.form_);
    field("non_zeros", self.non_zeros_);
    field("entries", self.entries_);
    field("norms", self.norms_);
    field("rows", rows);
    if constexpr (!std::is_const_v<Self>) field.must(self.take(rows));
  }

 private:
  enum class Form { kPanels, kIndex, kBits };

  void visit(auto&& rows) const {
    switch (form_) {
      case Form::kPanels:
        return rows(dense_);
      case Form::kIndex:
        return rows(sparse_);
      case Form::kBits:
        return rows(binary_);
    }
  }

  static Form first_form(const DenseRow&) { return Form::kPanels; }
  static Form first_form(const SparseRow& x) {
    if (all_ones(x) && kBitShare * x.index.size() >= x.dim()) return Form::kBits;
    return kPanelShare * x.index.size() >= x.dim() ? Form::kPanels : Form::kIndex;
  }
  bool wants_dense(const auto& x) const {
    return (size() == 0 ? first_form(x) : form_) == Form::kPanels;
  }

  static bool all_ones(const SparseRow& x) {
    return std::all_of(x.value.begin(), x.value.end(), [](double v) { return v == 1; });
  }

  /// Whether rows in panels or bits remain there with x: all entries are ones where that is
  /// required, and enough of them are nonzero. Dense rows were the user's choice and stay in
  /// panels.
  bool still_fits(const DenseRow& x) const {
    return form_ != Form::kBits ||
           std::all_of(x.value.begin(), x.value.end(), [](double v) { return v == 0 || v == 1; });
  }
  bool still_fits(const SparseRow& x) {
    if (form_ == Form::kIndex) return true;
    const bool bits = form_ == Form::kBits;
    non_zeros_ += x.index.size();
    entries_ += std::max(x.dim(), bits ? binary_.dim() : dense_.dim());
    if (bits && !all_ones(x)) return false;
    return 2 * (bits ? kBitShare : kPanelShare) * non_zeros_ >= entries_;
  }

  void move_to_index() {
    for (std::size_t i = 0; i < size(); ++i) {
      const std::vector<double> x = vector_of(i);
      recalled_.take(DenseRow{x}, false);
      sparse_.set(i, recalled_);
    }
    dense_ = {};
    binary_ = {};
    form_ = Form::kIndex;
  }

  detail::StoredRows<Real> stored_rows() const {
    detail::StoredRows<Real> rows;
    rows.dim = form_ == Form::kBits ? binary_.dim() : dense_.dim();
    for (std::size_t i = 0; i < size(); ++i) {
      visit([&](const auto& kept) { kept.restore(i, recalled_); });
      rows.push_back(recalled_, form_ == Form::kBits);
    }
    return rows;
  }

  /// Returns false unless these are rows of the form and number that were read before.
  bool take(const detail::StoredRows<Real>& rows) {
    const std::size_t n = size();
    const bool panels = form_ == Form::kPanels, bits = form_ == Form::kBits;
    if (!panels && !bits && form_ != Form::kIndex) return false;
    if (rows.ends.size() != n || (panels && rows.value.size() != n * rows.dim) ||
        (panels ? !rows.index.empty() : rows.value.size() != (bits ? 0 : rows.index.size())) ||
        (bits && !detail::BinaryRows<Real>::reasonable(n, rows.dim, rows.index.size())))
      return false;
    dense_ = {};
    sparse_ = {};
    binary_ = {};
    if (form_ == Form::kIndex) sparse_.reserve(rows.index);
    for (std::size_t i = 0; i < n; ++i) {
      rows.restore(i, recalled_);
      recalled_.dense = panels;
      if ((panels && recalled_.entries.size() != rows.dim) || (bits && recalled_.dim() > rows.dim))
        return false;
      if (panels) dense_.set(i, recalled_);
      if (bits) binary_.set(i, recalled_);
      if (form_ == Form::kIndex) sparse_.set(i, recalled_);
    }
    if (bits) binary_.reach(rows.dim);
    fresh_ = false;
    return true;
  }

  /// Whether the kernel row of x must be computed: x is new, or the support vectors have changed.
  bool stage(const auto& x) const {
    const bool changed = staged_.take(x, wants_dense(x)) || !fresh_;
    fresh_ = true;
    return changed;
  }

  void evaluate(const detail::Probe<Real>& x, std::vector<Real>& k) const {
    visit([&](const auto& rows) {
      const std::size_t room = rows.padded_size();
      if (k.size() < room) k.resize(room + room / 8);
      rows.products(x, k.data());
    });
    const std::span<Real> row(k.data(), size());
    if constexpr (requires { kernel_.row(row, std::span<const Real>(norms_), x.squared_norm); }) {
      kernel_.row(row, std::span<const Real>(norms_), x.squared_norm);
    } else {
      for (std::size_t i = 0; i < size(); ++i) {
        row[i] = static_cast<Real>(kernel_(row[i], x.squared_norm, norms_[i]));
      }
    }
  }

  static constexpr std::size_t kPanelShare = 3, kBitShare = 10;

  K kernel_;
  Form form_ = Form::kPanels;
  std::size_t non_zeros_ = 0, entries_ = 0;  ///< counts of the sparse rows in panels or bits
  detail::DenseRows<Real> dense_;
  detail::SparseRows<Real> sparse_;
  detail::BinaryRows<Real> binary_;
  std::vector<Real> norms_;  ///< x_iᵀx_i

  mutable detail::Probe<Real> staged_, recalled_;
  mutable std::vector<Real> row_, row_of_;
  mutable bool fresh_ = false;  ///< row_ is the kernel row of staged_ over the current x_i
};
static_assert(KernelRows<SupportSet<>, DenseRow> && KernelRows<SupportSet<>, SparseRow>);

}  // namespace querent
