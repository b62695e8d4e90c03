// SPDX-License-Identifier: Apache-2.0
// `querent ask DIR --export DIR2`: what the answers come to, as files.
//
//   predictions.csv   id, name, class ("" where nothing can be known), probability, asked, by: a row
//                     an item
//   review.csv        id, name, class, P(it is wrong) of each answer, the most doubted first
//   labels.tsv        id and class of what people said: a file for --labels and --seeds
//   graph.graphml     the graph with classes and probabilities, for Gephi and others
//   records-*, missing.csv, prisma.csv, decisions.csv: export_records.hpp
//   records-*, missing.csv, prisma.csv, decisions.csv: export_records.hpp
//   run.json          how it was asked, of what, and what is known of the error
//   curve, map        the estimate against the answers; every item in the plane; SVG and PNG
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include <querent/apps/ask/desk.hpp>
#include <querent/apps/output/figure.hpp>
#include <querent/apps/terminal/console.hpp>

namespace querent::apps {

/// Each as a whole file's text.
std::string export_predictions(const AskItems& items, const std::vector<std::string>& classes,
                               const Predictions& predictions, const std::vector<std::string>& by);
std::string export_review(const AskItems& items, const std::vector<std::string>& classes,
                          const std::vector<ItemState>& states, const Predictions& predictions);
std::string export_labels(const AskItems& items, const std::vector<std::string>& classes,
                          const std::vector<ItemState>& states, std::uint64_t& left_out);
std::string export_graphml(const AskItems& items, const std::vector<std::string>& classes,
                           const Predictions& predictions);

std::string export_run(const Desk& desk);

Figure curve_of(const Desk& desk);
Figure map_of(const Desk& desk, const Predictions& predictions);
/// Whether there is nothing to draw yet.
bool is_empty(const Figure& figure);

/// Writes all of them; the names of what was written. What cannot be drawn or represented is a
/// note. IoError.
std::vector<std::string> export_answers(const Desk& desk, const std::filesystem::path& directory,
                                        const Console& console);

}  // namespace querent::apps
