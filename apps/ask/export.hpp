// SPDX-License-Identifier: Apache-2.0
// `querent ask DIR --export DIR2`: writes the results as files.
//
//   predictions.csv   one row per item: id, name, class, probability, asked, by; the class is empty
//                     if none can be predicted
//   review.csv        id, name, class and P(wrong) of each answer, the most doubtful first
//   labels.tsv        id and class of all answers, for --labels and --seeds
//   graph.graphml     the graph with classes and probabilities, for Gephi and others
//   records-*, missing.tsv, prisma.tsv, log.csv: see ReviewFile
//   run.json          settings, source and error estimate
//   curve, map        estimated error against number of answers; map of all items (SVG and PNG)
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <querent/apps/ask/annotation_server.hpp>
#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

// Files for a systematic review, if the source is a folder of publications:
//
//   records-CLASS.ris, .bib, .csv   the works labelled with this class, with their original fields;
//                                   records-unread: the works without an answer; records-undecided:
//                                   "don't know", or different answers of two annotators
//   missing.tsv                     cited works outside the export, by the score of chasing.hpp
//   prisma.tsv                      numbers of records for a PRISMA flow diagram
//   log.csv                         all answers, corrections and undos, in order

/// An export file and the function that returns its text.
struct ReviewFile {
  std::string name;
  std::string about;  ///< short description
  std::string type;   ///< MIME type
  std::function<std::string()> text;
};

/// The review files of the source; empty if it is not a folder of publications. The annotation
/// server must outlive them. CorruptError for a damaged folder.
std::vector<ReviewFile> review_files(AnnotationServer& server);

/// prisma.tsv: step, description, number. The removed records are read from manifest.json.
std::string export_prisma(AnnotationServer& server);
/// log.csv.
std::string export_decisions(AnnotationServer& server);
/// missing.tsv: rank, score, DOI, reference, and the number of records per class that cite it.
std::string export_missing(AnnotationServer& server);

/// Each returns the text of a whole file.
std::string export_predictions(const AskItems& items, const std::vector<std::string>& classes,
                               const Predictions& predictions, const std::vector<std::string>& by);
std::string export_review(const AskItems& items, const std::vector<std::string>& classes,
                          const std::vector<ItemState>& states, const Predictions& predictions);
std::string export_labels(const AskItems& items, const std::vector<std::string>& classes,
                          const std::vector<ItemState>& states, std::uint64_t& left_out);
std::string export_graphml(const AskItems& items, const std::vector<std::string>& classes,
                           const Predictions& predictions);

std::string export_run(AnnotationServer& server);

Figure curve_of(AnnotationServer& server);
Figure map_of(AnnotationServer& server, const Predictions& predictions);
/// The data of these figures as CSV.
std::string export_curve(AnnotationServer& server);
std::string export_map(AnnotationServer& server, const Predictions& predictions);

/// Writes all files and returns their names; a note lists whatever cannot be written. IoError.
std::vector<std::string> export_answers(AnnotationServer& server,
                                        const std::filesystem::path& directory,
                                        const Console& console);

}  // namespace querent::apps
