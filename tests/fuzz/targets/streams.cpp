// SPDX-License-Identifier: Apache-2.0
// Compressed streams and their lines, and archives.
#include <querent/datasets/archive.hpp>
#include <querent/datasets/input.hpp>

#include "../target.hpp"

namespace querent::fuzz {

namespace {

void lines(std::string_view bytes) {
  Input input = Input::from_memory(bytes, "fuzz");
  LineReader reader(input);
  for (std::string_view line; reader.next(line);) {
  }
}

void archive(std::string_view bytes) {
  Input input = Input::from_memory(bytes, "fuzz");
  unpack(input, [](std::string_view) { return true; });
}

}  // namespace

std::vector<Target> stream_targets() {  // distinguished by their corpora, recognised by content
  return {{"gzip", lines}, {"bzip2", lines}, {"xz", lines}, {"zstd", lines}, {"archive", archive}};
}

}  // namespace querent::fuzz
