// SPDX-License-Identifier: Apache-2.0
// Tables 6 to 8: one class is rare. The URL data of the paper, 1,000,000 rows of each of two
// samples, is not here; the samples are drawn from w8a in the same proportions.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <querent/apps/experiment/measures.hpp>
#include <querent/apps/reproduce/paa.hpp>

namespace querent::apps::paa {

namespace {

// As in the other tables; its rows of zeros, one of twelve, would all be asked at a margin of 0.
const std::string kPreparation = "z-scores, unit norm";

const VectorTask kSource{"w8a", {"w8a"}, {}, true, ""};

// The paper's samples: how many negative rows on a positive one, and the shares of labels asked.
struct Sample {
  std::string dataset;
  std::uint64_t negatives;
};
const std::vector<Sample> kSamples{{"URL1", 9}, {"URL2", 99}};

double rate_of(const std::string& table, const std::string& dataset) {
  if (table == "8") return 0.005;
  return dataset == "URL1" ? 0.1 : 0.02;
}

// As many rows as the proportion allows, drawn at random, in the order of the file.
std::vector<std::uint32_t> sampled(const VectorData& data, const Sample& sample,
                                   std::uint64_t seed) {
  std::vector<std::uint32_t> of[2];
  for (std::uint32_t i = 0; i < data.rows(); ++i)
    if (data.labels[i] >= 0) of[data.labels[i] == 1].push_back(i);
  Rng rng = make_rng(seed, sample.negatives, Stream::kHeldOut);
  shuffle(of[0], rng);
  shuffle(of[1], rng);
  const std::size_t positives =
      std::min<std::size_t>(of[1].size(), of[0].size() / sample.negatives);
  of[1].resize(positives);
  of[0].resize(positives * sample.negatives);
  of[0].insert(of[0].end(), of[1].begin(), of[1].end());
  std::sort(of[0].begin(), of[0].end());
  return of[0];
}

// §6.3.2: C = ρ = T_n/T_p for all that have them; PAUM asks a margin of ρ of positive rows.
std::vector<GridLearner> learners_for(double rho) {
  const Params both{{"C", rho}, {"rho", rho}};
  return {{"PE"},
          {"PA"},
          {"CW-diag"},
          {"PAUM", {{"tau_plus", rho}, {"tau_minus", 1}}},
          {"CPA", both},
          {"LEPE"},
          {"CSRND", both},
          {"CSPAA", both},
          {"CSPAA(a)", both}};
}

// c_p = T_n/T, c_n = T_p/T (Eq. 7)
double cost(const RunResult& run) {
  const auto count = [](std::uint64_t n) { return static_cast<double>(n); };
  const Confusion& c = run.confusion;
  const double positive = count(c.true_positive + c.false_negative);
  const double negative = count(c.true_negative + c.false_positive);
  return (negative * count(c.false_negative) + positive * count(c.false_positive)) /
         (positive + negative);
}

Spread ours_of(const RateCell& cell, const std::string& metric) {
  if (metric == "cost") return spread_of(cell.runs, cost);
  return measure_of(cell.runs, metric, 2);
}

void add_rows(Report& report, const PrintedCost& printed, const RateCell& cell,
              const std::string& stand_in, double rho) {
  const std::vector<std::pair<std::string, Spread>> metrics{{printed.metric, printed.score},
                                                            {"sensitivity", printed.sensitivity},
                                                            {"specificity", printed.specificity},
                                                            {"accuracy", printed.accuracy}};
  for (const auto& [metric, paper] : metrics) {
    report.rows.push_back({.table = fmt::format("Table {}{}", printed.table,
                                                printed.table != "8"       ? ""
                                                : printed.metric == "cost" ? ", cost"
                                                                           : ", sum"),
                           .dataset = fmt::format("{} (stand-in: {})", printed.dataset, stand_in),
                           .algorithm = printed.algorithm,
                           .metric = metric,
                           .paper = paper,
                           .ours = ours_of(cell, metric),
                           .paper_query_rate = printed.query,
                           .ours_query_rate = measure_of(cell.runs, "query_rate", 2).mean,
                           .runs = cell.runs.size(),
                           .preprocessing = fmt::format("{}, ρ={:.4g}", kPreparation, rho),
                           .comparable = false,
                           .note = cell.parameters});
  }
}

}  // namespace

void add_cost_tables(Report& report, const std::vector<std::string>& tables,
                     const ReproduceOptions& options, const Console& console) {
  std::vector<PrintedCost> wanted;
  for (const auto& printed : printed_costs()) {
    const bool named = options.dataset.empty() || options.dataset == printed.dataset;
    if (named && std::find(tables.begin(), tables.end(), printed.table) != tables.end())
      wanted.push_back(printed);
  }
  if (wanted.empty()) return;
  std::string why;
  const auto raw = load_task(kSource, options.threads, console, why);
  for (const auto& sample : kSamples) {
    if (!raw) break;
    const auto ready =
        prepared(rows_of(*raw, sampled(*raw, sample, options.seed)), preparation(kPreparation));
    const Examples& examples = ready->examples;
    const auto rho = static_cast<double>(sample.negatives);
    std::vector<std::pair<double, std::vector<RateCell>>> played;
    for (const auto& printed : wanted) {
      if (printed.dataset != sample.dataset) continue;
      const double rate = rate_of(printed.table, printed.dataset);
      auto at = std::find_if(played.begin(), played.end(),
                             [&](const auto& p) { return p.first == rate; });
      if (at == played.end()) {
        RateSetting setting;
        setting.rates = {rate};
        played.emplace_back(rate,
                            play_rates(examples, learners_for(rho), setting, options, console,
                                       fmt::format("1:{} at {} %", sample.negatives, 100 * rate)));
        at = std::prev(played.end());
      }
      const auto cell = std::find_if(at->second.begin(), at->second.end(), [&](const RateCell& c) {
        return c.name == printed.algorithm;
      });
      add_rows(report, printed, *cell,
               fmt::format("w8a, {} rows, 1:{}", grouped(ready->data.rows()), sample.negatives),
               rho);
    }
  }
  if (!raw) {
    for (const auto& printed : wanted)
      report.skipped.push_back(
          {"Table " + printed.table, printed.dataset, printed.algorithm, printed.score, why});
    return;
  }
  report.remarks.emplace_back(
      "Tables 6 to 8 need the URL data (`querent datasets url` says where it is). These rows are "
      "samples of w8a with one positive row on 9 and on 99 negative ones: other data, which "
      "compare orderings, not absolutes. C = ρ = T_n/T_p, c_p = T_n/T, c_n = T_p/T; PAUM: τ₊ = ρ, "
      "τ₋ = 1; δ₀ of CSPAA(a) is tuned to the rate as the other query parameters are.");
}

}  // namespace querent::apps::paa
