// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/formats.hpp>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace querent {

namespace {

// Names of the options in messages.
struct Option {
  VectorFormat::Option bit;
  std::string_view name;
  bool (*given)(const VectorOptions& options);
};
constexpr std::array kOptions{
    Option{VectorFormat::kIndexBase, "an index base",
           [](const VectorOptions& o) { return o.index_base >= 0; }},
    Option{VectorFormat::kLabelColumn, "a label column",
           [](const VectorOptions& o) { return !o.label_column.empty(); }},
    Option{VectorFormat::kCache, "a cache",
           [](const VectorOptions& o) { return !o.cache.empty(); }},
    Option{VectorFormat::kMissing, "a treatment of missing values",
           [](const VectorOptions& o) { return o.missing != MissingValues::kError; }},
    Option{VectorFormat::kDropColumns, "a column to drop",
           [](const VectorOptions& o) { return !o.drop_columns.empty(); }},
    Option{VectorFormat::kOneHot, "one-hot", [](const VectorOptions& o) { return o.one_hot; }},
    Option{VectorFormat::kLabels, "a file of labels",
           [](const VectorOptions& o) { return !o.labels.empty(); }}};

// "ARFF, svmlight and CSV": the formats with one of these options; all formats for 0.
std::string list_of(unsigned options, std::string_view last) {
  std::vector<std::string_view> names;
  for (const VectorFormat& one : vector_formats()) {
    if (options == 0 || (one.options & options) != 0) names.push_back(one.name);
  }
  std::string text(names.front());
  for (std::size_t k = 1; k < names.size(); ++k)
    text += fmt::format("{}{}", k + 1 == names.size() ? last : ", ", names[k]);
  return text;
}

void refuse_options(const std::string& name, const VectorFormat& format,
                    const VectorOptions& options) {
  for (const Option& option : kOptions) {
    if (option.given(options) && (format.options & option.bit) == 0)
      throw std::invalid_argument(fmt::format("{}: {} has no meaning for {}, only for {}", name,
                                              option.name, format.name,
                                              list_of(option.bit, " and ")));
  }
  if (options.one_hot && !options.cache.empty())
    throw std::invalid_argument(
        fmt::format("{}: one-hot rows are not cached, leave out one of the two", name));
}

const VectorFormat& format_named(std::string_view name) {
  const auto found = std::ranges::find(vector_formats(), name, &VectorFormat::name);
  if (found == vector_formats().end())
    throw std::invalid_argument(
        fmt::format("unknown row format {}, expected {}", in_quotes(name), list_of(0, " or ")));
  return *found;
}

}  // namespace

std::span<const VectorFormat> vector_formats() {
#define QUERENT_ROW(name) row_formats::name(),
  static const std::array kFormats{QUERENT_VECTOR_FORMATS(QUERENT_ROW)};
#undef QUERENT_ROW
  return kFormats;
}

const VectorFormat* recognise_vectors(std::string_view head) {
  const auto found = std::ranges::find_if(
      vector_formats(), [&](const VectorFormat& one) { return one.recognises(head); });
  return found == vector_formats().end() ? nullptr : &*found;
}

const VectorFormat& resolve_format(Input& input, const VectorOptions& options) {
  const VectorFormat* const format =
      options.format.empty() ? recognise_vectors(input.peek()) : &format_named(options.format);
  if (format == nullptr) {
    const std::string_view head = input.peek(40);
    throw DataError(
        {input.name(), 1, 1},
        fmt::format("expected rows of {}, found {} — write the rows as one of these",
                    list_of(0, " or "),
                    head.empty() ? "an empty file"
                                 : in_quotes(head.substr(0, head.find_first_of("\r\n")))));
  }
  refuse_options(input.name(), *format, options);
  return *format;
}

RowSource open_rows(Input input, const VectorFormat& format, const VectorOptions& options) {
  const std::string name = input.name();
  RowSource source = format.open(std::move(input), options);
  if (options.features > 0 && source.features > 0 && source.features > options.features) {
    throw DataError(
        {name}, fmt::format("expected at most {} features, as declared, found {} — declare as many",
                            options.features, source.features));
  }
  return source;
}

}  // namespace querent
