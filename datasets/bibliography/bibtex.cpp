// SPDX-License-Identifier: Apache-2.0
// BibTeX as described in its manual and in btparse's bt_language: entries in braces or parentheses,
// strings, values joined by #. btparse itself is not used: damaged files make it exit or free
// memory twice (HACKING.md).
#include <algorithm>
#include <map>
#include <memory>

#include <fmt/format.h>

#include <querent/datasets/bibliography/latex.hpp>
#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/bibliography/record_sink.hpp>
#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/lowered.hpp>

namespace querent {

namespace {

constexpr std::size_t kMaxEntry = std::size_t{64} << 20;
// Limit on the text that @string names expand to: 1 MiB plus 16 bytes per byte read. Without it,
// nested strings could double the text with every line.
constexpr std::uint64_t kFreeExpansion = std::uint64_t{1} << 20;
constexpr std::uint64_t kExpansionPerByte = 16;

using Text = std::shared_ptr<const std::string>;  // shared by all uses of a @string

struct Damage {
  std::uint64_t line;
  std::string what;
};

bool of_word(char c) {  // in a key, a type or a field name
  return static_cast<unsigned char>(c) > 0x20 &&
         std::string_view("{}()\"=,#%").find(c) == std::string_view::npos;
}

// True for "@word{" or "@word(" at the beginning of a line, with or without blanks before the
// brace.
bool begins_entry(std::string_view line) {
  if (!line.starts_with('@')) return false;
  std::size_t end = 1;
  while (end < line.size() && of_word(line[end]) && line[end] != '@') ++end;
  const bool word = end > 1;
  while (end < line.size() && (line[end] == ' ' || line[end] == '\t')) ++end;
  return word && end < line.size() && (line[end] == '{' || line[end] == '(');
}

/// The characters of a file, each line end as '\n'; 0 at the end.
class Characters {
 public:
  explicit Characters(Input& input) : lines_(input) { read_line(); }

  char peek() const { return end_ ? '\0' : at_ < line_.size() ? line_[at_] : '\n'; }
  void skip() {
    if (at_++ >= line_.size()) read_line();
  }
  bool end() const { return end_; }
  std::uint64_t line() const { return lines_.line_number(); }
  std::uint64_t bytes() const { return bytes_; }  // bytes read so far
  std::string_view rest() const {
    return end_ ? std::string_view{} : line_.substr(std::min(at_, line_.size()));
  }
  bool at_line_start() const { return at_ == 0; }

 private:
  void read_line() {
    at_ = 0;
    end_ = end_ || !lines_.next(line_);
    if (!end_) bytes_ += line_.size() + 1;
  }
  LineReader lines_;
  std::string_view line_;
  std::size_t at_ = 0;
  std::uint64_t bytes_ = 0;
  bool end_ = false;
};

class Bibtex {
 public:
  Bibtex(Input& input, RecordSink& sink) : in_(input), sink_(sink), name_(input.name()) {
    for (const char* month :
         {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"})
      strings_[month] = std::make_shared<std::string>(month);
  }

  void read() {
    while (find_entry()) {
      begun_ = in_.line();
      try {
        entry();
      } catch (const Damage& damage) {
        sink_.damaged({name_, damage.line}, damage.what);
        while (!in_.end() &&
               !(in_.at_line_start() && in_.line() > begun_ && begins_entry(in_.rest())))
          in_.skip();
      }
    }
    if (undefined_ > 0)
      sink_.report().notes.push_back(
          fmt::format("{} values are names that no @string defines, for example {}: taken as text",
                      undefined_, in_quotes(one_undefined_)));
  }

 private:
  // Text between entries is a comment.
  bool find_entry() {
    while (!in_.end() && !begins_entry(in_.rest())) in_.skip();
    return !in_.end();
  }
  [[noreturn]] void refuse(std::string_view expected) const {
    const std::string found = in_.end()            ? "the end of the file"
                              : in_.peek() == '\n' ? "the end of the line"
                                                   : in_quotes(in_.rest().substr(0, 24));
    throw Damage{in_.line(),
                 fmt::format("{}expected {}, found {} — correct the entry, which begins in line {}",
                             field_.empty() ? "" : field_ + ": ", expected, found, begun_)};
  }
  void skip_blanks() {
    for (;;) {
      const char c = in_.peek();
      if (in_.end() || !(c == ' ' || c == '\t' || c == '\n' || c == '\r')) return;
      in_.skip();
    }
  }
  // The next non-blank character; a new entry cannot begin within an entry.
  char next() {
    skip_blanks();
    if (in_.at_line_start() && begins_entry(in_.rest())) refuse("the end of the entry");
    return in_.peek();
  }
  std::string word() {
    std::string text;
    for (; !in_.end() && of_word(in_.peek()); in_.skip()) text += in_.peek();
    return text;
  }
  void entry() {
    field_.clear();
    size_ = 0;
    in_.skip();  // @
    const std::string type = lowered(word());
    skip_blanks();
    const char close = in_.peek() == '{' ? '}' : ')';
    if (type == "comment" || type == "preamble") return skip_group(close);
    in_.skip();
    if (type == "string") {
      read_fields(
          close, [&](std::string name, Text text) { strings_[std::move(name)] = std::move(text); });
      return;
    }
    Work work;
    work.line = begun_;
    next();
    while (!in_.end() && in_.peek() != ',' && in_.peek() != close && in_.peek() != '\n' &&
           in_.peek() != '=')
      add(work.id, in_.peek());
    work.id = trimmed(work.id);
    if (next() == ',') {
      in_.skip();
    } else if (in_.peek() != close) {
      refuse("a comma after the key");
    }
    work.terms.push_back({"type", type});
    read_fields(close, [&](const std::string& name, const Text& text) { take(name, *text, work); });
    sink_.take(std::move(work));
  }
  void add(std::string& text, char c) {
    if (++size_ > kMaxEntry)
      throw Damage{begun_, "expected an entry of at most 64 MiB, found a longer one"};
    text += c;
    in_.skip();
  }
  // Parses { … } or ( … ) with balanced braces inside.
  void skip_group(char close) {
    std::uint64_t depth = 0;
    const char open = close == '}' ? '{' : '(';
    do {
      if (in_.end()) refuse(std::string_view(&close, 1));
      depth += in_.peek() == open ? 1U : 0U;
      depth -= in_.peek() == close ? 1U : 0U;
      in_.skip();
    } while (depth > 0);
  }
  template <class Take>
  void read_fields(char close, Take take) {
    for (;;) {
      field_.clear();
      while (next() == ',') in_.skip();
      if (in_.peek() == close) {
        in_.skip();
        return;
      }
      field_ = lowered(word());
      if (field_.empty()) refuse("a field or the end of the entry");
      if (next() != '=') refuse("= and a value");
      in_.skip();
      take(field_, joined());
      if (in_.peek() != ',' && in_.peek() != close)
        refuse(close == '}' ? "a comma or } after the value" : "a comma or ) after the value");
    }
  }
  // Parses values joined by #.
  Text joined() {
    Text first = value();
    if (next() != '#') return first;
    std::string text = *first;
    while (next() == '#') {
      in_.skip();
      text += *value();
    }
    return std::make_shared<std::string>(std::move(text));
  }
  Text value() {
    const char open = next();
    if (open == '{' || open == '"') return std::make_shared<std::string>(group(open));
    std::string text = word();
    if (text.empty()) refuse("a value in braces or quotes, a number or a name");
    const bool number = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
    const auto found = number ? strings_.end() : strings_.find(lowered(text));
    if (found != strings_.end()) return expanded(found->second);
    if (!number && undefined_++ == 0) one_undefined_ = text;
    return std::make_shared<std::string>(std::move(text));
  }
  const Text& expanded(const Text& text) {
    expansion_ += text->size();
    if (expansion_ > kFreeExpansion + kExpansionPerByte * in_.bytes())
      throw LimitError(fmt::format(
          "{}:{}: @string names expand to {} bytes of text in a file of {} bytes — write "
          "the text itself, or leave the entry out",
          name_, begun_, expansion_, in_.bytes()));
    return text;
  }
  std::string group(char open) {
    std::string text;
    std::uint64_t depth = 0;
    in_.skip();
    for (;; add(text, in_.peek())) {
      if (in_.end() || (in_.at_line_start() && begins_entry(in_.rest())))
        refuse(open == '{' ? "the closing brace" : "the closing quote");
      const char c = in_.peek();
      if (depth == 0 && c == (open == '{' ? '}' : '"')) break;
      if (c == '{') ++depth;
      if (c == '}' && depth-- == 0) refuse("balanced braces within quotes");
    }
    in_.skip();
    return text;
  }
  void take(const std::string& name, const std::string& text, Work& work) {
    if (name == "author") {
      work.authors = bibtex_authors(text);
    } else if (name == "title") {
      work.title = from_latex(text);
    } else if (name == "journal" || name == "booktitle" || name == "journaltitle") {
      work.venues.push_back(from_latex(text));
    } else if (name == "year" || (name == "date" && work.year == 0)) {
      work.year = year_in(text);
    } else if (name == "doi") {
      work.doi = clean_doi(from_latex(text));
    } else if (name == "pmid") {
      work.pmid = clean_pmid(from_latex(text));
    } else if (name == "volume") {
      work.volume = from_latex(text);
    } else if (name == "number") {
      work.issue = from_latex(text);
    } else if (name == "note" || name == "annote") {
      work.note += (work.note.empty() ? "" : "\n") + from_latex(text);
    } else if (name == "issn") {
      work.issn = from_latex(text);
    } else if (name == "language") {
      work.terms.push_back({"language", from_latex(text)});
    } else if (name == "pages") {
      set_pages(from_latex(text), work);
    } else if (name == "abstract" && sink_.options().abstracts) {
      work.abstract = from_latex(text);
    } else if (name == "keywords") {
      const std::string plain = from_latex(text);
      for (const std::string_view one :
           parts_of(plain, plain.find(';') == std::string::npos ? "," : ";"))
        work.terms.push_back({"keyword", std::string(one)});
    }
  }

  Characters in_;
  RecordSink& sink_;
  std::string name_;
  std::map<std::string, Text> strings_;
  std::string field_;  // the field that is being read
  std::uint64_t begun_ = 0, size_ = 0, undefined_ = 0;
  std::uint64_t expansion_ = 0;  // bytes that @string names expanded to
  std::string one_undefined_;
};

}  // namespace

void read_bibtex(Input& input, RecordSink& sink) {
  Bibtex(input, sink).read();
}

}  // namespace querent
