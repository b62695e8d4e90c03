// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/vectors/line_chunks.hpp>

#include <fmt/format.h>

namespace querent {

namespace {

// Offset after the last line end of `text`; 0 if it has none. A CR at the end of the text may be
// half of a CRLF.
std::size_t end_of_lines(std::string_view text) {
  if (const std::size_t lf = text.rfind('\n'); lf != text.npos) return lf + 1;
  if (text.ends_with('\r')) text.remove_suffix(1);
  const std::size_t cr = text.rfind('\r');
  return cr == text.npos ? 0 : cr + 1;
}

}  // namespace

bool LineChunks::next(std::string& chunk) {
  chunk.swap(rest_);
  rest_.clear();
  std::size_t seen = 0;  // bytes of the chunk searched for a line end
  for (;;) {
    const auto bytes = input_.read();
    if (bytes.empty()) break;
    chunk.append(bytes.data(), bytes.size());
    if (!begun_ && chunk.size() >= 3) {
      begun_ = true;
      chunk.erase(0, chunk.size() - without_byte_order_mark(chunk).size());
    }
    if (chunk.size() < kTarget) continue;
    // No line ends before `seen`, except possibly a CR at the end of the earlier text.
    const std::size_t from = seen > 0 ? seen - 1 : 0;
    std::size_t end = end_of_lines(std::string_view(chunk).substr(from));
    seen = chunk.size();
    if (end > 0) {
      end += from;
      rest_.assign(chunk, end);
      chunk.resize(end);
      break;
    }
    if (chunk.size() > LineReader::kMaxLine) {
      throw LimitError(fmt::format("{}: a line is longer than {} MiB — is this a text file?",
                                   input_.name(), LineReader::kMaxLine >> 20));
    }
  }
  if (chunk.empty()) return false;
  if (chunk.back() != '\n' && chunk.back() != '\r') chunk += '\n';
  return true;
}

}  // namespace querent
