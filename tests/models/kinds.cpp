// SPDX-License-Identifier: Apache-2.0
#include "kinds.hpp"

#include <querent/datasets/checksum.hpp>
#include <querent/learners/error_estimate.hpp>
#include <querent/learners/kernel/alma.hpp>
#include <querent/learners/kernel/duol.hpp>
#include <querent/learners/kernel/kernel_multiclass_passive_aggressive.hpp>
#include <querent/learners/kernel/kernel_multiclass_perceptron.hpp>
#include <querent/learners/kernel/kernel_passive_aggressive.hpp>
#include <querent/learners/kernel/kernel_perceptron.hpp>
#include <querent/learners/kernel/m_duol.hpp>
#include <querent/learners/kernel/mira.hpp>
#include <querent/learners/kernel/romma.hpp>
#include <querent/learners/least_squares/cmog.hpp>
#include <querent/learners/least_squares/ensemble.hpp>
#include <querent/learners/least_squares/msg.hpp>
#include <querent/learners/least_squares/ridge_class_prior.hpp>
#include <querent/learners/least_squares/rls.hpp>
#include <querent/learners/linear/adaptive_subgradients.hpp>
#include <querent/learners/linear/arow.hpp>
#include <querent/learners/linear/averaged.hpp>
#include <querent/learners/linear/confidence_weighted.hpp>
#include <querent/learners/linear/cost_sensitive_passive_aggressive.hpp>
#include <querent/learners/linear/dkm.hpp>
#include <querent/learners/linear/ftrl_proximal.hpp>
#include <querent/learners/linear/gradient_descent.hpp>
#include <querent/learners/linear/passive_aggressive.hpp>
#include <querent/learners/linear/paum.hpp>
#include <querent/learners/linear/perceptron.hpp>
#include <querent/learners/linear/prediction_based_passive_aggressive.hpp>
#include <querent/learners/linear/second_order_perceptron.hpp>
#include <querent/learners/linear/second_order_perceptron_diagonal.hpp>
#include <querent/learners/linear/soal.hpp>
#include <querent/learners/linear/soal_diagonal.hpp>
#include <querent/learners/linear/soft_confidence_weighted.hpp>
#include <querent/learners/models/model.hpp>
#include <querent/learners/multiclass/m_adaptive_subgradients.hpp>
#include <querent/learners/multiclass/m_passive_aggressive.hpp>
#include <querent/learners/multiclass/m_perceptron.hpp>
#include <querent/learners/query/adaptive.hpp>
#include <querent/learners/query/all.hpp>
#include <querent/learners/query/bbq.hpp>
#include <querent/learners/query/bbq_eps.hpp>
#include <querent/learners/query/budget.hpp>
#include <querent/learners/query/decaying.hpp>
#include <querent/learners/query/dgs.hpp>
#include <querent/learners/query/discriminative.hpp>
#include <querent/learners/query/margin.hpp>
#include <querent/learners/query/margin_plus_one.hpp>
#include <querent/learners/query/margin_variance.hpp>
#include <querent/learners/query/random.hpp>
#include <querent/learners/query/second_order.hpp>
#include <querent/learners/query/soal.hpp>
#include <querent/learners/query/theta.hpp>
#include <querent/learners/query/threshold.hpp>

namespace querent::testing {

namespace {

constexpr std::size_t kRounds = 12;

// Calls use(x, y) for a few rows; every other row is dense if `mixed`.
template <class Use>
void rows(int K, bool sparse, Use&& use) {
  Rng rng = make_rng(3, 0, Stream::kHeldOut);
  for (std::size_t t = 0; t < kRounds; ++t) {
    const int y = static_cast<int>(t) % K;
    std::vector<double> x;
    std::vector<std::uint32_t> index;
    for (std::uint32_t j = 0; j < 4; ++j) {
      const double value = uniform01(rng) - 0.5 + (static_cast<int>(j) % K == y ? 1 : 0);
      if (sparse && value < 0.3) continue;
      x.push_back(value);
      index.push_back(sparse ? 3 * j : j);
    }
    sparse ? use(SparseRow{index, x}, y) : use(DenseRow{x}, y);
  }
}

template <class L>
Kind learner_kind(std::string name, L fresh, int K, bool sparse = false) {
  const auto play = [K, sparse](L& learner) {
    rows(K, sparse, [&](const auto& x, int y) {
      learner.predict(x);
      learner.update(x, y);
    });
  };
  L learner = fresh;
  play(learner);
  return {std::move(name), model_bytes(learner), [fresh, play](std::string bytes) {
            L kept = restored(ModelFile(std::move(bytes), "model"), fresh);
            std::string again = model_bytes(kept);
            play(kept);
            return again;
          }};
}

template <class Q>
Kind query_kind(std::string name, Q fresh) {
  const auto play = [](Q& rule) {
    for (std::size_t t = 0; t < kRounds; ++t) {
      const Prediction p{.margin = 0.1 * static_cast<double>(t % 5), .uncertainty = 0.3};
      const bool asked = rule.probability(p) > 0.5;
      if constexpr (requires { rule.observe(p, Outcome{}); })
        rule.observe(p, {.asked = asked, .label = asked ? 1 : -1, .mistake = asked && t % 3 == 0});
    }
  };
  Q rule = fresh;
  play(rule);
  return {std::move(name), model_bytes(rule), [fresh, play](std::string bytes) {
            Q kept = restored(ModelFile(std::move(bytes), "model"), fresh);
            std::string again = model_bytes(kept);
            play(kept);
            return again;
          }};
}

std::vector<Kind> make_kinds() {
  using Polynomial = SupportSet<PolynomialKernel>;
  std::vector<Kind> all;
  const auto two = [&](std::string name, auto learner, bool sparse = false) {
    all.push_back(learner_kind(std::move(name), std::move(learner), 2, sparse));
  };
  const auto three = [&](std::string name, auto learner, bool sparse = false) {
    all.push_back(learner_kind(std::move(name), std::move(learner), 3, sparse));
  };
  three("msg", Msg(4, 3));
  three("cmog", Cmog(4, 3));
  three("rls", Rls(4, 3));
  three("thrifty", RidgeClassPrior(4, 3));
  three("committee", Ensemble(4, 3,
                              {{.first = 0, .count = 3},
                               {.first = 2, .count = 2, .scale = {1, 3}, .unit = true}},
                              {}));
  two("perceptron", Perceptron());
  two("pa", PassiveAggressive());
  two("cspa", CostSensitivePassiveAggressive());
  two("cpa", PredictionBasedPassiveAggressive());
  two("paum", Paum());
  two("cw-diag", ConfidenceWeighted());
  two("arow", Arow());
  two("scw-1", SoftConfidenceWeighted());
  two("scw-2", SoftConfidenceWeighted(0, {.form = SoftConfidenceWeightedParams::Form::kSquared}));
  two("ftrl-proximal", FtrlProximal(0, {.lambda1 = 0.01}));
  two("sgd", GradientDescent());
  two("averaged-pa", Averaged<PassiveAggressive>());
  two("dkm", Dkm());
  two("da", DualAveraging(), true);
  two("md", MirrorDescent());
  two("sop-full", SecondOrderPerceptron(4));
  two("sop", SecondOrderPerceptronDiagonal());
  two("soal-full", Soal(4, {.eta = 1, .gamma = 1}));
  two("soal", SoalDiagonal(0, {.eta = 1, .gamma = 1}));
  three("mperceptron", MPerceptron(0, 3));
  three("mpa", MPassiveAggressive(0, 3));
  three("mda", MDualAveraging(0, 3));
  three("mmd", MMirrorDescent(0, 3));
  two("kperceptron", KernelPerceptron<>());
  two("romma", Romma<>());
  two("alma", Alma<>());
  two("kpa", KernelPassiveAggressive<>());
  two("duol", Duol<>());
  two("duol-budget", Duol<>(SupportSet<>(), {}, {.max_support = 3}), true);
  three("kmperceptron", KernelMulticlassPerceptron<>(3));
  three("kmpa", KernelMulticlassPassiveAggressive<>(3));
  three("mira", Mira<>(3));
  three("m-duol", MDuol<>(3));
  three("m-duol-polynomial", MDuol<Polynomial>(3, Polynomial{}), true);
  all.push_back(query_kind("query-adaptive", AdaptiveQuery({})));
  all.push_back(query_kind("query-all", AskAll{}));
  all.push_back(query_kind("query-bbq", BbqQuery({})));
  all.push_back(query_kind("query-bbq-eps", BbqEpsQuery({})));
  all.push_back(query_kind(
      "query-budget",
      BudgetQuery<ThresholdQuery>(ThresholdQuery({}), {.labels = 9, .expected_rounds = 20})));
  all.push_back(query_kind("query-decaying", DecayingQuery({})));
  all.push_back(query_kind("query-dgs", DgsQuery({})));
  all.push_back(query_kind("query-discriminative", DiscriminativeQuery({})));
  all.push_back(query_kind("query-margin", MarginQuery({})));
  all.push_back(query_kind("query-margin+1", MarginPlusOneQuery({})));
  all.push_back(query_kind("query-random", RandomQuery({})));
  all.push_back(query_kind("query-second-order", SecondOrderQuery({})));
  all.push_back(query_kind("query-soal", SoalQuery({.eta = 1, .gamma = 1})));
  all.push_back(query_kind("query-theta", ThetaQuery(3, {})));
  all.push_back(query_kind("query-threshold", ThresholdQuery({})));
  all.push_back(query_kind("query-thrifty", MarginVarianceQuery({.floor = 1e-3})));
  return all;
}

}  // namespace

const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = make_kinds();
  return all;
}

}  // namespace querent::testing
