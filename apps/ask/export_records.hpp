// SPDX-License-Identifier: Apache-2.0
// What a systematic review takes home, of a graph's folder whose nodes are works:
//
//   records-CLASS.ris, .bib, .csv   the works that people gave this class, as they were read;
//                                   records-unread: those that nobody has read
//   missing.csv                     works outside the export, by the score of chasing.hpp
//   prisma.csv                      counts of the steps of a review, as the PRISMA flow has them
//   decisions.csv                   everything that was answered, corrected and undone, in order
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <querent/apps/ask/desk.hpp>

namespace querent::apps {

/// A file of them, and how its text is made.
struct ReviewFile {
  std::string name;
  std::string about;  ///< in a few words
  std::string type;   ///< as HTTP has it
  std::function<std::string()> text;
};

/// Those that the source of the desk has: none where it is no folder of works. The desk must outlive
/// them. CorruptError for a folder that is damaged.
std::vector<ReviewFile> review_files(const Desk& desk);

/// prisma.csv: step, what is meant, number. Removed records are those of manifest.json.
std::string export_prisma(const Desk& desk);
/// decisions.csv.
std::string export_decisions(const Desk& desk);
/// missing.csv: rank, score, DOI, reference, and how many records of each class cite it.
std::string export_missing(const Desk& desk);

}  // namespace querent::apps
