// SPDX-License-Identifier: Apache-2.0
// `find` against dense matrices, its definitions and its guarantees.
#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <numeric>
#include <span>

#include <Eigen/Cholesky>

#include <querent/learners/session/find/model.hpp>
#include <querent/learners/session/find/recall.hpp>

#include "../datasets/scratch.hpp"
#include "auto_models.hpp"
#include "pools.hpp"

using namespace querent;
using namespace querent::testing;

namespace {

// n rows with `each` of `dim` columns, of length 1; the first third has its own columns.
CsrMatrix sparse_rows(std::uint32_t n, std::uint32_t dim, std::uint32_t each, std::uint64_t seed) {
  Rng rng = make_rng(seed, 0, Stream::kOrder);
  CsrMatrix rows;
  rows.dim = dim;
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t first = i < n / 3 ? 0 : dim / 4;
    std::vector<bool> has(dim, false);
    for (std::uint32_t k = 0; k < each; ++k) has[first + uniform_below(rng, dim - dim / 4)] = true;
    const auto count = static_cast<double>(std::count(has.begin(), has.end(), true));
    for (std::uint32_t j = 0; j < dim; ++j) {
      if (!has[j]) continue;
      rows.index.push_back(j);
      rows.value.push_back(1 / std::sqrt(count));
    }
    rows.offsets.push_back(rows.index.size());
  }
  return rows;
}

// Records whose words determine the class, the first third, and whose citations do or do not.
std::shared_ptr<const Items> records(std::uint32_t n, bool citations_tell = true) {
  const CsrMatrix words = sparse_rows(n, 40, 6, 1);
  CsrMatrix cited = sparse_rows(n, 30, 4, 2);
  if (!citations_tell) {
    CsrMatrix other = sparse_rows(3 * n, 30, 4, 3);  // only its first third: all alike
    other.offsets.resize(n + 1);
    other.index.resize(other.offsets.back());
    other.value.resize(other.offsets.back());
    cited = std::move(other);
  }
  return std::make_shared<const Items>(Items{.rows = words, .terms = {words, cited}});
}

int is_relevant(const Items& items, std::uint32_t i) {
  return i < items.size() / 3 ? 1 : 0;
}

// The kernel of the words alone, without principal components.
FindParams exact_words() {
  FindParams params;
  params.exact = 1;
  params.shares = {0, 0, 0, 0, 0};
  return params;
}

FindModel model_after(const std::shared_ptr<const FindKernels>& kernels, std::uint32_t answers) {
  FindModel model(kernels, 2, 1, {}, {});
  for (std::uint32_t k = 0; k < answers; ++k) {
    const std::uint32_t item = k * 7 % kernels->size();
    model.learn({item, is_relevant(kernels->items(), item)});
    model.update();
  }
  return model;
}

Eigen::MatrixXd mixed(const FindKernels& kernels, const std::vector<double>& theta,
                      const std::vector<std::uint32_t>& items) {
  const auto n = static_cast<Eigen::Index>(items.size());
  Eigen::MatrixXd K = Eigen::MatrixXd::Constant(n, n, FindParams{}.intercept);
  for (std::size_t b = 0; b < theta.size(); ++b) K += theta[b] * kernels.among(b, items);
  return K;
}

// Without the columns that only one row has.
CsrMatrix without_own_columns(const CsrMatrix& rows) {
  std::vector<int> count(rows.dim, 0);
  for (const std::uint32_t j : rows.index) ++count[j];
  CsrMatrix shared;
  shared.dim = rows.dim;
  for (std::size_t i = 0; i + 1 < rows.offsets.size(); ++i) {
    for (std::size_t k = rows.offsets[i]; k < rows.offsets[i + 1]; ++k) {
      if (count[rows.index[k]] == 1) continue;
      shared.index.push_back(rows.index[k]);
      shared.value.push_back(rows.value[k]);
    }
    shared.offsets.push_back(shared.index.size());
  }
  return shared;
}

}  // namespace

TEST_CASE("find: a column that only one row has changes no kernel if it counts in the length") {
  const CsrMatrix all = sparse_rows(40, 300, 6, 1), shared = without_own_columns(all);
  REQUIRE(shared.index.size() < all.index.size());
  const auto kernel = [](const CsrMatrix& rows) {
    const auto items = std::make_shared<const Items>(Items{.rows = rows, .terms = {rows, rows}});
    const FindKernels kernels(items, 1, {}, exact_words());
    std::vector<std::uint32_t> each(40);
    std::iota(each.begin(), each.end(), 0);
    return Eigen::MatrixXd(kernels.among(0, each) + 2 * kernels.among(1, each));
  };
  CHECK((kernel(all) - kernel(shared)).cwiseAbs().maxCoeff() < 1e-12);
}

TEST_CASE(
    "find: columns of a kernel are its matrix, and K(i, i) = 1 for rows of length 1 or less") {
  auto shorter = std::make_shared<Items>(*records(60));
  for (CsrMatrix& view : shorter->terms) {
    for (std::size_t k = 0; k < view.value.size(); k += 2) view.value[k] *= 0.5;
  }
  const std::shared_ptr<const Items> items = shorter;
  const FindKernels kernels(items, 1, {}, {});
  REQUIRE(kernels.count() == 2);
  std::vector<std::uint32_t> all(60);
  std::iota(all.begin(), all.end(), 0);
  for (std::size_t b = 0; b < 2; ++b) {
    std::vector<double> one(2, 0);
    one[b] = 1;
    const Eigen::MatrixXd K = kernels.among(b, all);
    CHECK((K.diagonal().array() - 1).abs().maxCoeff() < 1e-12);
    for (const std::uint32_t i : {0U, 17U, 59U})
      CHECK((kernels.column(one, i).cast<double>() - K.col(i)).cwiseAbs().maxCoeff() < 1e-5);
  }
}

TEST_CASE("find: columns of the factor give the process of a dense solver") {
  const auto items = records(60);
  const auto kernels = std::make_shared<const FindKernels>(items, 1, AutoParams{}, FindParams{});
  for (const std::uint32_t m : {1U, 5U, 33U}) {
    const FindModel model = model_after(kernels, m);
    std::vector<std::uint32_t> all(60);
    std::iota(all.begin(), all.end(), 0);
    const Eigen::MatrixXd K = mixed(*kernels, model.theta(), all);
    Eigen::MatrixXd at(m, m);
    Eigen::MatrixXd to(60, m);
    Eigen::VectorXd y(m);
    for (std::uint32_t k = 0; k < m; ++k) {
      const std::uint32_t item = k * 7 % 60;
      to.col(k) = K.col(item);
      y[k] = is_relevant(*items, item) == 1 ? 1 : -1;
      for (std::uint32_t j = 0; j < m; ++j) at(k, j) = K(item, j * 7 % 60);
      at(k, k) += y[k] > 0 ? FindParams{}.found_noise : FindParams{}.other_noise;
    }
    const Eigen::VectorXd F = to * at.ldlt().solve(y);
    for (std::uint32_t i = 0; i < 60; ++i)
      CHECK(model.score(i) == doctest::Approx(F[i]).epsilon(1e-3));
  }
}

TEST_CASE("find: criteria are an answer for a record of the same words") {
  const auto items = records(60);
  const FindParams exactly = exact_words();
  const auto kernels = std::make_shared<const FindKernels>(items, 1, AutoParams{}, exactly);
  const CsrMatrix::Row words = items->terms.front()[4];
  const CsrMatrix criteria{.offsets = {0, words.index.size()},
                           .index = {words.index.begin(), words.index.end()},
                           .value = {words.value.begin(), words.value.end()},
                           .dim = items->terms.front().dim};
  FindModel by_criteria(kernels, 2, 1, exactly, criteria), by_answer(kernels, 2, 1, exactly, {});
  by_answer.learn({4, 1});
  for (std::uint32_t k = 10; k < 25; ++k) {  // the last ones after the last comparison
    const Answer answer{.item = k, .label = is_relevant(*items, k)};
    by_criteria.learn(answer);
    by_answer.learn(answer);
  }
  by_criteria.update();
  by_answer.update();
  for (std::uint32_t i = 0; i < 60; ++i)
    CHECK(by_criteria.score(i) == doctest::Approx(by_answer.score(i)).epsilon(1e-4));
}

TEST_CASE(
    "find: the noise of the others is the mean, in logarithms, of constant and balanced noise") {
  const auto items = records(60);
  const auto kernels = std::make_shared<const FindKernels>(items, 1, AutoParams{}, FindParams{});
  FindModel model(kernels, 2, 1, {}, {});
  constexpr std::uint32_t kAnswers = 40;  // when mixtures are compared
  const FindParams params;
  const double balanced = FindModel::kBalance * params.found_noise * 38 / 2;
  Eigen::VectorXd y(kAnswers), noise(kAnswers);
  for (std::uint32_t k = 0; k < kAnswers; ++k) {
    model.learn({k + 18, is_relevant(*items, k + 18)});  // 2 relevant, 38 others
    y[k] = k < 2 ? 1 : -1;
    noise[k] = k < 2 ? params.found_noise : std::sqrt(params.other_noise * balanced);
  }
  model.update();
  CHECK(model.other_noise() == doctest::Approx(noise[2]));
  std::vector<std::uint32_t> all(60);
  std::iota(all.begin(), all.end(), 0);
  const Eigen::MatrixXd K = mixed(*kernels, model.theta(), all);
  Eigen::MatrixXd at = K.block(18, 18, kAnswers, kAnswers);
  at.diagonal() += noise;
  const Eigen::VectorXd F = K.middleCols(18, kAnswers) * at.ldlt().solve(y);
  for (std::uint32_t i = 0; i < 60; ++i)
    CHECK(model.score(i) == doctest::Approx(F[i]).epsilon(1e-3));
}

TEST_CASE("find: uninformative citations lose weight, informative ones gain weight") {
  const auto weight = [](bool tell) {
    const auto kernels =
        std::make_shared<const FindKernels>(records(240, tell), 1, AutoParams{}, FindParams{});
    return model_after(kernels, 160).theta()[1];
  };
  constexpr double kBefore = 0.35;  // the mean of all mixtures
  MESSAGE(weight(false) << " " << weight(true));
  CHECK(weight(false) < kBefore);
  CHECK(weight(true) > kBefore);
}

TEST_CASE("find: criteria rank records before the first answer") {
  const auto items = records(60);
  const CsrMatrix& words = items->terms.front();
  const CsrMatrix::Row like = words[3];
  CsrMatrix criteria{.offsets = {0, like.index.size()},
                     .index = {like.index.begin(), like.index.end()},
                     .value = {like.value.begin(), like.value.end()},
                     .dim = words.dim};
  Session session(items, {"other", "relevant"}, {.checks = 0, .find = 1, .criteria = criteria});
  CHECK(question(session.next()).item == 3);
}

TEST_CASE(
    "find: the most probable item is asked, and all of the class come before most of the others") {
  const auto items = records(300);
  Session session(items, {"other", "relevant"}, {.checks = 0, .find = 1});
  session.answer(0, 1);
  session.answer(299, 0);
  std::vector<bool> read;
  for (auto next = session.next(); std::holds_alternative<Question>(next); next = session.next()) {
    const std::uint32_t item = question(next).item;
    read.push_back(is_relevant(*items, item) == 1);
    session.answer(item, read.back());
  }
  REQUIRE(read.size() == 298);
  const FindMeasures measures = find_measures(read, 0, 0);
  CHECK(measures.wss95 > 0.4);  // 0 by chance; .617 if all 99 came first
  CHECK(session.recall()->found == 100);
  CHECK(session.recall()->high == 100);
}

TEST_CASE("find: measures agree with their definitions") {
  // 3 of 10 relevant, read as 2nd, 3rd and 6th; four never read
  const FindMeasures measures = find_measures({false, true, true, false, false, true}, 0, 4);
  CHECK(measures.wss95 == doctest::Approx(0.95 - 0.6));
  CHECK(measures.wss100 == doctest::Approx(0.4));
  CHECK(measures.atd == doctest::Approx((2 + 3 + 6) / 30.0));
  CHECK(measures.recall10 == 0);
  CHECK(measures.recall100 == 1);
  CHECK(measures.saved == doctest::Approx(0.4));
  const FindMeasures missed = find_measures({true, false}, 1, 8);
  CHECK(missed.recall == 0.5);
  CHECK(std::isnan(missed.wss100));
  CHECK(missed.atd == doctest::Approx((1 + 10) / 20.0));  // items never read count as read last
  CHECK(std::isnan(find_measures({false}, 0, 3).recall));
}

TEST_CASE("find: the true number is rejected in at most one run in twenty, at any time") {
  int refuted = 0;
  constexpr int kRuns = 400;
  for (int run = 0; run < kRuns; ++run) {
    Rng rng = make_rng(17, static_cast<std::uint64_t>(run), Stream::kQuery);
    std::uint64_t unread = 200, left = 12, found = 0;
    RecallTest test(unread);
    bool ever = false;
    while (unread > 0) {
      if (uniform01(rng) < 0.4) {  // a uniform draw, with a forecast of any quality
        const bool hit = uniform_below(rng, unread) < left;
        test.add({.unread = unread, .found = found, .expected = uniform01(rng) * 0.2, .hit = hit});
        found += hit;
        left -= hit;
      } else if (left > 0 && uniform01(rng) < 0.3) {  // or the model finds one
        ++found;
        --left;
      }
      --unread;
      if (left > unread) break;  // impossible from here on
      const RecallInterval interval = test.interval(found, unread);
      ever = ever || interval.low > 12 || interval.high < 12;
    }
    refuted += ever;
  }
  CHECK(refuted <= kRuns / 20);
}

TEST_CASE("find: without a hit the test of recall is the hypergeometric test") {
  // 100 unread, no hit among the first k drawn: five left are rejected if C(95,k)/C(100,k) < 1/20
  RecallTest test(100);
  double p = 1;
  for (std::uint64_t k = 0; k < 60; ++k) {
    const auto unread = static_cast<double>(100 - k);
    test.add({.unread = 100 - k, .found = 0, .expected = 0, .hit = false});
    p *= (unread - 5) / unread;
    const bool refuted = test.interval(0, 99 - k).high < 5;
    if (p < 0.035) CHECK(refuted);  // the forecast always expects at least half a hit
    if (p > 0.05) CHECK_FALSE(refuted);
  }
}

TEST_CASE("find: a goal for the recall ends the questions, and a file restores the session") {
  const auto items = records(600);
  const SessionOptions options{.checks = 0.1, .seed = 3, .find = 1, .stop_at_recall = 0.8};
  Session session(items, {"other", "relevant"}, options);
  session.answer(0, 1);
  std::variant<Question, Ending> next = session.next();
  for (; std::holds_alternative<Question>(next); next = session.next())
    session.answer(question(next).item, is_relevant(*items, question(next).item));
  CHECK(std::get<Ending>(next) == Ending::kGoal);
  CHECK(session.asked() < 599);
  CHECK(static_cast<double>(session.recall()->found) >= 0.8 * 200);
  CHECK(session.recall()->more == 0);
  const Scratch scratch;
  session.save(scratch / "find.session");
  const Session again = Session::load(scratch / "find.session", items);
  CHECK(again.recall()->high == session.recall()->high);
  for (std::uint32_t i = 0; i < items->size(); ++i)
    CHECK(again.predictions()[i].probability == session.predictions()[i].probability);
}

TEST_CASE(
    "find: items that cannot be judged do not count, skipped ones can still be of the class") {
  const auto items = records(90);
  Session session(items, {"other", "relevant"}, {.checks = 1, .find = 1});
  for (std::uint32_t i = 0; i < 30; ++i) session.do_not_know(89 - i);
  CHECK(session.recall()->unread == 60);
  CHECK(session.recall()->high == 60);
  session.skip(question(session.next()).item);
  CHECK(session.recall()->unread == 60);
  for (int k = 0; k < 60; ++k) {
    const std::uint32_t item = question(session.next()).item;
    session.answer(item, is_relevant(*items, item));
  }
  // as if the excluded items had never existed: all others are judged, so the number is certain
  CHECK(session.recall()->low == session.recall()->found);
  CHECK(session.recall()->high == session.recall()->found);
  CHECK(session.recall()->unread == 0);
}

TEST_CASE(
    "find: the interval holds if relevant records are skipped, or declined and decided later") {
  const auto items = records(90);  // 30 are relevant
  for (const bool decline : {false, true}) {
    int missed = 0;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      Session session(items, {"other", "relevant"},
                      {.checks = 0.3, .seed = seed, .find = 1, .stop_at_recall = 0.8});
      std::vector<std::uint32_t> undecided, seen;
      bool miss = false;
      for (auto next = session.next(); std::holds_alternative<Question>(next);) {
        const std::uint32_t item = question(next).item;
        const bool relevant = is_relevant(*items, item), again = std::ranges::count(seen, item) > 0;
        seen.push_back(item);
        if (relevant && !again && !decline)
          session.skip(item);
        else if (relevant && seen.size() % 2 == 0 && decline)
          session.do_not_know(undecided.emplace_back(item));
        else
          session.answer(item, relevant);
        miss = miss || (!decline && (session.recall()->low > 30 || session.recall()->high < 30));
        next = session.next();
      }
      for (const std::uint32_t item : undecided) session.answer(item, 1);
      miss = miss || session.recall()->low > 30 || session.recall()->high < 30;
      missed += miss || session.recall()->found < 24;
    }
    CHECK(missed <= 2);  // one in twenty
  }
}

TEST_CASE("find: the mean of the kernels of `auto` compares words, not neighbourhoods of rows") {
  const auto items = records(60);
  AutoParams alone;
  alone.neighbours = 0;
  const Kernels words(std::make_shared<const Items>(Items{.rows = items->terms.front()}), 1, alone);
  const FindKernels kernels(items, 1, {}, {});
  std::vector<std::uint32_t> all(60);
  std::iota(all.begin(), all.end(), 0);
  REQUIRE(words.count() == 3);
  Eigen::MatrixXd mean = Eigen::MatrixXd::Zero(60, 60);
  for (std::size_t s = 0; s < 3; ++s) {
    const RowMatrix z = features_by(words, s, {{}, 60});
    mean += z * z.transpose() / 3;
  }
  const Eigen::MatrixXd K = kernels.among(0, all);
  for (const std::uint32_t i : {0U, 30U}) {
    for (std::uint32_t j = 0; j < 60; ++j) {
      double exact = 0;
      const CsrMatrix::Row a = items->terms.front()[i], b = items->terms.front()[j];
      for (std::size_t p = 0; p < a.index.size(); ++p) {
        for (std::size_t q = 0; q < b.index.size(); ++q)
          exact += a.index[p] == b.index[q] ? a.value[p] * b.value[q] : 0;
      }
      CHECK(K(i, j) == doctest::Approx(0.4 * exact + 0.6 * mean(i, j)));
    }
  }
}

TEST_CASE("find: a known external work ranks the records that cite it first") {
  const auto items = records(60);
  const std::uint32_t work = items->terms[1][40].index.front();
  CsrMatrix criteria;
  criteria.offsets = {0, 0, 1};  // no words, one work
  criteria.index = {work};
  criteria.value = {1};
  criteria.dim = items->terms[1].dim;
  Session session(items, {"other", "relevant"}, {.checks = 0, .find = 1, .criteria = criteria});
  const auto row = items->terms[1][question(session.next()).item].index;
  CHECK(std::ranges::find(row, work) != row.end());
  const Scratch scratch;
  session.save(scratch / "known.session");
  CHECK(Session::load(scratch / "known.session", items).options().criteria.index == criteria.index);
}

TEST_CASE(
    "find: contributions of answers add up to the score, those of words and of the mean item, "
    "too") {
  const auto items = records(60);
  const FindParams exactly = exact_words();
  const auto kernels = std::make_shared<const FindKernels>(items, 1, AutoParams{}, exactly);
  FindModel model(kernels, 2, 1, exactly, {});
  for (std::uint32_t k = 0; k < 33; ++k) {
    const std::uint32_t item = k * 7 % 60;
    model.learn({item, is_relevant(*items, item)});
  }
  model.update();
  const CsrMatrix& words = items->terms.front();
  std::vector<double> weights(words.dim, 0.0), mean(words.dim, 0.0);
  double constant = 0;  // the contribution of the intercept to every item
  for (std::size_t k = 0; k < model.answers(); ++k) {
    const Answer& answer = model.answer(k);
    const double y = answer.label == 1 ? 1 : -1;
    const double alpha =
        (y - model.score(answer.item)) / (y > 0 ? exactly.found_noise : exactly.other_noise);
    constant += exactly.intercept * alpha;
    const CsrMatrix::Row x = words[answer.item];
    for (std::size_t j = 0; j < x.index.size(); ++j) weights[x.index[j]] += alpha * x.value[j];
  }
  for (std::size_t j = 0; j < words.index.size(); ++j) mean[words.index[j]] += words.value[j] / 60;
  for (const std::uint32_t i : {1U, 20U, 59U}) {
    CHECK(model.contributions(i).sum() == doctest::Approx(model.score(i)).epsilon(1e-3));
    const Eigen::VectorXd of_words = model.word_contributions(i);
    const CsrMatrix::Row x = words[i];
    double of_mean = 0;
    for (std::size_t j = 0; j < x.index.size(); ++j) {
      const double w = weights[x.index[j]], average = mean[x.index[j]];
      CHECK(of_words[static_cast<Eigen::Index>(j)] ==
            doctest::Approx(w * (x.value[j] - average)).epsilon(1e-3));
      of_mean += w * average;
    }
    CHECK(of_words.sum() + of_mean + constant == doctest::Approx(model.score(i)).epsilon(1e-3));
  }
}

TEST_CASE("find: the share of the class has its prior before the answers, and theirs after them") {
  const auto items = records(300);
  Session session(items, {"other", "relevant"}, {.checks = 1, .seed = 2, .find = 1});
  const auto share = [&] {
    double sum = 0;
    for (std::uint32_t i = 0; i < 300; ++i) {
      const ItemPrediction& one = session.predictions()[i];
      sum += one.asked ? one.label : session.class_probabilities(i)[1];
    }
    return sum / 300;
  };
  session.answer(0, 1);
  session.answer(150, 0);
  CHECK(share() > 0.02);
  CHECK(share() < 0.25);  // one answer of each class does not make half of the items relevant
  for (int k = 0; k < 60; ++k) {
    const std::uint32_t item = question(session.next()).item;
    session.answer(item, is_relevant(*items, item));
  }
  CHECK(share() == doctest::Approx(1.0 / 3).epsilon(0.1));
}

// Twelve unread items of score 0, and two answers whose left-out predictions are 0.
TEST_CASE("find: the fit is the posterior mode of slope and offset") {
  const LeftOut nothing{.prediction = Eigen::VectorXd::Zero(2), .target = Eigen::Vector2d(1, -1)};
  const FindParams params;
  ClassShare share{.found = 1,
                   .read = 2,
                   .unread = 12,
                   .scores = std::vector<double>(12, 0),
                   .addends = std::vector<double>(12, 0)};
  CHECK(share.at(3, 0) == doctest::Approx((1 + 12 * 0.5) / 14));
  CHECK(share.at(3, 0.5) == doctest::Approx((1 + 12 / (1 + std::exp(1.5))) / 14));
  const auto posterior = [&](double slope, double offset) {
    const double p = share.at(slope, offset);
    double log = 0.5 * std::log(p) + 4.5 * std::log(1 - p);
    for (const double y : {1, -1})
      log += std::log(0.98 / (1 + std::exp(y * slope * offset)) + 0.01);
    return log;
  };
  const LogisticFit fit = logistic_fit(nothing, share, params);
  for (const double other : {-0.5, 0.0, 0.5, 1.0, 2.0})
    CHECK(posterior(fit.slope, fit.offset) >= posterior(3, other));
  CHECK(share.at(fit.slope, fit.offset) < share.at(3, 0));
}

TEST_CASE("find: reasons are answers and words of the item, in descending order") {
  const auto items = records(90);
  Session session(items, {"other", "relevant"}, {.checks = 0, .find = 1});
  CHECK(session.reasons(3).label == -1);
  for (const std::uint32_t i : {0U, 7U, 14U, 40U, 60U, 80U})
    session.answer(i, is_relevant(*items, i));
  const Reasons why = session.reasons(3);
  CHECK(why.label == 1);
  CHECK(session.reasons(80).label == 1);  // one of the others: what speaks for the class
  REQUIRE(!why.answers.empty());
  REQUIRE(!why.words.empty());
  CHECK(why.answers.size() <= 3);
  CHECK(why.words.size() <= 5);
  for (const Reason& reason : why.answers) CHECK(session.predictions()[reason.index].asked);
  for (std::size_t k = 1; k < why.answers.size(); ++k)
    CHECK(why.answers[k - 1].weight >= why.answers[k].weight);
  const auto row = items->terms.front()[3].index;
  for (const Reason& word : why.words) CHECK(std::ranges::find(row, word.index) != row.end());
}

TEST_CASE("find: nodes with words share their common neighbours") {
  const Graph graph = make_graph(4, {{0, 1}, {1, 2}});
  CsrMatrix words;
  words.offsets = {0, 1, 2, 3, 3};
  words.index = {0, 0, 1};
  words.value = {5, 2, 1};
  words.dim = 2;
  const auto terms = terms_of(graph, words);
  REQUIRE(terms.size() == 2);
  CHECK(terms[0].value == std::vector<double>{1, 1, 1});
  CHECK(terms[1].offsets.back() == 2 + 3 + 2);  // a node without neighbours shares nothing
  // 0 has {0, 1}, 2 has {1, 2}: they share 1, which is in three rows of four
  const double rare = 1 + std::log(5.0 / 3), frequent = 1 + std::log(5.0 / 4);
  const double shared = terms[1].value[1] * terms[1].value[5];
  CHECK(shared == doctest::Approx(frequent * frequent / (rare * rare + frequent * frequent)));
}

TEST_CASE("find: invalid searches are rejected") {
  const auto items = records(30);
  const auto refused = [&](SessionOptions options) {
    CHECK_THROWS_AS(Session(items, {"other", "relevant"}, std::move(options)),
                    std::invalid_argument);
  };
  refused({.find = 2});
  refused({.find = -1});
  refused({.stop_at_recall = 0.9});
  refused({.find = 1, .stop_at_recall = 1.5});
  refused({.order = Order::kStream, .find = 1});
  refused({.find = 1, .learner = "PA"});
  refused({.find = 1, .criteria = {.offsets = {0, 0}, .index = {1}, .value = {1.0}, .dim = 9}});
  refused({.find = 1, .criteria = {.offsets = {0, 5}, .index = {}, .value = {}, .dim = 9}});
  refused(
      {.find = 1, .criteria = {.offsets = {0, 1}, .index = {4000}, .value = {1.0}, .dim = 4001}});
}

namespace {

// Words without information about the class: the rows of sparse_rows' first third.
std::shared_ptr<const Items> silent_records(std::uint32_t n) {
  CsrMatrix words = sparse_rows(3 * n, 40, 6, 4);
  words.offsets.resize(n + 1);
  words.index.resize(words.offsets.back());
  words.value.resize(words.offsets.back());
  return std::make_shared<const Items>(Items{.rows = words, .terms = {words}});
}

// A machine's class of each item, right with this probability; `order`: of which item it speaks.
CsrMatrix opinions_on(const Items& items, double right, std::span<const std::uint32_t> order,
                      std::uint64_t seed) {
  Rng rng = make_rng(seed, 0, Stream::kLearner);
  CsrMatrix opinions;
  opinions.dim = 2;
  for (const std::uint32_t i : order) {
    const int wrong = uniform01(rng) < right ? 0 : 1;
    opinions.index.push_back(static_cast<std::uint32_t>(is_relevant(items, i) ^ wrong));
    opinions.value.push_back(1);
    opinions.offsets.push_back(opinions.index.size());
  }
  return opinions;
}

std::vector<std::uint32_t> in_order(std::uint32_t n) {
  std::vector<std::uint32_t> all(n);
  std::iota(all.begin(), all.end(), 0);
  return all;
}

// The items of the class among the first `count` questions.
int found_among(const std::shared_ptr<const Items>& items, int count, const CsrMatrix& opinions,
                double checks = 0) {
  Session session(items, {"other", "relevant"},
                  {.checks = checks, .seed = 3, .opinions = opinions, .find = 1});
  int found = 0;
  for (int k = 0; k < count; ++k) {
    const std::uint32_t item = question(session.next()).item;
    found += is_relevant(*items, item);
    session.answer(item, is_relevant(*items, item));
  }
  return found;
}

}  // namespace

TEST_CASE("find: opinions of which four in five are right find the class sooner") {
  const auto items = silent_records(240);
  const auto order = in_order(240);
  // by chance a third of 60, with a standard deviation of 3.2
  CHECK(found_among(items, 60, opinions_on(*items, 0.8, order, 1)) >= 28);
  CHECK(found_among(items, 60, opinions_on(*items, 0.8, order, 1), 0.2) >= 28);
  Session session(items, {"other", "relevant"},
                  {.opinions = opinions_on(*items, 0.8, order, 1), .find = 1});
  CHECK(question(session.next()).class_probabilities[1] > 0.15);  // without opinions: 0.1
}

TEST_CASE("find: shuffled opinions cost nearly nothing where words tell the class") {
  const auto items = records(240);
  std::vector<std::uint32_t> order = in_order(240);
  int with = 0, without = 0;
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    Rng rng = make_rng(seed, 0, Stream::kOrder);
    shuffle(order, rng);
    with += found_among(items, 90, opinions_on(*items, 0.8, order, seed));
    without += found_among(items, 90, {});
  }
  MESSAGE(with << " " << without);
  CHECK(with >= without - without / 20);
}

TEST_CASE("find: a machine that is always wrong is turned around by answers") {
  const auto items = silent_records(240);
  CHECK(found_among(items, 120, opinions_on(*items, 0, in_order(240), 1)) >= 60);
}

TEST_CASE("find: answers one by one and all at once give the same model with opinions") {
  const auto items = records(120);
  const auto kernels = std::make_shared<const FindKernels>(items, 1, AutoParams{}, FindParams{});
  const CsrMatrix opinions = opinions_on(*items, 0.8, in_order(120), 1);
  FindModel each(kernels, 2, 1, {}, {}, opinions), all = each;
  for (std::uint32_t k = 0; k < 50; ++k) {
    const std::uint32_t item = k * 7 % 120;
    for (FindModel* model : {&each, &all}) model->learn({item, is_relevant(*items, item)});
    each.update();
  }
  all.update();
  for (std::uint32_t i = 0; i < 120; ++i) CHECK(each.probability(i) == all.probability(i));
}

TEST_CASE("find: without an opinion on any item the order is that without opinions") {
  const auto items = records(120);
  CsrMatrix none;
  none.offsets.assign(121, 0);
  CHECK(found_among(items, 40, none, 0.1) == found_among(items, 40, {}, 0.1));
}

// Every question is a random check, so that both sessions ask the same questions.
TEST_CASE("find: opinions change neither the random checks nor what they show") {
  const auto items = silent_records(240);
  for (const double right : {0.8, 0.2}) {
    const SessionOptions options{.checks = 1, .seed = 5, .find = 1, .stop_at_recall = 0.8};
    SessionOptions advised = options;
    advised.opinions = opinions_on(*items, right, in_order(240), 1);
    Session alone(items, {"other", "relevant"}, options);
    Session with(items, {"other", "relevant"}, advised);
    for (auto next = alone.next(); std::holds_alternative<Question>(next); next = alone.next()) {
      const std::uint32_t item = question(next).item;
      REQUIRE(question(with.next()).item == item);
      for (Session* session : {&alone, &with}) session->answer(item, is_relevant(*items, item));
      const RecallInterval a = alone.recall().value(), b = with.recall().value();
      REQUIRE(std::array{a.found, a.low, a.high, a.unread, a.checks, a.more} ==
              std::array{b.found, b.low, b.high, b.unread, b.checks, b.more});
    }
    CHECK(std::get<Ending>(with.next()) == std::get<Ending>(alone.next()));
    CHECK(alone.asked() < 240);
  }
}
