// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <querent/datasets/vectors/vector_data.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Selects the rows of a task by the names of their classes.
struct ClassFilter {
  std::vector<std::string> classes = {};  ///< "4,7": only rows of these classes; empty: every class
  std::vector<std::string> positive =
      {};  ///< "1,4,7": merged into class 1 of a binary task; empty: no merging
  std::vector<std::string> negative = {};  ///< merged into class 0; empty or "rest": see rest()

  /// True if class 0 consists of every class that is not positive.
  bool rest() const {
    return !positive.empty() &&
           (negative.empty() || (negative.size() == 1 && negative[0] == "rest"));
  }
};

/// Maps the classes of some data to those of a task.
struct ClassTask {
  std::vector<int> class_of;       ///< task's class for each class of the data, or kNoClass
  std::vector<std::string> names;  ///< of the task's classes
};

/// Throws DataError naming `source`, like select_classes().
ClassTask class_task(const std::string& source, const std::vector<std::string>& classes,
                     const ClassFilter& filter);

/// The rows of the task. With `positive`, the classes are merged into two, named by their parts
/// ("1,4,7" and "rest"). Rows without a label are kept; rows of classes outside the filter are left
/// out. Throws DataError for a class that is not in the data or is both positive and negative, and
/// for rows with several labels.
VectorData select_classes(VectorData data, const ClassFilter& filter);

}  // namespace querent
