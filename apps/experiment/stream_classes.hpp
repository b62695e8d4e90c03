// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <querent/datasets/vectors/class_filter.hpp>
#include <querent/learners/session/examples.hpp>

namespace querent::apps {

/// The classes of a stream, known before its first row.
class StreamClasses {
 public:
  /// `known`: every class of the source, sorted; nothing: those that the filter names are all there
  /// are, and every other label is of the class "rest" if the filter has one. UsageError when the
  /// filter then names less than two classes.
  StreamClasses(const std::string& source, const std::optional<std::vector<std::string>>& known,
                const ClassFilter& filter);
  const std::vector<std::string>& names() const { return names_; }
  /// kNoClass for a label that is left out.
  int of(const std::string& label) const;

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, int> class_of_;
  int other_ = kNoClass;
};

}  // namespace querent::apps
