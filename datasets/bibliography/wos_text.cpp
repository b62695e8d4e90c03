// SPDX-License-Identifier: Apache-2.0
// Web of Science's plain text: two-letter fields, three blanks before a continuation line, ER at
// the end of a record, EF at the end of the file. NR gives the number of references in CR, so lines
// lost by editing or truncation are detected.

#include <fmt/format.h>

#include <querent/datasets/bibliography/record_sink.hpp>
#include <querent/datasets/text/fields.hpp>

namespace querent {

namespace {

bool is_tag(std::string_view line) {
  const auto letter = [](char c) { return c >= 'A' && c <= 'Z'; };
  return line.size() >= 2 && letter(line[0]) &&
         (letter(line[1]) || (line[1] >= '0' && line[1] <= '9')) &&
         (line.size() == 2 || line[2] == ' ');
}

class WosText {
 public:
  WosText(LineReader& lines, RecordSink& sink) : lines_(lines), sink_(sink) {}

  void read() {
    for (std::string_view line; lines_.next(line);) {
      if (trimmed(line).empty()) continue;
      if (line.starts_with("  ")) {
        go_on(trimmed(line));
      } else if (is_tag(line)) {
        field(line.substr(0, 2), trimmed(line.substr(2)));
      } else {
        complain(
            fmt::format("expected a field of two letters or three "
                        "blanks, found {} — export the record again",
                        in_quotes(line)));
      }
    }
    if (open_) {
      complain(
          fmt::format("{}: expected ER, found the end of the file — the export is truncated, fetch "
                      "it again",
                      tag_.empty() ? "PT" : tag_));
      end_record();
    }
    if (!end_of_file_)
      sink_.report().notes.push_back(
          fmt::format("{}: does not end with EF, the export may be truncated", lines_.name()));
  }

 private:
  void go_on(std::string_view text) {
    if (!open_) return;
    if (tag_.empty()) {
      complain(
          "expected a field before its continuation line, found blanks — export the record again");
      return;
    }
    record_.fields[tag_].push_back({std::string(text), lines_.line_number()});
  }
  void field(std::string_view tag, std::string_view text) {
    if (tag == "EF") {
      end_of_file_ = true;
      return;
    }
    if (tag == "FN" || tag == "VR") return;
    if (tag == "PT" && open_) {
      complain(
          fmt::format("{}: expected ER before the next record, found PT "
                      "— the record is truncated, export it again",
                      tag_));
      end_record();
    }
    if (tag == "ER") {
      if (open_) end_record();
      return;
    }
    if (!open_) {
      open_ = true;
      record_.line = lines_.line_number();
    }
    tag_ = tag;
    record_.fields[tag_].push_back({std::string(text), lines_.line_number()});
  }
  void complain(std::string what) {
    draft_.complain(lines_.line_number(), std::move(what));
    open_ = true;
  }
  void end_record() {
    if (draft_.what.empty()) {
      const auto damage = work_of(record_, sink_.options(), draft_.work);
      draft_.complain(damage.line, damage.what);
    }
    draft_.end(lines_.name(), sink_);
    record_ = {};
    tag_.clear();
    open_ = false;
  }

  LineReader& lines_;
  RecordSink& sink_;
  WosRecord record_;
  std::string tag_;
  RecordDraft draft_;
  bool open_ = false, end_of_file_ = false;
};

}  // namespace

void read_wos_text(Input& input, RecordSink& sink) {
  LineReader lines(input);
  WosText(lines, sink).read();
}

}  // namespace querent
