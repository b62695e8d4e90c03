// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/model/rows_to_predict.hpp>

#include <algorithm>
#include <cmath>
#include <set>
#include <unordered_map>

#include <fmt/ranges.h>

#include <querent/apps/source/source.hpp>
#include <querent/datasets/vectors/format.hpp>
#include <querent/datasets/vectors/transform/transform_rows.hpp>
#include <querent/learners/session/items.hpp>

namespace querent::apps {

namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Maps a label of the data to its class in the model, or to kNoClass if training left it out.
class Classes {
 public:
  Classes(const TrainedModel& model, const std::string& model_name, bool lenient)
      : model_(model), model_name_(model_name), lenient_(lenient) {}

  int of(const std::string& label) const {
    if (model_.vectors) {
      const ClassFilter& filter = model_.vectors->filter;
      if (!filter.classes.empty() && !contains(filter.classes, label)) return kNoClass;
      if (!filter.positive.empty()) {
        if (contains(filter.positive, label)) return 1;
        return filter.rest() || contains(filter.negative, label) ? 0 : kNoClass;
      }
    }
    const auto found = std::find(model_.classes.begin(), model_.classes.end(), label);
    if (found != model_.classes.end()) return static_cast<int>(found - model_.classes.begin());
    if (lenient_) return kNoClass;
    throw ModelError(fmt::format(
        "{}: expected the classes {}, found {} — --lenient treats such a label as missing",
        model_name_, fmt::join(model_.classes, ", "), in_quotes(label)));
  }

  std::vector<int> of_all(const std::vector<int>& labels,
                          const std::vector<std::string>& names) const {
    std::vector<int> mapped(names.size(), kNoClass);
    std::vector<bool> seen(names.size(), false);
    std::vector<int> classes(labels.size(), kNoClass);
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (labels[i] < 0) continue;
      const auto k = static_cast<std::size_t>(labels[i]);
      if (!seen[k]) mapped[k] = of(names[k]);
      seen[k] = true;
      classes[i] = mapped[k];
    }
    return classes;
  }

  std::vector<std::vector<int>> of_sets(std::vector<std::vector<int>> sets,
                                        const std::vector<std::string>& names) const {
    for (std::vector<int>& set : sets) {
      const auto mapped = of_all(set, names);
      const std::set<int> ordered(mapped.begin(), mapped.end());
      set.assign(ordered.upper_bound(kNoClass), ordered.end());
    }
    return sets;
  }

 private:
  const TrainedModel& model_;
  const std::string& model_name_;
  bool lenient_;
};

// Arranges the features of --one-hot as in training, by name. A word that only the model has is 0 in
// every row; a word that it does not have is left out. Without such words `data` is unchanged.
void match_words(const VectorRows& rows, VectorData& data) {
  const auto column = [](const std::string& name) { return name.substr(0, name.find('=') + 1); };
  const auto has_column = [&](const std::vector<std::string>& names, const std::string& name) {
    return !column(name).empty() && std::ranges::any_of(names, [&](const std::string& other) {
      return column(other) == column(name);
    });
  };
  std::unordered_map<std::string_view, std::size_t> own;
  for (std::size_t j = 0; j < data.feature_names.size(); ++j) own.emplace(data.feature_names[j], j);
  for (const std::string& name : rows.feature_names)
    if (!own.contains(name) && !has_column(data.feature_names, name)) return;
  for (const std::string& name : data.feature_names) {
    if (contains(rows.feature_names, name)) continue;
    if (!has_column(rows.feature_names, name)) return;
    data.report.notes.push_back(
        fmt::format("{} is not in the model and was left out", in_quotes(name)));
  }
  std::vector<double> value(data.rows() * rows.features, 0.0);
  for (std::size_t j = 0; j < rows.features; ++j) {
    const auto found = own.find(rows.feature_names[j]);
    for (std::uint64_t i = 0; found != own.end() && i < data.rows(); ++i)
      value[i * rows.features + j] = data.value[i * data.features + found->second];
  }
  data.value = std::move(value);
  data.feature_names = rows.feature_names;
  data.features = rows.features;
  for (std::uint64_t i = 0; i < data.rows(); ++i) data.offsets[i + 1] = (i + 1) * data.features;
}

// Replaces missing values by the means of training.
void fill_missing(const VectorRows& rows, VectorData& data, const std::string& model_name) {
  std::uint64_t filled = 0;
  for (std::uint64_t k = 0; k < data.value.size(); ++k) {
    if (!std::isnan(data.value[k])) continue;
    if (!rows.means)
      throw ModelError(
          fmt::format("{}: expected a model with the means of its features, found none — train it "
                      "with --missing mean",
                      model_name));
    data.value[k] =
        (*rows.means)[data.layout == RowLayout::kDense ? k % data.features : data.index[k]];
    ++filled;
  }
  if (filled > 0)
    data.report.notes.push_back(
        fmt::format("{} missing values were replaced by the means of training", filled));
}

void check_rows(const VectorRows& rows, const VectorData& data, const std::string& model_name) {
  const bool may_be_less = data.report.format == "svmlight";
  if (rows.transform.params().hash_bits > 0) return;  // a hash maps any feature to an index
  if (data.features > rows.features || (!may_be_less && data.features != rows.features)) {
    throw ModelError(fmt::format(
        "{}: expected rows of {}, as in training, found {} in {}{}", model_name,
        counted(rows.features, "feature"), counted(data.features, "feature"), data.name,
        data.report.format == "CSV"
            ? " — give the columns of training, and --label-column none if the rows have no labels"
            : ""));
  }
  if (!rows.feature_names.empty() && !data.feature_names.empty() &&
      rows.feature_names != data.feature_names) {
    std::size_t j = 0;
    while (rows.feature_names[j] == data.feature_names[j]) ++j;
    throw ModelError(fmt::format("{}: expected feature {} to be {}, found {} in {}", model_name,
                                 j + 1, in_quotes(rows.feature_names[j]),
                                 in_quotes(data.feature_names[j]), data.name));
  }
}

VectorData as_trained(VectorData data, const VectorRows& rows) {
  RowTransform transform = rows.transform;
  const bool hashed = transform.params().hash_bits > 0;
  // a hash is equal for both layouts, but only dense rows are centred before it
  if (hashed && transform.params().note_of_sparse().empty())
    return apply_to_rows(std::move(data), transform);
  if (data.layout == RowLayout::kDense && data.features < rows.features)
    data = with_layout(std::move(data), RowLayout::kSparse);
  data.features = hashed ? std::max(data.features, rows.features) : rows.features;
  data = with_layout(std::move(data), rows.dense ? RowLayout::kDense : RowLayout::kSparse);
  return apply_to_rows(std::move(data), transform);
}

RowsToPredict vector_rows(const TrainedModel& model, const std::string& model_name,
                          OpenedSource source, SourceOptions options, int threads,
                          const Console& console) {
  const VectorRows& rows = *model.vectors;
  int& base = options.vectors.read.index_base;
  if (base >= 0 && rows.index_base >= 0 && base != rows.index_base) {
    throw ModelError(
        fmt::format("{}: expected feature indices from {}, as in training, found indices from {}",
                    model_name, rows.index_base, base));
  }
  if (rows.index_base >= 0 && !source.pipe && options.source != "-") {
    Input input = Input::open(vector_read(source.dataset, options, threads, console).file);
    const VectorFormat* const format = recognise_vectors(input.peek());
    if (format != nullptr && (format->options & VectorFormat::kIndexBase) != 0)
      base = rows.index_base;
  }
  options.vectors.filter = {};
  RowsToPredict predict;
  VectorData data = load_raw_vectors(std::move(source), options, threads, console, false).data;
  if (options.vectors.read.one_hot) match_words(rows, data);
  check_rows(rows, data, model_name);
  fill_missing(rows, data, model_name);
  predict.source_json = source_json(data);
  predict.summary = summary_of(data);
  const Classes classes(model, model_name, options.lenient);
  data.labels = classes.of_all(data.labels, data.classes);
  data.label_sets = classes.of_sets(std::move(data.label_sets), data.classes);
  data.classes = model.classes;
  predict.data = as_trained(std::move(data), rows);
  for (std::uint64_t i = 0; i < predict.data.rows(); ++i)
    predict.ids.push_back(std::to_string(predict.data.row_number(i)));
  return predict;
}

Eigen::RowVectorXd words_of_new(const GraphRows& rows, const NodeInModel& node) {
  Eigen::RowVectorXd words = Eigen::RowVectorXd::Zero(rows.words.cols());
  double length = 0, all = 0;
  for (std::size_t k = 0; k < node.neighbours.size(); ++k) {
    const auto row = rows.words.row(node.neighbours[k]);
    words += node.weights[k] * row;
    length += node.weights[k] * row.norm();
    all += node.weights[k];
  }
  const double sum = words.norm();
  if (sum > 0) words *= length / all / sum;  // scaled to the length of the neighbours' features
  return words;
}

RowsToPredict graph_rows(const TrainedModel& model, const std::string& model_name,
                         OpenedSource source, SourceOptions options, const Console& console) {
  if (!options.given.has("--component")) options.read.component = Component::kAll;
  const GraphData graph = load_graph(std::move(source), options, console).data;
  const GraphRows& rows = *model.graph;
  std::unordered_map<std::string_view, std::uint32_t> place_of;
  for (std::uint32_t j = 0; j < rows.ids.size(); ++j) place_of.emplace(rows.ids[j], j);
  RowsToPredict predict;
  predict.source_json = source_json(graph);
  predict.summary = summary_of(graph);
  VectorData& data = predict.data;
  data.name = graph.name;
  data.layout = RowLayout::kDense;
  data.features = model.dim;
  data.classes = model.classes;
  const Classes classes(model, model_name, options.lenient);
  data.labels = classes.of_all(graph.labels, graph.classes);
  data.label_sets = classes.of_sets(graph.label_sets, graph.classes);
  const auto d = rows.nodes.rows.cols();
  for (Node i = 0; i < graph.labels.size(); ++i) {
    predict.ids.emplace_back(graph.names[i]);
    const auto own = place_of.find(std::string_view(predict.ids.back()));
    NodeInModel& node = predict.nodes.emplace_back();
    Eigen::RowVectorXd m(d), words;
    if (own != place_of.end()) {
      node.place = own->second;
      m = rows.nodes.rows.row(own->second);
      if (rows.words.cols() > 0) words = rows.words.row(own->second);
    } else {
      graph.graph.for_each_neighbour(i, [&](Node j, double weight) {
        const auto found = place_of.find(std::string_view(graph.names[j]));
        if (found == place_of.end()) return;
        node.neighbours.push_back(found->second);
        node.weights.push_back(weight);
      });
      ++predict.new_nodes;
      predict.unknown_nodes += node.neighbours.empty();
      if (d > 0) m = out_of_sample(rows.nodes, node.neighbours, node.weights);
      if (rows.words.cols() > 0) words = words_of_new(rows, node);
    }
    if (words.size() > 0) m = join_words(m, words);
    data.value.insert(data.value.end(), m.begin(), m.end());
    data.offsets.push_back(data.value.size());
  }
  return predict;
}

}  // namespace

RowsToPredict rows_to_predict(const TrainedModel& model, const std::string& model_name,
                              OpenedSource source, SourceOptions options, int threads,
                              const Console& console) {
  const bool graph = source.kind == SourceKind::kGraph;
  if (graph != model.graph.has_value()) {
    throw ModelError(fmt::format("{}: expected {}, as in training, found {}", model_name,
                                 model.graph ? "a graph" : "rows of vectors",
                                 graph ? "a graph" : "rows of vectors"));
  }
  return graph ? graph_rows(model, model_name, std::move(source), std::move(options), console)
               : vector_rows(model, model_name, std::move(source), std::move(options), threads,
                             console);
}

}  // namespace querent::apps
