// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/formats.hpp>

#include <algorithm>
#include <array>

namespace querent {

namespace {

std::string_view first_line(std::string_view text) {
  while (!(text = without_blanks_in_front(text)).empty()) {
    const auto end = std::min(text.find_first_of("\r\n"), text.size());
    if (text.front() != '#' && text.front() != '%') return text.substr(0, end);
    text.remove_prefix(end);
  }
  return {};
}

/// label index:value index:value … Stricter than the reader of rows: "u v 12:30" is an edge.
bool is_svmlight(std::string_view line) {
  const auto blank = line.find(' ');
  if (blank == line.npos) return false;
  const std::string_view second = line.substr(blank + 1);
  const auto colon = second.find(':');
  return colon != second.npos && colon > 0 &&
         second.substr(0, colon).find_first_not_of("0123456789") == second.npos &&
         colon + 1 < second.size() &&
         std::string_view("+-.0123456789").find(second[colon + 1]) != std::string_view::npos;
}

}  // namespace

std::string_view without_blanks_in_front(std::string_view text) {
  return text.substr(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
}

FileHead::FileHead(std::string_view head, std::string_view file_name)
    : bytes(without_byte_order_mark(head)), name(file_name) {
  text = without_blanks_in_front(bytes);
  line = first_line(bytes);
}

GraphFormat formats::svmlight() {
  return {.name = "svmlight",
          .holds = Holds::kRows,
          .recognises = [](const FileHead& head) { return is_svmlight(head.line); },
          .remedy = "give rows of features as features beside a graph, or learn from vectors"};
}

std::span<const GraphFormat> graph_formats() {
#define QUERENT_ROW(name) formats::name(),
  static const std::array kFormats{QUERENT_GRAPH_FORMATS(QUERENT_ROW)};
#undef QUERENT_ROW
  return kFormats;
}

const GraphFormat& recognise(const FileHead& head) {
  return *std::ranges::find_if(graph_formats(),
                               [&](const GraphFormat& format) { return format.recognises(head); });
}

const GraphFormat* format_named(std::string_view name) {
  const auto found = std::ranges::find(graph_formats(), name, &GraphFormat::name);
  return found == graph_formats().end() ? nullptr : &*found;
}

const GraphFormat* format_of_name(std::string_view name) {
  for (const std::string_view packed : {".gz", ".bz2", ".xz", ".zst"}) {
    if (name.ends_with(packed)) name.remove_suffix(packed.size());
  }
  for (const GraphFormat& format : graph_formats()) {
    if (!format.ending.empty() && name.ends_with(format.ending)) return &format;
  }
  return nullptr;
}

}  // namespace querent
