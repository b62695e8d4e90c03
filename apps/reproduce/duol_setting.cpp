// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/reproduce/duol_setting.hpp>

#include <algorithm>

#include <querent/apps/reproduce/texts.hpp>
#include <querent/learners/kernel/gram.hpp>

namespace querent::apps::duol {

const std::vector<PaperTable>& paper_tables() {
  static const std::vector<PaperTable> tables = [] {
    std::vector<PaperTable> read{{.number = "2", .own = "DUOL", .C = 5, .datasets = {}},
                                 {.number = "4", .own = "M-DUOL", .C = 10, .datasets = {}}};
    const std::vector<std::string> scalings{"none", "unit", "pixels", "smoothed"};
    const auto table_of = [&](const std::string& number) -> PaperTable& {
      return *std::find_if(read.begin(), read.end(),
                           [&](const PaperTable& table) { return table.number == number; });
    };
    const auto scaling_of = [&](const std::string& name) {
      return static_cast<Scaling>(std::find(scalings.begin(), scalings.end(), name) -
                                  scalings.begin());
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
  static const std::vector<KnownLearner> learners = [] {
    std::vector<KnownLearner> read;
    for (TableLine line : built_in_table("duol-learners.tsv")) {
      read.push_back({line.text(), line.yes(), line.yes(), line.yes()});
    }
    return read;
  }();
  return learners;
}

const PaperTable& paper_table(const std::string& number) {
  return *std::find_if(paper_tables().begin(), paper_tables().end(),
                       [&](const PaperTable& table) { return table.number == number; });
}

std::vector<PaperDataset> chosen_datasets(const PaperTable& table,
                                          const ReproduceOptions& options) {
  return chosen_by_name(table.datasets, options.dataset, "a data set of this table",
                        [](const PaperDataset& each) {
                          return std::vector{each.name, each.own};
                        });
}

std::unique_ptr<VectorData> load(const PaperDataset& dataset, const ReproduceOptions& options,
                                 const Console& console, std::string& why) {
  try {
    return std::make_unique<VectorData>(read_rows(dataset, options.threads, console));
  } catch (const IoError& error) {
    why = error.what();
    return nullptr;
  }
}

PassOptions pass_options(const ReproduceOptions& options) {
  return {.runs = options.runs,
          .seed = options.seed,
          .threads = options.threads,
          .memory = options.memory};
}

std::vector<std::vector<Pass>> play_with_progress(const PaperDataset& dataset,
                                                  const VectorData& data,
                                                  const std::vector<Contender>& contenders,
                                                  const PassOptions& options,
                                                  const Console& console) {
  Progress progress(console, dataset.name,
                    static_cast<double>(data.rows() * options.runs * contenders.size()), "rounds");
  return play(data, contenders, options, progress);
}

std::string gram_remark(const PaperDataset& dataset, const VectorData& data,
                        const PassOptions& options) {
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
