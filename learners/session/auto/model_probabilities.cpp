// SPDX-License-Identifier: Apache-2.0
// Parts (5), (6) and (9) of session/auto.hpp: from scores to probabilities.
#include <algorithm>

#include <querent/graph/parallel.hpp>
#include <querent/learners/session/auto/model.hpp>

namespace querent {

namespace {

using Eigen::Index;
constexpr std::uint64_t kScoresTogether = 512;

// Multiplies probabilities by e^addend.
void advise(Eigen::Ref<Eigen::RowVectorXd> p, const Eigen::RowVectorXd& addend) {
  p.array() *= (addend.array() - addend.maxCoeff()).exp();
  p /= p.sum();
}

}  // namespace

std::vector<double> AutoModel::class_prior(std::size_t first) const {
  const std::size_t count = std::min(first, answers_.size());
  std::vector<double> pi(static_cast<std::size_t>(C_), 1);
  for (const Answer& answer : std::span(answers_).first(count))
    ++pi[static_cast<std::size_t>(answer.label)];
  for (double& share : pi) share /= static_cast<double>(count) + C_;
  return pi;
}

// Turns scores into probabilities: (5), without its bound.
void AutoModel::mix(Eigen::Ref<Eigen::RowVectorXd> f, std::span<const double> prior) const {
  Eigen::RowVectorXd p = Eigen::RowVectorXd::Zero(f.size());
  const double most = f.maxCoeff();
  for (const double t : temperature_.t) {
    const Eigen::RowVectorXd e = (t * (f.array() - most)).exp().matrix();
    p += e / (e.sum() * static_cast<double>(temperature_.t.size()));
  }
  const Eigen::Map<const Eigen::RowVectorXd> pi(prior.data(), f.size());
  f = choice_.null * pi + (1 - choice_.null) * p;
}

void bound_unnamed(Eigen::Ref<Eigen::RowVectorXd> p, std::span<const double> most,
                   const std::vector<bool>& named) {
  double excess = 0, sum = 0;
  for (Index k = 0; k < p.size(); ++k) {
    const auto of = static_cast<std::size_t>(k);
    if (named[of]) {
      sum += p[k];
    } else if (p[k] > most[of]) {
      excess += p[k] - most[of];
      p[k] = most[of];
    }
  }
  if (!(excess > 0) || !(sum > 0)) return;
  for (Index k = 0; k < p.size(); ++k) {
    if (named[static_cast<std::size_t>(k)]) p[k] *= 1 + excess / sum;
  }
}

// Turns rows of F − 1/C into probabilities; `addend` returns that of opinions.
void AutoModel::to_probabilities(RowMatrix& F, auto&& addend) const {
  const std::vector<double> prior = class_prior();
  for_rows(kernels_->threads(), static_cast<std::uint64_t>(F.rows()), kScoresTogether,
           [&](std::uint64_t first, std::uint64_t last) {
             for (auto i = static_cast<Index>(first); i < static_cast<Index>(last); ++i) {
               Eigen::RowVectorXd f = F.row(i).array() + 1.0 / C_;
               mix(f, prior);
               bound_unnamed(f, prior, named_);
               if (opinions_.any()) advise(f, addend(i));
               F.row(i) = f;
             }
           });
}

// M, β and γ of (9) from the first `applied_` answers.
void AutoModel::fit_opinions() {
  const std::span answers = std::span(answers_).first(applied_);
  const std::vector<std::uint32_t> items = opinions_.items_without(answers);
  const std::vector<double> pi = class_prior(applied_);
  RowMatrix P = kernels_->times(mixture_, ItemList::of(items), W_);
  RowMatrix left = posterior_.left_out(targets());
  for (RowMatrix* F : {&P, &left}) {  // without the bound, which depends on later answers
    for (Index i = 0; i < F->rows(); ++i) {
      Eigen::RowVectorXd f = F->row(i).array() + 1.0 / C_;
      mix(f, pi);
      F->row(i) = f;
    }
  }
  opinions_.fit(items, P, answers, {});
  const double noise = params_.label_noises.front();  // the most probable
  opinions_.choose_trust(answers, [&](const RowMatrix& addends) {
    Eigen::ArrayXd p(left.rows());
    for (Index i = 0; i < p.size(); ++i) {
      Eigen::RowVectorXd row = left.row(i);
      advise(row, addends.row(i));
      p[i] = row[answers[static_cast<std::size_t>(i)].label];
    }
    return ((1 - noise) * p + noise / C_).log().sum();
  });
  opinions_.fit(items, P, answers, opinions_.trust());
  if (!landmarks_) return;
  advice_.resize(T_.count, C_);
  for (std::uint32_t k = 0; k < T_.count; ++k) advice_.row(k) = opinions_.addend(T_[k]);
}

std::vector<double> AutoModel::probabilities(std::uint32_t item) const {
  RowMatrix f = features_of({&item, 1}) * W_;
  if (C_ > 0) to_probabilities(f, [&](Index) { return opinions_.addend(item); });
  return {f.data(), f.data() + f.size()};
}

std::vector<double> AutoModel::unbounded_probabilities(std::span<const double> f) const {
  Eigen::RowVectorXd p = Eigen::Map<const Eigen::RowVectorXd>(f.data(), C_);
  mix(p, class_prior());
  return {p.begin(), p.end()};
}

RowMatrix AutoModel::all_probabilities() const {
  RowMatrix P = kernels_->times(mixture_, {{}, size()}, W_);
  if (C_ == 0) return P;
  to_probabilities(P, [&](Index i) { return opinions_.addend(static_cast<std::uint32_t>(i)); });
  return P;
}

// π includes the answer itself: without it, the other of two nearly equally frequent classes would
// always be the more frequent one, and every check wrong.
RowMatrix AutoModel::left_out_probabilities() const {
  RowMatrix P = posterior_.left_out(targets()), addends;
  if (C_ == 0) return P;
  if (opinions_.any()) addends = opinions_.left_out(std::span(answers_).first(applied_));
  to_probabilities(P, [&](Index i) { return Eigen::RowVectorXd(addends.row(i)); });
  return P;
}

std::vector<double> AutoModel::probably_wrong() const {
  std::vector<int> y;
  for (const Answer& answer : answers_) y.push_back(answer.label);
  return wrong_answers(left_out_probabilities(), y, temperature_.noise);
}

}  // namespace querent
