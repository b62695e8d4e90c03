// SPDX-License-Identifier: Apache-2.0
// RIS: "TY  - JOUR" … "ER  - ", as reference managers write it.
#include <algorithm>
#include <initializer_list>
#include <optional>

#include <fmt/format.h>

#include <querent/datasets/bibliography/decision.hpp>
#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/bibliography/record_sink.hpp>
#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/lowered.hpp>

namespace querent {

namespace {

// The number in a link to PubMed, as in https://pubmed.ncbi.nlm.nih.gov/14593127; not in a search.
std::string pmid_in(std::string_view link) {
  std::string number = clean_pmid(link);
  const bool of_record = link.find("pubmed") != link.npos && link.find('/' + number) != link.npos;
  return of_record ? number : std::string();
}

// A field however it is written: " TY  - JOUR", "ty - JOUR", "TY-JOUR"; but not the end of a record.
bool resembles_field(std::string_view line) {
  line = trimmed(line);
  const std::size_t dash = line.find('-');
  const std::string tag = lowered(trimmed(line.substr(0, dash)));
  return dash <= 4 && tag.size() == 2 && tag != "er" && (dash > 2 || tag == "ty");
}

// The position of the dash after a tag and two blanks, a tab, or one blank in records that begin
// with "TY - ".
std::optional<std::size_t> dash_in(std::string_view line, bool one_blank) {
  const std::size_t dash = std::min(line.find_first_not_of(" \t", 2), line.size());
  if (dash < 3 || dash > 4 || dash >= line.size() || line[dash] != '-') return std::nullopt;
  if (dash == 4) return dash;
  one_blank = one_blank || line.starts_with("TY") || line.starts_with("ER");
  const bool after = line.size() == 4 || line[4] == ' ' || line[4] == '\t';
  return (one_blank || line[2] == '\t') && line[0] <= 'Z' && line[1] <= 'Z' && after
             ? std::optional(dash)
             : std::nullopt;
}

// The position of "TY  - JOUR" at the end of a line: a file without a last line end and the next
// one.
std::size_t next_file_in(std::string_view line) {
  const std::size_t at = line.rfind("TY  - ");
  if (at == line.npos || trimmed(line.substr(0, at)).empty()) return line.npos;
  const std::string_view type = trimmed(line.substr(at + 6));
  return type.size() >= 3 && std::ranges::all_of(type, [](char c) { return c >= 'A' && c <= 'Z'; })
             ? at
             : line.npos;
}

class Ris {
 public:
  Ris(LineReader& lines, RecordSink& sink) : lines_(lines), sink_(sink) {}

  void read() {
    for (std::string_view line; lines_.next(line);) {
      const std::size_t next = next_file_in(line);
      read_line(line.substr(0, next));
      if (next != line.npos) read_line(line.substr(next));
    }
    if (!open_) return;
    complain(
        "ER: expected the end of the record, found the end of the file — the export is truncated, "
        "fetch it again");
    end_record();
  }

 private:
  void read_line(std::string_view line) {
    if (trimmed(line).empty()) return;
    const auto dash = dash_in(line, one_blank_);
    const bool begins = dash && line.starts_with("TY");
    if (!open_ && !begins) {
      if (!resembles_field(line)) return;
      complain(
          fmt::format("expected `TY  - ` at the beginning of a record, found {} — export the "
                      "record again",
                      in_quotes(line)));
      open_ = true;
    }
    if (!dash) return continue_field(trimmed(line));
    if (begins && open_) {
      complain(
          "ER: expected the end of the record before the next one, found TY — export it again");
      end_record();
    }
    end_field();
    tag_ = line.substr(0, 2);
    text_ = trimmed(line.substr(*dash + 1));
    if (begins) {
      open_ = true;
      one_blank_ = *dash == 3;
      work_.line = lines_.line_number();
    } else if (tag_ == "ER" && open_) {
      end_record();
    }
  }

  // EndNote writes one keyword a line, and notes as their author wrote them.
  void continue_field(std::string_view line) {
    if (tag_.empty())
      complain(fmt::format("expected a tag as in `AU  - `, found {} — export the record again",
                           in_quotes(line)));
    if (tag_ == "KW") {
      add();
      text_ = line;
    } else {
      text_ += tag_ == "N1" || tag_ == "RN" ? '\n' : ' ';
      text_ += line;
    }
  }

  void end_field() {
    if (!tag_.empty()) add();
    tag_.clear();
    text_.clear();
  }
  void end_record() {
    end_field();
    std::ranges::move(abbreviations_, std::back_inserter(work_.venues));
    abbreviations_.clear();
    draft_.end(lines_.name(), sink_);
    open_ = false;
  }
  void complain(std::string message) { draft_.complain(lines_.line_number(), std::move(message)); }
  bool is(std::initializer_list<std::string_view> tags) const {
    return std::find(tags.begin(), tags.end(), tag_) != tags.end();
  }
  void add_term(const char* field, std::string_view value) {
    if (!value.empty()) work_.terms.push_back({field, std::string(value)});
  }

  void add() {
    if (is({"AU", "A1"})) {
      work_.authors.push_back(family_first(text_));
    } else if (is({"TI", "T1"})) {
      if (work_.title.empty()) work_.title = text_;
    } else if (is({"T2", "JO", "JF", "JT", "BT"})) {
      work_.venues.push_back(text_);
    } else if (is({"JA", "J1", "J2", "TA"})) {  // come after the full names
      abbreviations_.push_back(text_);
    } else if (is({"PY", "Y1", "DA"})) {
      if (work_.year == 0) work_.year = year_in(text_);
    } else if (tag_ == "DO") {
      work_.doi = clean_doi(text_);
    } else if (tag_ == "UR") {
      if (work_.pmid.empty()) work_.pmid = pmid_in(text_);
    } else if (tag_ == "VL") {
      work_.volume = text_;
    } else if (tag_ == "IS") {
      work_.issue = text_;
    } else if (tag_ == "N1" || tag_ == "RN") {
      if (!work_.note.empty()) work_.note += '\n';
      work_.note += text_;
      add_term(kDecision, decision_in(text_));
    } else if (tag_ == "SP") {
      work_.page = first_page(text_);
      if (work_.last_page.empty()) work_.last_page = last_page(text_);
    } else if (tag_ == "EP") {
      work_.last_page = first_page(text_);
    } else if (tag_ == "SN") {
      work_.issn = text_;
    } else if (tag_ == "LA") {
      add_term("language", text_);
    } else if (is({"AB", "N2"})) {
      if (sink_.options().abstracts) work_.abstract = text_;
    } else if (tag_ == "KW") {
      add_term("keyword", text_);
    } else if (is({"ID", "AN"})) {
      if (work_.id.empty()) work_.id = text_;
    } else if (tag_ == "TY") {
      add_term("type", text_);
    }
  }

  LineReader& lines_;
  RecordSink& sink_;
  RecordDraft draft_;
  Work& work_ = draft_.work;
  std::vector<std::string> abbreviations_;  // of the venue
  std::string tag_, text_;
  bool open_ = false, one_blank_ = false;
};

}  // namespace

void read_ris(Input& input, RecordSink& sink) {
  LineReader lines(input);
  Ris(lines, sink).read();
}

}  // namespace querent
