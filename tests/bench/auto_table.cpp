// SPDX-License-Identifier: Apache-2.0
// Accuracy of `auto` in a pool, at 2, 5, 10 and 20 answers per class, or after the numbers of answers
// of the options at=N:
//
//   bench_auto_table DIR FIRST LAST [OPTION=VALUE …]
//
// DIR has edges.tsv (n0 <tab> n1), labels.tsv (n0 <tab> c2), optionally words.svm (one row per
// node) and test.txt (nodes that are never asked, one per line; the errors are then on these only).
// Plays one session for each seed from FIRST to before LAST and prints one line per checkpoint:
//
//   seed  answers per class  accuracy  calibration error (15 bins)  low  high  error  w0  CPU seconds
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <string>
#include <vector>

#include "bench_source.hpp"

using namespace querent;

namespace {

struct Measured {
  double accuracy = 0, calibration = 0, error = 0;
};

Measured measured(const bench::Source& source, const Session& session) {
  constexpr int kBins = 15;
  double right_in[kBins] = {}, sure_in[kBins] = {};
  double count = 0, right = 0;
  const auto& predictions = session.predictions();
  for (std::uint32_t i = 0; i < predictions.size(); ++i) {
    if (predictions[i].asked || (!source.test.empty() && !source.is_test[i])) continue;
    const bool is_right = predictions[i].label == source.y[i];
    const int bin = std::min(kBins - 1, static_cast<int>(predictions[i].probability * kBins));
    right_in[bin] += is_right;
    sure_in[bin] += predictions[i].probability;
    right += is_right;
    ++count;
  }
  Measured m{.accuracy = right / count, .error = 1 - right / count};
  for (int b = 0; b < kBins; ++b) m.calibration += std::abs(right_in[b] - sure_in[b]) / count;
  return m;
}

int wrong_label(int y, int classes, Rng& rng) {
  return (y + 1 + static_cast<int>(uniform_below(rng, static_cast<std::uint64_t>(classes - 1)))) %
         classes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  const bench::Source source = bench::source_of(argv[1]);
  const auto C = static_cast<std::size_t>(source.classes.size());
  double noise = 0;
  bool random = false;
  SessionOptions options;
  std::vector<std::size_t> at, steps{2, 5, 10, 20};
  for (int a = 4; a < argc; ++a) {
    const std::string name = argv[a];
    const double value = std::atof(name.substr(name.find('=') + 1).c_str());
    if (name.starts_with("noise=")) noise = value;
    if (name.starts_with("random=")) random = value > 0;
    if (name.starts_with("at=")) at.push_back(static_cast<std::size_t>(value));
    if (name.starts_with("checks=")) options.checks = value;
    if (name.starts_with("candidates=")) options.model.candidates = static_cast<unsigned>(value);
    if (name.starts_with("landmarks=")) options.model.landmarks = static_cast<unsigned>(value);
    if (name.starts_with("covering=")) options.model.covering = value;
    if (name.starts_with("drawn=")) options.model.drawn = value;
  }
  if (!at.empty()) steps = at;
  for (int seed = std::atoi(argv[2]); seed < std::atoi(argv[3]); ++seed) {
    options.seed = static_cast<std::uint64_t>(seed);
    if (random)
      options.rule = [](const Pool& pool, Rng& rng) { return draw_from(pool, Why::kUrgent, rng); };
    Session session(source.items, source.classes, options);
    for (const std::uint32_t i : source.test) session.do_not_know(i);
    Rng rng = make_rng(options.seed, 99, Stream::kLearner);
    const double begin = static_cast<double>(std::clock());
    for (const std::size_t per_class : steps) {
      const std::size_t until = at.empty() ? per_class * C : per_class;
      if (until * 2 > source.y.size()) break;
      while (session.asked() < until) {
        const auto next = session.next();
        const auto* question = std::get_if<Question>(&next);
        if (question == nullptr) break;
        int y = source.y[question->item];
        if (noise > 0 && uniform01(rng) < noise) y = wrong_label(y, static_cast<int>(C), rng);
        session.answer(question->item, y);
      }
      const Measured m = measured(source, session);
      const Estimate e = session.estimate();
      std::printf("%d\t%zu\t%.4f\t%.4f\t%.4f\t%.4f\t%.4f\t%.3f\n", seed, per_class, m.accuracy,
                  m.calibration, e.low, e.high, m.error,
                  (static_cast<double>(std::clock()) - begin) / CLOCKS_PER_SEC);
      std::fflush(stdout);
    }
  }
}
