// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <querent/datasets/bibliography/works.hpp>

namespace querent {

/// A record of Web of Science: two-letter fields, one string per line of a field.
struct WosRecord {
  struct Line {
    std::string text;
    std::uint64_t number;  ///< line number in the file
  };
  std::map<std::string, std::vector<Line>, std::less<>> fields;
  std::uint64_t line = 0;
};

/// The error of a record and its place; `what` is empty if there is no error.
struct WosDamage {
  std::string what;
  std::uint64_t line = 0;
};

WosDamage work_of(const WosRecord& record, const WorksOptions& options, Work& work);

/// True for a table of records with named columns, one of them for titles, if one of the first lines
/// of `head` is its header.
bool is_record_table(std::string_view head);
/// True if it has a column of abstracts.
bool has_abstracts(std::string_view head);

/// Receives the records of a reader; counts records and errors.
class RecordSink {
 public:
  RecordSink(const WorksOptions& options, const TakeWork& take) : options_(options), take_(take) {}

  const WorksOptions& options() const { return options_; }
  WorksReport& report() { return report_; }
  /// Takes a valid record.
  void take(Work&& work) {
    ++report_.records;
    take_(std::move(work));
  }
  /// Takes a record, or reports it as damaged if `what` is not empty.
  void take(Work&& work, const Place& place, std::string_view what) {
    what.empty() ? take(std::move(work)) : damaged(place, what);
  }
  /// Reports a damaged record: an error of the file, or a count under `lenient`.
  void damaged(const Place& place, std::string_view message) {
    ++report_.records;
    if (options_.lenient) {
      ++report_.damaged;
    } else {
      errors_.add(place, with_remedy(std::string(message)));
    }
  }
  void finish() const { errors_.throw_if_any(); }

 private:
  static std::string with_remedy(std::string message) {
    if (message.find(" — ") == std::string::npos) message += " — export the record again";
    if (message.find("lenient=true") == std::string::npos)
      message += ", or leave damaged records out by lenient=true";
    return message;
  }

  const WorksOptions& options_;
  const TakeWork& take_;
  WorksReport report_;
  ErrorList errors_;
};

/// A record while it is read.
struct RecordDraft {
  Work work = {};
  std::string what = {};  ///< its first error; "" if there is none
  std::uint64_t what_line = 0;

  void complain(std::uint64_t line, std::string message) {
    if (!what.empty()) return;
    what = std::move(message);
    what_line = line;
  }
  /// Passes it to the sink, and begins the next one.
  void end(const std::string& name, RecordSink& sink) {
    sink.take(std::move(work), {name, what_line}, what);
    *this = {};
  }
};

void read_json_works(Input& input, RecordSink& sink);
void read_dblp_xml(Input& input, RecordSink& sink);
void read_pubmed_xml(Input& input, RecordSink& sink);
void read_medline(Input& input, RecordSink& sink);
void read_wos_text(Input& input, RecordSink& sink);
void read_wos_tab(Input& input, RecordSink& sink);
void read_scopus_csv(Input& input, RecordSink& sink);
void read_lens_csv(Input& input, RecordSink& sink);
void read_bibtex(Input& input, RecordSink& sink);
void read_ris(Input& input, RecordSink& sink);
void read_record_table(Input& input, RecordSink& sink);
void read_incidence_works(Input& input, RecordSink& sink);

}  // namespace querent
