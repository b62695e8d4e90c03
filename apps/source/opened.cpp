// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/source.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include <querent/apps/options/declare.hpp>
#include <querent/apps/options/source_options.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/progress.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/bibliography/works.hpp>
#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/user_datasets.hpp>
#include <querent/datasets/vectors/format.hpp>
#include <querent/graph/bibliography/folder.hpp>
#include <querent/graph/readers/table_header.hpp>

namespace querent::apps {

LocatedDataset locate_with_progress(const DatasetInfo& dataset, const Console& console) {
  std::unique_ptr<Progress> progress;
  std::string url;
  LocateOptions options;
  options.progress = [&](const FetchProgress& fetched) {
    if (fetched.url != url) {
      url = fetched.url;
      progress = std::make_unique<Progress>(console, fmt::format("fetching {}", dataset.name),
                                            static_cast<double>(fetched.total), "B");
    }
    progress->set(static_cast<double>(fetched.received));
    return !interrupted();
  };
  LocatedDataset located = locate(dataset, options);
  progress.reset();
  for (const auto& note : located.notes) console.note(note);
  return located;
}

std::vector<std::string> dataset_names() {
  std::vector<std::string> names;
  for (const auto& dataset : catalogue()) names.push_back(dataset.name);
  for (const auto& own : user_dataset_names()) {
    if (std::ranges::find(names, own) == names.end()) names.push_back(own);
  }
  return names;
}

namespace {

// The names of a zip archive's members are at its end and, in a small archive, in its head.
bool has_member(std::string_view head, const std::filesystem::path& file,
                std::initializer_list<std::string_view> names) {
  constexpr std::streamoff kTail = 65536;
  std::string bytes(head);
  if (std::ifstream in(file, std::ios::binary | std::ios::ate); in) {
    const std::streamoff size = in.tellg();
    in.seekg(std::max<std::streamoff>(size - kTail, 0));
    bytes.append(std::istreambuf_iterator<char>(in), {});
  }
  return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
    return bytes.find(std::string(name) + ".npy") != std::string::npos;
  });
}

// The fields of the first records of a table.
std::vector<std::string_view> first_fields(std::string_view head, char separator) {
  std::vector<std::string_view> fields;
  std::string_view line = head.substr(0, head.find_first_of("\r\n"));
  for (;;) {
    const std::size_t quoted = line.starts_with('"') ? std::min(line.find('"', 1), line.size()) : 0;
    const std::size_t end = std::min(line.find(separator, quoted), line.size());
    std::string_view field = trimmed(line.substr(0, end));
    if (field.size() > 1 && field.front() == '"' && field.back() == '"')
      field = field.substr(1, field.size() - 2);
    fields.push_back(field);
    if (end == line.size()) return fields;
    line.remove_prefix(end + 1);
  }
}

// The kind of a table of text, from the names or the number of its columns; two or three columns
// may be edges, "u v" or "u v weight", or rows.
std::optional<SourceKind> kind_of_table(std::string_view head,
                                        std::initializer_list<char> separators = {',', ';', '\t'}) {
  head = without_byte_order_mark(head);
  while (head.starts_with('#') || head.starts_with('%'))
    head.remove_prefix(std::min(head.find('\n'), head.size() - 1) + 1);
  std::vector<std::string_view> fields;
  for (const char separator : separators) {
    auto found = first_fields(head, separator);
    if (found.size() > fields.size()) fields = std::move(found);
  }
  if (edge_columns(fields)) return SourceKind::kGraph;
  if (fields.size() >= 4) return SourceKind::kVectors;
  static constexpr std::array<std::string_view, 4> kLabels{"class", "label", "target", "y"};
  const bool labels = std::any_of(fields.begin(), fields.end(), [](std::string_view field) {
    return std::find(kLabels.begin(), kLabels.end(), field) != kLabels.end();
  });
  if (fields.size() == 3 && labels) return SourceKind::kVectors;
  return std::nullopt;
}

SourceKind kind_by_content(std::string_view head, const std::filesystem::path& file,
                           SourceKind likely, std::string& decided) {
  if (is_export(head)) return SourceKind::kGraph;  // its message names `querent graph`
  const VectorFormat* const rows = recognise_vectors(head);
  switch (recognise(FileHead(head)).holds) {
    case Holds::kRows:
      return SourceKind::kVectors;
    case Holds::kArchive: {
      if (has_member(head, file, {"edge_index", "indptr", "row", "adj_data"}))
        return SourceKind::kGraph;
      return has_member(head, file, {"X", "x", "x_train", "X_train", "features"})
                 ? SourceKind::kVectors
                 : SourceKind::kGraph;
    }
    case Holds::kPlainText:
    case Holds::kUnread:
      if (rows != nullptr && rows->or_else == VectorFormat::OrElse::kEdges) {
        const auto kind = kind_of_table(head);
        if (!kind) {
          decided = likely == SourceKind::kVectors
                        ? "a table of two or three columns was read as rows of features; --as "
                          "graph reads it as edges"
                        : "a table of two or three columns was read as edges; --as vectors reads "
                          "it as rows of features";
        }
        return kind.value_or(likely);
      }
      // a zip archive that is not an npz gets the error message of a graph
      return rows == nullptr || rows->or_else == VectorFormat::OrElse::kGraph
                 ? SourceKind::kGraph
                 : SourceKind::kVectors;
    case Holds::kGraph:
    case Holds::kNodes:
      break;
  }
  return SourceKind::kGraph;
}

// A directory is not a file, and a name with a slash can only be a file.
bool is_file(const std::string& name) {
  std::error_code error;
  const auto kind = std::filesystem::status(name, error).type();
  return kind == std::filesystem::file_type::regular || kind == std::filesystem::file_type::fifo;
}

OpenedSource found(const SourceOptions& options, const Console& console) {
  if (options.source.empty() == options.edges.empty()) {
    throw UsageError(options.source.empty()
                         ? "no source is given — name a data set or a file, or give --edges FILE"
                         : "SOURCE and --edges both name a source — give one");
  }
  if (options.source.empty() || is_graph_folder(options.source))
    return {.kind = SourceKind::kGraph, .dataset = {}, .decided = {}, .pipe = {}};
  const bool file = is_file(options.source);
  if (file) {
    const auto names = dataset_names();
    if (std::find(names.begin(), names.end(), options.source) != names.end()) {
      console.note(
          fmt::format("{0} is both a file and a data set: the file is read — to read the data set, "
                      "work in another directory or rename the file",
                      in_quotes(options.source)));
    }
  } else if (auto dataset = lookup_dataset(options.source)) {
    const SourceKind kind =
        dataset->kind == DatasetKind::kGraph ? SourceKind::kGraph : SourceKind::kVectors;
    return {.kind = kind, .dataset = std::move(dataset), .decided = {}, .pipe = {}};
  }
  if (std::error_code gone; std::filesystem::is_symlink(options.source, gone) &&
                            !std::filesystem::exists(options.source, gone))
    throw IoError(fmt::format("{} is a link that leads to no file", in_quotes(options.source)));
  if (options.source != "-" && !std::filesystem::exists(options.source)) {
    throw UsageError(
        "{} is neither a data set nor a file{} — `querent datasets` lists the data sets",
        in_quotes(options.source), hint(options.source, dataset_names()));
  }
  OpenedSource opened{.kind = options.kind, .dataset = {}, .decided = {}, .pipe = {}};
  std::error_code error;
  const bool again =
      options.source != "-" && std::filesystem::is_regular_file(options.source, error);
  if (opened.kind != SourceKind::kByContent && again) return opened;
  Input input = Input::open(options.source);
  // neighbours need rows, and so does a label column in the file itself
  const bool rows = options.knn > 0 || (!options.label_column.empty() && options.labels.empty());
  const SourceKind likely = rows ? SourceKind::kVectors : options.likely;
  if (opened.kind == SourceKind::kByContent)
    opened.kind =
        options.read.delimiter != 0
            ? kind_of_table(input.peek(), {options.read.delimiter}).value_or(likely)
            : kind_by_content(input.peek(), again ? options.source : "", likely, opened.decided);
  if (!again) opened.pipe = std::move(input);
  return opened;
}

}  // namespace

OpenedSource open_source(const SourceOptions& options, const Console& console) {
  OpenedSource opened = found(options, console);
  const bool graph = opened.kind == SourceKind::kGraph;
  if (options.kind != SourceKind::kByContent && options.kind != opened.kind) {
    throw UsageError("{} is {}, but {} is needed", options.source,
                     graph ? "a graph" : "a set of vectors",
                     graph ? "a set of vectors" : "a graph");
  }
  if (graph) {
    options.given.refuse_groups({kVectorGroup}, "a graph");
  } else {
    options.given.refuse_groups({kGraphGroup}, "vectors");
    if (options.vectors.transform.fourier.features == 0)
      options.given.refuse({"--fourier-sigma"}, "rows without --fourier D");
    if (options.knn == 0)
      options.given.refuse_groups(
          {kEmbeddingGroup}, "rows, which have no graph; --knn K makes one of nearest neighbours");
    else
      options.given.refuse({"--bias", "--no-bias"}, "the distances of --knn");
  }
  return opened;
}

}  // namespace querent::apps
