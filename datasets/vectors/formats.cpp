// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/formats.hpp>

#include <stdexcept>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/vectors/arff.hpp>
#include <querent/datasets/vectors/csv.hpp>
#include <querent/datasets/vectors/idx.hpp>
#include <querent/datasets/vectors/npy_rows.hpp>
#include <querent/datasets/vectors/svmlight.hpp>

namespace querent {

std::string_view to_string(VectorFormat format) {
  switch (format) {
    case VectorFormat::kAuto:
      return "unknown";
    case VectorFormat::kSvmlight:
      return "svmlight";
    case VectorFormat::kCsv:
      return "CSV";
    case VectorFormat::kIdx:
      return "IDX";
    case VectorFormat::kNpy:
      return ".npy";
    case VectorFormat::kNpz:
      return ".npz";
    case VectorFormat::kArff:
      return "ARFF";
  }
  return "unknown";
}

VectorFormat recognise_vectors(std::string_view head) {
  if (head.starts_with("\x93NUMPY")) return VectorFormat::kNpy;
  if (head.starts_with("PK\x03\x04")) return VectorFormat::kNpz;
  if (looks_like_idx(head)) return VectorFormat::kIdx;
  if (looks_like_arff(head)) return VectorFormat::kArff;
  if (looks_like_svmlight(head)) return VectorFormat::kSvmlight;
  if (looks_like_csv(head)) return VectorFormat::kCsv;
  return VectorFormat::kAuto;
}

namespace {

void refuse_options(const std::string& name, VectorFormat format, const VectorOptions& options) {
  const auto refuse = [&](bool given, std::string_view option, std::string_view formats) {
    if (given)
      throw std::invalid_argument(fmt::format("{}: {} has no meaning for {}, only for {}", name,
                                              option, to_string(format), formats));
  };
  const bool table = format == VectorFormat::kCsv || format == VectorFormat::kArff;
  const bool array =
      format == VectorFormat::kIdx || format == VectorFormat::kNpy || format == VectorFormat::kNpz;
  refuse(format != VectorFormat::kSvmlight && options.index_base >= 0, "an index base", "svmlight");
  refuse(!table && !options.label_column.empty(), "a label column", "CSV and ARFF");
  refuse(!table && format != VectorFormat::kSvmlight && !options.cache.empty(), "a cache",
         "svmlight, CSV and ARFF");
  refuse(!table && options.missing != MissingValues::kError, "what becomes of missing values",
         "CSV and ARFF");
  refuse(format != VectorFormat::kCsv && !options.drop_columns.empty(), "a column to drop", "CSV");
  refuse(format != VectorFormat::kCsv && options.one_hot, "one-hot", "CSV");
  if (options.one_hot && !options.cache.empty())
    throw std::invalid_argument(
        fmt::format("{}: one-hot rows are not cached, leave out one of the two", name));
  refuse(!array && !options.labels.empty(), "a file of labels", "IDX, .npy and .npz");
}

RowSource open_svmlight_rows(Input input, const VectorOptions& options) {
  if (options.index_base < -1 || options.index_base > 1) {
    throw std::invalid_argument(fmt::format("an index base is 0 or 1, not {}", options.index_base));
  }
  const bool declared = options.index_base >= 0;
  const std::uint32_t base =
      declared ? static_cast<std::uint32_t>(options.index_base) : detect_index_base(input.peek());
  RowSource source;
  source.notes.push_back(fmt::format("feature indices count from {} ({})", base,
                                     declared ? "as declared" : "detected"));
  source.features = options.features;
  source.index_base = static_cast<int>(base);
  source.blocks = open_svmlight(
      std::move(input), {.index_base = base, .features = options.features}, options.threads);
  return source;
}

RowSource open_as(Input input, VectorFormat format, const VectorOptions& options) {
  switch (format) {
    case VectorFormat::kSvmlight:
      return open_svmlight_rows(std::move(input), options);
    case VectorFormat::kCsv:
      return open_csv(std::move(input), options);
    case VectorFormat::kIdx:
      return open_idx(std::move(input), options.labels);
    case VectorFormat::kNpy:
      return open_npy(std::move(input), options.labels);
    case VectorFormat::kNpz:
      return open_npz(std::move(input), options.labels);
    case VectorFormat::kArff:
      return open_arff(std::move(input), options);
    default:
      throw DataError({input.name()},
                      fmt::format("expected a file of vectors, found {} — name another file", to_string(format)));
  }
}

}  // namespace

VectorFormat resolve_format(Input& input, const VectorOptions& options) {
  VectorFormat format = options.format;
  if (format == VectorFormat::kAuto) format = recognise_vectors(input.peek());
  if (format == VectorFormat::kAuto) {
    const std::string_view head = input.peek(40);
    throw DataError(
        {input.name(), 1, 1},
        fmt::format("expected rows of svmlight, CSV, ARFF, IDX, .npy or .npz, found {} — write the "
                    "rows as one of these",
                    head.empty() ? "an empty file"
                                 : in_quotes(head.substr(0, head.find_first_of("\r\n")))));
  }
  refuse_options(input.name(), format, options);
  return format;
}

RowSource open_rows(Input input, VectorFormat format, const VectorOptions& options) {
  const std::string name = input.name();
  RowSource source = open_as(std::move(input), format, options);
  if (options.features > 0 && source.features > 0 && source.features > options.features) {
    throw DataError({name}, fmt::format("expected at most {} features, as declared, found {} — declare as many",
                                        options.features, source.features));
  }
  return source;
}

}  // namespace querent
