// SPDX-License-Identifier: Apache-2.0
// Information about the class of --find before the first question: --criteria, --like, and seeds
// outside all exports.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <CLI/App.hpp>

#include <querent/apps/source/prepared.hpp>

namespace querent::apps {

struct CriteriaFlags {
  std::string text;                     ///< --criteria: path of a text
  std::string like;                     ///< --like: a folder written by `querent ask --export`
  std::vector<std::string> works = {};  ///< ids of known works of the class that are not items

  bool any() const { return !text.empty() || !like.empty() || !works.empty(); }
};

/// Declares --criteria and --like.
void add_criteria_options(CLI::App& app, CriteriaFlags& flags);

/// The value of SessionOptions::criteria for `flags`; `find` is the class, and `notes` receives
/// notes for the user. Throws UsageError if the source has no views, and DataError and IoError for
/// the files.
CsrMatrix criteria_of(const CriteriaFlags& flags, const std::string& find,
                      const std::string& source, const std::vector<CsrMatrix>& views,
                      std::vector<std::string>& notes);

/// The lines of a text written by a person, such as a guide to the classes or criteria. Throws
/// IoError, DataError if it is not text, and LimitError if it exceeds 1 MiB.
std::vector<std::string> read_short_text(const std::filesystem::path& file);

}  // namespace querent::apps
