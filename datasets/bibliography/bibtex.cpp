// SPDX-License-Identifier: Apache-2.0
// BibTeX by btparse, which is C, keeps its state in globals and says what is wrong on stderr: one
// file at a time is read, and what it says there is taken and becomes the message.
#include <btparse.h>
#include <stdio.h>

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <mutex>

#include <fmt/format.h>

#include <querent/datasets/bibliography/latex.hpp>
#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/bibliography/record_sink.hpp>
#include <querent/datasets/fields.hpp>

namespace querent {

namespace {

constexpr std::size_t kMaxFile = std::size_t{1} << 30;

/// While it lives, what C code writes to stderr is kept instead.
class TakenErrors {
 public:
  TakenErrors() : memory_(open_memstream(&text_, &size_)), before_(stderr) {
    if (memory_ == nullptr) throw std::bad_alloc();
    stderr = memory_;
  }
  ~TakenErrors() {
    give_back();
    std::free(text_);
  }
  TakenErrors(const TakenErrors&) = delete;
  TakenErrors& operator=(const TakenErrors&) = delete;
  std::string text() {
    give_back();
    return {text_, size_};
  }

 private:
  void give_back() {
    if (memory_ == nullptr) return;
    stderr = before_;
    fclose(memory_);
    memory_ = nullptr;
  }

  char* text_ = nullptr;
  std::size_t size_ = 0;
  FILE* memory_;
  FILE* before_;
};

struct Entry {
  std::unique_ptr<AST, decltype(&bt_free_ast)> tree{nullptr, &bt_free_ast};
  bool whole = false, end = false;
  std::string said;  ///< by btparse
};

Entry next_entry(FILE* file, char* name) {
  TakenErrors errors;
  boolean status = TRUE;
  Entry entry;
  entry.tree.reset(bt_parse_entry(file, name, 0, &status));
  entry.end = entry.tree == nullptr && status != FALSE;
  entry.whole = status != FALSE;
  entry.said = errors.text();
  return entry;
}

/// "FILE, line 12, syntax error: found …" → 12 and what is said of it.
std::pair<std::uint64_t, std::string> place_and_message(const std::string& said) {
  const std::string first = said.substr(0, said.find('\n'));
  const std::size_t at = first.find("line ");
  if (at == std::string::npos) return {0, first};
  const std::uint64_t line = std::strtoull(first.c_str() + at + 5, nullptr, 10);
  const std::size_t comma = first.find(", ", at);
  return {line, comma == std::string::npos ? first : first.substr(comma + 2)};
}

std::string part_of(const bt_name& name, bt_namepart part) {
  std::string text;
  for (int k = 0; k < name.part_len[part]; ++k) {
    const char* token = name.parts[part][k];
    if (token == nullptr) continue;
    if (!text.empty()) text += ' ';
    text += token;
  }
  return text;
}

void add_authors(std::string names, Work& work) {
  TakenErrors errors;
  char delimiter[] = "and";
  char nothing[] = "";
  const std::unique_ptr<bt_stringlist, decltype(&bt_free_list)> list(
      bt_split_list(names.data(), delimiter, nothing, 0, nothing), &bt_free_list);
  if (list == nullptr) return;
  for (int k = 0; k < list->num_items; ++k) {
    if (list->items[k] == nullptr) continue;
    if (std::string_view(list->items[k]) == "others") continue;
    const std::unique_ptr<bt_name, decltype(&bt_free_name)> name(
        bt_split_name(list->items[k], nothing, 0, k + 1), &bt_free_name);
    if (name == nullptr) continue;
    const std::string von = part_of(*name, BTN_VON), last = part_of(*name, BTN_LAST);
    WorkAuthor author;
    author.family = from_latex(von.empty() ? last : von + " " + last);
    author.given = from_latex(part_of(*name, BTN_FIRST));
    if (!author.family.empty()) work.authors.push_back(std::move(author));
  }
}

void add_field(std::string_view name, const std::string& text, const WorksOptions& options, Work& work) {
  if (name == "author") {
    add_authors(text, work);
  } else if (name == "title") {
    work.title = from_latex(text);
  } else if (name == "journal" || name == "booktitle" || name == "journaltitle") {
    work.venues.push_back(from_latex(text));
  } else if (name == "year" || (name == "date" && work.year == 0)) {
    work.year = year_in(text);
  } else if (name == "doi") {
    work.doi = clean_doi(text);
  } else if (name == "pages") {
    work.page = first_page(text);
  } else if (name == "abstract" && options.abstracts) {
    work.abstract = from_latex(text);
  } else if (name == "keywords") {
    const std::string plain = from_latex(text);
    for (const std::string_view word :
         parts_of(plain, plain.find(';') == std::string::npos ? "," : ";"))
      work.terms.push_back({"keyword", std::string(word)});
  }
}

Work work_of(AST* tree, const WorksOptions& options) {
  TakenErrors errors;  // of macros that are not defined
  Work work;
  work.line = static_cast<std::uint64_t>(std::max(tree->line, 0));
  if (const char* key = bt_entry_key(tree)) work.id = key;
  if (const char* type = bt_entry_type(tree)) work.terms.push_back({"type", type});
  char* name = nullptr;
  for (AST* field = bt_next_field(tree, nullptr, &name); field != nullptr;
       field = bt_next_field(tree, field, &name)) {
    const std::unique_ptr<char, decltype(&std::free)> text(bt_get_text(field), &std::free);
    if (text != nullptr) add_field(name, text.get(), options, work);
  }
  return work;
}

void define_months() {
  for (const char* month : {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct",
                            "nov", "dec"}) {
    std::string macro = month;
    bt_add_macro_text(macro.data(), macro.data(), nullptr, 0);
  }
}

/// btparse at work: one at a time in a process.
class Btparse {
 public:
  Btparse() : lock_(mutex()) {
    TakenErrors errors;
    bt_initialize();
    bt_set_stringopts(BTE_REGULAR, BTO_FULL);
    define_months();
  }
  ~Btparse() {
    bt_delete_all_macros();
    bt_cleanup();
  }
  Btparse(const Btparse&) = delete;
  Btparse& operator=(const Btparse&) = delete;

 private:
  static std::mutex& mutex() {
    static std::mutex one;
    return one;
  }
  std::lock_guard<std::mutex> lock_;
};

std::string all_lines(Input& input) {
  LineReader lines(input);
  std::string text;
  for (std::string_view line; lines.next(line);) {
    if (text.size() + line.size() > kMaxFile)
      throw LimitError(fmt::format("{}: a BibTeX file of more than 1 GiB", input.name()));
    text += line;
    text += '\n';
  }
  return text;
}

}  // namespace

void read_bibtex(Input& input, RecordSink& sink) {
  std::string text = all_lines(input);
  const Btparse btparse;
  const std::unique_ptr<FILE, decltype(&fclose)> file(fmemopen(text.data(), text.size(), "r"),
                                                      &fclose);
  if (file == nullptr) throw std::bad_alloc();
  std::string name = input.name();
  for (;;) {
    const Entry entry = next_entry(file.get(), name.data());
    if (entry.end) return;
    if (!entry.whole) {
      const auto [line, message] = place_and_message(entry.said);
      sink.damaged({input.name(), line}, "expected an entry of BibTeX, found: " + message);
      if (entry.tree == nullptr && feof(file.get()) != 0) return;
      continue;
    }
    if (bt_entry_metatype(entry.tree.get()) != BTE_REGULAR) continue;
    sink.take(work_of(entry.tree.get(), sink.options()));
  }
}

}  // namespace querent
