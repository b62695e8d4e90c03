// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/export.hpp>

#include <set>

#include <fmt/format.h>

#include <querent/apps/ask/answerer.hpp>
#include <querent/apps/ask/request.hpp>
#include <querent/apps/experiment/pool.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/output/provenance.hpp>
#include <querent/apps/output/results_json.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

namespace {

// The name of an item as a CSV field; empty without --show.
std::string name_field(const AskItems& items, std::uint32_t item) {
  return items.shown().columns.empty() ? std::string() : csv_field(items.title(item));
}

// Whether labels.tsv, which knows no quotes, can have this id.
bool fits_a_line(const std::string& id) {
  return id.find_first_of("\t\r\n") == std::string::npos;
}

// Escaped ids, made unique: escaping can map two ids to the same text.
std::vector<std::string> xml_ids(const AskItems& items) {
  std::vector<std::string> ids;
  std::set<std::string> seen;
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    std::string id = xml_value(items.id(i));
    while (!seen.insert(id).second) id += fmt::format(" ({})", i);
    ids.push_back(std::move(id));
  }
  return ids;
}

Json events_json(const AnnotationProgress& progress) {
  Json classes = Json::array();
  for (std::size_t k = 0; k < progress.classes.size(); ++k)
    classes.push_back({{"class", progress.classes[k]},
                       {"labelled", progress.labelled[k]},
                       {"predicted", progress.predicted[k]}});
  Json people = Json::array();
  for (const auto& person : progress.people)
    people.push_back({{"by", person.by},
                      {"answers", person.answers},
                      {"do_not_know", person.unknown},
                      {"seconds", person.seconds}});
  return {{"items", progress.items},
          {"answered", progress.answered},
          {"asked", progress.asked},
          {"checks", progress.checks},
          {"do_not_know", progress.unknown},
          {"gone", progress.gone},
          {"without", progress.without},
          {"yes_no", progress.yes_no},
          {"events", progress.events},
          {"estimate", estimate_json(progress.estimate)},
          {"recall", recall_json(progress)},
          {"agreement", annotator_agreement_json(progress.agreement)},
          {"opinions", progress.machine ? annotator_agreement_json(*progress.machine) : Json()},
          {"classes", std::move(classes)},
          {"people", std::move(people)}};
}

}  // namespace

std::string export_predictions(AnnotationServer& server) {
  const AskItems& items = server.items();
  const auto predictions = server.predictions(true);
  const auto classes = server.classes();
  std::string csv = "id,name,class,probability,asked,by\n";
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const ItemPrediction& prediction = predictions->items[i];
    csv += fmt::format("{},{},{},{},{},{}\n", csv_field(items.id(i)), name_field(items, i),
                       csv_field(class_name(classes, prediction.label)),
                       prediction.label < 0 ? "" : fmt::format("{}", prediction.probability),
                       prediction.asked ? "yes" : "no",
                       csv_field(prediction.asked ? server.state(i).by : ""));
  }
  return csv;
}

std::string export_review(AnnotationServer& server) {
  const AskItems& items = server.items();
  const auto classes = server.classes();
  std::string csv = "id,name,class,probably_wrong\n";
  for (const auto& [item, label, wrong] : server.predictions(true)->suspects) {
    if (server.state(item).label != label) continue;  // corrected or undone since
    csv += fmt::format("{},{},{},{}\n", csv_field(items.id(item)), name_field(items, item),
                       csv_field(class_name(classes, label)), wrong);
  }
  return csv;
}

std::string export_labels(AnnotationServer& server) {
  const auto classes = server.classes();
  std::string tsv;
  for (std::uint32_t i = 0; i < server.items().size(); ++i) {
    const int label = server.state(i).label;
    const std::string id = server.items().id(i);
    if (label >= 0 && fits_a_line(id))
      tsv += fmt::format("{}\t{}\n", id, class_name(classes, label));
  }
  return tsv;
}

std::string export_graphml(AnnotationServer& server) {
  const AskItems& items = server.items();
  const auto predictions = server.predictions(true);
  const auto classes = server.classes();
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n"
      "  <key id=\"name\" for=\"node\" attr.name=\"name\" attr.type=\"string\"/>\n"
      "  <key id=\"class\" for=\"node\" attr.name=\"class\" attr.type=\"string\"/>\n"
      "  <key id=\"probability\" for=\"node\" attr.name=\"probability\" attr.type=\"double\"/>\n"
      "  <key id=\"asked\" for=\"node\" attr.name=\"asked\" attr.type=\"boolean\"/>\n"
      "  <key id=\"weight\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n"
      "  <graph edgedefault=\"undirected\">\n";
  const auto ids = xml_ids(items);
  for (std::uint32_t i = 0; i < items.size(); ++i) {
    const ItemPrediction& prediction = predictions->items[i];
    text += fmt::format("    <node id=\"{}\">", ids[i]);
    if (!items.shown().columns.empty())
      text += fmt::format("<data key=\"name\">{}</data>", xml_value(items.title(i)));
    if (prediction.label >= 0)
      text += fmt::format("<data key=\"class\">{}</data><data key=\"probability\">{}</data>",
                          xml_value(class_name(classes, prediction.label)), prediction.probability);
    text += fmt::format("<data key=\"asked\">{}</data></node>\n", prediction.asked);
  }
  const Graph& graph = *items.graph();
  graph.for_each_edge([&](Node i, Node j, double weight) {
    text += fmt::format("    <edge source=\"{}\" target=\"{}\">", ids[i], ids[j]);
    if (graph.weighted()) text += fmt::format("<data key=\"weight\">{}</data>", weight);
    text += "</edge>\n";
  });
  return text + "  </graph>\n</graphml>\n";
}

std::string export_run(AnnotationServer& server) {
  Json run{{"querent", QUERENT_VERSION},
           {"command", "ask"},
           {"source", server.items().source_json()},
           {"embedding", server.items().embedding_json()},
           {"settings", Json::parse(settings_json(server.settings()))},
           {"answers", events_json(server.progress())},
           {"machine", machine_json(1)}};
  if (const auto calls = answerer_calls(server.settings().directory))
    run["answerer"] = calls->json();
  if (const AskSettings& settings = server.settings(); settings.pool_of_auto()) {
    run["auto"] = auto_json(!settings.find.empty());
    run["settings"]["params"] = Json::object();  // those of streams
    if (settings.query != "random")
      run["settings"]["query"] = query_of_auto(!settings.find.empty());
  }
  return dumped(run);
}

std::vector<ExportFile> export_files(AnnotationServer& server) {
  const std::string what = server.items().item(), data = "data of this figure";
  std::vector<ExportFile> all = {{"predictions.csv",
                                  "every " + what + " with its class, probability and annotator",
                                  kCsvType, [&server] { return export_predictions(server); }}};
  if (server.settings().finds_wrong())
    all.push_back({"review.csv", "answers, sorted by their probability of being wrong", kCsvType,
                   [&server] { return export_review(server); }});
  all.push_back({"labels.tsv", "all answers, for --labels and --seeds", kTsvType,
                 [&server] { return export_labels(server); }});
  if (server.items().graph() != nullptr)
    all.push_back({"graph.graphml",
                   "the graph with classes and probabilities, for Gephi and other programs",
                   "application/graphml+xml", [&server] { return export_graphml(server); }});
  for (ExportFile& file : review_files(server)) all.push_back(std::move(file));
  all.push_back({"run.json", "settings, source and error estimate", "application/json",
                 [&server] { return export_run(server); }});
  for (ExportFile& file : figure_files(server)) all.push_back(std::move(file));
  all.push_back({"curve.csv", data, kCsvType, [&server] { return export_curve(server); }});
  all.push_back({"map.csv", data, kCsvType, [&server] { return export_map(server); }});
  return all;
}

std::vector<std::string> export_answers(AnnotationServer& server,
                                        const std::filesystem::path& directory,
                                        const Console& console) {
  OutputDirectory out(directory);
  const Figure curve = curve_of(server), map = map_of(server);
  for (const ExportFile& file : export_files(server)) {
    const std::string& name = file.name;
    const bool left_out = name.ends_with(".svg") || name.ends_with(".png") ||  // drawn below
                          (name == "review.csv" && server.predictions(true)->suspects.empty()) ||
                          (name == "curve.csv" && is_empty(curve)) ||
                          (name == "map.csv" && is_empty(map));
    if (!left_out) out.stage(name, file.text());
  }
  std::uint64_t broken = 0;
  for (std::uint32_t i = 0; i < server.items().size(); ++i)
    broken += !fits_a_line(server.items().id(i)) && server.state(i).label >= 0;
  if (broken > 0)
    console.note(fmt::format(
        "{} with a tab or a newline in the id: predictions.csv has them, but labels.tsv cannot",
        counted(broken, server.items().item())));
  if (is_empty(curve) && server.settings().find.empty())
    console.note("the curve was not drawn, because the error has not been estimated yet");
  std::string problem;
  for (const auto& [name, figure] : {std::pair{"curve", &curve}, {"map", &map}}) {
    if (is_empty(*figure)) continue;
    if (const std::string why = draw_into(out, name, *figure); !why.empty()) problem = why;
  }
  if (!problem.empty()) console.note(problem);
  auto names = out.names();
  out.commit();
  return names;
}

}  // namespace querent::apps
