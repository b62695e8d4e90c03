// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/opened.hpp>

#include <algorithm>
#include <filesystem>

#include <querent/apps/options/choice.hpp>
#include <querent/apps/options/embedding_options.hpp>
#include <querent/apps/usage_error.hpp>
#include <querent/datasets/user_datasets.hpp>

namespace querent::apps {

namespace {

std::vector<std::string> dataset_names() {
  std::vector<std::string> names;
  for (const auto& dataset : catalogue()) names.push_back(dataset.name);
  for (const auto& own : user_dataset_names()) names.push_back(own);
  return names;
}

// The name of a zip archive's first member stands behind the 30 bytes of its header.
bool archive_of_rows(std::string_view head) {
  constexpr std::size_t kHeader = 30, kLengthAt = 26;
  if (head.size() < kHeader) return false;
  const auto length =
      static_cast<std::size_t>(static_cast<unsigned char>(head[kLengthAt])) +
      256 * static_cast<std::size_t>(static_cast<unsigned char>(head[kLengthAt + 1]));
  const std::string_view name = head.substr(kHeader, length);
  for (const std::string_view array :
       {"X", "x", "y", "x_train", "y_train", "X_train", "x_test", "y_test", "X_test"}) {
    if (name.starts_with(array) && name.substr(array.size()) == ".npy") return true;
  }
  return false;
}

// A table of two or three columns is a list of edges, "u v" or "u v weight", unless one is said to
// hold labels, or none.
bool more_than_three_columns(std::string_view head) {
  const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
  for (const char separator : {',', ';', '\t'}) {
    if (std::count(line.begin(), line.end(), separator) >= 3) return true;
  }
  return false;
}

SourceKind kind_by_content(std::string_view head, bool column_of_labels) {
  const VectorFormat rows = recognise_vectors(head);
  switch (recognise(head)) {
    case GraphFormat::kSvmlight:
      return SourceKind::kVectors;
    case GraphFormat::kNpz:
      return rows == VectorFormat::kNpy || archive_of_rows(head) ? SourceKind::kVectors
                                                                 : SourceKind::kGraph;
    case GraphFormat::kEdgeList:
    case GraphFormat::kForeign:
      if (rows == VectorFormat::kCsv)
        return column_of_labels || more_than_three_columns(head) ? SourceKind::kVectors
                                                                 : SourceKind::kGraph;
      return rows == VectorFormat::kAuto ? SourceKind::kGraph : SourceKind::kVectors;
    default:
      return SourceKind::kGraph;
  }
}

// A directory of that name is none, and a name with a slash is a file's alone.
bool is_file(const std::string& name) {
  std::error_code error;
  const auto kind = std::filesystem::status(name, error).type();
  return kind == std::filesystem::file_type::regular || kind == std::filesystem::file_type::fifo;
}

OpenedSource found(const SourceOptions& options, const Console& console) {
  if (options.source.empty() == options.edges.empty()) {
    throw UsageError(options.source.empty()
                         ? "no source is given — name a data set or a file, or give --edges FILE"
                         : "SOURCE and --edges are two sources, give one");
  }
  if (options.source.empty())
    return {.kind = SourceKind::kGraph, .dataset = {}, .standard_input = {}};
  const bool file = is_file(options.source);
  if (file) {
    const auto names = dataset_names();
    if (std::find(names.begin(), names.end(), options.source) != names.end()) {
      console.note(fmt::format(
          "{0} is a file here and a data set, too: the file is read — to read the data set, work in "
          "another directory or rename the file",
          in_quotes(options.source)));
    }
  } else if (auto dataset = lookup_dataset(options.source)) {
    const SourceKind kind =
        dataset->kind == DatasetKind::kGraph ? SourceKind::kGraph : SourceKind::kVectors;
    return {.kind = kind, .dataset = std::move(dataset), .standard_input = {}};
  }
  if (options.source != "-" && !std::filesystem::exists(options.source)) {
    throw UsageError(fmt::format(
        "{} is neither a data set nor a file{} — `querent datasets` lists the data sets",
        in_quotes(options.source), hint(options.source, dataset_names())));
  }
  OpenedSource opened{.kind = options.kind, .dataset = {}, .standard_input = {}};
  if (opened.kind != SourceKind::kByContent) return opened;
  Input input = Input::open(options.source);
  const auto* label_column =
      options.app == nullptr ? nullptr : options.app->get_option_no_throw("--label-column");
  opened.kind =
      kind_by_content(input.peek(), label_column != nullptr && label_column->count() > 0);
  if (options.source == "-") opened.standard_input = std::move(input);
  return opened;
}

}  // namespace

OpenedSource open_source(const SourceOptions& options, const Console& console) {
  OpenedSource opened = found(options, console);
  const bool graph = opened.kind == SourceKind::kGraph;
  if (options.kind != SourceKind::kByContent && options.kind != opened.kind) {
    throw UsageError(fmt::format("{} is {}, {} is needed here", options.source,
                                 graph ? "a graph" : "a set of vectors",
                                 graph ? "a set of vectors" : "a graph"));
  }
  if (options.app == nullptr) return opened;
  if (graph) {
    refuse_options_of(*options.app, {kVectorGroup}, "a graph");
  } else {
    refuse_options_of(*options.app, {kGraphGroup}, "vectors");
    if (options.knn == 0)
      refuse_options_of(*options.app, {kEmbeddingGroup}, "vectors that no --knn joins to a graph");
  }
  return opened;
}

}  // namespace querent::apps
