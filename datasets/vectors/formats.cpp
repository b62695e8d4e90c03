// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/formats.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <querent/datasets/vectors/arff.hpp>
#include <querent/datasets/vectors/csv.hpp>
#include <querent/datasets/vectors/idx.hpp>
#include <querent/datasets/vectors/npy_rows.hpp>
#include <querent/datasets/vectors/svmlight.hpp>

namespace querent {

namespace {

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

constexpr unsigned kIndexBase = 1, kLabelColumn = 2, kCache = 4, kMissing = 8, kDrop = 16, kOneHot = 32,
                   kLabels = 64;

// What a person may say of a file, and how messages call it.
struct Option {
  unsigned bit;
  std::string_view name;
  bool (*given)(const VectorOptions& options);
};
constexpr std::array kOptions{
    Option{kIndexBase, "an index base", [](const VectorOptions& o) { return o.index_base >= 0; }},
    Option{kLabelColumn, "a label column", [](const VectorOptions& o) { return !o.label_column.empty(); }},
    Option{kCache, "a cache", [](const VectorOptions& o) { return !o.cache.empty(); }},
    Option{kMissing, "what becomes of missing values",
           [](const VectorOptions& o) { return o.missing != MissingValues::kError; }},
    Option{kDrop, "a column to drop", [](const VectorOptions& o) { return !o.drop_columns.empty(); }},
    Option{kOneHot, "one-hot", [](const VectorOptions& o) { return o.one_hot; }},
    Option{kLabels, "a file of labels", [](const VectorOptions& o) { return !o.labels.empty(); }}};

struct Format {
  VectorFormat format;
  std::string_view name;
  bool (*recognises)(std::string_view head);
  RowSource (*open)(Input input, const VectorOptions& options);
  unsigned options;  ///< that have a meaning for it
};

// In this order: the first that recognises a file reads it.
constexpr std::array kFormats{
    Format{VectorFormat::kNpy, ".npy", [](std::string_view head) { return head.starts_with("\x93NUMPY"); },
           [](Input in, const VectorOptions& o) { return open_npy(std::move(in), o.labels); }, kLabels},
    Format{VectorFormat::kNpz, ".npz", [](std::string_view head) { return head.starts_with("PK\x03\x04"); },
           [](Input in, const VectorOptions& o) { return open_npz(std::move(in), o.labels); }, kLabels},
    Format{VectorFormat::kIdx, "IDX", looks_like_idx,
           [](Input in, const VectorOptions& o) { return open_idx(std::move(in), o.labels); }, kLabels},
    Format{VectorFormat::kArff, "ARFF", looks_like_arff, open_arff, kLabelColumn | kCache | kMissing},
    Format{VectorFormat::kSvmlight, "svmlight", looks_like_svmlight, open_svmlight_rows,
           kIndexBase | kCache},
    Format{VectorFormat::kCsv, "CSV", looks_like_csv, open_csv,
           kLabelColumn | kCache | kMissing | kDrop | kOneHot}};

const Format* find(VectorFormat format) {
  const auto* const found = std::find_if(kFormats.begin(), kFormats.end(),
                                         [&](const Format& one) { return one.format == format; });
  return found == kFormats.end() ? nullptr : found;
}

// "ARFF, svmlight and CSV": those that have one of these options; all of them for 0.
std::string list_of(unsigned options, std::string_view last) {
  std::vector<std::string_view> names;
  for (const Format& one : kFormats) {
    if (options == 0 || (one.options & options) != 0) names.push_back(one.name);
  }
  std::string text(names.front());
  for (std::size_t k = 1; k < names.size(); ++k)
    text += fmt::format("{}{}", k + 1 == names.size() ? last : ", ", names[k]);
  return text;
}

void refuse_options(const std::string& name, VectorFormat format, const VectorOptions& options) {
  const Format* const known = find(format);
  for (const Option& option : kOptions) {
    if (known != nullptr && option.given(options) && (known->options & option.bit) == 0)
      throw std::invalid_argument(fmt::format("{}: {} has no meaning for {}, only for {}", name, option.name,
                                              known->name, list_of(option.bit, " and ")));
  }
  if (options.one_hot && !options.cache.empty())
    throw std::invalid_argument(
        fmt::format("{}: one-hot rows are not cached, leave out one of the two", name));
}

}  // namespace

std::string_view to_string(VectorFormat format) {
  const Format* const known = find(format);
  return known == nullptr ? "unknown" : known->name;
}

VectorFormat recognise_vectors(std::string_view head) {
  for (const Format& one : kFormats) {
    if (one.recognises(head)) return one.format;
  }
  return VectorFormat::kAuto;
}

VectorFormat resolve_format(Input& input, const VectorOptions& options) {
  VectorFormat format = options.format;
  if (format == VectorFormat::kAuto) format = recognise_vectors(input.peek());
  if (format == VectorFormat::kAuto) {
    const std::string_view head = input.peek(40);
    throw DataError(
        {input.name(), 1, 1},
        fmt::format("expected rows of {}, found {} — write the rows as one of these",
                    list_of(0, " or "),
                    head.empty() ? "an empty file"
                                 : in_quotes(head.substr(0, head.find_first_of("\r\n")))));
  }
  refuse_options(input.name(), format, options);
  return format;
}

RowSource open_rows(Input input, VectorFormat format, const VectorOptions& options) {
  const std::string name = input.name();
  const Format* const known = find(format);
  if (known == nullptr)
    throw DataError({name}, "expected a file of vectors, found an unknown one — name another file");
  RowSource source = known->open(std::move(input), options);
  if (options.features > 0 && source.features > 0 && source.features > options.features) {
    throw DataError({name}, fmt::format("expected at most {} features, as declared, found {} — declare as many",
                                        options.features, source.features));
  }
  return source;
}

}  // namespace querent
