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

bool one_of(std::string_view tag, std::initializer_list<std::string_view> tags) {
  return std::find(tags.begin(), tags.end(), tag) != tags.end();
}

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

// The position of the dash after a tag, which two blanks precede, or one in records that begin with
// "TY - ".
std::optional<std::size_t> dash_in(std::string_view line, bool one_blank) {
  if (line.size() >= 5 && line.substr(2, 3) == "  -") return 4;
  one_blank = one_blank || line.starts_with("TY") || line.starts_with("ER");
  if (one_blank && line.size() >= 4 && line.substr(2, 2) == " -" && line[0] <= 'Z' &&
      line[1] <= 'Z' && (line.size() == 4 || line[4] == ' '))
    return 3;
  return std::nullopt;
}

void add(std::string_view tag, std::string_view text, const WorksOptions& options, Work& work) {
  if (one_of(tag, {"AU", "A1"})) {
    work.authors.push_back(family_first(text));
  } else if (one_of(tag, {"TI", "T1"})) {
    if (work.title.empty()) work.title = text;
  } else if (one_of(tag, {"T2", "JO", "JF", "JA", "J1", "J2", "BT"})) {
    work.venues.emplace_back(text);
  } else if (one_of(tag, {"PY", "Y1", "DA"})) {
    if (work.year == 0) work.year = year_in(text);
  } else if (tag == "DO") {
    work.doi = clean_doi(text);
  } else if (tag == "UR") {
    if (work.pmid.empty()) work.pmid = pmid_in(text);
  } else if (tag == "VL") {
    work.volume = text;
  } else if (tag == "IS") {
    work.issue = text;
  } else if (tag == "N1" || tag == "RN") {
    if (!work.note.empty()) work.note += '\n';
    work.note += text;
    if (const auto decision = decision_in(text); !decision.empty())
      work.terms.push_back({kDecision, std::string(decision)});
  } else if (tag == "SP") {
    work.page = first_page(text);
  } else if (one_of(tag, {"AB", "N2"})) {
    if (options.abstracts) work.abstract = text;
  } else if (tag == "KW") {
    work.terms.push_back({"keyword", std::string(text)});
  } else if (one_of(tag, {"ID", "AN"})) {
    if (work.id.empty()) work.id = text;
  } else if (tag == "TY") {
    work.terms.push_back({"type", std::string(text)});
  }
}

}  // namespace

void read_ris(Input& input, RecordSink& sink) {
  LineReader lines(input);
  RecordDraft draft;
  std::string tag, text;
  bool open = false, one_blank = false;
  const auto end_field = [&] {
    if (!tag.empty()) add(tag, text, sink.options(), draft.work);
    tag.clear();
    text.clear();
  };
  const auto end_record = [&] {
    end_field();
    draft.end(lines.name(), sink);
    open = false;
  };
  const auto complain = [&](std::string message) {
    draft.complain(lines.line_number(), std::move(message));
  };
  for (std::string_view line; lines.next(line);) {
    if (trimmed(line).empty()) continue;
    const auto dash = dash_in(line, one_blank);
    const bool begins = dash && line.starts_with("TY");
    if (!open && !begins) {
      if (!resembles_field(line)) continue;
      complain(
          fmt::format("expected `TY  - ` at the beginning of a record, found {} — export the "
                      "record again",
                      in_quotes(line)));
      open = true;
    }
    if (!dash) {
      if (tag.empty())
        complain(fmt::format("expected a tag as in `AU  - `, found {} — export the record again",
                             in_quotes(line)));
      text += ' ';
      text += trimmed(line);
      continue;
    }
    end_field();
    tag = line.substr(0, 2);
    text = trimmed(line.substr(*dash + 1));
    if (begins) {
      if (open) {
        complain(
            "ER: expected the end of the record before the next one, found TY — export it again");
        tag.clear();
        end_record();
        tag = "TY";
        text = trimmed(line.substr(*dash + 1));
      }
      open = true;
      one_blank = *dash == 3;
      draft.work.line = lines.line_number();
    } else if (tag == "ER" && open) {
      tag.clear();
      end_record();
    }
  }
  if (open) {
    complain(
        "ER: expected the end of the record, found the end of the file — the export is truncated, "
        "fetch it again");
    end_record();
  }
}

}  // namespace querent
