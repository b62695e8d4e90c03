// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <optional>

#include <fmt/ostream.h>

#include <querent/apps/commands/run.hpp>
#include <querent/apps/experiment/stream.hpp>
#include <querent/apps/output/output_directory.hpp>
#include <querent/apps/output/provenance.hpp>
#include <querent/apps/output/results_json.hpp>
#include <querent/apps/output/run_output.hpp>
#include <querent/apps/source/source.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/read_log.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent::apps {

namespace {

// The facts about a stream that are needed before its first row.
struct Known {
  std::optional<std::vector<std::string>> classes;
  std::uint64_t features = 0;
};

// Passes over the file and keeps only the names of its classes.
Known scan_rows(RowStream rows, const Console& console) {
  Progress progress(console, "finding classes", 0, "rows");
  for (LabelledRow row; rows.next(row);) {
    if (rows.report().rows % 1024 != 0) continue;
    progress.set(static_cast<double>(rows.report().rows));
    check_interrupt();
  }
  std::vector<std::string> classes = rows.label_names();
  std::sort(classes.begin(), classes.end(), class_name_less);
  return {.classes = std::move(classes), .features = rows.report().features};
}

Known known_of(const RunOptions& options, const VectorRead& read,
               const std::vector<NamedConfig>& configs, std::uint64_t declared,
               const Console& console) {
  const ClassFilter& filter = options.source.vectors.filter;
  const bool classes = !filter.classes.empty() || !filter.positive.empty();
  const bool features = declared > 0 || options.source.vectors.transform.tells_features() ||
                        std::ranges::none_of(configs, [](const auto& one) {
                          return one.config.learner->full_matrix;
                        });
  if (classes && features) return {.classes = {}, .features = declared};
  if (read.file != "-") return scan_rows(RowStream::open(read.file, read.options), console);
  throw UsageError(
      classes
          ? "a least-squares learner needs the number of features of a stream — give --num-features"
          : "standard input can be read only once, so its classes must be given — name all classes "
            "with --classes, or those of one side with --positive");
}

Json checksums_before_reading(const std::vector<std::filesystem::path>& files) {
  for (const auto& file : files) {
    if (std::filesystem::is_regular_file(file)) continue;
    throw UsageError("--checkpoint-every with --stream needs a file — {} cannot be read again",
                     file == "-" ? "standard input" : "the pipe " + file.string());
  }
  return checksums_json(ReadLog(), files);
}

// Writes predictions.csv row by row; with checkpoints, the file is beside the checkpoint.
class PredictionFile {
 public:
  PredictionFile(std::filesystem::path place, const std::vector<NamedConfig>& configs,
                 const std::vector<std::string>& classes, bool probabilities)
      : place_(std::move(place)), classes_(classes), probabilities_(probabilities) {
    for (const auto& named : configs) learners_.push_back(csv_field(named.name));
  }
  // Continues after the first `bytes` of the file.
  void open(std::uint64_t bytes) {
    std::error_code missing;
    if (bytes > 0 && !(std::filesystem::file_size(place_, missing) >= bytes && !missing)) {
      throw ModelError(
          fmt::format("{}: expected at least {} bytes, as recorded in the checkpoint — remove the "
                      "directory to start again",
                      place_.string(), bytes));
    }
    if (bytes > 0) std::filesystem::resize_file(place_, bytes);
    file_.open(place_, std::ios::binary | (bytes > 0 ? std::ios::app : std::ios::trunc));
    if (bytes == 0) file_ << predictions_header(probabilities_);
  }
  void add(const StreamedRow& row) {
    const Prediction& p = row.round.prediction;
    const bool played = row.label != kNoClass;
    fmt::print(file_, "{},{},{},{},{},{},{},{}\n", learners_[row.config], row.number,
               csv_field(classes_[static_cast<std::size_t>(p.label)]), p.margin,
               row.round.asked ? "yes" : "no",
               played ? csv_field(classes_[static_cast<std::size_t>(row.label)]) : "",
               played ? std::to_string(row.round_number) : "",
               probabilities_ ? fmt::format(",{}", row.probability) : "");
  }
  // The number of bytes that survive a crash of the machine.
  std::uint64_t sync() {
    file_.flush();
    check();
    sync_file(place_);
    return static_cast<std::uint64_t>(file_.tellp());
  }
  void close() {
    file_.close();
    check();
  }

 private:
  void check() const {
    if (!file_) throw IoError(fmt::format("cannot write {}", place_.string()));
  }

  std::ofstream file_;
  std::filesystem::path place_;
  const std::vector<std::string>& classes_;
  std::vector<std::string> learners_;
  bool probabilities_;
};

Json stream_json(const std::string& name, const RowStream& rows, const StreamResult& result,
                 std::size_t classes) {
  const VectorReport& report = rows.report();
  const TransformParams& how = result.transform.params();
  std::vector<std::string> notes = report.notes;
  if (rows.layout() == RowLayout::kSparse && !how.note_of_sparse().empty())
    notes.push_back(how.note_of_sparse());
  if (const std::string note = result.transform.note_of_hash(); !note.empty())
    notes.push_back(note);
  return {
      {"name", name},
      {"kind", "vectors"},
      {"format", report.format},
      {"rows", result.rows - result.left_out},
      {"features", result.transform.features_of(report.features)},
      {"bias", how.bias},
      {"classes", classes},
      {"streamed", true},
      {"dropped", {{"rows_of_other_classes", result.left_out}, {"bad_rows", report.dropped_rows}}},
      {"unlabelled_rows", result.unlabelled},
      {"zero_rows", report.zero_rows},
      {"notes", notes}};
}

std::string features_of(const Json& source) {
  const bool bias = source["bias"];
  return counted(source["features"].get<std::uint64_t>() - (bias ? 1 : 0), "feature") +
         (bias ? " and a constant" : "");
}

std::string stream_summary(const Json& source) {
  std::string text =
      fmt::format("{}: a stream of {}, {}, {}\n", source["name"].get<std::string>(),
                  counted(source["rows"].get<std::uint64_t>(), "row"), features_of(source),
                  counted(source["classes"].get<std::uint64_t>(), "class", "classes"));
  const auto say = [&](std::uint64_t n, std::string_view one, std::string_view many) {
    if (n > 0) text += counted(n, one, many) + "\n";
  };
  say(source["dropped"]["rows_of_other_classes"], "row of another class left out",
      "rows of other classes left out");
  say(source["dropped"]["bad_rows"], "bad row left out", "bad rows left out");
  say(source["unlabelled_rows"], "row without a label", "rows without a label");
  for (const auto& note : source["notes"]) text += note.get<std::string>() + "\n";
  return text;
}

VectorRows stream_rows(const RunOptions& options, const RowStream& rows, RowTransform transform) {
  return {.format = rows.report().format,
          .features = rows.report().features,
          .feature_names = rows.feature_names(),
          .index_base = rows.report().index_base,
          .dense = rows.layout() == RowLayout::kDense,
          .filter = options.source.vectors.filter,
          .transform = std::move(transform)};
}

void refuse_what_needs_all_rows(const RunOptions& options, const CLI::App& app) {
  if (options.experiment.runs != 1)
    throw UsageError(
        "--stream processes the rows once, as they arrive, and cannot be combined with --runs");
  if (app.count("--order") > 0 && options.experiment.order != RowOrder::kFile)
    throw UsageError(
        "--stream processes the rows as they arrive and cannot be combined with --order random");
  if (options.experiment.passes > 1)
    throw UsageError("--stream processes the rows once, as they arrive; --passes has no meaning");
  options.source.given.refuse_groups({kAskingGroup}, "--stream");
  options.source.given.refuse({"--knn"}, "--stream, which keeps no rows to compare");
  const VectorOptions& how_read = options.source.vectors.read;
  if (how_read.one_hot || how_read.missing == MissingValues::kMean)
    throw UsageError(
        "--one-hot and --missing mean need all rows at once and cannot be combined with --stream");
}

// Writes all files but the predictions, which are complete, and returns the names of all.
std::vector<std::string> write_files(OutputDirectory& directory, const ExperimentResult& experiment,
                                     const Json& run, const std::string& name, Console& console) {
  directory.stage("run.json", dumped(run));
  directory.stage("curve.csv", curve_csv(experiment));
  const std::string problem = draw_into(
      directory, "curve", curve_figure(experiment, fmt::format("{} (streamed)", name), "row"));
  std::vector<std::string> written = directory.names();
  directory.commit();
  if (!problem.empty()) console.note(problem);
  return written;
}

}  // namespace

int run_streamed(const RunOptions& options, const CLI::App& app, Console& console) {
  refuse_what_needs_all_rows(options, app);
  auto configs = configs_of(options.learner, app.count("--encoding") > 0);
  // a checksum takes a third of the time of a pass of PA-I, so it is computed only for an output
  std::optional<ReadLog> log;
  if (!options.output.out.empty() || !options.model.empty() || options.checkpoint_every > 0)
    log.emplace();
  SourceOptions rows_wanted = options.source;
  rows_wanted.likely = SourceKind::kVectors;
  bias_for(configs, rows_wanted);
  const TransformParams& to_rows = rows_wanted.vectors.transform;
  OpenedSource opened = open_source(rows_wanted, console);
  if (opened.kind != SourceKind::kVectors)
    throw UsageError("--stream has no meaning for a graph, which is embedded as a whole");
  refuse_lost_inputs(options);
  const auto lock = lock_of_checkpoint(options);
  std::optional<OutputDirectory> directory;
  if (!options.output.out.empty()) directory.emplace(options.output.out, options.output.figures);

  const VectorRead read =
      vector_read(opened.dataset, options.source, options.experiment.threads, console);
  const bool keeps = options.checkpoint_every > 0;
  // the checksums of a resumed run are compared before its first row and after its last
  const Json planned = keeps ? checksums_before_reading(read.files()) : Json();
  std::optional<RowStream> rows;
  rows.emplace(opened.pipe ? RowStream::open(std::move(*opened.pipe), read.options)
                           : RowStream::open(read.file, read.options));
  const Known known = known_of(options, read, configs, rows->report().features, console);
  const StreamClasses classes(rows->name(), known.classes, options.source.vectors.filter);
  check_positive_weight(app, static_cast<int>(classes.names().size()));
  weigh_labels(options.weights, classes.names(), configs);
  ExperimentOptions how = options.experiment;
  how.encoding = options.learner.encoding;
  how.keep_curves = directory.has_value();
  how.keep_models = !options.model.empty();
  if (keeps) how.checkpoint = checkpoint_of(options, app, planned);
  std::optional<PredictionFile> predictions;
  std::filesystem::path place;
  StreamOutput output;
  if (directory) {
    place = keeps ? how.checkpoint.directory / "predictions.csv"
                  : directory->place_for("predictions.csv");
    predictions.emplace(place, configs, classes.names(), how.probabilities);
    output = {.say = [&](const StreamedRow& row) { predictions->add(row); },
              .go_on = [&](std::uint64_t bytes) { predictions->open(bytes); },
              .sync = [&] { return predictions->sync(); }};
  }
  StreamResult result;
  {
    Progress progress(console, "learning", 0, "rounds");
    const RowTransform transform(to_rows);
    const bool dim = known.features > 0 || to_rows.tells_features();
    result = run_stream(*rows, classes, dim ? transform.features_of(known.features) : 0, transform,
                        configs, how, output, &progress);
  }
  // refuses a class that was named but has not occurred
  class_task(rows->name(), rows->label_names(), options.source.vectors.filter);
  Json data;
  if (log) data = checksums_json(*log, read.files());
  if (keeps && data != planned) {
    throw DataError(
        fmt::format("{}: the file was changed during the run — remove {} and repeat the command",
                    rows->name(), how.checkpoint.directory.string()));
  }
  const auto num_classes = static_cast<int>(classes.names().size());
  const std::string name = opened.dataset ? opened.dataset->name : rows->name();
  const Json source = stream_json(name, *rows, result, classes.names().size());
  Json json = run_json(result.experiment, how.seed, num_classes, source, Json());
  std::vector<std::string> written;
  if (directory) {
    predictions->close();
    if (keeps) {  // a copy, since the run may be interrupted until all its files are written
      std::filesystem::copy_file(place, directory->place_for("predictions.csv"),
                                 std::filesystem::copy_options::overwrite_existing);
    }
    Json file = json;
    file["config"] = config_json(app);
    if (!data.is_null()) file["data"] = data;
    file["machine"] = machine_json(how.threads);
    written = write_files(*directory, result.experiment, file, name, console);
  }
  if (!options.model.empty()) {
    TrainedModel model = made_model(result.experiment.results.front(), how);
    model.source = name;
    model.classes = classes.names();
    model.vectors = stream_rows(options, *rows, std::move(result.transform));
    model.dim = model.vectors->transform.features_of(rows->report().features);
    json["model"] = keep_model(options, std::move(model), data);
  }
  if (keeps) remove_checkpoint(how.checkpoint);
  return print_run(
      options, json,
      fmt::format("{}\n{}\none pass in the order of the stream, seed {}\n", stream_summary(source),
                  results_table(result.experiment, num_classes), how.seed),
      written, console);
}

}  // namespace querent::apps
