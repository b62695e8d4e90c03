// SPDX-License-Identifier: Apache-2.0
// Files for a systematic review, if the source is a folder of publications:
//
//   records-CLASS.ris, .bib, .csv   the works labelled with this class, with their original fields;
//                                   records-unread: the works without an answer
//   missing.csv                     cited works outside the export, by the score of chasing.hpp
//   prisma.csv                      numbers of records for a PRISMA flow diagram
//   decisions.csv                   all answers, corrections and undos, in order
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <querent/apps/ask/annotation_server.hpp>

namespace querent::apps {

/// An export file and the function that returns its text.
struct ReviewFile {
  std::string name;
  std::string about;  ///< short description
  std::string type;   ///< MIME type
  std::function<std::string()> text;
};

/// The review files of the source; empty if it is not a folder of publications. The annotation
/// server must outlive them. CorruptError for a damaged folder.
std::vector<ReviewFile> review_files(const AnnotationServer& server);

/// prisma.csv: step, description, number. The removed records are read from manifest.json.
std::string export_prisma(const AnnotationServer& server);
/// decisions.csv.
std::string export_decisions(const AnnotationServer& server);
/// missing.csv: rank, score, DOI, reference, and the number of records per class that cite it.
std::string export_missing(const AnnotationServer& server);

}  // namespace querent::apps
