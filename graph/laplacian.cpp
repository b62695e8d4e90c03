// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/laplacian.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

#include <querent/graph/graphblas_api.h>

namespace querent {
namespace {

using grb::check;

struct Free {
  void operator()(void* p) const { std::free(p); }
};
template <class T>
using Buffer = std::unique_ptr<T[], Free>;

template <class T>
Buffer<T> allocate(std::uint64_t count) {
  Buffer<T> buffer(static_cast<T*>(std::malloc(std::max<std::uint64_t>(count, 1) * sizeof(T))));
  if (!buffer) throw std::bad_alloc();
  return buffer;
}

/// GraphBLAS takes the buffer over when the call succeeds.
template <class T>
void** lend(T*& pointer) {
  return static_cast<void**>(static_cast<void*>(&pointer));
}

template <class Real>
GrB_Type type_of() {
  if constexpr (std::is_same_v<Real, float>) return GrB_FP32;
  return GrB_FP64;
}

template <class Real>
GrB_Semiring plus_times() {
  if constexpr (std::is_same_v<Real, float>) return GrB_PLUS_TIMES_SEMIRING_FP32;
  return GrB_PLUS_TIMES_SEMIRING_FP64;
}

template <class Real>
GrB_BinaryOp plus() {
  if constexpr (std::is_same_v<Real, float>) return GrB_PLUS_FP32;
  return GrB_PLUS_FP64;
}

/// A DenseBlock as a full matrix of GraphBLAS for the life of this object.
template <class Real>
class Lent {
 public:
  explicit Lent(DenseBlock<Real>& block) : block_(block) {
    check(GrB_Matrix_new(matrix_.put(), type_of<Real>(), block.rows(), block.cols()),
          "GrB_Matrix_new");
    Real* data = block.release();
    const GrB_Info info =
        GxB_Matrix_pack_FullR(matrix_.get(), lend(data), block.bytes(), false, nullptr);
    if (info != GrB_SUCCESS) block_.adopt(data);
    check(info, "GxB_Matrix_pack_FullR");
  }
  ~Lent() {
    Real* data = nullptr;
    GrB_Index bytes = 0;
    bool iso = false;
    if (GxB_Matrix_unpack_FullR(matrix_.get(), lend(data), &bytes, &iso, nullptr) == GrB_SUCCESS) {
      block_.adopt(data);
    }
  }
  Lent(const Lent&) = delete;
  Lent& operator=(const Lent&) = delete;
  GrB_Matrix get() const { return matrix_.get(); }

 private:
  DenseBlock<Real>& block_;
  grb::Matrix matrix_;
};

/// y ← y + A x
template <class Real>
void accumulate(const grb::Matrix& A, DenseBlock<Real>& x, DenseBlock<Real>& y,
                const grb::Descriptor& descriptor) {
  const Lent<Real> in(x);
  const Lent<Real> out(y);
  check(GrB_mxm(out.get(), nullptr, plus<Real>(), plus_times<Real>(), A.get(), in.get(),
                descriptor.get()),
        "GrB_mxm");
}

/// diag(values) as a matrix.
grb::Matrix diagonal_matrix(const std::vector<double>& values) {
  grb::Vector v;
  check(GrB_Vector_new(v.put(), GrB_FP64, values.size()), "GrB_Vector_new");
  auto copy = allocate<double>(values.size());
  std::copy(values.begin(), values.end(), copy.get());
  double* data = copy.get();
  check(GxB_Vector_pack_Full(v.get(), lend(data), values.size() * sizeof(double), false, nullptr),
        "GxB_Vector_pack_Full");
  static_cast<void>(copy.release());
  grb::Matrix D;
  check(GrB_Matrix_diag(D.put(), v.get(), 0), "GrB_Matrix_diag");
  return D;
}

}  // namespace

grb::Matrix adjacency(const Graph& graph) {
  const std::uint64_t n = graph.num_nodes();
  const std::uint64_t entries = graph.all_neighbours().size();
  const std::uint64_t values = graph.weighted() ? entries : 1;
  auto offsets = allocate<GrB_Index>(n + 1);
  auto columns = allocate<GrB_Index>(entries);
  auto weights = allocate<double>(values);
  std::copy(graph.offsets().begin(), graph.offsets().end(), offsets.get());
  std::copy(graph.all_neighbours().begin(), graph.all_neighbours().end(), columns.get());
  if (graph.weighted()) {
    std::copy(graph.all_weights().begin(), graph.all_weights().end(), weights.get());
  } else {
    weights[0] = 1;
  }
  grb::Matrix S;
  check(GrB_Matrix_new(S.put(), GrB_FP64, n, n), "GrB_Matrix_new");
  GrB_Index* Ap = offsets.get();
  GrB_Index* Aj = columns.get();
  double* Ax = weights.get();
  check(GxB_Matrix_pack_CSR(S.get(), &Ap, &Aj, lend(Ax), (n + 1) * sizeof(GrB_Index),
                            std::max<std::uint64_t>(entries, 1) * sizeof(GrB_Index),
                            std::max<std::uint64_t>(values, 1) * sizeof(double), !graph.weighted(),
                            false, nullptr),
        "GxB_Matrix_pack_CSR");
  static_cast<void>(offsets.release());
  static_cast<void>(columns.release());
  static_cast<void>(weights.release());
  return S;
}

std::vector<double> degrees(const Graph& graph, const grb::Matrix& S) {
  const std::uint64_t n = graph.num_nodes();
  std::vector<double> degree(n, 0.0);
  if (n == 0) return degree;
  grb::Vector sums;
  check(GrB_Vector_new(sums.put(), GrB_FP64, n), "GrB_Vector_new");
  check(GrB_Matrix_reduce_Monoid(sums.get(), nullptr, nullptr, GrB_PLUS_MONOID_FP64, S.get(),
                                 nullptr),
        "GrB_Matrix_reduce_Monoid");
  std::vector<GrB_Index> index(n);
  std::vector<double> value(n);
  GrB_Index count = n;
  check(GrB_Vector_extractTuples_FP64(index.data(), value.data(), &count, sums.get()),
        "GrB_Vector_extractTuples");
  for (GrB_Index k = 0; k < count; ++k) degree[index[k]] = value[k];
  return degree;
}

Laplacian::Laplacian(const Graph& graph, LaplacianKind kind, int threads)
    : kind_(kind),
      threads_(threads),
      entries_(graph.all_neighbours().size()),
      descriptor_(threads) {
  const std::uint64_t n = graph.num_nodes();
  W_ = adjacency(graph);
  degree_ = degrees(graph, W_);
  diagonal_ = degree_;
  for (Node i = 0; i < n; ++i) {
    for (const Node j : graph.neighbours(i)) {
      norm_bound_ = std::max(norm_bound_, degree_[i] + degree_[j]);
    }
  }
  if (kind == LaplacianKind::kCombinatorial) return;
  norm_bound_ = entries_ == 0 ? 0 : 2;
  std::vector<double> inverse_root(n);
  for (std::uint64_t i = 0; i < n; ++i) {
    diagonal_[i] = degree_[i] > 0 ? 1 : 0;
    inverse_root[i] = degree_[i] > 0 ? 1 / std::sqrt(degree_[i]) : 0;
  }
  if (n == 0) return;
  // W = D^{−1/2} S D^{−1/2}
  const grb::Matrix R = diagonal_matrix(inverse_root);
  grb::Matrix scaled;
  check(GrB_Matrix_new(scaled.put(), GrB_FP64, n, n), "GrB_Matrix_new");
  check(GrB_mxm(scaled.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, R.get(), W_.get(),
                descriptor_.get()),
        "GrB_mxm");
  check(GrB_mxm(W_.get(), nullptr, nullptr, GrB_PLUS_TIMES_SEMIRING_FP64, scaled.get(), R.get(),
                descriptor_.get()),
        "GrB_mxm");
  check(GrB_Matrix_wait(W_.get(), GrB_MATERIALIZE), "GrB_Matrix_wait");
}

std::vector<double> Laplacian::null_vector() const {
  std::vector<double> v(size(), 1.0);
  double squares = 0;
  for (std::uint64_t i = 0; i < size(); ++i) {
    if (kind_ == LaplacianKind::kNormalized) v[i] = std::sqrt(degree_[i]);
    squares += v[i] * v[i];
  }
  for (double& x : v) x /= std::sqrt(squares);
  return v;
}

void Laplacian::for_each_entry(
    const std::function<void(std::uint64_t, std::uint64_t, double)>& visit) const {
  std::vector<GrB_Index> row(entries_);
  std::vector<GrB_Index> column(entries_);
  std::vector<double> value(entries_);
  GrB_Index count = entries_;
  check(GrB_Matrix_extractTuples_FP64(row.data(), column.data(), value.data(), &count, W_.get()),
        "GrB_Matrix_extractTuples");
  for (GrB_Index k = 0; k < count; ++k) visit(row[k], column[k], value[k]);
}

void Laplacian::multiply(DenseBlock<double>& x, DenseBlock<double>& y) const {
  // y ← −diag x, y ← y + W x, y ← −y
  const std::uint64_t k = x.cols();
  for (std::uint64_t i = 0; i < size(); ++i) {
    for (std::uint64_t j = 0; j < k; ++j) y.row(i)[j] = -diagonal_[i] * x.row(i)[j];
  }
  accumulate(W_, x, y, descriptor_);
  for (std::uint64_t i = 0; i < size() * k; ++i) y.data()[i] = -y.data()[i];
}

template <class Real>
Laplacian::Scaled<Real>::Scaled(const Laplacian& L, double s) : descriptor_(L.threads_) {
  check(GrB_Matrix_new(W_.put(), type_of<Real>(), L.size(), L.size()), "GrB_Matrix_new");
  check(GrB_Matrix_apply_BinaryOp2nd_FP64(W_.get(), nullptr, nullptr, GrB_TIMES_FP64, L.W_.get(), s,
                                          nullptr),
        "GrB_Matrix_apply");
  check(GrB_Matrix_wait(W_.get(), GrB_MATERIALIZE), "GrB_Matrix_wait");
}

template <class Real>
void Laplacian::Scaled<Real>::add_product(DenseBlock<Real>& x, DenseBlock<Real>& y) const {
  accumulate(W_, x, y, descriptor_);
}

template class Laplacian::Scaled<float>;
template class Laplacian::Scaled<double>;

}  // namespace querent
