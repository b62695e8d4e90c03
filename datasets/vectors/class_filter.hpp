// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <querent/datasets/vectors/vector_data.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Which rows of a data set make a task, by the names of their classes.
struct ClassFilter {
  std::vector<std::string> classes =
      {};  ///< 4,7: the others' rows are left out; empty: every class
  std::vector<std::string> positive =
      {};  ///< 1,4,7: together class 1 of a binary task; empty: no merging
  std::vector<std::string> negative = {};  ///< together class 0; none, or "rest" alone: see rest()

  /// Whether class 0 is every class that is not positive.
  bool rest() const {
    return !positive.empty() &&
           (negative.empty() || (negative.size() == 1 && negative[0] == "rest"));
  }
};

/// The task that a filter makes of the classes of some data.
struct ClassTask {
  std::vector<int> class_of;       ///< by the data's class: the task's, or kNoClass where left out
  std::vector<std::string> names;  ///< of the task's classes
};

/// DataError (of `source`) as select_classes.
ClassTask class_task(const std::string& source, const std::vector<std::string>& classes,
                     const ClassFilter& filter);

/// The rows of the task. With `positive`, the classes become two, named by their parts ("1,4,7" and
/// "rest"). Rows without a label stay; rows of classes that the filter does not name are left out.
/// DataError for a class that the data do not have or that is asked for on both sides, and for rows
/// with several labels.
VectorData select_classes(VectorData data, const ClassFilter& filter);

}  // namespace querent
