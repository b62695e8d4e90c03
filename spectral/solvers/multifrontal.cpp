// SPDX-License-Identifier: Apache-2.0
// A sparse LDLᵀ factorisation by dense fronts.
//
//   I. Duff, J. Reid: The multifrontal solution of indefinite sparse symmetric linear equations. ACM
//     Trans. Math. Softw. 9 (1983);
//   J. Liu: The multifrontal method for sparse matrix solution: theory and practice. SIAM Review 34
//     (1992);
//   C. Ashcraft, R. Grimes: The influence of relaxed supernode partitions on the multifrontal method.
//     ACM Trans. Math. Softw. 15 (1989).
//
//   front: columns, each the parent of the one before, with the same rows below them; a
//     front and its last child are merged if that stores few more zeros
//   for each front, children before parents
//     F = its columns of L + σI, and the update matrices of its children added at their rows
//     F_11 = U_11 D U_11ᵀ, U_21 = F_21 U_11⁻ᵀ D⁻¹; F_22 − U_21 D U_21ᵀ is its update matrix  (front.cpp)
//   U D Uᵀ x = y: front by front, eight columns x at a time
//
// The multiplications are those of dense matrices, and an index is read per row of a front instead
// of per number: on a grid of 600² nodes the factorisation takes a sixth of the time of Eigen's
// SimplicialLDLT. No pivoting: either L + σI is positive definite, or only the signs of its pivots
// are used.
#include <querent/spectral/solvers/multifrontal.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace querent::spectral {
Multifrontal::Multifrontal(const Laplacian& L, const Elimination& elimination,
                           const std::function<void()>& tick)
    : L_(L), tick_(tick), root_(L.size()), D_(L.size()), place_(L.size()) {
  for (std::uint64_t i = 0; i < L.size(); ++i) root_[i] = 1 / std::sqrt(L.mass(i));
  gather_columns(elimination);
  count_children(elimination);
  find_rows();
}

void Multifrontal::gather_columns(const Elimination& elimination) {
  const std::vector<Node>&parent = elimination.parent, &length = elimination.length;
  const auto n = static_cast<Node>(L_.size());
  const auto follows = [&](Node j) {
    return j < n && parent[j - 1] == j && length[j - 1] == length[j] + 1;
  };
  std::vector<double> zeros;  // among the numbers of each front
  for (Node first = 0, end = 0; first < n; first = end) {
    end = first + 1;
    while (follows(end)) ++end;
    fronts_.push_back(
        {.first = first, .columns = end - first, .children = 0, .below = length[end - 1]});
    zeros.push_back(0);
    while (fronts_.size() > 1) {
      Front &child = fronts_[fronts_.size() - 2], &front = fronts_.back();
      const Node above = parent[front.first - 1];
      if (above == kNoParent || above >= end) break;
      const Node columns = child.columns + front.columns;
      const auto c = static_cast<double>(columns), below = static_cast<double>(front.below);
      const double all = zeros[zeros.size() - 2] + zeros.back() +
                         child.columns * (front.columns + below - static_cast<double>(child.below));
      // the share of zeros up to which a front of so many columns pays
      const double share = columns <= 4 ? 0.7 : columns <= 16 ? 0.3 : columns <= 48 ? 0.1 : 0.05;
      if (!(all <= share * (c * (c + 1) / 2 + c * below))) break;
      child.columns = columns;
      child.below = front.below;
      fronts_.pop_back();
      zeros.pop_back();
      zeros.back() = all;
    }
  }
}

void Multifrontal::count_children(const Elimination& elimination) {
  std::vector<Node> front_of(L_.size());
  for (Node s = 0; s < fronts_.size(); ++s)
    std::fill_n(front_of.begin() + fronts_[s].first, fronts_[s].columns, s);
  for (const Front& front : fronts_) {
    const Node above = elimination.parent[front.first + front.columns - 1];
    if (above != kNoParent) ++fronts_[front_of[above]].children;
  }
}

/// The rows below each front, and the total of their numbers.
void Multifrontal::find_rows() {
  std::vector<Node> seen(L_.size(), kNoParent), waiting;  // for a parent
  std::uint64_t numbers = 0;
  for (Node s = 0; s < fronts_.size(); ++s) {
    Front& front = fronts_[s];
    front.rows = rows_.size();
    const Node end = front.first + front.columns;
    const auto add = [&](Node i) {
      if (i < end || seen[i] == s) return;
      seen[i] = s;
      rows_.push_back(i);
    };
    for (Node j = front.first; j < end; ++j) {
      for (const Node i : L_.graph().neighbours(j)) add(i);
    }
    for (Node c = 0; c < front.children; ++c) {
      const Front& child = fronts_[waiting.back()];
      for (std::uint64_t k = 0; k < child.below; ++k) add(rows_[child.rows + k]);
      waiting.pop_back();
    }
    waiting.push_back(s);
    std::sort(rows_.begin() + static_cast<std::ptrdiff_t>(front.rows), rows_.end());
    front.below = rows_.size() - front.rows;
    front.numbers = numbers;
    numbers += front.columns * (front.columns + front.below);
  }
  numbers_.resize(numbers);
}

Node Multifrontal::place(const Front& front, Node row) const {
  return row - front.first < front.columns ? row - front.first : place_[row];
}

bool Multifrontal::factorise(double sigma) {
  Updates updates;
  for (std::size_t s = 0; s < fronts_.size(); ++s) {
    constexpr std::size_t kSometimes = 10'000;
    if (s % kSometimes == 0) tick_();
    if (!eliminate(s, sigma, updates)) return false;
  }
  return true;
}

bool Multifrontal::eliminate(std::size_t index, double sigma, Updates& updates) {
  const Front& front = fronts_[index];
  const std::uint64_t columns = front.columns, m = columns + front.below;
  F_.assign(m * m, 0.0);
  for (std::uint64_t k = 0; k < front.below; ++k)
    place_[rows_[front.rows + k]] = static_cast<Node>(columns + k);
  add_entries(front, sigma);
  for (Node c = 0; c < front.children; ++c) add_update(front, updates);
  double* const D = D_.data() + front.first;
  eliminate_columns(F_.data(), m, columns, D, tick_);
  if (!std::all_of(D, D + columns, [](double d) { return d != 0 && std::isfinite(d); }))
    return false;
  double* const u = numbers_.data() + front.numbers;
  constexpr std::uint64_t kTogether = 16;  // at a time, of columns that are far apart in memory
  for (std::uint64_t from = 0; from < m; from += kTogether) {
    for (std::uint64_t j = 0; j < columns; ++j) {
      for (std::uint64_t i = from; i < std::min(m, from + kTogether); ++i)
        u[i * columns + j] = F_[j * m + i];
    }
  }
  for (std::uint64_t j = columns; j < m; ++j) {
    const double* const column = F_.data() + j * m;
    updates.numbers.insert(updates.numbers.end(), column + j, column + m);
  }
  updates.fronts.push_back(index);
  return true;
}

/// F ← F + the columns of L + σI.
void Multifrontal::add_entries(const Front& front, double sigma) {
  const std::uint64_t m = front.columns + front.below;
  for (Node k = 0; k < front.columns; ++k) {
    const Node j = front.first + k;
    double* const column = F_.data() + k * m;
    column[k] += L_.diagonal()[j] + sigma;
    const auto neighbours = L_.graph().neighbours(j);
    const auto weights = L_.graph().weights(j);
    for (std::size_t e = neighbours.size(); e-- > 0 && neighbours[e] > j;) {
      const Node i = neighbours[e];
      column[place(front, i)] -= (weights.empty() ? 1.0 : weights[e]) * root_[i] * root_[j];
    }
  }
}

/// F ← F + the update matrix on top of the stack, which is removed.
void Multifrontal::add_update(const Front& parent, Updates& updates) {
  const Front& child = fronts_[updates.fronts.back()];
  const std::uint64_t m = parent.columns + parent.below, rest = child.below;
  places_.resize(rest);
  std::ranges::transform(below(child), places_.begin(),
                         [&](Node row) { return place(parent, row); });
  const auto begin =
      std::prev(updates.numbers.end(), static_cast<std::ptrdiff_t>(rest * (rest + 1) / 2));
  auto from = begin;
  for (std::uint64_t j = 0; j < rest; ++j) {
    double* const column = F_.data() + places_[j] * m;
    for (std::uint64_t i = j; i < rest; ++i) column[places_[i]] += *from++;
  }
  updates.numbers.erase(begin, updates.numbers.end());
  updates.fronts.pop_back();
}

std::int64_t Multifrontal::negative_pivots() const {
  return std::ranges::count_if(D_, [](double d) { return d < 0; });
}

void Multifrontal::solve(DenseBlock<double>& x, double scale) const {
  const auto rows = [&](const Front& front) {
    return FrontRows{numbers_.data() + front.numbers, front.first, front.columns, below(front)};
  };
  for (const Front& front : fronts_) solve_front(rows(front), x.data());
  for (std::size_t s = fronts_.size(); s-- > 0;)
    solve_front_transposed(rows(fronts_[s]), D_.data() + fronts_[s].first, scale, x.data());
}

}  // namespace querent::spectral
