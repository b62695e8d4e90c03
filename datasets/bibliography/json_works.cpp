// SPDX-License-Identifier: Apache-2.0
// JSON of OpenAlex, Crossref, CSL and Semantic Scholar: one record per line, one API page per line, or
// one document over many lines. The fields of a record determine its source.
#include <fmt/format.h>

#include <querent/datasets/bibliography/json_record.hpp>
#include <querent/datasets/bibliography/record_sink.hpp>

namespace querent {

namespace {

constexpr std::size_t kMaxDocument = std::size_t{1} << 30;

using ReadRecord = std::string (*)(JsonElement, const WorksOptions&, Work&);

struct Shape {
  std::string_view name;
  std::string_view field;  ///< present only in this source
  ReadRecord read;
};
constexpr Shape kShapes[]{{"OpenAlex", "authorships", openalex_work},
                          {"Semantic Scholar", "paperId", semantic_scholar_work},
                          {"Semantic Scholar", "corpusid", semantic_scholar_work},
                          {"Crossref", "DOI", crossref_work},
                          {"CSL", "issued", crossref_work},
                          {"CSL", "author", crossref_work}};

class JsonWorks {
 public:
  JsonWorks(const std::string& name, RecordSink& sink) : name_(name), sink_(sink) {}

  /// False if the text is not JSON; error() then gives the reason.
  bool parse(std::string_view text) {
    simdjson::dom::element parsed;
    error_ = parser_.parse(text.data(), text.size()).get(parsed);
    document_ = error_ == simdjson::SUCCESS ? JsonElement(parsed) : JsonElement();
    return error_ == simdjson::SUCCESS;
  }
  std::string error() const { return simdjson::error_message(error_); }
  void finish() {
    if (truncated_ == 0) return;
    sink_.report().notes.push_back(fmt::format(
        "{}: {} of the records have only the first 100 of their authors, as in lists of "
        "OpenAlex — fetch these works by their ids for all authors",
        name_, truncated_));
  }

  /// The records of the document: the document itself, the elements of an array, or those of an API
  /// page.
  void take(std::uint64_t line) {
    if (document_.is_array()) {
      for_each(document_, [&](JsonElement one) { record(one, line); });
      return;
    }
    for (const JsonElement list :
         {member(document_, "results"), member(member(document_, "message"), "items"),
          member(document_, "items"), member(document_, "data")}) {
      if (!list.is_array()) continue;
      for_each(list, [&](JsonElement one) { record(one, line); });
      return;
    }
    const JsonElement message = member(document_, "message");  // a single work of Crossref
    record(message.is_object() ? message : document_, line);
  }

 private:
  void record(JsonElement element, std::uint64_t line) {
    const Place place{name_, line};
    if (!element.is_object()) {
      sink_.damaged(place, "expected a record, an object of JSON, found another value");
      return;
    }
    for (const Shape& shape : kShapes) {
      if (member(element, shape.field).is_null()) continue;
      Work work;
      work.line = line;
      const std::string complaint = shape.read(element, sink_.options(), work);
      bool truncated = false;
      if (member(element, "is_authors_truncated").get(truncated) == simdjson::SUCCESS && truncated)
        ++truncated_;
      if (complaint.empty()) sink_.report().format = fmt::format("{} JSON", shape.name);
      return sink_.take(std::move(work), place, complaint);
    }
    sink_.damaged(
        place,
        "expected a record of OpenAlex (authorships), Crossref (DOI), CSL (issued) or Semantic "
        "Scholar (paperId), found none of these fields");
  }

  std::string name_;
  RecordSink& sink_;
  simdjson::dom::parser parser_;
  JsonElement document_;
  simdjson::error_code error_ = simdjson::SUCCESS;
  std::uint64_t truncated_ = 0;  // records without the rest of their authors
};

// One document over many lines; `text` is its first line.
void read_document(std::string text, LineReader& lines, JsonWorks& works, RecordSink& sink) {
  const std::uint64_t first = lines.line_number();
  for (std::string_view line; lines.next(line);) {
    if (text.size() + line.size() > kMaxDocument)
      throw LimitError(
          fmt::format("{}: one JSON document of more than 1 GiB — save it as JSON "
                      "lines, a record a line",
                      lines.name()));
    text += '\n';
    text += line;
  }
  if (works.parse(text)) {
    works.take(first);
  } else {
    sink.damaged({lines.name(), first}, fmt::format("expected JSON, found: {}", works.error()));
  }
}

void read_lines(LineReader& lines, JsonWorks& works, RecordSink& sink) {
  bool first = true;
  for (std::string_view line; lines.next(line);) {
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    if (works.parse(line)) {
      works.take(lines.line_number());
    } else if (first) {
      return read_document(std::string(line), lines, works, sink);
    } else {
      sink.damaged(
          lines.place_of_line(),
          fmt::format("expected a record, one object of JSON on a line, found: {}", works.error()));
    }
    first = false;
  }
}

}  // namespace

void read_json_works(Input& input, RecordSink& sink) {
  LineReader lines(input);
  JsonWorks works(input.name(), sink);
  read_lines(lines, works, sink);
  works.finish();
}

}  // namespace querent
