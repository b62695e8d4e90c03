// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <querent/datasets/bibliography/works.hpp>

namespace querent {

/// A record of Web of Science: two-letter fields, one string per line of a field.
struct WosRecord {
  struct Line {
    std::string text;
    std::uint64_t number;  ///< line number in the file
  };
  std::map<std::string, std::vector<Line>, std::less<>> fields;
  std::uint64_t line = 0;
};

/// The error of a record and its place; `what` is empty if there is no error.
struct WosDamage {
  std::string what;
  std::uint64_t line = 0;
};

WosDamage work_of(const WosRecord& record, const WorksOptions& options, Work& work);

}  // namespace querent
