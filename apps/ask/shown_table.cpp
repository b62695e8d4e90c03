// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/shown_table.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/datasets/fields.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/vectors/format.hpp>

namespace querent::apps {

namespace {

constexpr std::uint64_t kMostPixels = 4096;  // maximum side length

}  // namespace

PictureShape picture_shape(const std::filesystem::path& file) {
  Input input = Input::open(file);
  const VectorFormat* const format = recognise_vectors(input.peek());
  if (format == nullptr || format->shape == nullptr) return {};
  const auto sizes = format->shape(input.peek(), input.name());
  if (sizes.size() < 3 || sizes.size() > 4) return {};
  const std::uint64_t channels = sizes.size() == 4 ? sizes[3] : 1;
  if (channels != 1 && channels != 3) return {};
  for (const std::size_t side : {1u, 2u}) {
    if (sizes[side] < 2 || sizes[side] > kMostPixels) return {};
  }
  return {.width = static_cast<std::uint32_t>(sizes[2]),
          .height = static_cast<std::uint32_t>(sizes[1]),
          .channels = static_cast<std::uint32_t>(channels)};
}

Picture small_and_grey(const Picture& picture, std::uint32_t columns, std::uint32_t rows) {
  const auto& [width, height, channels] = picture.shape;
  const std::uint32_t step =
      std::max({(width + columns - 1) / columns, (height + rows - 1) / rows, 1u});
  Picture small{
      .shape = {.width = (width + step - 1) / step, .height = (height + step - 1) / step}};
  for (std::uint32_t y = 0; y < height; y += step) {
    for (std::uint32_t x = 0; x < width; x += step) {
      std::uint64_t sum = 0, count = 0;
      for (std::uint32_t v = y; v < std::min(y + step, height); ++v) {
        for (std::uint32_t u = x; u < std::min(x + step, width); ++u) {
          for (std::uint32_t c = 0; c < channels; ++c, ++count)
            sum += static_cast<unsigned char>(
                picture.pixels[(std::size_t{v} * width + u) * channels + c]);
        }
      }
      small.pixels += static_cast<char>(sum / count);
    }
  }
  return small;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < 3; ++k)
      bits = bits << 8 | (k < count ? static_cast<unsigned char>(bytes[i + k]) : 0u);
    for (std::size_t k = 0; k < 4; ++k)
      text += k <= count ? kDigits[bits >> (18 - 6 * k) & 63] : '=';
  }
  return text;
}

namespace {

Separator separator_of(std::string_view line) {
  return line.find('\t') != std::string_view::npos ? Separator::kTab : Separator::kComma;
}

void name_columns(ShownTable& table, const std::vector<std::string_view>& fields, bool header) {
  for (std::size_t c = 1; c < fields.size(); ++c) {
    if (header && !fields[c].empty()) {
      table.columns.emplace_back(fields[c]);
    } else {
      table.columns.push_back(fields.size() == 2 ? "text" : fmt::format("column {}", c + 1));
    }
  }
}

}  // namespace

ShownTable read_shown(const std::filesystem::path& file, std::uint64_t items,
                      const FindItem& find) {
  ShownTable table;
  table.row_of.assign(items, 0);
  Input input = Input::open(file);
  LineReader reader(input);
  FieldSplitter splitter;
  ErrorList errors;
  std::string_view line;
  std::optional<Separator> separator;
  std::uint32_t rows = 0;
  while (reader.next(line)) {
    if (trimmed(line).empty()) continue;
    const bool first = !separator;
    if (first) separator = separator_of(line);
    const auto& fields = splitter.split(line, *separator, reader);
    if (first) {
      if (fields.size() < 2)
        throw DataError(reader.place_of_line(),
                        "expected an id and a text separated by a tab or a comma, found one column "
                        "— each line has the id of an item and the text to show");
      const bool header = !find(fields[0]).has_value();
      name_columns(table, fields, header);
      if (header) continue;
    }
    if (fields.size() != table.columns.size() + 1) {
      errors.add(reader.place_of_line(),
                 fmt::format("expected {} columns as in the first line, found {} — put a text that "
                             "has the separator in quotes (CSV)",
                             table.columns.size() + 1, fields.size()));
      continue;
    }
    const auto item = find(fields[0]);
    if (!item) {
      ++table.unknown_ids;
      continue;
    }
    if (table.row_of[*item] != 0) {
      errors.add(
          splitter.place(0, reader),
          fmt::format("expected one line per item, found a second line for {} — remove one of them",
                      in_quotes(fields[0])));
      continue;
    }
    table.row_of[*item] = ++rows;
    for (std::size_t c = 1; c < fields.size(); ++c) table.cells.push_back(fields[c]);
  }
  errors.throw_if_any();
  table.without = items - rows;
  if (rows == 0 && items > 0)
    throw DataError({file.string(), 0, 0},
                    "expected ids of the source in the first column, found none — put the ids into "
                    "the first column");
  return table;
}

}  // namespace querent::apps
