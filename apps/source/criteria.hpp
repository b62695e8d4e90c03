// SPDX-License-Identifier: Apache-2.0
// What is known of the class of --find before anything is asked: --criteria, --like, and seeds that
// no export has.
#pragma once

#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/source/prepared.hpp>

namespace querent::apps {

struct CriteriaFlags {
  std::string text;                     ///< --criteria: a file
  std::string like;                     ///< --like: a folder that `querent ask --export` wrote
  std::vector<std::string> works = {};  ///< ids of known works of the class that are no items

  bool any() const { return !text.empty() || !like.empty() || !works.empty(); }
};

/// --criteria and --like.
void add_criteria_options(CLI::App& app, CriteriaFlags& flags, const std::string& group);

/// SessionOptions::criteria of what `flags` name; `find`: the class. `notes` gets what a person
/// should know. UsageError where the source has no views; DataError, IoError of the files.
SparseItems criteria_of(const CriteriaFlags& flags, const std::string& find,
                        const std::string& source, const std::vector<SparseItems>& views,
                        std::vector<std::string>& notes);

}  // namespace querent::apps
