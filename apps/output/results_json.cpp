// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/output/results_json.hpp>

#include <algorithm>
#include <type_traits>

#include <querent/apps/experiment/measures.hpp>
#include <querent/apps/output/run_outputs.hpp>
#include <querent/learners/seed_of_run.hpp>

namespace querent::apps {

Json source_json(const GraphData& data) {
  const ReadReport& report = data.report;
  return {{"name", data.name},
          {"kind", "graph"},
          {"format", report.format},
          {"nodes", data.graph.num_nodes()},
          {"edges", data.graph.num_edges()},
          {"classes", data.classes.size()},
          {"features", data.features.dim},
          {"dropped",
           {{"nodes_outside_largest_component", report.nodes_outside_largest_component},
            {"self_loops", report.self_loops},
            {"duplicate_edges", report.duplicate_edges},
            {"zero_weights", report.zero_weights},
            {"labels_without_node", report.labels_without_node},
            {"edges_to_unknown_nodes", report.edges_to_unknown_nodes}}},
          {"components", report.components},
          {"isolated_nodes", report.isolated_nodes},
          {"unlabelled_nodes", report.unlabelled_nodes},
          {"multilabel_nodes",
           std::ranges::count_if(data.label_sets, [](const auto& set) { return set.size() > 1; })},
          {"notes", report.notes}};
}

Json source_json(const VectorData& data) {
  const VectorReport& report = data.report;
  return {
      {"name", data.name},
      {"kind", "vectors"},
      {"format", report.format},
      {"rows", data.rows()},
      {"features", data.features},
      {"classes", data.classes.size()},
      {"dense", data.layout == RowLayout::kDense},
      {"entries", data.value.size()},
      {"dropped",
       {{"rows_of_other_classes", report.rows - data.rows()}, {"bad_rows", report.dropped_rows}}},
      {"unlabelled_rows", report.unlabelled_rows},
      {"multilabel_rows", report.multilabel_rows},
      {"zero_rows", report.zero_rows},
      {"constant_features", report.constant_features},
      {"empty_features", report.empty_features},
      {"notes", report.notes}};
}

Json embedding_json(const Embedding& embedding, LaplacianKind laplacian) {
  return {{"dim", embedding.eigenvalues.size()},
          {"laplacian", to_string(laplacian)},
          {"solver", embedding.solver},
          {"seconds", embedding.seconds},
          {"max_residual", embedding.residuals.size() == 0 ? 0.0 : embedding.residuals.maxCoeff()}};
}

Json result_json(const ConfigResult& result, int num_classes, std::uint64_t seed) {
  const LearnerConfig& config = result.config;
  Json json;
  json["learner"] = {{"name", config.learner->name},
                     {"update", result.method.update},
                     {"query", result.method.query},
                     {"params", result.method.params}};
  if (config.weighing.importance) json["learner"]["importance"] = true;
  if (!config.weighing.of_class.empty())
    json["learner"]["class_weights"] = config.weighing.of_class;
  if (config.weighing.balanced) json["learner"]["balanced"] = true;
  if (config.forget > 0) json["learner"]["forget"] = config.forget;
  json["runs"] = Json::array();
  for (const auto& run : result.runs) {
    Json entry{{"seed", seed_of_run(seed, run.run)}};
    for (const auto& measure : measures_of(run, num_classes)) {
      if (measure.whole) {
        entry[measure.name] = static_cast<std::uint64_t>(measure.value);
      } else {
        entry[measure.name] = measure.value;
      }
    }
    if (run.agreement) entry["opinions"] = annotator_agreement_json(*run.agreement);
    if (run.find) entry["found_at"] = run.find->found_at;
    json["runs"].push_back(std::move(entry));
  }
  for (const auto& [name, summary] : mean_stds_of(result.runs, num_classes)) {
    json["mean"][name] = summary.mean;
    json["std"][name] = summary.std;
  }
  return json;
}

Json run_json(const ExperimentResult& experiment, std::uint64_t seed, int num_classes, Json source,
              Json embedding) {
  Json json{{"querent", QUERENT_VERSION},
            {"command", "run"},
            {"seed", seed},
            {"source", std::move(source)}};
  if (!embedding.is_null()) json["embedding"] = std::move(embedding);
  if (experiment.results.size() == 1) {
    json.update(result_json(experiment.results.front(), num_classes, seed));
  } else {
    for (const auto& result : experiment.results)
      json["results"].push_back(result_json(result, num_classes, seed));
  }
  return json;
}

Json auto_json(bool finds) {
  const AutoParams params;
  Json json;
  AutoParams::fields(params, [&](const char* name, const auto& value) {
    if constexpr (std::is_same_v<decltype(value), const OpinionParams&>) {
      OpinionParams::fields(value, [&](const char* of, const auto& v) { json[name][of] = v; });
    } else {
      json[name] = value;
    }
  });
  if (!finds) return json;
  for (const char* name : {"noises", "temperature", "temperature_spread", "label_noises",
                           "label_noise_prior", "prune_from", "prune_below", "covering",
                           "cluster_sample", "landmarks", "drawn", "fewest_drawn", "fewest_judged"})
    json.erase(name);  // of the process of `auto` alone
  const FindParams find;
  FindParams::fields(find, [&](const char* name, const auto& v) { json["find"][name] = v; });
  return json;
}

std::string run_outputs::run_json(OutputDirectory& directory, const RunOutcome& run) {
  directory.stage("run.json", dumped(run.json));
  return {};
}

}  // namespace querent::apps
