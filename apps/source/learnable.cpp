// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/prepared.hpp>

#include <cmath>

#include <algorithm>
#include <set>

#include <fmt/ranges.h>

#include <querent/apps/source/source.hpp>
#include <querent/datasets/text/printable.hpp>
#include <querent/graph/components.hpp>

namespace querent::apps {

void check_labels(const std::string& name, std::span<const int> labels,
                  const std::vector<std::string>& classes, std::string_view item,
                  std::uint64_t outside) {
  const std::string others = outside == 0 ? std::string()
                                          : fmt::format(
                                                "; {} of nodes outside the largest component are "
                                                "left out, --component all keeps them",
                                                counted(outside, "label"));
  std::set<int> seen;
  for (const int label : labels) {
    if (label >= 0) seen.insert(label);
  }
  if (seen.empty()) {
    throw DataError(
        fmt::format("{}: no {} has a label, so there is nothing to learn — give --labels FILE, or "
                    "label the data yourself with `querent ask`{}",
                    name, item, others));
  }
  if (seen.size() == 1) {
    throw DataError(fmt::format(
        "{}: every label is {}, so there is nothing to learn — at least two classes are needed{}",
        name, in_quotes(classes[static_cast<std::size_t>(*seen.begin())]), others));
  }
}

void check_learnable(const GraphData& data, bool labels_needed, bool uses_features) {
  if (data.graph.num_nodes() == 0)
    throw DataError(fmt::format(
        "{}: the graph is empty, so there is nothing to learn — give a graph with edges",
        data.name));
  if (labels_needed)
    check_labels(data.name, data.labels, data.classes, "node",
                 data.report.labels_outside_largest_component);
  if (data.graph.num_edges() == 0 && !uses_features) {
    throw DataError(
        fmt::format("{}: the graph has no edges, so its nodes cannot be distinguished — give a "
                    "graph with edges{}",
                    data.name, data.features.empty() ? "" : ", or a learner of their features"));
  }
  check_weights(data);
}

void check_learnable(const VectorData& data, bool labels_needed) {
  if (data.rows() == 0)
    throw DataError(fmt::format(
        "{}: there are no rows, so there is nothing to learn — give a file with rows", data.name));
  if (labels_needed) check_labels(data.name, data.labels, data.classes, "row");
}

std::vector<bool> find_unreached(const GraphData& data, const Console& console) {
  const Components components = connected_components(data.graph);
  std::vector<bool> reached(components.count(), false);
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    if (data.labels[i] != kUnlabelled) reached[components.of[i]] = true;
  }
  constexpr std::size_t kListed = 20;
  std::vector<std::string> listed;
  std::uint64_t count = 0;
  std::vector<bool> unreached(data.labels.size());
  for (std::size_t i = 0; i < data.labels.size(); ++i) {
    if (reached[components.of[i]]) continue;
    unreached[i] = true;
    if (++count <= kListed) listed.push_back(printable(data.names[i]));
  }
  if (count == 0) return {};
  console.note(fmt::format("{} in components without any label cannot be classified: {}{}",
                           counted(count, "node"), fmt::join(listed, ", "),
                           count > kListed ? ", …" : ""));
  return unreached;
}

void doubt_classes(const std::string& name, const std::vector<int>& labels, std::size_t classes,
                   const Console& console) {
  constexpr std::size_t kMany = 100;
  const auto labelled = static_cast<std::size_t>(
      std::count_if(labels.begin(), labels.end(), [](int label) { return label >= 0; }));
  if (classes < kMany || 2 * classes < labelled) return;
  console.note(fmt::format(
      "{}: {} classes for {} labels, fewer than two labels per class — is this a file of names?",
      printable(name), grouped(classes), grouped(labelled)));
}

void doubt_sigma(const DatasetView& examples, const std::vector<NamedConfig>& configs,
                 const Console& console) {
  constexpr double kWide = 5;  // exp(−1/(2 · 5²)) = 0.98
  const auto* const dense = std::get_if<DenseView>(&examples.rows);
  if (dense == nullptr || dense->values.empty()) return;
  const Eigen::Map<const Embedding::Rows> X(
      dense->values.data(), static_cast<Eigen::Index>(dense->values.size() / dense->dim),
      static_cast<Eigen::Index>(dense->dim));
  const double squares = X.squaredNorm() / static_cast<double>(X.rows());
  const double distance = std::sqrt(2 * (squares - X.colwise().mean().squaredNorm()));
  for (const auto& [name, config] : configs) {
    const Params& params = config.learner_params;
    const auto sigma = params.find("sigma"), degree = params.find("degree");
    if (sigma == params.end() || (degree != params.end() && degree->second > 0)) continue;
    if (!(distance > 0) || sigma->second <= kWide * distance) continue;
    console.note(fmt::format(
        "{}: the kernel hardly distinguishes rows, since sigma is {} and rows are {:.2g} "
        "apart on average — try --param sigma={:.2g} to {:.2g}",
        name, sigma->second, distance, distance / 10, distance));
  }
}

}  // namespace querent::apps
