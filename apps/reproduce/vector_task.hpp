// SPDX-License-Identifier: Apache-2.0
// The vector data of a paper: found by name, joined from several files, and prepared in several
// ways.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <querent/apps/reproduce/papers.hpp>
#include <querent/apps/reproduce/texts.hpp>
#include <querent/apps/source/source.hpp>
#include <querent/datasets/vectors/transform/row_transform.hpp>

namespace querent::apps {

/// A data set by the paper's name, and the data used for it.
struct VectorTask {
  std::string dataset;                    ///< the paper's name
  std::vector<std::string> names;         ///< names in the catalogue, whose rows are concatenated
  std::vector<std::string> instead = {};  ///< the stand-in if they are missing
  std::string why = {};                   ///< how the stand-in differs, or how to get the paper's
                                          ///< data
  bool stand_in = false;                  ///< whether the stand-in is used: set by load_task

  /// "Basehock (stand-in: basehock_bydate)"
  std::string row() const {
    return stand_in ? dataset + " (stand-in: " + instead.front() + ")" : dataset;
  }
};

/// The task whose name, our names, stand-in and difference are the next cells of a line.
VectorTask task_on(TableLine& line);

/// Each data set once, as a part of a table or figure.
std::vector<PartSet> part_sets(const std::vector<VectorTask>& tasks);

/// A preparation of rows before the experiment; `text` names it in tables.
struct Preparation {
  std::string text;
  TransformParams transform = {};
  bool dense = false;  ///< first made dense, so that features can be centred
  double times = 1;    ///< final factor of every value
};

/// None; unit norm, min-max and standard, each with and without bias, for which sparse rows stay
/// sparse; standard with centring (z-scores); z-scores with unit norm; and min-max scaled to pixels
/// of 0 … 999.
const std::vector<Preparation>& preparations();
/// The preparation with this text. Throws std::logic_error for an unknown one.
const Preparation& preparation(const std::string& text);

/// Prepared rows, and the examples that refer to them.
struct PreparedRows {
  std::string text;
  VectorData data;
  DatasetView examples;
};
std::unique_ptr<PreparedRows> prepared(VectorData data, const Preparation& preparation);

/// Says in a remark how the stand-in of a task differs, if it was used for a row of the report.
void remark_stand_in(const VectorTask& task, const Report& report,
                     std::vector<std::string>& remarks);

/// The raw rows, or the stand-in's rows if the paper's are missing. Throws MissingData if both are
/// missing.
VectorData load_task(VectorTask& task, const ReproduceOptions& options);

/// The rows of `first` and then of `second`, which has the same classes.
VectorData joined(VectorData first, const VectorData& second);

/// The given rows, in the order given.
VectorData rows_of(const VectorData& data, const std::vector<std::uint32_t>& rows);

}  // namespace querent::apps
