// SPDX-License-Identifier: Apache-2.0
// The text format of SVM-light and LIBSVM, one row per line:
//
//   label[,label…] [qid:number] index:value index:value …  # comment
//
// Indices ascend and count from 0 or from 1. Blank and comment lines are skipped; a label without
// features is a row of zeros; '?' or a leading blank marks a row without a label.
#include <algorithm>
#include <charconv>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>

#include <querent/datasets/text/number.hpp>
#include <querent/datasets/text/short_number.hpp>
#include <querent/datasets/vectors/formats.hpp>
#include <querent/datasets/vectors/line_chunks.hpp>
#include <querent/datasets/vectors/parallel_blocks.hpp>
#include <querent/datasets/vectors/parse_field.hpp>
#include <querent/datasets/vectors/plain_entries.hpp>

namespace querent {

namespace {

// Properties that the lines do not state.
struct SvmlightOptions {
  std::uint32_t index_base = 1;  // 0 or 1: the index of the first feature
  std::uint64_t features = 0;    // declared dimension: larger indices are errors; 0: undeclared
};

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

// Parses one line byte by byte: the whole format, with the place of errors. parse_svmlight() passes
// every line that is not plain to it.
class LineParser {
 public:
  LineParser(const SvmlightOptions& options, RowBlock& block, std::uint32_t line)
      : options_(options), block_(block), line_(line) {}

  /// Appends the row of `text` after `entries` and `labels`; a bad row adds only its error.
  void parse(std::string_view text) {
    text_ = text;
    entries_ = first_entry_ = block_.entries();
    const std::size_t first_label = block_.labels.size();
    const RowCounts counts = block_.counts;
    try {
      if (parse_row()) {
        block_.rows.push_back({.entries = static_cast<std::uint32_t>(entries_),
                               .labels = static_cast<std::uint32_t>(block_.labels.size()),
                               .line = line_});
      }
    } catch (FieldError& error) {
      block_.bad_rows.push_back(std::move(error));
      block_.labels.resize(first_label);
      block_.counts = counts;
    }
  }

 private:
  [[noreturn]] void fail(std::string_view at, std::string message) const {
    throw FieldError{line_, static_cast<std::uint64_t>(at.data() - text_.data()) + 1,
                     std::move(message)};
  }

  std::string_view next_token() {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
    const std::size_t size = std::min(rest_.find_first_of(" \t"), rest_.size());
    const std::string_view token = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return token;
  }

  // False if the line has no row.
  bool parse_row() {
    check_text(text_, line_);
    rest_ = text_.substr(0, text_.find('#'));
    const bool has_label = !rest_.empty() && !is_blank(rest_.front());
    std::string_view token = next_token();
    if (token.empty()) return false;
    if (has_label) {
      parse_labels(token);
      token = next_token();
    }
    if (token.starts_with("qid:")) {
      const std::string_view id = token.substr(4);
      if (!number_in<std::int64_t>(id)) {
        fail(id, fmt::format(
                     "expected a whole number after qid:, found {} — leave it out, it is not used",
                     in_quotes(id)));
      }
      ++block_.counts.query_ids;
      token = next_token();
    }
    for (; !token.empty(); token = next_token()) parse_pair(token);
    return true;
  }

  void parse_labels(std::string_view token) {
    if (token == "?") return;
    for (;;) {
      const std::size_t comma = token.find(',');
      const std::string_view label = token.substr(0, comma);
      if (label.find(':') != label.npos) {
        fail(label,
             fmt::format("expected a label, found {} — a row begins with its label, or with a "
                         "blank when it has none",
                         in_quotes(label)));
      }
      const Scanned number = scan_short_number(label);
      if (number.kind != Scanned::kNumber) {
        fail(label, fmt::format("expected a label (a number, or numbers separated by commas), "
                                "found {} — number the "
                                "classes, or write the rows as CSV",
                                in_quotes(label)));
      }
      const std::uint32_t id = block_.intern(canonical_number(number.value));
      block_.labels.push_back(id);
      if (comma == token.npos) return;
      token.remove_prefix(comma + 1);
    }
  }

  void parse_pair(std::string_view token) {
    const std::size_t colon = token.find(':');
    if (colon == token.npos) {
      fail(token, fmt::format("expected index:value, found {} — separate entries by one blank",
                              in_quotes(token)));
    }
    const std::uint32_t index = parse_index(token.substr(0, colon));
    const std::string_view text = token.substr(colon + 1);
    const double value = parse_value(text);
    block_.reserve_entries(entries_ + 1);
    block_.index[entries_] = index;
    block_.value[entries_] = value;
    ++entries_;
  }

  std::uint32_t parse_index(std::string_view text) const {
    constexpr std::uint64_t kLargest = std::numeric_limits<std::uint32_t>::max() - 1;
    if (text == "qid")
      fail(text,
           "expected index:value, found a second or late qid — write it once, after the label");
    if (text.empty() || !std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; })) {
      fail(text,
           fmt::format("expected a feature index (a whole number), found {} — number the features",
                       in_quotes(text)));
    }
    std::uint64_t number = 0;
    const auto error = std::from_chars(text.data(), text.data() + text.size(), number).ec;
    if (error != std::errc{} || number > kLargest) {
      fail(text,
           fmt::format("expected a feature index of at most {}, found {} — renumber the features",
                       kLargest, in_quotes(text)));
    }
    if (number < options_.index_base) {
      fail(text,
           "expected a feature index from 1, found 0 — indices count from 1 if none of the "
           "first rows has a 0; "
           "index_base=0 reads them from 0");
    }
    const std::uint64_t index = number - options_.index_base;
    if (options_.features > 0 && index >= options_.features) {
      fail(text, fmt::format(
                     "expected a feature index of at most {}, found {} — {} features are declared",
                     options_.features - 1 + options_.index_base, number, options_.features));
    }
    if (entries_ > first_entry_) {
      const std::uint64_t last = block_.index[entries_ - 1];
      if (index == last)
        fail(text,
             fmt::format("expected ascending feature indices, found {} twice — keep one", number));
      if (index < last) {
        fail(text,
             fmt::format(
                 "expected ascending feature indices, found {} after {} — sort the row by index",
                 number, last + options_.index_base));
      }
    }
    return static_cast<std::uint32_t>(index);
  }

  double parse_value(std::string_view text) const {
    return parse_feature(text, block_.counts,
                         [&](std::string message) { fail(text, std::move(message)); });
  }

  const SvmlightOptions& options_;
  RowBlock& block_;
  std::uint32_t line_;
  std::string_view text_, rest_;
  std::size_t entries_ = 0, first_entry_ = 0;
};

// Labels of plain lines are few and short: the last two are recognised by their bytes.
class LabelMemory {
 public:
  /// The label at p, which ends before a blank or a line end; nullptr if it is not one of the last
  /// two.
  const char* find(const char* p, std::uint32_t& id) {
    for (const Entry& entry : entries_) {
      if (entry.size > 0 && std::equal(entry.text, entry.text + entry.size, p)) {
        id = entry.id;
        return p + entry.size - 1;
      }
    }
    return nullptr;
  }

  /// Remembers `label` with the blank after it.
  void remember(std::string_view label, std::uint32_t id) {
    if (label.size() >= sizeof(Entry::text)) return;
    Entry& entry = entries_[turn_ ^= 1];
    entry.size = label.size() + 1;
    entry.id = id;
    *std::copy(label.begin(), label.end(), entry.text) = ' ';
  }

 private:
  struct Entry {
    char text[16];
    std::size_t size = 0;
    std::uint32_t id = 0;
  };
  Entry entries_[2];
  unsigned turn_ = 0;
};

// Parses whole lines into `block` (cleared first). ParallelBlocks::kPadding bytes after `lines` are
// readable.
void parse_svmlight(std::string_view lines, const SvmlightOptions& options, RowBlock& block) {
  block.clear();
  block.reserve_entries(lines.size() / 4 + 1);  // an entry takes at least " 1:1"
  LabelMemory known;
  std::uint32_t line = 0;
  const char* p = lines.data();
  const char* const end = p + lines.size();
  while (p != end) {
    ++line;
    std::size_t entries = block.entries();
    std::uint32_t label = 0;
    if (const char* behind = known.find(p, label)) {
      if (const char* lf =
              parse_plain_entries(behind, options.index_base, options.features, block, entries)) {
        block.labels.push_back(label);
        block.rows.push_back({static_cast<std::uint32_t>(entries),
                              static_cast<std::uint32_t>(block.labels.size()), line});
        p = lf + 1;
        continue;
      }
    }
    const char* const line_end =
        std::find_if(p, end, [](char c) { return c == '\n' || c == '\r'; });
    const std::string_view text(p, static_cast<std::size_t>(line_end - p));
    const std::size_t labels = block.labels.size(), rows = block.rows.size();
    LineParser(options, block, line).parse(text);
    if (block.rows.size() > rows && block.labels.size() == labels + 1) {
      known.remember(text.substr(0, text.find_first_of(" \t#")), block.labels.back());
    }
    p = line_end + (line_end[0] == '\r' && line_end + 1 != end && line_end[1] == '\n' ? 2 : 1);
  }
  block.lines = line;
}

// 0 if the whole lines of `head` contain an index 0, else 1.
std::uint32_t detect_index_base(std::string_view head) {
  RowBlock block;
  std::string lines(head.substr(0, head.find_last_of("\r\n") + 1));
  if (lines.empty()) lines.assign(head).push_back('\n');
  const std::size_t size = lines.size();
  lines.append(ParallelBlocks::kPadding, '\0');
  parse_svmlight(std::string_view(lines).substr(0, size), {.index_base = 0}, block);
  std::size_t first = 0;
  for (const RowEnd& row : block.rows) {
    if (row.entries > first && block.index[first] == 0) return 0;
    first = row.entries;
  }
  return 1;
}

// True if the first row of `head` looks like this format.
bool looks_like_svmlight(std::string_view head) {
  while (!head.empty()) {
    const std::string_view line = head.substr(0, head.find_first_of("\r\n"));
    const std::string_view text = line.substr(0, line.find('#'));
    const std::size_t colon = text.find(':');
    if (colon != text.npos) {
      const std::size_t begin = text.find_last_of(" \t", colon);
      const std::string_view index = text.substr(begin + 1, colon - begin - 1);
      return index == "qid" ||
             (begin != text.npos && !index.empty() &&
              std::all_of(index.begin(), index.end(), [](char c) { return c >= '0' && c <= '9'; }));
    }
    head.remove_prefix(std::min(line.size() + 1, head.size()));
  }
  return false;
}

RowSource open_svmlight(Input input, const VectorOptions& options) {
  if (options.index_base < -1 || options.index_base > 1) {
    throw std::invalid_argument(fmt::format("an index base is 0 or 1, not {}", options.index_base));
  }
  const bool declared = options.index_base >= 0;
  const std::uint32_t base = declared ? static_cast<std::uint32_t>(options.index_base)
                                      : detect_index_base(without_byte_order_mark(input.peek()));
  RowSource source;
  source.notes.push_back(fmt::format("feature indices count from {} ({})", base,
                                     declared ? "as declared" : "detected"));
  source.features = options.features;
  source.index_base = static_cast<int>(base);
  const SvmlightOptions how{.index_base = base, .features = options.features};
  auto chunks = std::make_shared<LineChunks>(std::move(input));
  source.blocks = std::make_unique<ParallelBlocks>(
      [chunks](std::string& chunk) { return chunks->next(chunk); },
      [how](std::string_view lines, RowBlock& block) { parse_svmlight(lines, how, block); },
      options.threads);
  return source;
}

}  // namespace

VectorFormat row_formats::svmlight() {
  return {.name = "svmlight",
          .recognises = looks_like_svmlight,
          .open = open_svmlight,
          .options = VectorFormat::kIndexBase | VectorFormat::kCache};
}

}  // namespace querent
