// SPDX-License-Identifier: Apache-2.0
// querent datasets [fetch|path|verify|add NAME]: the data sets known by name.
#include <algorithm>
#include <memory>

#include <fmt/ranges.h>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/options/declare.hpp>
#include <querent/apps/output/table.hpp>
#include <querent/apps/source/source.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/user_datasets.hpp>

namespace querent::apps {

namespace {

struct DatasetsOptions {
  std::string action, name, edges, labels, features, rows;
  bool json = false, quiet = false;
};

bool is_here(const DatasetInfo& dataset) {
  const auto states = verify(dataset);
  return !states.empty() && std::all_of(states.begin(), states.end(),
                                        [](const FileState& state) { return state.intact; });
}

std::string state_of(const DatasetInfo& dataset) {
  if (dataset.embedded) return is_here(dataset) ? "embedded" : "not found";
  if (is_here(dataset)) return "here";
  return dataset.editions.empty() ? "described only" : "to fetch";
}

std::vector<DatasetInfo> all_datasets(const Console& console) {
  std::vector<DatasetInfo> all = catalogue();
  std::vector<std::string> damaged;
  for (auto& own : user_datasets(&damaged)) {
    std::erase_if(all, [&](const DatasetInfo& dataset) { return dataset.name == own.name; });
    all.push_back(std::move(own));
  }
  for (const auto& what : damaged) console.note(what);
  return all;
}

Json dataset_json(const DatasetInfo& dataset) {
  Json json{{"name", dataset.name},         {"kind", to_string(dataset.kind)},
            {"title", dataset.title},       {"licence", dataset.licence},
            {"homepage", dataset.homepage}, {"paper_rows", dataset.paper_rows},
            {"note", dataset.note},         {"state", state_of(dataset)}};
  json["facts"] = {{"nodes", dataset.facts.nodes},
                   {"edges", dataset.facts.edges},
                   {"classes", dataset.facts.classes},
                   {"features", dataset.facts.features}};
  json["files"] = Json::array();
  for (const auto& state : verify(dataset)) {
    json["files"].push_back(
        {{"path", state.path}, {"where", state.where.string()}, {"intact", state.intact}});
  }
  return json;
}

int list(const DatasetsOptions& options, Console& console) {
  if (options.json) {
    Json json = Json::array();
    for (const auto& dataset : all_datasets(console)) json.push_back(dataset_json(dataset));
    console.print(dumped(json));
    return kDone;
  }
  // fits 80 columns; the licence and the other numbers are in `querent datasets NAME` and --json
  Table table({"name", "kind", "state", "description", "items"}, 4);
  for (const auto& dataset : all_datasets(console)) {
    const bool graph = dataset.kind == DatasetKind::kGraph;
    const std::string state = state_of(dataset);
    table.add({dataset.name, graph ? "graph" : "rows",
               state == "described only" ? "described" : state, dataset.title,
               dataset.facts.nodes == 0 ? "" : grouped(dataset.facts.nodes)});
  }
  console.print(table.shown());
  return kDone;
}

int fetch_files(const DatasetInfo& dataset, Console& console) {
  for (const auto& file : locate_with_progress(dataset, console).files) {
    console.print(fmt::format("{}  {}\n", file.sha256, file.path.string()));
  }
  return kDone;
}

int print_paths(const DatasetInfo& dataset, Console& console) {
  LocateOptions here_only;
  here_only.allow_network = false;
  for (const auto& file : locate(dataset, here_only).files)
    console.print(file.path.string() + "\n");
  return kDone;
}

int check_files(const DatasetInfo& dataset, Console& console) {
  bool all = true;
  const auto states = verify(dataset);
  for (const auto& state : states) {
    all &= state.intact;
    console.print(fmt::format("{:8} {}\n",
                              state.intact          ? "intact"
                              : state.where.empty() ? "missing"
                                                    : "damaged",
                              state.where.empty() ? state.path : state.where.string()));
  }
  if (states.empty())
    console.print(fmt::format("{} cannot be fetched: {}\n", dataset.name, dataset.note));
  return all && !states.empty() ? kDone : kCheckFailed;
}

int add_own(const DatasetsOptions& options, Console& console) {
  std::vector<std::pair<FileRole, std::filesystem::path>> files;
  const auto add = [&](FileRole role, const std::string& file) {
    if (!file.empty()) files.emplace_back(role, file);
  };
  add(FileRole::kEdges, options.edges);
  add(FileRole::kLabels, options.labels);
  add(FileRole::kFeatures, options.features);
  add(FileRole::kRows, options.rows);
  if (options.edges.empty() == options.rows.empty()) {
    throw UsageError(
        "datasets add: give --edges FILE (with --labels FILE) for a graph, or --rows FILE for "
        "vectors");
  }
  const DatasetInfo added = add_user_dataset(
      options.name, options.rows.empty() ? DatasetKind::kGraph : DatasetKind::kVectors, files);
  console.print(fmt::format("added {}: {}\n", added.name, counted(files.size(), "file")));
  return kDone;
}

int show(const DatasetInfo& dataset, Console& console) {
  std::string text =
      fmt::format("{}: {}\nlicence: {}\nhome: {}\nstate: {}\n", dataset.name, dataset.title,
                  dataset.licence, dataset.homepage, state_of(dataset));
  const auto& facts = dataset.facts;
  const bool graph = dataset.kind == DatasetKind::kGraph;
  const auto add = [&](std::uint64_t n, std::string_view one, std::string_view many) {
    if (n > 0) text += fmt::format("{}\n", counted(n, one, many));
  };
  add(facts.nodes, graph ? "node" : "row", graph ? "nodes" : "rows");
  add(facts.edges, "edge", "edges");
  add(facts.classes, "class", "classes");
  add(facts.features, "feature", "features");
  if (!dataset.note.empty()) text += dataset.note + "\n";
  for (const auto& state : verify(dataset))
    text += fmt::format("file: {}\n", state.where.empty() ? state.path : state.where.string());
  console.print(text);
  return kDone;
}

int datasets(const DatasetsOptions& options, Console& console) {
  console.quiet = options.quiet;
  static const std::vector<std::string> kActions{"fetch", "path", "verify", "add"};
  if (options.action.empty()) return list(options, console);
  if (std::find(kActions.begin(), kActions.end(), options.action) == kActions.end()) {
    if (const auto dataset = lookup_dataset(options.action); dataset && options.name.empty()) {
      if (!options.json) return show(*dataset, console);
      console.print(dumped(dataset_json(*dataset)));
      return kDone;
    }
    throw UsageError("datasets has no action {}{} — the actions are {}", in_quotes(options.action),
                     hint(options.action, kActions), fmt::join(kActions, ", "));
  }
  if (options.name.empty())
    throw UsageError("datasets {}: expected the name of a data set", options.action);
  if (options.action == "add") return add_own(options, console);
  for (const auto* given : {&options.edges, &options.labels, &options.features, &options.rows}) {
    if (!given->empty())
      throw UsageError(
          "datasets {}: --edges, --labels, --features and --rows are options of "
          "`datasets add` only",
          options.action);
  }
  const auto found = lookup_dataset(options.name);
  if (!found)
    throw UsageError("no data set {}{} — `querent datasets` lists them", in_quotes(options.name),
                     hint(options.name, dataset_names()));
  const DatasetInfo& dataset = *found;
  if (options.json) {
    if (options.action == "fetch") locate_with_progress(dataset, console);
    console.print(dumped(dataset_json(dataset)));
    return options.action == "verify" && !is_here(dataset) ? kCheckFailed : kDone;
  }
  if (options.action == "fetch") return fetch_files(dataset, console);
  if (options.action == "path") return print_paths(dataset, console);
  return check_files(dataset, console);
}

}  // namespace

Command add_datasets(CLI::App& program) {
  CLI::App* app = program.add_subcommand("datasets", "List, fetch, verify or add data sets");
  auto options = std::make_shared<DatasetsOptions>();
  app->add_option("ACTION", options->action,
                  "fetch, path, verify or add; without it, list all data sets or describe NAME");
  app->add_option("NAME", options->name, "Name of the data set");
  add_value(*app, "--edges", options->edges, "FILE", "With add: file of edges");
  add_value(*app, "--labels", options->labels, "FILE", "With add: file of node labels");
  add_value(*app, "--features", options->features, "FILE", "With add: file of node features");
  add_value(*app, "--rows", options->rows, "FILE", "With add: file of feature vectors");
  app->add_flag("--json", options->json, "Print JSON on standard output");
  app->add_flag("--quiet,-q", options->quiet, "Print errors only on standard error");
  return {app, [options](Console& console) { return datasets(*options, console); }};
}

}  // namespace querent::apps
