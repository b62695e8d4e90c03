// SPDX-License-Identifier: Apache-2.0
// The content of a model file, written by `train` and read by `predict`: a learner and its query
// rule with their parameters, the format of the rows, and their source.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include <querent/datasets/vectors/class_filter.hpp>
#include <querent/datasets/vectors/transform/row_transform.hpp>
#include <querent/learners/catalogue/values.hpp>
#include <querent/learners/models/model_file.hpp>
#include <querent/learners/score_calibration.hpp>
#include <querent/spectral/out_of_sample.hpp>
#include <querent/spectral/propagation/label_spreading.hpp>

namespace querent::apps {

/// How rows are made from a vector file.
struct VectorRows {
  std::string format;          ///< "svmlight", "CSV", …: the format of the training file
  std::uint64_t features = 0;  ///< without the bias
  std::vector<std::string> feature_names;
  std::int32_t index_base = -1;  ///< of svmlight, if 0 and 1 are distinguished
  bool dense = true;             ///< layout of rows for scaling and, without a hash, for the
                                 ///< learner
  ClassFilter filter;            ///< maps the labels of the file to the classes of the model
  std::optional<std::vector<double>> means = {};  ///< of the features as read, with --missing mean
  RowTransform transform = RowTransform();

  static void fields(auto& self, auto&& field) {
    field("format", self.format);
    field("features", self.features);
    field("feature_names", self.feature_names);
    field("index_base", self.index_base);
    field("dense", self.dense);
    field("keep_classes", self.filter.classes);
    field("positive", self.filter.positive);
    field("negative", self.filter.negative);
    field("transform", self.transform);
    field("means", self.means);
    field.must(!self.means || self.means->size() == self.features);
  }
};

/// The nodes of a graph, by id: their rows, or the probabilities of their classes by the process of
/// `auto`, which needs no rows.
struct GraphRows {
  std::vector<std::string> ids = {};
  NodeRows nodes;
  Embedding::Rows words =
      {};  ///< columns after the embedding's; empty if node features were not used
  std::optional<NodeScores> probabilities = {};  ///< n × K

  static void fields(auto& self, auto&& field) {
    field("ids", self.ids);
    field("laplacian", self.nodes.laplacian);
    field("eigenvalues", self.nodes.eigenvalues);
    field("degree", self.nodes.degree);
    field("rows", self.nodes.rows);
    field("words", self.words);
    field("probabilities", self.probabilities);
    const auto n = static_cast<Eigen::Index>(self.ids.size());
    field.must(
        self.nodes.rows.rows() == n && self.nodes.degree.size() == n &&
        self.nodes.eigenvalues.size() == self.nodes.rows.cols() &&
        (self.words.cols() == 0 || self.words.rows() == n) &&
        (!self.probabilities ||
         (self.probabilities->rows() == n &&
          (self.probabilities->array() >= 0 && self.probabilities->array() < 1 + 1e-9).all())));
  }
};

struct TrainedModel {
  std::string learner_name, query_name;  ///< names in the catalogue
  Params learner_params, query_params;
  std::string encoding = "one-hot";
  std::uint64_t dim = 0, rounds = 0;
  std::vector<RowView> views;
  std::vector<std::string> classes;

  std::optional<VectorRows> vectors;  ///< either `vectors` or `graph` is set
  std::optional<GraphRows> graph;

  std::string source;                       ///< name of the data
  std::vector<std::string> data_checksums;  ///< SHA-256 of each file
  std::uint64_t seed = 0;
  std::string order;
  std::uint64_t queries = 0, updates = 0;

  LearnerValue learner;  ///< empty if probabilities() classify
  QueryValue rule;
  std::optional<ScoreCalibration> calibration = {};  ///< of probabilities, if they were requested

  /// Creates the learner and rule in their initial state from names and parameters. `bytes` limits
  /// the size of their state. Throws ModelError for unknown names and values.
  void make(std::size_t bytes);

  template <class Self, class Fields>
  static void fields(Self& self, Fields&& field) {
    field("learner", self.learner_name);
    field("learner_params", self.learner_params);
    field("query", self.query_name);
    field("query_params", self.query_params);
    field("encoding", self.encoding);
    field("dim", self.dim);
    field("rounds", self.rounds);
    field("views", self.views);
    field("classes", self.classes);
    field("source", self.source);
    field("data_sha256", self.data_checksums);
    field("seed", self.seed);
    field("order", self.order);
    field("queries", self.queries);
    field("updates", self.updates);
    field("vectors", self.vectors);
    field("graph", self.graph);
    field.must(self.vectors.has_value() != self.graph.has_value());
    const auto K = static_cast<Eigen::Index>(self.classes.size());
    field.must(!self.probabilities() || self.probabilities()->cols() == K);
    if constexpr (!std::is_const_v<Self>) self.make(self.bytes_);
    if (!self.probabilities()) field("learner_state", self.learner);
    field("query_state", self.rule);
    field("calibration", self.calibration);
  }

  /// P(class) of every node by the process of `auto`; null if the learner classifies.
  const NodeScores* probabilities() const {
    return graph && graph->probabilities ? &*graph->probabilities : nullptr;
  }

  /// Throws ModelError and IoError.
  static TrainedModel read(const ModelFile& file);

 private:
  std::size_t bytes_ = 0;
};

/// The output of `inspect MODEL`: learner, parameters and training data, without the weights.
nlohmann::ordered_json model_json(const ModelFile& file, const TrainedModel& model);
std::string model_text(const ModelFile& file, const TrainedModel& model);

}  // namespace querent::apps
