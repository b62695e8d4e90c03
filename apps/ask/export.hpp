// SPDX-License-Identifier: Apache-2.0
// `querent ask DIR --export DIR2`: writes the results as files.
//
//   predictions.csv   one row per item: id, name, class, probability, asked, by; the class is empty
//                     if none can be predicted
//   review.csv        id, name, class and P(wrong) of each answer, the most doubtful first
//   labels.tsv        id and class of all answers, for --labels and --seeds
//   graph.graphml     the graph with classes and probabilities, for Gephi and others
//   records-*, missing.tsv, prisma.tsv, log.csv: see below
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

/// An export file; its text is computed when it is called for.
struct ExportFile {
  std::string name;
  std::string about;  ///< short description
  std::string type;   ///< MIME type
  std::function<std::string()> text;
};

/// All files, for the page. The annotation server must outlive them. CorruptError for a damaged
/// folder.
std::vector<ExportFile> export_files(AnnotationServer& server);
/// The review files of the source; empty if it is not a folder of publications.
std::vector<ExportFile> review_files(AnnotationServer& server);

inline constexpr const char* kCsvType = "text/csv; charset=utf-8";
inline constexpr const char* kTsvType = "text/tab-separated-values; charset=utf-8";

/// prisma.tsv: step, description, number. The removed records are read from manifest.json.
std::string export_prisma(AnnotationServer& server);
/// log.csv.
std::string export_decisions(AnnotationServer& server);
/// missing.tsv: rank, score, DOI, reference, and the number of records per class that cite it.
std::string export_missing(AnnotationServer& server);

std::string export_predictions(AnnotationServer& server);
std::string export_review(AnnotationServer& server);
std::string export_labels(AnnotationServer& server);
std::string export_graphml(AnnotationServer& server);
std::string export_run(AnnotationServer& server);

/// The figures as SVG and PNG. Refused if the error has not been estimated yet, or without
/// rsvg-convert.
std::vector<ExportFile> figure_files(AnnotationServer& server);
Figure curve_of(AnnotationServer& server);
Figure map_of(AnnotationServer& server);
/// The data of these figures as CSV.
std::string export_curve(AnnotationServer& server);
std::string export_map(AnnotationServer& server);

/// Writes all files and returns their names; a note lists whatever cannot be written. IoError.
std::vector<std::string> export_answers(AnnotationServer& server,
                                        const std::filesystem::path& directory,
                                        const Console& console);

}  // namespace querent::apps
