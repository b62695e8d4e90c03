// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/short_text.hpp>

#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/printable.hpp>

namespace querent::apps {

std::vector<std::string> read_short_text(const std::filesystem::path& file) {
  constexpr std::size_t kMost = std::size_t{1} << 20;  // bytes
  Input input = Input::open(file);
  LineReader reader(input);
  std::vector<std::string> lines;
  std::size_t bytes = 0;
  std::string_view line;
  while (reader.next(line)) {
    bytes += line.size() + 1;
    if (bytes > kMost)
      throw LimitError(fmt::format("{}: expected a text of at most 1 MiB, found more — shorten it",
                                   printable(file.string())));
    lines.emplace_back(line);
  }
  return lines;
}

}  // namespace querent::apps
