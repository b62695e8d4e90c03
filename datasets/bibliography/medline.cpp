// SPDX-License-Identifier: Apache-2.0
// PubMed's MEDLINE format: "TAG - text", tags of up to four letters, six blanks before a
// continuation line, an empty line between records.
// https://www.nlm.nih.gov/bsd/mms/medlineelements.html
#include <fmt/format.h>

#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/bibliography/record_sink.hpp>
#include <querent/datasets/text/fields.hpp>

namespace querent {

namespace {

class Medline {
 public:
  Medline(LineReader& lines, RecordSink& sink) : lines_(lines), sink_(sink) {}

  void read() {
    for (std::string_view line; lines_.next(line);) {
      if (trimmed(line).empty()) {
        end_field();
        end_record();
        continue;
      }
      const bool field = line.size() >= 5 && line[4] == '-';
      const bool lost = field && !line.starts_with("PMID") &&
                        (!open_ || (line.starts_with("TI ") && !work_.title.empty()));
      if (lost) {
        open_ = true;
        draft_.complain(
            lines_.line_number(),
            fmt::format("PMID: expected the number at the beginning of a record, found {}",
                        in_quotes(line)));
      }
      if (line.starts_with("      ")) {
        text_ += ' ';
        text_ += trimmed(line);
      } else if (field) {
        end_field();
        tag_ = trimmed(line.substr(0, 4));
        text_ = trimmed(line.substr(5));
        if (tag_ == "PMID") {
          end_record();
          open_ = true;
          work_.line = lines_.line_number();
        }
      } else if (open_) {
        draft_.complain(
            lines_.line_number(),
            fmt::format("{}: expected a tag of four letters and a dash, found {} — the export "
                        "was edited, fetch it again",
                        tag_.empty() ? "PMID" : tag_, in_quotes(line)));
      }
    }
    end_field();
    end_record();
  }

 private:
  void end_field() {
    if (tag_ == "PMID") {
      work_.id = text_;
      work_.pmid = clean_pmid(text_);
      work_.key = "pmid:" + text_;
    } else if (tag_ == "TI") {
      work_.title = text_;
    } else if (tag_ == "BTI") {  // of a book; TI is its chapter
      book_ = text_;
    } else if (tag_ == "FAU") {
      work_.authors.push_back(family_first(text_));
      full_ = true;
    } else if (tag_ == "AU") {  // the short form of the preceding FAU
      if (!full_) work_.authors.push_back(family_first(text_));
      full_ = false;
    } else if (tag_ == "CN") {
      work_.authors.push_back({.family = text_});
    } else if (tag_ == "AUID") {
      if (!work_.authors.empty()) work_.authors.back().orcid = clean_orcid(text_);
    } else if (tag_ == "JT" || tag_ == "TA") {
      work_.venues.push_back(text_);
    } else if (tag_ == "DP") {
      work_.year = year_in(text_);
      if (work_.year == 0)
        draft_.complain(lines_.line_number(), "DP: expected a year, found " + in_quotes(text_));
    } else if (tag_ == "VI") {
      work_.volume = text_;
    } else if (tag_ == "IP") {
      work_.issue = text_;
    } else if (tag_ == "IS") {
      if (work_.issn.empty()) work_.issn = text_;
    } else if (tag_ == "PG") {
      set_pages(text_, work_);
    } else if ((tag_ == "LID" || tag_ == "AID") && text_.ends_with("[doi]")) {
      work_.doi = clean_doi(text_);
    } else if (tag_ == "AB" && sink_.options().abstracts) {
      work_.abstract = text_;
    } else if (tag_ == "MH") {
      std::string_view heading = text_;
      if (heading.starts_with('*')) heading.remove_prefix(1);
      add_term("mesh", heading.substr(0, heading.find('/')));
    } else if (tag_ == "OT") {
      add_term("keyword", text_);
    } else if (tag_ == "PT") {
      add_term("type", text_);
    } else if (tag_ == "LA") {
      add_term("language", text_);
    }
    tag_.clear();
    text_.clear();
  }
  void add_term(std::string_view field, std::string_view value) {
    work_.terms.push_back({std::string(field), std::string(value)});
  }
  void end_record() {
    if (!book_.empty() && !work_.title.empty()) work_.venues.push_back(book_);
    if (work_.title.empty()) work_.title = book_;
    book_.clear();
    if (open_) draft_.end(lines_.name(), sink_);
    open_ = full_ = false;
  }

  LineReader& lines_;
  RecordSink& sink_;
  RecordDraft draft_;
  Work& work_ = draft_.work;
  std::string tag_, text_, book_;
  bool open_ = false, full_ = false;
};

}  // namespace

void read_medline(Input& input, RecordSink& sink) {
  LineReader lines(input);
  Medline(lines, sink).read();
}

}  // namespace querent
