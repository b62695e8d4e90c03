// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/source.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <querent/apps/options/source_options.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/cache.hpp>
#include <querent/datasets/checksum.hpp>
#include <querent/datasets/user_datasets.hpp>
#include <querent/datasets/vectors/transform/transform_rows.hpp>
#include <querent/graph/unit.hpp>

namespace querent::apps {

namespace {

VectorData dense_where_it_pays(VectorData data) {
  constexpr std::uint64_t kDenseFrom = 3;  // a third of the entries
  constexpr std::uint64_t kMaxBytes = std::uint64_t{4} << 30;
  const std::uint64_t cells = data.rows() * data.features;
  if (data.layout == RowLayout::kDense || data.value.size() < cells / kDenseFrom || cells == 0 ||
      cells > kMaxBytes / sizeof(double))
    return data;
  return with_layout(std::move(data), RowLayout::kDense);
}

// Columns of a user's table have units, such as years and incomes. Data sets of papers and svmlight
// files are used as their authors scaled them.
bool standardises(const std::optional<DatasetInfo>& dataset, const VectorSourceOptions& options,
                  const std::string& format) {
  if (!options.scale_tables || options.transform.hash_bits > 0 ||
      options.transform.fourier.features > 0)
    return false;
  if (dataset) {
    const auto own = user_dataset_names();
    if (std::find(own.begin(), own.end(), dataset->name) == own.end()) return false;
  }
  return format == "CSV" || format == "ARFF";
}

// The means of the columns, which the values that were filled in do not change.
std::vector<double> means_of(const VectorData& data) {
  std::vector<double> mean(data.features);
  for (std::uint64_t k = 0; k < data.value.size(); ++k)
    mean[data.layout == RowLayout::kDense ? k % data.features : data.index[k]] +=
        data.value[k] / static_cast<double>(data.rows());
  return mean;
}

// Deviations are sums of squares.
void check_squares(const VectorData& data) {
  constexpr double kMost = 1e150;
  for (std::uint64_t k = 0; k < data.value.size(); ++k) {
    if (std::abs(data.value[k]) <= kMost) continue;
    const std::uint64_t j = data.layout == RowLayout::kDense ? k % data.features : data.index[k];
    throw DataError({data.name},
                    fmt::format("expected values up to {} for --scale standard, found {} in {} — "
                                "give --scale minmax, or correct the value",
                                kMost, data.value[k],
                                data.feature_names.empty() ? fmt::format("feature {}", j + 1)
                                                           : in_quotes(data.feature_names[j])));
  }
}

}  // namespace

std::vector<std::filesystem::path> VectorRead::files() const {
  std::vector<std::filesystem::path> files{file};
  if (!options.labels.empty()) files.push_back(options.labels);
  return files;
}

VectorRead vector_read(const std::optional<DatasetInfo>& dataset, const SourceOptions& options,
                       int threads, const Console& console) {
  VectorRead read{.file = options.source, .options = options.vectors.read};
  read.options.labels = options.labels;
  read.options.label_column = options.label_column;
  read.options.delimiter = options.read.delimiter;
  if (options.read.delimiter != 0) read.options.format = "CSV";
  read.options.lenient = options.lenient;
  read.options.threads = static_cast<unsigned>(threads);
  if (dataset) {
    const LocatedDataset located = locate_with_progress(*dataset, console);
    read.file = located.file(FileRole::kRows);
    if (options.labels.empty()) read.options.labels = located.file(FileRole::kRowLabels);
  }
  if (options.vectors.cache) {
    if (std::error_code error; !std::filesystem::is_regular_file(read.file, error))
      throw UsageError("--cache needs a file, not standard input or a pipe");
    // files of the same name in two folders have separate caches
    const std::string name = sha256(std::filesystem::absolute(read.file).string());
    read.options.cache = cache_directory() / "rows" / (name + ".rows");
    std::filesystem::create_directories(read.options.cache.parent_path());
  }
  return read;
}

LoadedVectors load_raw_vectors(OpenedSource source, const SourceOptions& options, int threads,
                               const Console& console, bool fill) {
  LoadedVectors loaded;
  const VectorRead read = vector_read(source.dataset, options, threads, console);
  loaded.files = read.files();
  {
    Progress progress(console, "reading", 0, "rows");
    loaded.data = read_vectors(
        source.pipe ? RowStream::open(std::move(*source.pipe), read.options)
                    : RowStream::open(read.file, read.options),
        [&](std::uint64_t rows) {
          progress.set(static_cast<double>(rows));
          check_interrupt();
        },
        fill);
  }
  if (source.dataset) loaded.data.name = source.dataset->name;
  if (!source.decided.empty())
    loaded.data.report.notes.insert(loaded.data.report.notes.begin(), source.decided);
  loaded.data = dense_where_it_pays(select_classes(std::move(loaded.data), options.vectors.filter));
  return loaded;
}

VectorData transformed(VectorData data, const TransformParams& params) {
  RowTransform transform(params);
  return transform_rows(std::move(data), transform);
}

LoadedVectors load_vectors(OpenedSource source, const SourceOptions& options, int threads,
                           const Console& console) {
  const auto dataset = source.dataset;
  LoadedVectors loaded = load_raw_vectors(std::move(source), options, threads, console);
  TransformParams params = options.vectors.transform;
  if (standardises(dataset, options.vectors, loaded.data.report.format)) {
    params.scale = TransformParams::Scale::kStandard;
    if (options.keep_as_read) loaded.as_read = loaded.data;
    loaded.data.report.notes.emplace_back(
        "columns were scaled to mean 0 and standard deviation 1 (scale=none leaves them as they "
        "are)");
  }
  if (params.scale == TransformParams::Scale::kStandard) check_squares(loaded.data);
  if (options.vectors.read.missing == MissingValues::kMean) loaded.means = means_of(loaded.data);
  loaded.transform = RowTransform(params);
  loaded.dense = loaded.data.layout == RowLayout::kDense;
  loaded.data = transform_rows(std::move(loaded.data), loaded.transform);
  if (const std::string note = params.note_of_sparse(); !note.empty() && !loaded.dense)
    loaded.data.report.notes.push_back(note);
  if (const std::string note = loaded.transform.note_of_hash(); !note.empty())
    loaded.data.report.notes.push_back(note);
  return loaded;
}

DatasetView dataset_view_of(const VectorData& data) {
  DatasetView examples{.rows = SparseView{data.offsets, data.index, data.value},
                       .labels = data.labels,
                       .label_sets = data.label_sets,
                       .stream = labelled_rows(data.labels),
                       .dim = data.features,
                       .num_classes = static_cast<int>(data.classes.size())};
  if (data.layout == RowLayout::kDense) examples.rows = DenseView{data.value, data.features};
  return examples;
}

Neighbours neighbours_of(const VectorData& data, const NeighbourOptions& options) {
  constexpr std::uint64_t kMaxBytes = std::uint64_t{8} << 30;
  if (data.rows() * data.features > kMaxBytes / sizeof(float)) {
    throw LimitError(
        fmt::format("{}: {} rows of {} features are too many for a neighbour search (the limit is "
                    "{} GB as dense floats) — leave out --knn, or give a file of fewer features "
                    "(for example a truncated SVD)",
                    data.name, data.rows(), data.features, kMaxBytes >> 30));
  }
  const auto rows = static_cast<Eigen::Index>(data.rows());
  const auto columns = static_cast<Eigen::Index>(data.features);
  if (data.layout == RowLayout::kDense)
    return nearest_neighbours(PrecisePoints(data.value.data(), rows, columns), options);
  const double unit = unit_of(data.value);  // within the range of single precision
  PointRows points = PointRows::Zero(rows, columns);
  for (Eigen::Index i = 0; i < rows; ++i) {
    const auto index = data.row_index(static_cast<std::uint64_t>(i));
    const auto value = data.row_value(static_cast<std::uint64_t>(i));
    for (std::size_t k = 0; k < value.size(); ++k)
      points(i, static_cast<Eigen::Index>(index[k])) = static_cast<float>(value[k] / unit);
  }
  return nearest_neighbours(points, options);
}

std::string summary_of(const VectorData& data, bool bias) {
  const VectorReport& report = data.report;
  const std::uint64_t cells = data.rows() * data.features;
  const double share = 100 * static_cast<double>(data.value.size()) /
                       static_cast<double>(std::max<std::uint64_t>(cells, 1));
  std::string text = fmt::format(
      "{}: {}, {}{}, {}, {}\n", data.name, counted(data.rows(), "row"),
      counted(data.features - (bias ? 1 : 0), "feature"), bias ? " and a constant" : "",
      counted(data.classes.size(), "class", "classes"),
      data.layout == RowLayout::kDense
          ? "dense"
          : fmt::format("sparse ({:.{}g} % of the entries)", share, share < 99.5 ? 2 : 3));
  const auto say = [&](std::uint64_t n, std::string_view one, std::string_view many) {
    if (n > 0) text += counted(n, one, many) + "\n";
  };
  say(report.unlabelled_rows, "row without a label", "rows without a label");
  say(report.multilabel_rows, "row with several labels", "rows with several labels");
  say(report.dropped_rows, "bad row left out", "bad rows left out");
  say(report.counts.missing_values, "row with a missing value", "rows with a missing value");
  say(report.counts.underflows, "number too small for a double, read as 0",
      "numbers too small for a double, read as 0");
  say(report.counts.query_ids, "row with an unused qid", "rows with an unused qid");
  say(report.zero_rows, "row of zeros", "rows of zeros");
  say(report.constant_features, "feature with one value in every row",
      "features with one value in every row");
  say(report.empty_features, "feature that is 0 in every row", "features that are 0 in every row");
  for (const auto& dropped : report.first_dropped) text += with_source_flags(dropped) + "\n";
  if (report.dropped_rows > report.first_dropped.size())
    text += fmt::format("… and {} more\n", report.dropped_rows - report.first_dropped.size());
  for (const auto& note : report.notes) text += with_source_flags(note) + "\n";
  return text;
}

}  // namespace querent::apps
