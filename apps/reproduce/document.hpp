// SPDX-License-Identifier: Apache-2.0
// DIR/REPRODUCED.md of --all: a summary, then every table and figure of every paper with its
// comments.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/reproduce/papers.hpp>

namespace querent::apps {

// The points of a figure: lines "dataset,series,x,mean,std,…". A figure of scores at shares of
// labels has the share asked before the score.

struct FigurePoint {
  std::string dataset, series, x;
  double mean = 0, std = 0;
  double share = 0;  ///< of labels asked, in a figure of scores; otherwise 0
};
/// Whether the untrusted text `csv` consists of such lines.
bool are_points(const std::string& csv);
/// Throws CorruptError if `csv` is not such a text.
std::vector<FigurePoint> points_of(const std::string& csv);

/// A Markdown table with one column per series and at most `most` evenly chosen values of x per
/// data set.
std::string points_markdown(const std::string& csv, std::size_t most = 1000);

/// Bullets with the claims of the paper about a figure (texts/claims.tsv) and the number of points
/// of each data set at which ours agree. Empty if the paper claims nothing about these series.
std::string claims_of(const std::string& paper, const std::string& figure, const std::string& csv);

// Runs the parts of a paper, each a data set of a table or figure, or reads them from DIR/cells,
// where finished parts are stored. A stopped run continues with the next part.

/// A data set in a table or figure of a paper.
struct Part {
  const PaperMaker* paper;
  bool figure;
  std::string number;
  PartSet set;

  /// "d-ada, table 5, Mnist"
  std::string name() const;
};

/// The parts of a table or figure, restricted to the data set `dataset` if it is not empty: the
/// paper's name or ours, case-insensitive.
std::vector<Part> parts_of(const PaperMaker& paper, bool figure, const std::string& number,
                           const std::string& dataset);

class Player {
 public:
  /// `directory`: the place for finished parts and drawings; empty: none.
  Player(std::filesystem::path directory, FigureStyle style, const Console& console);

  /// Rows and skipped rows, without remarks. Throws CorruptError if the file of a stored part is
  /// damaged.
  Report table(const Part& part, const ReproduceOptions& options);
  /// The points as CSV with a header; only the header if the data is missing.
  std::string figure(const Part& part, const ReproduceOptions& options, bool drawn);

  /// Whether the part needs no run: it is stored, or its data is missing.
  bool ready(const Part& part, const ReproduceOptions& options) const;

  /// The number of parts that were read from the directory.
  std::size_t kept() const { return kept_; }

  /// The parts that have numbers, by the commit that ran them; "" if the commit is unknown.
  const std::map<std::string, std::vector<std::string>>& played_by() const { return played_by_; }

 private:
  std::filesystem::path place_of(const Part& part, const ReproduceOptions& options,
                                 bool drawn) const;
  std::optional<Json> find(const std::filesystem::path& file, const Part& part);
  void keep(const std::filesystem::path& file, const Part& part, const char* what,
            Json played) const;

  std::filesystem::path directory_;
  FigureStyle style_;
  const Console& console_;
  std::size_t kept_ = 0;
  std::map<std::string, std::vector<std::string>> played_by_;
};

/// The numbers of a paper by their distance from ours.
struct Summary {
  std::uint64_t near = 0, far = 0, farther = 0;  ///< |z| ≤ 2, ≤ 3, > 3
  std::uint64_t equal = 0;                       ///< no deviation on either side
  std::uint64_t other_data = 0;  ///< run on a stand-in, or at another share of labels
  std::uint64_t skipped = 0;     ///< not run, because the data is missing

  std::uint64_t played() const { return near + far + farther; }
};
Summary summary_of(const Report& report);

/// The commit of most parts, then the other commits with their parts.
std::string played_by(const std::map<std::string, std::vector<std::string>>& commits);

/// The page in Markdown, and its numbers (report.hpp).
struct Document {
  std::string page, numbers;
};
/// The page for the papers of these names. Tables have the runs of each paper and figures
/// kFigureRuns, unless the options set another number. With `kept` nothing is run, and parts
/// without stored results are listed as not run.
Document document(const std::vector<std::string>& names, Player& player,
                  const ReproduceOptions& options, bool kept);
inline constexpr std::uint64_t kFigureRuns = 5;

}  // namespace querent::apps
