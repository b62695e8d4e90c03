// SPDX-License-Identifier: Apache-2.0
// Vowpal Wabbit's text format with numeric features:  label | index:value index:value …
#include <querent/datasets/vectors/formats.hpp>

#include <sstream>

#include <querent/datasets/vectors/sequential_blocks.hpp>

namespace querent {

namespace {

RowSource open_vowpal_wabbit(Input input, const VectorOptions&) {
  RowSource source;
  struct Lines final : BlockSource {
    explicit Lines(Input in) : rows(std::move(in)), reader(rows) {}
    RowBlock* next() override {
      block.clear();
      for (std::string_view line; block.lines < 1000 && reader.next(line);) {
        ++block.lines;
        std::istringstream in{std::string(line)};
        std::string label, bar, feature;
        in >> label >> bar;
        if (bar != "|") {
          block.bad_rows.push_back({block.lines, 1, "expected \"label | index:value …\""});
          continue;
        }
        const std::size_t begin = block.entries();
        std::size_t end = begin;
        for (; in >> feature; ++end) {
          block.reserve_entries(end + 1);
          block.index[end] = static_cast<std::uint32_t>(std::stoul(feature));
          block.value[end] = std::stod(feature.substr(feature.find(':') + 1));
        }
        block.labels.push_back(block.intern(label));
        block.rows.push_back({static_cast<std::uint32_t>(end),
                              static_cast<std::uint32_t>(block.labels.size()),
                              static_cast<std::uint32_t>(block.lines)});
      }
      return block.lines == 0 ? nullptr : &block;
    }
    Input rows;
    LineReader reader;
    RowBlock block;
  };
  source.blocks = std::make_unique<Lines>(std::move(input));
  return source;
}

}  // namespace

VectorFormat row_formats::vowpal_wabbit() {
  return {.name = "Vowpal Wabbit",
          .recognises =
              [](std::string_view head) {
                return head.substr(0, head.find('\n')).find(" | ") != head.npos;
              },
          .open = open_vowpal_wabbit};
}

}  // namespace querent
