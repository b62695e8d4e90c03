// SPDX-License-Identifier: Apache-2.0
// querent predict --model FILE SOURCE: classifies rows or nodes with a saved learner, and measures
// the error if they have labels.
#include <algorithm>
#include <memory>
#include <optional>

#include <fmt/ranges.h>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/experiment/final_model.hpp>
#include <querent/apps/experiment/measures.hpp>
#include <querent/apps/model/rows_to_predict.hpp>
#include <querent/apps/options/declare.hpp>
#include <querent/apps/options/experiment_options.hpp>
#include <querent/apps/options/source_options.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/platform/terminal.hpp>

namespace querent::apps {

namespace {

struct PredictOptions {
  SourceOptions source;
  OutputOptions output;
  std::string model;
  int threads = 1;
  bool probabilities = false;
};

// P(class) of a node of the model; of a new node, the mean of its neighbours', weighted by the edges.
Eigen::RowVectorXd probabilities_of(const NodeScores& P, const NodeInModel& node) {
  if (node.place) return P.row(*node.place);
  Eigen::RowVectorXd p = Eigen::RowVectorXd::Zero(P.cols());
  for (std::size_t k = 0; k < node.neighbours.size(); ++k)
    p += node.weights[k] * P.row(node.neighbours[k]);
  const double sum = p.sum();
  return sum > 0 ? p / sum : p;
}

// The predictions of the rows and, with `probabilities`, the probability of each predicted class.
struct Predicted {
  std::vector<Prediction> rows;
  std::vector<double> probability;
  std::optional<LabelRankingTally> ranking = {};  // of label sets, if the learner ranks labels
  std::vector<bool> mistake;                      // of the ranking, as in a run
};

Predicted predict_all(const TrainedModel& model, const RowsToPredict& rows, bool probabilities,
                      const Console& console) {
  const VectorData& data = rows.data;
  constexpr std::uint64_t kCheckEvery = 64;
  Progress progress(console, "predicting", static_cast<double>(data.rows()), "rows");
  Predicted all;
  if (!data.label_sets.empty() && !model.probabilities() && model.learner.any().takes_label_sets())
    all.ranking.emplace();
  for (std::uint64_t i = 0; i < data.rows(); ++i) {
    if (i % kCheckEvery == 0) {
      check_interrupt();
      progress.set(static_cast<double>(i));
    }
    Prediction predicted{.label = -1};  // a row of zeros or a node that no label reaches
    double probability = 0;
    bool mistake = false;
    at_row(i, [&] {
      if (!rows.nodes.empty() && !rows.nodes[i].place && rows.nodes[i].neighbours.empty()) return;
      if (const NodeScores* const P = model.probabilities()) {
        const Eigen::RowVectorXd p = probabilities_of(*P, rows.nodes[i]);
        probability = std::min(1.0, p.maxCoeff());
        if (probability > 0)
          predicted = predict_from_scores({p.data(), static_cast<std::size_t>(p.size())});
        return;
      }
      const AnyRow x = data.layout == RowLayout::kDense
                           ? AnyRow(DenseRow{data.row_value(i)})
                           : AnyRow(SparseRow{data.row_index(i), data.row_value(i)});
      std::span<const double> f;
      predicted = all.ranking ? model.learner.predict_labels(x, f) : model.learner.predict(x);
      if (all.ranking && !data.label_sets[i].empty()) {
        all.ranking->add(f, data.label_sets[i]);
        mistake = label_margin(f, data.label_sets[i]).mistake();
      }
      if (probabilities) probability = model.calibration->probability(predicted);
    });
    all.rows.push_back(predicted);
    all.mistake.push_back(mistake);
    if (probabilities) all.probability.push_back(probability);
  }
  return all;
}

// The measures on rows with labels; nullopt if no row has one.
std::optional<Json> measures_json(const Predicted& predicted, const VectorData& data) {
  RunResult run;
  run.ranking = predicted.ranking;
  for (std::size_t i = 0; i < predicted.rows.size(); ++i) {
    const int k = predicted.rows[i].label;
    Round round{.prediction = predicted.rows[i], .label = data.labels[i]};
    if (data.label_sets.empty()) {
      if (k < 0 || round.label < 0) continue;
      round.mistake = k != round.label;
      run.confusion.count(round.label, k);
      run.by_class.count(round.label, round.mistake);
    } else {
      const std::vector<int>& set = data.label_sets[i];
      if (k < 0 || set.empty()) continue;
      round.mistake = run.ranking ? predicted.mistake[i] : std::ranges::count(set, k) == 0;
    }
    run.tally.add(round);
  }
  if (run.tally.rounds == 0) return std::nullopt;
  if (!data.label_sets.empty() && !run.ranking)  // the first label alone is known
    return Json{{"labelled", run.tally.rounds}, {"one_error", run.tally.error_rate()}};
  Json json;
  for (const Measure& measure : measures_of(run, static_cast<int>(data.classes.size()))) {
    static const std::vector<std::string> kOfRuns{"queries", "query_rate", "updates", "seconds"};
    if (measure.name.starts_with("estimated_")) continue;  // of asking
    if (std::find(kOfRuns.begin(), kOfRuns.end(), measure.name) != kOfRuns.end()) continue;
    const std::string name = measure.name == "rounds" ? "labelled" : measure.name;
    measure.whole ? json[name] = static_cast<std::uint64_t>(measure.value)
                  : json[name] = measure.value;
  }
  return json;
}

// The label of row i, or all of its set.
std::string label_of(const VectorData& data, std::size_t i) {
  std::vector<std::string> names;
  for (const int k : data.label_sets.empty() ? std::vector{data.labels[i]} : data.label_sets[i])
    if (k >= 0) names.push_back(data.classes[static_cast<std::size_t>(k)]);
  return fmt::format("{}", fmt::join(names, ","));
}

std::string predictions_csv(const RowsToPredict& rows, const std::vector<Prediction>& predictions,
                            const std::vector<std::string>& classes,
                            const std::vector<double>& probability) {
  const auto name = [&](int k) {
    return k < 0 ? std::string() : csv_field(classes[static_cast<std::size_t>(k)]);
  };
  std::string csv =
      fmt::format("id,predicted,margin,label{}\n", probability.empty() ? "" : ",probability");
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    csv += fmt::format("{},{},{},{}{}\n", csv_field(rows.ids[i]), name(predictions[i].label),
                       predictions[i].margin, csv_field(label_of(rows.data, i)),
                       probability.empty() ? "" : fmt::format(",{}", probability[i]));
  }
  return csv;
}

Json predictions_json(const RowsToPredict& rows, const std::vector<Prediction>& predictions,
                      const std::vector<std::string>& classes,
                      const std::vector<double>& probability) {
  Json json = Json::array();
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    Json one{{"id", rows.ids[i]}, {"predicted", nullptr}, {"margin", predictions[i].margin}};
    if (!probability.empty()) one["probability"] = probability[i];
    if (predictions[i].label >= 0)
      one["predicted"] = classes[static_cast<std::size_t>(predictions[i].label)];
    if (const std::string label = label_of(rows.data, i); !label.empty()) one["label"] = label;
    json.push_back(std::move(one));
  }
  return json;
}

std::string summary_of(const TrainedModel& model, const RowsToPredict& rows,
                       const std::vector<Prediction>& predictions,
                       const std::optional<Json>& measures) {
  std::string text = rows.summary;
  if (rows.new_nodes > 0) {
    text += fmt::format(
        "{} not in the model: {} embedded from their neighbours, {} without neighbours in it\n",
        counted(rows.new_nodes, "node"), grouped(rows.new_nodes - rows.unknown_nodes),
        grouped(rows.unknown_nodes));
  }
  const auto known = std::ranges::count_if(predictions, [](auto& p) { return p.label >= 0; });
  const auto predicted = static_cast<std::uint64_t>(known);
  text += fmt::format("{} of {}: {}{} predicted", model.learner_name, model.source,
                      predicted < rows.ids.size() ? grouped(predicted) + " of " : "",
                      counted(rows.ids.size(), model.graph ? "node" : "row"));
  if (measures) {
    const bool sets = measures->contains("one_error");
    text += fmt::format(", {} {:.4f} on {} with a label", sets ? "one-error" : "error rate",
                        (*measures)[sets ? "one_error" : "error_rate"].get<double>(),
                        grouped((*measures)["labelled"].get<std::uint64_t>()));
    if (std::ranges::any_of(rows.nodes, [](auto& node) { return node.place.has_value(); }))
      text +=
          fmt::format(" (the model has learnt the labels of {})", counted(model.queries, "node"));
    if (measures->contains("ranking_loss"))
      text += fmt::format(", ranking loss {:.4f}", (*measures)["ranking_loss"].get<double>());
    if (measures->contains("f1"))
      text += fmt::format(", F1 {:.4f}", (*measures)["f1"].get<double>());
  }
  return text + "\n";
}

Json json_of(const ModelFile& file, const std::string& name, const TrainedModel& model,
             const RowsToPredict& rows) {
  Json json{{"querent", QUERENT_VERSION},
            {"command", "predict"},
            {"model",
             {{"file", name},
              {"sha256", file.checksum()},
              {"learner", model.learner_name},
              {"trained_on", model.source}}},
            {"source", rows.source_json}};
  if (model.graph) {
    json["new_nodes"] = rows.new_nodes;
    json["nodes_without_known_neighbour"] = rows.unknown_nodes;
  }
  return json;
}

int predict(const PredictOptions& options, Console& console) {
  console.quiet = options.output.quiet;
  if (options.model.empty()) throw UsageError("predict needs a model — add --model FILE");
  options.source.given.refuse({"--scale", "--bias", "--no-bias", "--hash", "--fourier",
                               "--fourier-sigma", "--classes", "--positive", "--negative", "--knn"},
                              "predict, which uses the setting stored in the model");
  auto inputs = input_files(options.source);
  inputs.emplace_back(options.model);
  const bool rows_wanted = options.output.out == "-";
  const std::string out = rows_wanted ? "" : options.output.out;
  if (!out.empty()) refuse_inputs_in(out, inputs);
  const ModelFile file = ModelFile::read(options.model);
  const TrainedModel model = TrainedModel::read(file);
  if (options.probabilities && !model.calibration && !model.probabilities())
    throw UsageError("--probabilities: {} is not calibrated — train it with --probabilities",
                     options.model);
  SourceOptions wanted = options.source;
  if (model.vectors) wanted.likely = SourceKind::kVectors;
  OpenedSource source = open_source(wanted, console);
  std::optional<OutputDirectory> directory;
  if (!out.empty()) directory.emplace(out);
  const RowsToPredict rows = rows_to_predict(model, options.model, std::move(source),
                                             options.source, options.threads, console);
  const Predicted predicted = predict_all(model, rows, options.probabilities, console);
  const std::vector<Prediction>& predictions = predicted.rows;
  const std::vector<double>& probability = predicted.probability;
  const std::optional<Json> measures = measures_json(predicted, rows.data);
  Json json = json_of(file, options.model, model, rows);
  if (measures) json["measures"] = *measures;
  const std::string csv = predictions_csv(rows, predictions, model.classes, probability);
  if (directory) {
    directory->stage("run.json", dumped(json));
    directory->stage("predictions.csv", csv);
    directory->commit();
  }
  const std::string summary = summary_of(model, rows, predictions, measures);
  if (options.output.json) {
    json["predictions"] = predictions_json(rows, predictions, model.classes, probability);
    console.print(dumped(json));
  } else if (directory) {
    console.print(fmt::format("{}written to {}: run.json, predictions.csv\n", summary,
                              directory->path().string()));
  } else if (!rows_wanted &&
             platform::window_of(platform::kStandardOutput)) {  // a person, not a program
    console.print(summary + "--out DIR writes the predictions, --out - prints them\n");
  } else {
    console.print_data(csv);
    if (!console.quiet) console.raw(for_terminal(summary));
  }
  return kDone;
}

}  // namespace

Command add_predict(CLI::App& program) {
  CLI::App* app =
      program.add_subcommand("predict", "Classify the rows or nodes of SOURCE with a saved model");
  auto options = std::make_shared<PredictOptions>();
  add_value(*app, "--model", options->model, "FILE", "Model file written by `querent train`");
  app->add_flag(
      "--probabilities", options->probabilities,
      "Print the probability of each predicted class; needs a model of auto on a graph, or one "
      "trained with this option or with --out");
  add_source_options(*app, options->source);
  add_threads_option(*app, options->threads);
  add_output_options(*app, options->output);
  return {app, [options](Console& console) { return predict(*options, console); }};
}

}  // namespace querent::apps
