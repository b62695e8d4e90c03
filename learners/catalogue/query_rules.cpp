// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/specs.hpp>
#include <querent/learners/query/adaptive.hpp>
#include <querent/learners/query/all.hpp>
#include <querent/learners/query/bbq.hpp>
#include <querent/learners/query/bbq_eps.hpp>
#include <querent/learners/query/decaying.hpp>
#include <querent/learners/query/dgs.hpp>
#include <querent/learners/query/discriminative.hpp>
#include <querent/learners/query/margin.hpp>
#include <querent/learners/query/margin_plus_one.hpp>
#include <querent/learners/query/margin_variance.hpp>
#include <querent/learners/query/random.hpp>
#include <querent/learners/query/second_order.hpp>
#include <querent/learners/query/sequential.hpp>
#include <querent/learners/query/soal.hpp>
#include <querent/learners/query/steered.hpp>
#include <querent/learners/query/theta.hpp>
#include <querent/learners/query/threshold.hpp>

namespace querent {
std::vector<QuerySpec> published_query_rules() {
  using enum Sees;
  const std::string cbgz = "Cesa-Bianchi, Gentile, Zaniboni, JMLR 7, 2006";
  const std::string paa = "Lu, Zhao, Hoi, Machine Learning 103, 2016";
  const std::string zhai = "Zhai et al., Machine Learning 111, 2022, Remark 3";
  return {
      {.name = "all",
       .paper = "",
       .summary = "Asks for every label.",
       .needs_uncertainty = false,
       .make = [](const Task&, const Params&) { return erase_query(AskAll{}); },
       .form = QueryForm::kAll},
      rule<RandomQuery>("random", "", "Asks with a fixed probability.", kMargin, {},
                        QueryForm::kRandom),
      rule<ThetaQuery>("theta", "Yang et al., UAI 2016, Definition 2",
                       "Asks if Θ ≤ 0, otherwise with probability 2h/(2h + Θ).", kUncertainty, {},
                       QueryForm::kTheta),
      rule<MarginVarianceQuery>(
          "thrifty", "after Yang et al., UAI 2016, Definition 2",
          "The rule theta with c r/(1 + r) instead of K r/(1 + r), and a minimum probability.",
          kUncertainty),
      rule<BbqQuery>("bbq", "Cesa-Bianchi, Gentile, Orabona, ICML 2009",
                     "Asks while r/(1 + r) > t^(−κ).", kUncertainty),
      rule<BbqEpsQuery>("bbq-eps", "Agarwal, ICML 2013", "Asks while r ≥ ε².", kUncertainty),
      rule<DgsQuery>("dgs", "Dekel, Gentile, Sridharan, JMLR 2012; Agarwal, ICML 2013",
                     "Asks while Δ² ≤ α r (1 + 4 Σ r/(1 + r) + 36 log(t/δ)).", kUncertainty),
      rule<MarginQuery>("margin", cbgz, "Asks with probability b/(b + |p|).", kMargin, {},
                        QueryForm::kMargin),
      rule<MarginPlusOneQuery>("margin+1", paa + ", Theorem 4",
                               "Asks with probability δ/(δ + 1 + |p|).", kMargin, {},
                               QueryForm::kMarginPlusOne),
      rule<AdaptiveQuery>("adaptive", cbgz, "The margin rule with b √(1 + mistakes so far)."),
      rule<SecondOrderQuery>("second-order", cbgz,
                             "Asks with probability b/(b + |p| + ½p²(1 + xᵀA⁻¹x)).", kUncertainty),
      rule<ThresholdQuery>("threshold", "Dasgupta, Kalai, Monteleoni, COLT 2005",
                           "Asks while |p| ≤ s; halves s after R right answers in a row."),
      rule<SequentialQuery>("sequential",
                            "after Monteleoni & Kääriäinen, 2007, §5; Wald, Ann. Math. Stat. 16, "
                            "1945",
                            "Asks while |p| ≤ s; sequential tests halve and double s."),
      rule<DiscriminativeQuery>("discriminative", zhai,
                                "Asks with b/(b + max(0, |p| − ½ηv/max(1, xᵀx))).", kUncertainty,
                                {}, QueryForm::kDiscriminative),
      rule<DiscriminativeQuery>("discriminative-I", zhai, "Asks with b/(b + max(0, |p| − ½ηv)).",
                                kUncertainty, {.a = DiscriminativeQuery::Weight::kOne},
                                QueryForm::kDiscriminativeOne),
      rule<SteeredQuery>("steered", "after Zhai et al., Machine Learning 111, 2022, Remark 4",
                         "The rule discriminative, b steered to a target share of labels."),
      rule<SoalQuery>("soal", "Hao et al., TKDE 30, 2018",
                      "Asks with b/(b + max(0, |p| − ½ηγv/(γ + v))).", kUncertainty),
      rule<DecayingQuery>("decaying", paa + ", §6.3.5",
                          "The margin rule with δ_t = δ_{t−1}·t/(t + 1)."),
  };
}

}  // namespace querent
