// SPDX-License-Identifier: Apache-2.0
// `querent ask DIR --export DIR2`: writes the results as files.
//
//   predictions.csv   one row per item: id, name, class, probability, asked, by; the class is empty
//                     if none can be predicted
//   review.csv        id, name, class and P(wrong) of each answer, the most doubtful first
//   labels.tsv        id and class of all answers, for --labels and --seeds
//   graph.graphml     the graph with classes and probabilities, for Gephi and others
//   records-*, missing.csv, prisma.csv, decisions.csv: export_records.hpp
//   run.json          settings, source and error estimate
//   curve, map        estimated error against number of answers; map of all items (SVG and PNG)
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <querent/apps/ask/annotation_server.hpp>
#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// Each returns the text of a whole file.
std::string export_predictions(const AskItems& items, const std::vector<std::string>& classes,
                               const Predictions& predictions, const std::vector<std::string>& by);
std::string export_review(const AskItems& items, const std::vector<std::string>& classes,
                          const std::vector<ItemState>& states, const Predictions& predictions);
std::string export_labels(const AskItems& items, const std::vector<std::string>& classes,
                          const std::vector<ItemState>& states, std::uint64_t& left_out);
std::string export_graphml(const AskItems& items, const std::vector<std::string>& classes,
                           const Predictions& predictions);

std::string export_run(const AnnotationServer& server);

Figure curve_of(const AnnotationServer& server);
Figure map_of(const AnnotationServer& server, const Predictions& predictions);
/// The data of these figures as CSV.
std::string export_curve(const AnnotationServer& server);
std::string export_map(const AnnotationServer& server, const Predictions& predictions);

/// Writes all files and returns their names; a note lists whatever cannot be written. IoError.
std::vector<std::string> export_answers(const AnnotationServer& server,
                                        const std::filesystem::path& directory,
                                        const Console& console);

}  // namespace querent::apps
