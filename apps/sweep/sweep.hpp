// SPDX-License-Identifier: Apache-2.0
// A sweep is a table of cells, each a learner at a share of labels asked. A cell's key is a hash of
// everything its result depends on, so that a finished cell can be recognised. The tables and figures
// are computed only from finished cells.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <querent/apps/experiment/tuning.hpp>
#include <querent/apps/options/figure_style.hpp>
#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

/// One cell of a sweep.
struct SweepCell {
  std::string name;      ///< of the learner, in tables
  LearnerConfig config;  ///< before tuning
  std::vector<GridAxis> axes;
  double rate;  ///< share of labels asked; 1 for a learner that asks for all
  std::string key;
};

struct SweepPlan {
  std::string title;  ///< of the source, with the number of orders
  Json source;        ///< as in `run --json`
  int num_classes = 2;
  std::string objective;         ///< name of the measure that compares learners
  double positive_weight = 0.5;  ///< η_p of the weighted sum
  std::vector<SweepCell> cells;  ///< by learner, with ascending rates
};

/// Every learner at every rate; a learner whose query rule has no parameter at rate 1 only, unless
/// rates are budgets of a pool. Axes with keys that a learner does not have are left out for it.
/// `context` holds everything else that the results depend on.
std::vector<SweepCell> sweep_cells(const std::vector<NamedConfig>& configs,
                                   const std::vector<GridAxis>& axes, std::vector<double> rates,
                                   const Json& context, bool pool = false);

/// plan.json: the description of a sweep that `merge` reads.
Json plan_json(const SweepPlan& plan);

/// The setting of all cells.
struct SweepSetting {
  ExperimentOptions experiment;  ///< orders, seed, encoding
  Objective objective;           ///< of grids
  int folds = 5;                 ///< of a grid's cross-validation; 0: the rounds themselves
};

/// Searches the grid, tunes the query parameter to the rate and plays the orders. The object has
/// "key", "name", "target_rate", "reached", "tuning" (a sentence), and the fields of a learner in
/// `run --json`.
Json play_cell(const DatasetView& examples, const SweepCell& cell, const SweepSetting& setting);

// JSON files that are written once and read later, perhaps from another computer: the field
// "sha256" is the checksum of the file without that field. It detects damage but not forgery, so
// every field is checked as well.

/// The content of the file.
std::string sealed(Json json);

/// The content without its checksum, which was verified. Throws CorruptError with the remedy.
Json read_sealed(const std::filesystem::path& file, const std::string& remedy);

/// The description of a cell in a plan.
struct PlannedCell {
  std::string key, learner;
  double target_rate = 1;
};

/// The cells of a plan that was read, or of this sweep's own plan.
std::vector<PlannedCell> planned_cells(const Json& plan);

/// The finished cells in DIR/cells, one file per cell, written atomically, so that several
/// processes may share the directory. A cell is not trusted when it is read: its checksum must
/// match, and every field must have the type and range that tables and tests rely on.
class CellStore {
 public:
  explicit CellStore(std::filesystem::path directory) : directory_(std::move(directory)) {}
  /// Creates the directory. Throws IoError, also if DIR/cells is a link to another place.
  void make() const;
  const std::filesystem::path& directory() const { return directory_; }

  /// Returns nullopt if the cell is not finished. Throws CorruptError for a file that is not a cell
  /// of this plan.
  std::optional<Json> find(const PlannedCell& cell, const Json& plan) const;
  void keep(const std::string& key, const Json& cell) const;

 private:
  std::filesystem::path place_of(const std::string& key) const;

  std::filesystem::path directory_;
};

/// The measures of a cell that the tables and figures of its plan show.
std::vector<std::string> measures_shown(const Json& cell, const Json& plan);

/// Reads plan.json of a sweep's directory. Throws DataError if it is missing, CorruptError if it is
/// damaged or names a cell outside the directory.
Json read_plan(const std::filesystem::path& directory);

/// Writes plan.json; replaces an earlier one if all its cells are planned here, too. Throws
/// UsageError if the directory holds another sweep, whose tables would be replaced.
void write_plan(const std::filesystem::path& directory, const Json& plan);

/// The finished cells in the order of their plan.
struct SweepResult {
  Json plan;
  std::vector<Json> cells;
};

/// Whether the reported runs asked for the cell's share of labels: within a twentieth of it or one
/// label, or within a tenth if two standard errors of the mean are as wide. The orders used for
/// tuning do not count.
bool share_met(const Json& cell);

/// The rank of a cell among those that met their share: best by the objective, not different from
/// the best, or worse, by a paired t-test over the orders at 95 %. A cell that missed its share is
/// not compared.
struct Standing {
  bool compared = true;
  bool best = false;
  double p = 1;  ///< two-sided p-value; 1 for the best itself; NaN for a single order
  bool tied() const { return compared && (best || p >= 0.05); }
};
std::vector<Standing> standings_of(const SweepResult& sweep);

/// The measures that tables show, and the printed name of a measure.
std::vector<std::string> shown_measures(const SweepResult& sweep);
std::string in_words(const std::string& measure);
/// "0.1234 ± 0.0123", without a deviation for a single run.
std::string with_std(const Json& cell, const std::string& measure, const char* plus_minus = "±");

/// One line per cell: mean and deviation of every measure except seconds, which would differ in
/// another run.
std::string sweep_csv(const SweepResult& sweep);
std::string sweep_text(const SweepResult& sweep);
std::string sweep_markdown(const SweepResult& sweep);
/// A table for a paper (booktabs): the best in bold, ties underlined, parameters in the caption.
std::string sweep_latex(const SweepResult& sweep);
/// Every measure of the task against the share of labels asked.
Figure sweep_figure(const SweepResult& sweep);

struct SweepPrint {
  bool json = false, markdown = false;
  FigureStyle figures = {};
};

/// Prints the finished cells. If all are finished, writes sweep.json, sweep.csv, sweep.md,
/// sweep.tex and the figure beside the cells; otherwise prints how many are missing. Returns the
/// exit code.
int finish_sweep(const SweepResult& sweep, const CellStore* store, const SweepPrint& how,
                 Console& console);

}  // namespace querent::apps
