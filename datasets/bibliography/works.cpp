// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/bibliography/works.hpp>

#include <algorithm>
#include <array>
#include <initializer_list>

#include <fmt/format.h>

#include <querent/datasets/bibliography/record_sink.hpp>
#include <querent/datasets/text/lowered.hpp>

namespace querent {

namespace {

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

std::string_view first_line(std::string_view head) {
  return head.substr(0, head.find_first_of("\r\n"));
}

bool is_json(std::string_view head) {
  return head.starts_with('{') || head.starts_with('[');
}
bool is_dblp(std::string_view head) {
  return head.starts_with('<') && has(head, "<dblp");
}
bool is_pubmed_xml(std::string_view head) {
  return head.starts_with('<') && has(head, "PubmedArticle");
}
bool is_medline(std::string_view head) {
  return head.starts_with("PMID- ") || has(head, "\nPMID- ");
}
bool is_wos_text(std::string_view head) {
  return head.starts_with("FN ") || head.starts_with("PT ") ||
         (has(head, "\nPT ") && has(head, "\nAU "));
}
bool is_wos_tab(std::string_view head) {
  const std::string_view line = first_line(head);
  return line.starts_with("PT\t") && has(line, "\tAU\t") && has(line, "\tTI\t");
}
bool is_scopus(std::string_view head) {
  const std::string_view line = first_line(head);
  return has(line, "Authors") && has(line, "Title") && has(line, "Source title");
}
bool is_lens(std::string_view head) {
  const std::string_view line = first_line(head);
  return has(line, "Lens ID") && has(line, "Title");
}
bool is_ris(std::string_view head) {
  return head.starts_with("TY  - ") || has(head, "\nTY  - ") || head.starts_with("TY - ") ||
         has(head, "\nTY - ");
}
// True if a line begins with @, a word and a brace.
bool is_bibtex(std::string_view head) {
  for (std::size_t at = head.find('@'); at < head.size(); at = head.find('@', at + 1)) {
    if (at > 0 && head[at - 1] != '\n' && head[at - 1] != '\r') continue;
    std::size_t end = at + 1;
    while (end < head.size() && ((head[end] | 32) >= 'a' && (head[end] | 32) <= 'z')) ++end;
    while (end < head.size() && (head[end] == ' ' || head[end] == '\t')) ++end;
    if (end > at + 1 && end < head.size() && (head[end] == '{' || head[end] == '(')) return true;
  }
  return false;
}
bool is_incidence(std::string_view head) {
  while (head.starts_with('#') || head.starts_with('%')) {
    const std::size_t end = head.find('\n');
    if (end == std::string_view::npos) return false;
    head.remove_prefix(end + 1);
  }
  const std::string_view line = first_line(head);
  const auto tabs = std::count(line.begin(), line.end(), '\t');
  if (tabs > 0) return tabs == 1;
  return std::count(line.begin(), line.end(), ',') == 1;
}

struct Format {
  WorksFormat format;
  std::string_view name;
  bool (*recognises)(std::string_view head);
  void (*read)(Input& input, RecordSink& sink);
};

// The first format in this order that recognises a file reads it.
constexpr std::array kFormats{
    Format{WorksFormat::kJson, "OpenAlex, Crossref or Semantic Scholar JSON", is_json,
           read_json_works},
    Format{WorksFormat::kDblpXml, "DBLP XML", is_dblp, read_dblp_xml},
    Format{WorksFormat::kPubmedXml, "PubMed XML", is_pubmed_xml, read_pubmed_xml},
    Format{WorksFormat::kWosTab, "Web of Science tab-delimited", is_wos_tab, read_wos_tab},
    Format{WorksFormat::kScopusCsv, "Scopus CSV", is_scopus, read_scopus_csv},
    Format{WorksFormat::kLensCsv, "Lens CSV", is_lens, read_lens_csv},
    Format{WorksFormat::kMedline, "PubMed MEDLINE", is_medline, read_medline},
    Format{WorksFormat::kRis, "RIS", is_ris, read_ris},
    Format{WorksFormat::kWosText, "Web of Science plain text", is_wos_text, read_wos_text},
    Format{WorksFormat::kBibtex, "BibTeX", is_bibtex, read_bibtex},
    Format{WorksFormat::kRecordTable, "CSV of records", is_record_table, read_record_table},
    Format{WorksFormat::kIncidence, "incidence list", is_incidence, read_incidence_works},
};

const Format* format_of(std::string_view head) {
  head = without_byte_order_mark(head);
  const std::size_t text = head.find_first_not_of(" \t\r\n");
  head.remove_prefix(std::min(text, head.size()));
  const auto* const found = std::find_if(kFormats.begin(), kFormats.end(),
                                         [&](const Format& one) { return one.recognises(head); });
  return found == kFormats.end() ? nullptr : found;
}

}  // namespace

WorksFormat recognise_works(std::string_view head) {
  const Format* format = format_of(head);
  return format == nullptr ? WorksFormat::kUnknown : format->format;
}

bool is_export(std::string_view head) {
  const auto any = [&](std::initializer_list<std::string_view> fields) {
    return std::ranges::any_of(fields, [&](std::string_view field) { return has(head, field); });
  };
  switch (recognise_works(head)) {
    case WorksFormat::kJson:
      return any({"\"authorships\"", "\"DOI\"", "\"paperId\"", "\"externalIds\""});
    case WorksFormat::kRecordTable:
      return has_abstracts(without_byte_order_mark(head));
    case WorksFormat::kIncidence:
    case WorksFormat::kUnknown:
      return false;
    default:
      return true;
  }
}

std::string_view to_string(WorksFormat format) {
  for (const Format& one : kFormats) {
    if (one.format == format) return one.name;
  }
  return "an unknown format";
}

WorksReport read_works(Input& input, const WorksOptions& options, const TakeWork& take) {
  const Format* format = format_of(input.peek());
  if (input.peek().find_first_not_of(" \t\r\n") == std::string_view::npos) {
    WorksReport report;
    report.format = "an empty file";
    report.notes.push_back(fmt::format("{}: empty, no records", input.name()));
    return report;
  }
  if (format == nullptr) {
    std::string known;
    for (const Format& one : kFormats) known += (known.empty() ? "" : ", ") + std::string(one.name);
    throw DataError({input.name(), 1, 1},
                    fmt::format("expected an export of a bibliography, found an unknown format — "
                                "supported are: {}",
                                known));
  }
  RecordSink sink(options, take);
  if (sink.report().format.empty()) sink.report().format = format->name;
  format->read(input, sink);
  sink.finish();
  return std::move(sink.report());
}

}  // namespace querent
