// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/duol_setting.hpp>

#include <chrono>
#include <functional>
#include <map>
#include <string_view>

#include <querent/apps/experiment/parallel.hpp>
#include <querent/apps/reproduce/smoothed_digits.hpp>
#include <querent/apps/reproduce/texts.hpp>
#include <querent/apps/source/source.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/datasets/vectors/transform/unit_norm.hpp>
#include <querent/learners/kernel/alma.hpp>
#include <querent/learners/kernel/duol.hpp>
#include <querent/learners/kernel/gram.hpp>
#include <querent/learners/kernel/kernel_multiclass_passive_aggressive.hpp>
#include <querent/learners/kernel/kernel_multiclass_perceptron.hpp>
#include <querent/learners/kernel/kernel_passive_aggressive.hpp>
#include <querent/learners/kernel/kernel_perceptron.hpp>
#include <querent/learners/kernel/m_duol.hpp>
#include <querent/learners/kernel/mira.hpp>
#include <querent/learners/kernel/romma.hpp>

namespace querent::apps::duol {

namespace {

/// Calls visit(learner) with the learner of a contender.
template <class Support, class Visit>
void with_learner(const Contender& contender, int K, const Support& support, Rng rng,
                  Visit&& visit) {
  using enum DoubleUpdateSolver;
  using enum PassiveAggressiveForm;
  const double C = contender.C, rho = contender.rho;
  const auto duol = [&](DoubleUpdateSolver solver, AuxiliaryExample auxiliary) {
    visit(Duol<Support>(support, {.C = C, .rho = rho, .solver = solver, .auxiliary = auxiliary}, {},
                        rng));
  };
  const auto m_duol = [&](DoubleUpdateSolver solver) {
    visit(MDuol<Support>(K, support, {.C = C, .rho = rho, .solver = solver}));
  };
  const auto multiclass_passive_aggressive = [&](PassiveAggressiveForm form) {
    visit(KernelMulticlassPassiveAggressive<Support>(K, support, {.C = C, .form = form}));
  };
  const auto perceptron = [&](PairWeights weights) {
    visit(KernelMulticlassPerceptron<Support>(K, support, weights));
  };
  const std::map<std::string_view, std::function<void()>> learners{
      {"kPerceptron", [&] { visit(KernelPerceptron<Support>(support)); }},
      {"ROMMA", [&] { visit(Romma<Support>(support)); }},
      {"agg-ROMMA", [&] { visit(Romma<Support>(support, {.aggressive = true})); }},
      {"ALMA", [&] { visit(Alma<Support>(support, {.alpha = 0.9, .b = 1})); }},
      {"kPA-I", [&] { visit(KernelPassiveAggressive<Support>(support, {.C = C, .form = kOne})); }},
      {"kPA-II", [&] { visit(KernelPassiveAggressive<Support>(support, {.C = C, .form = kTwo})); }},
      {"DUOL", [&] { duol(kExact, AuxiliaryExample::kConflict); }},
      {"DUOL-iter", [&] { duol(kInTurn, AuxiliaryExample::kConflict); }},
      {"DUOL-appr", [&] { duol(kApproximate, AuxiliaryExample::kConflict); }},
      {"DUOL-rand", [&] { duol(kExact, AuxiliaryExample::kRandom); }},
      {"Max", [&] { perceptron(PairWeights::kMax); }},
      {"Uniform", [&] { perceptron(PairWeights::kUniform); }},
      {"Prop", [&] { perceptron(PairWeights::kProportional); }},
      {"MIRA", [&] { visit(Mira<Support>(K, support)); }},
      {"kMPA-I", [&] { multiclass_passive_aggressive(kOne); }},
      {"kMPA-II", [&] { multiclass_passive_aggressive(kTwo); }},
      {"M-DUOL", [&] { m_duol(kExact); }},
      {"M-DUOL-iter", [&] { m_duol(kInTurn); }},
      {"M-DUOL-appr", [&] { m_duol(kApproximate); }}};
  learners.at(contender.learner)();
}

constexpr std::uint64_t kReportEvery = 64;  // rounds between checks for an interrupt

Pass one_pass(auto learner, const std::vector<std::uint32_t>& order, const std::vector<int>& labels,
              const auto& row, Progress& progress) {
  Pass pass;
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t reported_rounds = 0, reported_mistakes = 0;
  const auto tell = [&] {
    check_interrupt();
    const std::uint64_t rounds = pass.rounds - reported_rounds;
    progress.add_rounds(rounds, pass.mistakes - reported_mistakes, rounds);
    reported_rounds = pass.rounds;
    reported_mistakes = pass.mistakes;
  };
  for (const std::uint32_t i : order) {
    const auto x = row(i);
    ++pass.rounds;
    pass.mistakes += learner.predict(x).label != labels[i];
    learner.update(x, labels[i]);
    if (pass.rounds % kReportEvery == 0) tell();
  }
  tell();
  pass.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  pass.support_vectors = learner.expansion().size();
  if constexpr (requires { learner.counts(); }) pass.counts = learner.counts();
  return pass;
}

std::vector<std::vector<Pass>> play_on(const VectorData& data,
                                       const std::vector<Contender>& contenders,
                                       const ReproduceOptions& options, const auto& support,
                                       const auto& row, Progress& progress) {
  std::vector<std::vector<Pass>> passes(contenders.size(), std::vector<Pass>(options.runs));
  const auto K = static_cast<int>(data.classes.size());
  parallel_for(contenders.size() * options.runs, options.threads, [&](std::size_t cell) {
    const std::size_t c = cell % contenders.size(), r = cell / contenders.size();
    Rng rng = make_rng(options.seed, r, Stream::kOrder);
    const auto order = random_order(static_cast<std::uint32_t>(data.rows()), rng);
    with_learner(contenders[c], K, support, make_rng(options.seed, r, Stream::kLearner),
                 [&](auto learner) {
                   passes[c][r] = one_pass(std::move(learner), order, data.labels, row, progress);
                 });
  });
  return passes;
}

VectorData raw_rows(const PaperDataset& dataset, const ReproduceOptions& options) {
  try {
    const LocatedDataset located =
        locate_with_progress(find_dataset(dataset.own), *options.console);
    VectorOptions rows;
    rows.threads = static_cast<unsigned>(options.threads);
    return read_vectors(located.file(FileRole::kRows), rows);
  } catch (const IoError& error) {
    throw MissingData(error.what());
  }
}

bool shares_gram(const VectorData& data, const ReproduceOptions& options) {
  return options.runs > 1 && GramMatrix::bytes(data.rows()) <= options.memory;
}

}  // namespace

std::vector<std::vector<Pass>> play(const PaperDataset& dataset, const VectorData& data,
                                    const std::vector<Contender>& contenders,
                                    const ReproduceOptions& options) {
  Progress progress(*options.console, dataset.name,
                    static_cast<double>(data.rows() * options.runs * contenders.size()), "rounds");
  const GaussianKernel kernel({.sigma = kSigma});
  const auto row = [&](std::uint32_t i) { return SparseRow{data.row_index(i), data.row_value(i)}; };
  if (!shares_gram(data, options))
    return play_on(data, contenders, options, SupportSet<>(kernel), row, progress);
  const auto stoppable = [&](std::uint32_t i) {
    check_interrupt();
    return row(i);
  };
  const auto gram = std::make_shared<const GramMatrix>(data.rows(), kernel, stoppable,
                                                       static_cast<std::size_t>(options.threads));
  return play_on(
      data, contenders, options, GramSupport(gram), [](std::uint32_t i) { return GramRow{i}; },
      progress);
}

VectorData read_rows(const PaperDataset& dataset, const ReproduceOptions& options) {
  VectorData data = raw_rows(dataset, options);
  if (dataset.scaling == Scaling::kSmoothed) {
    constexpr double kWidth = 0.75, kBackground = -1;
    data = with_layout(std::move(data), RowLayout::kDense);
    for (std::uint64_t i = 0; i < data.rows(); ++i)
      smooth_digit({data.value.data() + data.offsets[i], data.row_value(i).size()}, kWidth,
                   kBackground);
  }
  data = with_layout(std::move(data), RowLayout::kSparse);
  if (dataset.scaling == Scaling::kPixels) {
    for (double& value : data.value) value /= 255;
  } else if (dataset.scaling == Scaling::kUnitRows) {
    for (std::uint64_t i = 0; i < data.rows(); ++i) {
      UnitNorm::apply({data.value.data() + data.offsets[i], data.row_value(i).size()});
    }
  }
  return data;
}

const std::vector<PaperTable>& paper_tables() {
  static const std::vector<PaperTable> tables = [] {
    std::vector<PaperTable> read{{.number = "2", .own = "DUOL", .C = 5, .datasets = {}},
                                 {.number = "4", .own = "M-DUOL", .C = 10, .datasets = {}}};
    const std::vector<std::string> scalings{"none", "unit", "pixels", "smoothed"};
    const auto table_of = [&](const std::string& number) -> PaperTable& {
      return *std::ranges::find(read, number, &PaperTable::number);
    };
    const auto scaling_of = [&](const std::string& name) {
      return static_cast<Scaling>(std::ranges::find(scalings, name) - scalings.begin());
    };
    for (TableLine line : built_in_table("duol-sets.tsv"))
      table_of(line.text())
          .datasets.push_back({line.text(), line.text(), scaling_of(line.text()), line.text(), {}});
    for (TableLine line : built_in_table("duol-tables.tsv")) {
      const std::string number = line.text(), dataset = line.text();
      for (auto& set : table_of(number).datasets)
        if (set.name == dataset)
          set.cells.push_back({line.text(), line.mean_std(), line.mean_std(), line.number()});
    }
    return read;
  }();
  return tables;
}

const std::vector<KnownLearner>& known_learners() {
  static const auto learners = each_line("duol-learners.tsv", [](TableLine& line) {
    return KnownLearner{line.text(), line.yes(), line.yes(), line.yes()};
  });
  return learners;
}

const PaperTable& paper_table(const std::string& number) {
  return *std::ranges::find(paper_tables(), number, &PaperTable::number);
}

std::string gram_remark(const PaperDataset& dataset, const VectorData& data,
                        const ReproduceOptions& options) {
  const double megabytes = static_cast<double>(GramMatrix::bytes(data.rows())) / (1 << 20);
  const double limit = static_cast<double>(options.memory) / (1 << 20);
  if (shares_gram(data, options)) {
    return fmt::format("{}: all orders and learners share one Gram matrix of {:.1f} MB.",
                       dataset.name, megabytes);
  }
  return fmt::format(
      "{}: every pass computes its own kernel rows; a shared Gram matrix would take {:.1f} MB "
      "(--memory {:.0f}) and needs --runs of 2 or more.",
      dataset.name, megabytes, limit);
}

MeanStd error_rate_of(const std::vector<Pass>& runs) {
  return mean_std_of(runs, [](const Pass& pass) {
    return static_cast<double>(pass.mistakes) / static_cast<double>(pass.rounds);
  });
}

}  // namespace querent::apps::duol
