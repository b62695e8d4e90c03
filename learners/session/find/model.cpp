// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/session/find/model.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <Eigen/Cholesky>

namespace querent {

namespace {

using Eigen::Index;

constexpr double kFirstSlope = 3;          // before the first fit
constexpr std::uint32_t kSample = 10'000;  // items, for the share of the class: cost

// P(class `find`) and the rest of each opinion.
CsrMatrix of_two_classes(const CsrMatrix& opinions, int find) {
  CsrMatrix two{.dim = 2};
  for (std::uint32_t i = 0; i < opinions.rows(); ++i) {
    const auto row = opinions[i];
    double found = 0;
    for (std::size_t k = 0; k < row.index.size(); ++k)
      if (row.index[k] == static_cast<std::uint32_t>(find)) found = row.value[k];
    if (!row.index.empty()) {
      two.index.insert(two.index.end(), {0, 1});
      two.value.insert(two.value.end(), {1 - found, found});
    }
    two.offsets.push_back(two.index.size());
  }
  return two;
}

std::vector<Answer> of_two_classes(std::span<const Answer> answers, int find) {
  std::vector<Answer> two(answers.begin(), answers.end());
  for (Answer& answer : two) answer.label = answer.label == find ? 1 : 0;
  return two;
}

}  // namespace

FindModel::FindModel(std::shared_ptr<const FindKernels> kernels, int C, int find, FindParams params,
                     CsrMatrix criteria, const CsrMatrix& opinions)
    : kernels_(std::move(kernels)),
      C_(C),
      find_(find),
      params_(params),
      criteria_(std::move(criteria)),
      other_noise_(params.other_noise),
      fit_{.slope = kFirstSlope,
           .offset = std::log(params.share[1] / params.share[0]) / kFirstSlope},
      alone_(fit_) {
  if (find < 0 || find >= C) throw std::invalid_argument("FindModel: class out of range");
  theta_.assign(kernels_->count(), 0.0);
  for (const auto& mixture : kernels_->mixtures()) {
    for (std::size_t b = 0; b < theta_.size(); ++b)
      theta_[b] += mixture[b] / static_cast<double>(kernels_->mixtures().size());
  }
  if (!opinions.empty()) opinions_ = Opinions(of_two_classes(opinions, find), 2, {}, size(), 0);
  rebuild(0);
  update();
}

void FindModel::learn(const Answer& answer) {
  if (answer.item >= size()) throw std::invalid_argument("FindModel: item out of range");
  if (answer.label < 0 || answer.label >= C_)
    throw std::invalid_argument("FindModel: class out of range");
  answers_.push_back(answer);
}

// With more answers than this the factor would be too large, and a part of the answers is used.
std::size_t FindModel::most_answers() const {
  return std::max<std::size_t>(params_.most_entries / std::max(size(), 1U), 2);
}

// At most `most` of the first answers: answers of the class first, then others, evenly spaced.
std::vector<Answer> FindModel::some_of(std::size_t count, std::size_t most) const {
  const std::span all = std::span(answers_).first(count);
  if (count <= most) return {all.begin(), all.end()};
  std::vector<Answer> found, others;
  for (const Answer& answer : all) (answer.label == find_ ? found : others).push_back(answer);
  const auto thin = [](std::vector<Answer>& list, std::size_t most_of_it) {
    const std::size_t keep = std::min(list.size(), most_of_it);
    for (std::size_t k = 0; k < keep; ++k) list[k] = list[k * list.size() / keep];
    list.resize(keep);
  };
  const std::size_t half = std::max(most / 2, most - std::min(most, others.size()));
  thin(found, half);
  thin(others, most - found.size());
  found.insert(found.end(), others.begin(), others.end());
  return found;
}

void FindModel::balance(std::size_t count) {
  double found = 0;
  for (std::size_t k = 0; k < count; ++k) found += answers_[k].label == find_ ? 1 : 0;
  const double others = static_cast<double>(count) - found, least = params_.other_noise;
  other_noise_ = std::sqrt(
      least * std::max(least, kBalance * params_.found_noise * others / std::max(found, 1.0)));
}

FindModel::Targets FindModel::targets(const std::vector<Answer>& answers) const {
  const auto m = static_cast<Index>(answers.size());
  Targets found{.items = {}, .y = Eigen::VectorXd(m), .noise = Eigen::VectorXd(m)};
  for (Index i = 0; i < m; ++i) {
    const Answer& answer = answers[static_cast<std::size_t>(i)];
    found.items.push_back(answer.item);
    found.y[i] = target(answer);
    found.noise[i] = noise(found.y[i]);
  }
  return found;
}

void FindModel::choose_mixture(std::size_t count) {
  balance(count);
  const std::vector<Answer> some = some_of(count, params_.compared);
  const Targets compared = targets(some);
  const Index m = compared.y.size();
  if (compared.y.minCoeff() == compared.y.maxCoeff())
    return rebuild(count);  // one class cannot compare kernels
  std::vector<Eigen::MatrixXd> K;
  for (std::size_t b = 0; b < kernels_->count(); ++b)
    K.push_back(kernels_->among(b, compared.items));
  const auto mixed = [&](const std::vector<double>& theta) {
    Eigen::MatrixXd sum = Eigen::MatrixXd::Constant(m, m, params_.intercept);
    for (std::size_t b = 0; b < theta.size(); ++b) {
      if (theta[b] > 0) sum += theta[b] * K[b];
    }
    return left_out(std::move(sum), compared.y, compared.noise);
  };
  const auto& all = kernels_->mixtures();
  std::vector<double> log_weight;
  for (const auto& theta : all)
    log_weight.push_back(log_likelihood(mixed(theta), params_.label_noise));
  const double most = *std::ranges::max_element(log_weight);
  double sum = 0;
  std::vector<double> mean(theta_.size(), 0.0);
  for (std::size_t h = 0; h < all.size(); ++h) {
    const double w = std::exp(log_weight[h] - most);
    sum += w;
    for (std::size_t b = 0; b < mean.size(); ++b) mean[b] += w * all[h][b];
  }
  for (double& weight : mean) weight /= sum;
  theta_ = std::move(mean);
  LeftOut out = mixed(theta_);
  rebuild(count);
  fit_ = alone_ = logistic_fit(out, class_share(count, false), params_);
  if (!opinions_.any()) return;
  fit_opinions(count, {});
  const std::vector<Answer> given = of_two_classes(some, find_);
  opinions_.choose_trust(given, [&](const RowMatrix& addends) {
    out.addends = addends.col(1) - addends.col(0);
    return log_likelihood(out, params_.label_noise);
  });
  const RowMatrix addends = opinions_.left_out(given);
  out.addends = addends.col(1) - addends.col(0);
  fit_ = logistic_fit(out, class_share(count, true), params_);
}

// After the first `count` answers, with evenly spaced items.
ClassShare FindModel::class_share(std::size_t count, bool with_opinions) const {
  ClassShare share{.read = static_cast<double>(count),
                   .unread = static_cast<double>(size() - count)};
  std::vector<bool> read(size(), false);
  for (std::size_t k = 0; k < count; ++k) {
    read[answers_[k].item] = true;
    share.found += answers_[k].label == find_ ? 1 : 0;
  }
  for (std::uint32_t i = 0; i < size(); i += size() / kSample + 1) {
    if (read[i]) continue;
    share.scores.push_back(score(i));
    share.addends.push_back(with_opinions ? opinion_on(i) : 0);
  }
  return share;
}

void FindModel::update() {
  std::size_t last = 0;
  for (std::size_t m = applied_ + 1; m <= answers_.size(); ++m)
    if (is_refit(m, 2)) last = m;
  if (last > 0) choose_mixture(last);
  for (; applied_ < answers_.size(); ++applied_) {
    if (static_cast<std::size_t>(columns_) >= most_answers()) rebuild(applied_);
    step(answers_[applied_]);
  }
  if (opinions_.any()) fit_opinions(answers_.size(), opinions_.trust());
}

// All columns at once; that of the criteria is the first.
void FindModel::rebuild(std::size_t count) {
  applied_ = count;
  const std::size_t most = most_answers();
  const Targets given = targets(some_of(count, count >= most ? most / 2 : most));
  const Index m = given.y.size(), first = criteria_.index.empty() ? 0 : 1;
  columns_ = first + m;
  // with space for the answers until the next time; a row without columns has no address
  factor_ = std::make_shared<Factor>(size(), 3 * columns_ / 2 + 16);
  F_ = Eigen::VectorXf::Zero(size());
  if (columns_ == 0) return;
  auto H = factor_->leftCols(columns_);
  Eigen::MatrixXf L = Eigen::MatrixXf::Zero(columns_, columns_);  // its lower triangle
  Eigen::VectorXf y = Eigen::VectorXf::Ones(columns_);
  if (first > 0) {
    H.col(0) = kernels_->column_of(theta_, criteria_);
    L(0, 0) = static_cast<float>(kernels_->variance_of(theta_, criteria_) + params_.intercept +
                                 params_.found_noise);
  }
  constexpr std::size_t kTogether = 64;  // columns
  for (std::size_t k = 0; k < given.items.size(); k += kTogether) {
    const std::span items =
        std::span(given.items).subspan(k).first(std::min(kTogether, given.items.size() - k));
    H.middleCols(first + static_cast<Index>(k), std::ssize(items)) =
        kernels_->columns(theta_, items);
  }
  H.array() += static_cast<float>(params_.intercept);
  L.bottomRows(m) = H(given.items, Eigen::all);
  L.diagonal().tail(m) += given.noise.cast<float>();
  y.tail(m) = given.y.cast<float>();
  const Eigen::LLT<Eigen::Ref<Eigen::MatrixXf>> llt(L);
  llt.matrixU().solveInPlace<Eigen::OnTheRight>(H);
  F_ = H * llt.matrixL().solve(y);
}

// Adds one column to H and updates the scores.
void FindModel::step(const Answer& answer) {
  const auto a = static_cast<Index>(answer.item);
  if (factor_.use_count() > 1) factor_ = std::make_shared<Factor>(*factor_);
  if (columns_ == factor_->cols()) factor_->conservativeResize(Eigen::NoChange, 2 * columns_);
  const auto H = factor_->leftCols(columns_);
  Eigen::VectorXf k = kernels_->column(theta_, answer.item);
  k.array() += static_cast<float>(params_.intercept);
  k.noalias() -= H * H.row(a).transpose();
  const double y = target(answer), rho = std::max(static_cast<double>(k[a]), 0.0) + noise(y);
  F_ += k * static_cast<float>((y - score(answer.item)) / rho);
  factor_->col(columns_++) = k / static_cast<float>(std::sqrt(rho));
}

// α of the answer from (K + Σ) α = y, since F = K α.
double FindModel::alpha(const Answer& answer) const {
  const double y = target(answer);
  return (y - static_cast<double>(F_[answer.item])) / noise(y);
}

Eigen::VectorXd FindModel::contributions(std::uint32_t item) const {
  const Eigen::VectorXf k = kernels_->column(theta_, item);
  Eigen::VectorXd found(static_cast<Index>(answers_.size()));
  for (Index i = 0; i < found.size(); ++i) {
    const Answer& answer = answers_[static_cast<std::size_t>(i)];
    found[i] = (static_cast<double>(k[answer.item]) + params_.intercept) * alpha(answer);
  }
  return found;
}

Eigen::VectorXd FindModel::word_contributions(std::uint32_t item) const {
  const auto& terms = kernels_->items().terms;
  if (terms.empty()) return {};
  const CsrMatrix& words = terms.front();
  std::vector<double> weights(words.dim, 0.0), mean(words.dim, 0.0);
  for (const Answer& answer : answers_) {
    const auto x = words[answer.item];
    const double weight = theta_.front() * params_.exact * alpha(answer);
    for (std::size_t k = 0; k < x.index.size(); ++k) weights[x.index[k]] += weight * x.value[k];
  }
  for (std::size_t k = 0; k < words.index.size(); ++k)
    mean[words.index[k]] += words.value[k] / kernels_->size();
  const auto x = words[item];
  Eigen::VectorXd found(static_cast<Index>(x.index.size()));
  for (std::size_t k = 0; k < x.index.size(); ++k)
    found[static_cast<Index>(k)] = weights[x.index[k]] * (x.value[k] - mean[x.index[k]]);
  return found;
}

// log (L_1/L_0)ᵝ: 0 without an opinion.
double FindModel::opinion_on(std::uint32_t item) const {
  if (!opinions_.any()) return 0;
  const Eigen::RowVectorXd logs = opinions_.addend(item);
  return logs[1] - logs[0];
}

double FindModel::log_odds(std::uint32_t item) const {
  return fit_.slope * (score(item) - fit_.offset) + opinion_on(item);
}

// M from the first `count` answers and the predictions of all other items.
void FindModel::fit_opinions(std::size_t count, OpinionTrust trust) {
  const std::vector<Answer> given = of_two_classes(std::span(answers_).first(count), find_);
  const std::vector<std::uint32_t> items = opinions_.items_without(given);
  RowMatrix P(std::ssize(items), 2);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double p = 1 / (1 + std::exp(-fit_.slope * (score(items[i]) - fit_.offset)));
    P.row(static_cast<Index>(i)) << 1 - p, p;
  }
  opinions_.fit(items, P, given, trust);
}

double FindModel::probability(std::uint32_t item) const {
  return 1 / (1 + std::exp(-log_odds(item)));
}

// The shares of the other classes in the remaining probability: by their answers, plus one each.
Eigen::RowVectorXd FindModel::other_prior() const {
  Eigen::RowVectorXd prior = Eigen::RowVectorXd::Ones(C_);
  for (const Answer& answer : answers_) ++prior[answer.label];
  prior[find_] = 0;
  return prior / std::max(prior.sum(), 1.0);
}

std::vector<double> FindModel::probabilities(std::uint32_t item) const {
  const double found = probability(item);
  Eigen::RowVectorXd p = other_prior() * (1 - found);
  p[find_] = found;
  return {p.begin(), p.end()};
}

RowMatrix FindModel::all_probabilities() const {
  const Eigen::RowVectorXd prior = other_prior();
  RowMatrix P(size(), C_);
  for (std::uint32_t i = 0; i < size(); ++i) {
    const double found = probability(i);
    P.row(i) = prior * (1 - found);
    P(i, find_) = found;
  }
  return P;
}

std::uint32_t FindModel::most_probable(std::span<const std::uint8_t> may_ask) const {
  std::optional<std::uint32_t> best;
  double most = 0;
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (may_ask[i] == 0) continue;
    const double odds = log_odds(i);
    if (best && odds <= most) continue;
    best = i;
    most = odds;
  }
  return best.value();
}

double FindModel::expected(std::span<const std::uint8_t> may_ask) const {
  double sum = 0;
  for (std::uint32_t i = 0; i < size(); ++i) {
    if (may_ask[i] != 0) sum += 1 / (1 + std::exp(-alone_.slope * (score(i) - alone_.offset)));
  }
  return sum;
}

}  // namespace querent
