// SPDX-License-Identifier: Apache-2.0
// The parts of a paper, played or taken from DIR/cells, where those that are finished are kept: a
// data set of a table or of a figure each. What is stopped goes on with the next part.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/reproduce/papers.hpp>

namespace querent::apps {

/// A data set of a table or of a figure of a paper.
struct Part {
  const PaperMaker* paper;
  bool figure;
  std::string number;
  PartSet set;

  /// "d-ada, table 5, Mnist"
  std::string name() const;
};

/// The parts of a table or figure, those alone that `dataset` means if it names one: by the paper's
/// name or ours, ignoring case.
std::vector<Part> parts_of(const PaperMaker& paper, bool figure, const std::string& number,
                           const std::string& dataset);

class Player {
 public:
  /// `directory`: where finished parts are kept, and figures drawn; empty: nowhere.
  Player(std::filesystem::path directory, FigureLook look, const Console& console);

  /// Rows and skipped rows, without remarks. CorruptError where the file of a kept part is damaged.
  Report table(const Part& part, const ReproduceOptions& options);
  /// The points as CSV, header first; the header alone where the data is not here.
  std::string figure(const Part& part, const ReproduceOptions& options, bool drawn);

  /// Whether nothing has to be played for it: it is kept, or its data is not here.
  bool ready(const Part& part, const ReproduceOptions& options) const;

  /// How many parts were taken from the directory.
  std::size_t kept() const { return kept_; }

  /// The parts that have numbers, by the commit that played them: "" where a build or a kept part
  /// does not know it.
  const std::map<std::string, std::vector<std::string>>& played_by() const { return played_by_; }

 private:
  std::filesystem::path place_of(const Part& part, const ReproduceOptions& options,
                                 bool drawn) const;
  std::optional<Json> find(const std::filesystem::path& file, const Part& part);
  void keep(const std::filesystem::path& file, const Part& part, const char* what,
            Json played) const;

  std::filesystem::path directory_;
  FigureLook look_;
  const Console& console_;
  std::size_t kept_ = 0;
  std::map<std::string, std::vector<std::string>> played_by_;
};

}  // namespace querent::apps
