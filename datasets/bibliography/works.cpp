// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/bibliography/works.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <querent/datasets/bibliography/names.hpp>
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
  const auto column = [&](std::string_view name) {
    const auto all = parts_of(line, line.find(';') < line.find(',') ? ";" : ",");
    return std::ranges::any_of(
        all, [&](auto one) { return one == name || one == fmt::format("\"{}\"", name); });
  };
  return column("Authors") && column("Title") && column("Source title") && column("Year") &&
         (column("EID") || column("Link") || column("Cited by"));
}
bool is_lens(std::string_view head) {
  const std::string_view line = first_line(head);
  return has(line, "Lens ID") && has(line, "Title");
}
// True if a line begins with TY, one or two blanks or a tab, and a dash.
bool is_ris(std::string_view head) {
  for (std::size_t at = head.find("TY"); at < head.size(); at = head.find("TY", at + 1)) {
    if (at > 0 && head[at - 1] != '\n' && head[at - 1] != '\r') continue;
    const std::size_t dash = head.find_first_not_of(" \t", at + 2);
    if (dash - at >= 3 && dash - at <= 4 && head.substr(dash).find_first_of(" \t") == 1 &&
        head[dash] == '-')
      return true;
  }
  return false;
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

bool has_fields_of_records(std::string_view head) {
  return has(head, "\"authorships\"") || has(head, "\"DOI\"") || has(head, "\"paperId\"") ||
         has(head, "\"externalIds\"") || has(head, "\"issued\"");
}

struct Format {
  std::string_view name;
  bool (*recognises)(std::string_view head);
  void (*read)(Input& input, RecordSink& sink);
  bool (*is_export)(std::string_view head) = [](std::string_view) { return true; };
};

// The first format in this order that recognises a file reads it.
constexpr std::array kFormats{
    Format{"OpenAlex, Crossref, CSL or Semantic Scholar JSON", is_json, read_json_works,
           has_fields_of_records},
    Format{"DBLP XML", is_dblp, read_dblp_xml},
    Format{"PubMed XML", is_pubmed_xml, read_pubmed_xml},
    Format{"Web of Science tab-delimited", is_wos_tab, read_wos_tab},
    Format{"Scopus CSV", is_scopus, read_scopus_csv},
    Format{"Lens CSV", is_lens, read_lens_csv},
    Format{"PubMed MEDLINE", is_medline, read_medline},
    Format{"RIS", is_ris, read_ris},
    Format{"Web of Science plain text", is_wos_text, read_wos_text},
    Format{"BibTeX", is_bibtex, read_bibtex},
    Format{"CSV of records", is_record_table, read_record_table, has_abstracts},
    Format{"incidence list", is_incidence, read_incidence_works,
           [](std::string_view) { return false; }},
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

std::string_view recognise_works(std::string_view head) {
  const Format* format = format_of(head);
  return format == nullptr ? std::string_view() : format->name;
}

bool is_export(std::string_view head) {
  const Format* format = format_of(head);
  return format != nullptr && format->is_export(without_byte_order_mark(head));
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
  sink.report().format = format->name;
  format->read(input, sink);
  sink.finish();
  return std::move(sink.report());
}

}  // namespace querent
