// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <querent/datasets/vectors/class_filter.hpp>

namespace querent::apps {

/// The classes of a stream, which are fixed before its first row.
class StreamClasses {
 public:
  /// `known`: all classes of the source, sorted; without it the classes are those that the filter
  /// names, and every other label belongs to the class "rest" if the filter has one. Throws
  /// UsageError if the filter then names fewer than two classes.
  StreamClasses(const std::string& source, const std::optional<std::vector<std::string>>& known,
                const ClassFilter& filter);
  const std::vector<std::string>& names() const { return names_; }
  /// kNoClass for a label that the filter leaves out.
  int of(const std::string& label) const;

 private:
  std::vector<std::string> names_;
  std::unordered_map<std::string, int> class_of_;
  int other_ = kNoClass;
};

}  // namespace querent::apps
