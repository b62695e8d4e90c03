// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/pool_model.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include <querent/graph/parallel.hpp>
#include <querent/learners/random.hpp>
#include <querent/learners/session/influences.hpp>
#include <querent/learners/session/node_rows.hpp>

namespace querent {

namespace {

constexpr std::uint64_t kItemsTogether = 512;  // of one piece of work of a thread
constexpr std::uint64_t kMostCovariances = std::uint64_t{1} << 26;

Eigen::Index index(std::size_t n) {
  return static_cast<Eigen::Index>(n);
}

// Words that were spread over the graph tell of it too: eigenvectors beside them, as a further view
// or as columns, cost up to five points of accuracy with few labels (docs/LABELS.md).
std::vector<RowView> views_for(const Items& items) {
  const auto eigenvectors = static_cast<std::size_t>(items.eigenvalues.size());
  if (eigenvectors == 0) return {{.first = 0, .count = items.dim()}};
  if (items.word_columns > 0)
    return {{.first = eigenvectors, .count = items.word_columns, .unit = true}};
  return views_of(items.eigenvalues, items.word_columns);
}

}  // namespace

PoolModel::PoolModel(std::shared_ptr<const Items> items, int num_classes, Params params,
                     int threads)
    : items_(std::move(items)),
      n_(items_->size()),
      K_(num_classes),
      params_(params),
      threads_(threads) {
  if (!(params.gamma > 0 && params.eta >= 0))
    throw std::invalid_argument("PoolModel: gamma > 0 and eta >= 0 are needed");
  if (num_classes < 0) throw std::invalid_argument("PoolModel: no fewer than 0 classes");
  for (RowView& view : views_for(*items_)) {
    SquareRootFilter filter(view.count, static_cast<std::size_t>(K_), params.gamma);
    views_.push_back({std::move(view), std::move(filter)});
  }
  steps_.resize(views_.size());
  first_state();
  weigh();
  if (params_.landmarks > 0) draw_landmarks();
}

// Calls f(k, x) for the entries of an item that a view sees: column k of the view, before its
// scale.
template <class F>
void PoolModel::for_columns(std::uint32_t item, const RowView& columns, F&& f) const {
  if (const auto* dense = std::get_if<Embedding::Rows>(&items_->rows)) {
    const double* const row = dense->data() + item * items_->dim() + columns.first;
    for (std::size_t k = 0; k < columns.count; ++k) f(k, row[k]);
    return;
  }
  const SparseRow row = std::get<SparseItems>(items_->rows)[item];
  for (std::size_t k = 0; k < row.index.size(); ++k) {
    if (row.index[k] >= columns.first && row.index[k] - columns.first < columns.count)
      f(row.index[k] - columns.first, row.value[k]);
  }
}

// r = ‖x‖²/γ and g = 0 of every item.
void PoolModel::first_state() {
  const std::size_t E = views_.size();
  inverse_length_.assign(n_ * E, 1);
  state_.assign(n_ * E * stride(), 0);
  for_rows(threads_, n_, kItemsTogether, [&](std::uint64_t first, std::uint64_t last) {
    for (auto i = static_cast<std::uint32_t>(first); i < last; ++i) {
      for (std::size_t e = 0; e < E; ++e) {
        const RowView& columns = views_[e].columns;
        double square = 0;
        for_columns(i, columns, [&](std::size_t k, double x) {
          const double seen = columns.scale.empty() ? x : columns.scale[k] * x;
          square += seen * seen;
        });
        if (columns.unit && square > 0) {
          inverse_length_[i * E + e] = 1 / std::sqrt(square);
          square = 1;
        }
        state_[at(i, e)] = square / params_.gamma;
      }
    }
  });
  // products of two of them must be finite: s² ≤ r_i r_a
  constexpr double kMost = 1e150;
  for (std::uint32_t i = 0; i < n_; ++i) {
    for (std::size_t e = 0; e < E; ++e) {
      if (!(state_[at(i, e)] < kMost)) throw NotFinite("auto", i);
    }
  }
}

// The same for every session on as many items: what it knows follows from its events alone.
void PoolModel::draw_landmarks() {
  std::uint64_t left = std::min<std::uint64_t>(params_.landmarks, n_);
  const std::uint64_t items = std::max<std::uint64_t>(n_, 1);
  left = std::min(left, std::max<std::uint64_t>(kMostCovariances / items / views_.size(), 1));
  Rng rng = make_rng(0, n_, Stream::kQuery);
  for (std::uint32_t i = 0; i < n_ && left > 0; ++i) {  // selection sampling (Knuth, 3.4.2 S)
    if (uniform_below(rng, n_ - i) >= left) continue;
    landmarks_.push_back(i);
    --left;
  }
  for (std::size_t e = 0; e < views_.size(); ++e) {
    const Covariances at_landmarks = seen(landmarks_, e) / static_cast<float>(params_.gamma);
    Covariances& C =
        *covariance_.emplace_back(std::make_shared<Covariances>(n_, index(landmarks_.size())));
    for_rows(threads_, n_, kItemsTogether, [&](std::uint64_t first, std::uint64_t last) {
      std::vector<std::uint32_t> some;
      for (auto i = static_cast<std::uint32_t>(first); i < last; ++i) some.push_back(i);
      C.middleRows(index(first), index(last - first)).noalias() =
          seen(some, e) * at_landmarks.transpose();
    });
    for (std::uint32_t i = 0; i < n_; ++i) {
      if (!C.row(i).allFinite()) throw NotFinite("auto", i);
    }
  }
}

// x_i of some items as a view sees them.
PoolModel::Covariances PoolModel::seen(std::span<const std::uint32_t> items,
                                       std::size_t view) const {
  Covariances X(index(items.size()), index(views_[view].columns.count));
  for (std::size_t k = 0; k < items.size(); ++k)
    X.row(index(k)) = seen(items[k], view).cast<float>().transpose();
  return X;
}

Eigen::VectorXd PoolModel::seen(std::uint32_t item, std::size_t view) const {
  const RowView& columns = views_[view].columns;
  Eigen::VectorXd x = Eigen::VectorXd::Zero(index(columns.count));
  for_columns(item, columns, [&](std::size_t k, double value) {
    x[index(k)] = value * (columns.scale.empty() ? 1 : columns.scale[k]) *
                  inverse_length_[item * views_.size() + view];
  });
  return x;
}

// y = −1: an answer that is what the model says, so that g stays.
void PoolModel::step(std::uint32_t item, int y) {
  for (std::size_t e = 0; e < views_.size(); ++e) {
    View& view = views_[e];
    const Eigen::VectorXd x = seen(item, e);
    Eigen::VectorXd g(K_);
    const double r = view.filter.look(x, g), shrink = 1 / (1 + r);
    Eigen::VectorXd target = g;
    if (y >= 0) {
      target.setZero();
      target[y] = 1;
      double loss = 1 - 2 * g[y] * shrink;  // ‖f − y‖², f = g / (1 + r)
      for (const double g_k : g) loss += g_k * shrink * (g_k * shrink);
      view.loss += loss;
      losses_.push_back(loss);
    }
    Step& step = steps_[e].emplace_back();
    step.v = view.filter.inverse_times_seen();
    if (!view.columns.scale.empty())
      step.v.array() *= Eigen::Map<const Eigen::ArrayXd>(view.columns.scale.data(), step.v.size());
    step.delta = (target - g) * shrink;
    step.shrink = shrink;
    view.filter.learn(x, target);
  }
}

void PoolModel::learn(std::uint32_t item, int y) {
  if (item >= n_) throw std::invalid_argument("PoolModel: there is no such item");
  if (y < 0 || y >= K_) throw std::invalid_argument("PoolModel: there is no such class");
  step(item, y);
  learned_.push_back({item, y});
  weigh();
}

void PoolModel::foresee(std::uint32_t item) {
  if (item >= n_) throw std::invalid_argument("PoolModel: there is no such item");
  step(item, -1);
  foresees_ = true;
}

// Of this model alone from now on.
PoolModel::Covariances& PoolModel::own_covariances(std::size_t view) {
  std::shared_ptr<Covariances>& C = covariance_[view];
  {
    // Held and let go again, which acquires what others released when they let theirs go: they have
    // read before it is written here. A fence would do, but ThreadSanitizer knows none.
    const std::shared_ptr<Covariances> held = C;
    if (held.use_count() > 2) C = std::make_shared<Covariances>(*held);
  }
  return *C;
}

void PoolModel::look() {
  if (steps_.front().empty()) return;
  const std::size_t E = views_.size(), steps = steps_.front().size();
  const Eigen::Index T = index(steps), J = index(landmarks_.size());
  const Influences influences(*this);
  std::vector<Covariances> at_landmarks(E);  // s_j / (1 + ρ), a row a step
  std::vector<Covariances*> where(E, nullptr);
  const Eigen::Index before = foreseen_.empty() ? 0 : foreseen_.front().of_items.cols();
  if (foresees_) foreseen_.resize(E);
  for (Covariances& of_view : at_landmarks) of_view.resize(T, J);
  std::vector<double> s(E * steps);
  for (Eigen::Index j = 0; j < J; ++j) {
    influences.of(landmarks_[static_cast<std::size_t>(j)], s);
    for (std::size_t e = 0; e < E; ++e) {
      for (std::size_t t = 0; t < steps; ++t)
        at_landmarks[e](index(t), j) = static_cast<float>(s[e * steps + t] * steps_[e][t].shrink);
    }
  }
  for (std::size_t e = 0; e < E && J > 0; ++e) {
    if (foresees_) {
      foreseen_[e].of_items.conservativeResize(n_, before + T);
      foreseen_[e].of_landmarks.conservativeResize(before + T, J);
      foreseen_[e].of_landmarks.bottomRows(T) = at_landmarks[e];
      where[e] = &foreseen_[e].of_items;
    } else {
      where[e] = &own_covariances(e);
    }
  }
  for_rows(threads_, n_, kItemsTogether, [&](std::uint64_t first, std::uint64_t last) {
    std::vector<double> all(E * steps);
    std::vector<float> rounded(steps);
    for (auto i = static_cast<std::uint32_t>(first); i < last; ++i) {
      influences.of(i, all);
      for (std::size_t e = 0; e < E; ++e) {
        double* const state = state_.data() + at(i, e);
        for (std::size_t t = 0; t < steps; ++t) {
          const Step& step = steps_[e][t];
          const double s_i = all[e * steps + t];
          state[0] = std::max(0.0, state[0] - s_i * s_i * step.shrink);
          for (int k = 0; k < K_; ++k) state[1 + k] += s_i * step.delta[k];
          rounded[t] = static_cast<float>(s_i);
        }
        if (where[e] == nullptr) continue;
        if (foresees_) {
          std::copy(rounded.begin(), rounded.end(), &(*where[e])(i, before));
        } else {
          detail::take({where[e]->data() + i * landmarks_.size(), landmarks_.size()}, rounded,
                       at_landmarks[e].data());
        }
      }
    }
  });
  for (auto& steps_of_view : steps_) steps_of_view.clear();
}

std::span<const float> PoolModel::covariances(std::uint32_t item, std::size_t view,
                                              std::vector<float>& scratch) const {
  const std::span<const float> c{covariance_[view]->data() + item * landmarks_.size(),
                                 landmarks_.size()};
  if (foreseen_.empty()) return c;
  scratch.assign(c.begin(), c.end());
  const auto& [of_items, of_landmarks] = foreseen_[view];
  Eigen::Map<Eigen::RowVectorXf> left(scratch.data(), index(scratch.size()));
  for (Eigen::Index t = 0; t < of_items.cols(); ++t)
    left -= of_items(item, t) * of_landmarks.row(t);
  return scratch;
}

void PoolModel::forget_landmarks() {
  landmarks_.clear();
  covariance_.clear();
  foreseen_.clear();
}

void PoolModel::add_class() {
  look();
  std::vector<double> grown(n_ * views_.size() * (stride() + 1), 0);
  for (std::size_t row = 0; row < n_ * views_.size(); ++row) {
    std::copy_n(state_.begin() + static_cast<std::ptrdiff_t>(row * stride()), stride(),
                grown.begin() + static_cast<std::ptrdiff_t>(row * (stride() + 1)));
  }
  state_ = std::move(grown);
  for (View& view : views_) view.filter.add_output();
  ++K_;
}

// w_e ∝ exp(−η ℓ_e)
void PoolModel::weigh() {
  double least = std::numeric_limits<double>::infinity(), sum = 0;
  for (const View& view : views_) least = std::min(least, view.loss);
  weight_.clear();
  for (const View& view : views_)
    sum += weight_.emplace_back(std::exp(-params_.eta * (view.loss - least)));
  for (double& w : weight_) w /= sum;
}

double PoolModel::scores(std::uint32_t item, std::span<double> f) const {
  std::fill(f.begin(), f.end(), 0.0);
  double r = 0;
  for (std::size_t e = 0; e < views_.size(); ++e) {
    const double* const state = state_.data() + at(item, e);
    const double share = weight_[e] / (1 + state[0]);
    r += weight_[e] * state[0];
    for (std::size_t k = 0; k < f.size(); ++k) f[k] += share * state[1 + k];
  }
  return r;
}

double PoolModel::uncertainty(std::uint32_t item) const {
  double r = 0;
  for (std::size_t e = 0; e < views_.size(); ++e) r += weight_[e] * state_[at(item, e)];
  return r;
}

void PoolModel::scores_without(std::uint32_t item, int y, std::span<double> f) const {
  std::fill(f.begin(), f.end(), 0.0);
  for (std::size_t e = 0; e < views_.size(); ++e) {
    const double* const state = state_.data() + at(item, e);
    for (std::size_t k = 0; k < f.size(); ++k) f[k] += weight_[e] * state[1 + k];
    f[static_cast<std::size_t>(y)] -= weight_[e] * state[0];  // Wᵀx − r y
  }
}

Prediction PoolModel::predict(std::uint32_t item, std::span<double> f) const {
  const double r = scores(item, f);
  Prediction p{.label = -1, .runner_up = -1, .margin = 0, .uncertainty = r};
  if (std::all_of(f.begin(), f.end(), [](double f_k) { return f_k == 0; })) return p;
  if (K_ == 1) {
    p.label = 0;
    return p;
  }
  p = predict_from_scores(f);
  p.uncertainty = r;
  return p;
}

NodeScores PoolModel::all_scores() const {
  NodeScores F(n_, K_);
  for (std::uint32_t i = 0; i < n_; ++i)
    scores(i, {F.data() + i * static_cast<std::size_t>(K_), static_cast<std::size_t>(K_)});
  return F;
}

}  // namespace querent
