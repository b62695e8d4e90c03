// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/web/api.hpp>

#include <utility>

#include <fmt/format.h>

#include <querent/apps/ask/export.hpp>
#include <querent/apps/output/figure/figure.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps::web {

namespace {

std::vector<ItemState> states_of(AnnotationServer& server) {
  std::vector<ItemState> states;
  states.reserve(server.items().size());
  for (std::uint32_t i = 0; i < server.items().size(); ++i) states.push_back(server.state(i));
  return states;
}

std::string predictions(AnnotationServer& server) {
  const auto predicted = server.predictions(true);
  std::vector<std::string> by;
  for (auto& state : states_of(server)) by.push_back(std::move(state.by));
  return export_predictions(server.items(), server.classes(), *predicted, by);
}

std::string labels(AnnotationServer& server) {
  std::uint64_t left_out = 0;
  return export_labels(server.items(), server.classes(), states_of(server), left_out);
}

void refuse_empty(const Figure& figure) {
  if (is_empty(figure))
    throw Refused("the curve cannot be drawn before the error has been estimated");
}

// The figure as `querent ask --export` draws it.
std::string drawn(const Figure& figure, FigureFormat format) {
  refuse_empty(figure);
  const std::string svg = svg_of(figure, FigureWidth::kScreen);
  if (format == FigureFormat::kSvg) return svg;
  Rendered picture = rendered(svg, format);
  if (!picture.problem.empty()) throw Refused(picture.problem);
  return std::move(picture.bytes);
}

}  // namespace

std::vector<Download> downloads_of(AnnotationServer& server) {
  const std::string what = server.items().item();
  std::vector<Download> all = {
      {"predictions.csv", "every " + what + " with its class, probability and annotator",
       "text/csv; charset=utf-8", [&server] { return predictions(server); }},
      {"labels.tsv", "all answers, for --labels and --seeds",
       "text/tab-separated-values; charset=utf-8", [&server] { return labels(server); }}};
  if (server.settings().finds_wrong())
    all.push_back({"review.csv", "answers, sorted by their probability of being wrong",
                   "text/csv; charset=utf-8", [&server] {
                     return export_review(server.items(), server.classes(), states_of(server),
                                          *server.predictions(true));
                   }});
  if (server.items().graph() != nullptr)
    all.push_back(
        {"graph.graphml", "the graph with classes and probabilities, for Gephi and other programs",
         "application/graphml+xml", [&server] {
           return export_graphml(server.items(), server.classes(), *server.predictions(true));
         }});
  for (const ReviewFile& file : review_files(server))
    all.push_back({file.name, file.about, file.type, file.text});
  all.push_back({"run.json", "settings, source and error estimate", "application/json",
                 [&server] { return export_run(server); }});
  for (const auto& [format, type] :
       {std::pair{FigureFormat::kSvg, "image/svg+xml"}, {FigureFormat::kPng, "image/png"}}) {
    all.push_back({fmt::format("curve.{}", ending_of(format)),
                   "estimated error against number of answers", type,
                   [&server, format = format] { return drawn(curve_of(server), format); }});
    all.push_back({fmt::format("map.{}", ending_of(format)),
                   "a map of every " + what + ", coloured by class", type,
                   [&server, format = format] {
                     return drawn(map_of(server, *server.predictions(true)), format);
                   }});
  }
  const std::string data = "data of this figure";
  all.push_back({"curve.csv", data, "text/csv; charset=utf-8", [&server] {
                   refuse_empty(curve_of(server));
                   return export_curve(server);
                 }});
  all.push_back({"map.csv", data, "text/csv; charset=utf-8",
                 [&server] { return export_map(server, *server.predictions(true)); }});
  return all;
}

std::string command_of(const std::filesystem::path& directory) {
  return fmt::format("querent ask {} --export results", shell_word(directory.string()));
}

}  // namespace querent::apps::web
