// SPDX-License-Identifier: Apache-2.0
// Bibliographies of every format, their tables, and the graph folder.
#include <algorithm>

#include <querent/datasets/bibliography/works.hpp>
#include <querent/datasets/error.hpp>
#include <querent/graph/bibliography/bibliography.hpp>
#include <querent/graph/bibliography/corrections.hpp>
#include <querent/graph/bibliography/read_incidence.hpp>
#include <querent/graph/read.hpp>

#include "../target.hpp"
#include "file.hpp"

namespace querent::fuzz {

namespace {

void add_all(std::string_view bytes, bool lenient) {
  Bibliography bibliography;
  Input input = Input::from_memory(bytes, "fuzz");
  read_works(input, {.lenient = lenient}, [&](Work&& work) { bibliography.add(work); });
  bibliography.finish();
}

constexpr std::string_view kJson = "OpenAlex, Crossref, CSL or Semantic Scholar JSON",
                           kDblpXml = "DBLP XML", kPubmedXml = "PubMed XML",
                           kMedline = "PubMed MEDLINE", kWosText = "Web of Science plain text",
                           kWosTab = "Web of Science tab-delimited", kScopusCsv = "Scopus CSV",
                           kLensCsv = "Lens CSV", kBibtex = "BibTeX", kRis = "RIS",
                           kIncidence = "incidence list";

template <const std::string_view& format>
void works(std::string_view bytes) {
  constexpr std::size_t kHead = 65536;
  if (recognise_works(bytes.substr(0, kHead)) != format) return;
  try {
    add_all(bytes, false);
    return;
  } catch (const DataError&) {  // lenient reading may still succeed
  }
  add_all(bytes, true);
}

void incidence(std::string_view bytes) {
  Input pairs = Input::from_memory(bytes, "fuzz");
  read_incidence_graph(pairs, nullptr, nullptr, {});
}

template <std::uint64_t correct(Input&, Bibliography&)>
void corrections(std::string_view bytes) {
  Bibliography bibliography;
  Input list = Input::from_memory("Ada\tp1\nBen\tp1\nAda\tp2\nCy\tp2\n", "list");
  read_works(list, {}, [&](Work&& work) { bibliography.add(work); });
  Input fuzzed = Input::from_memory(bytes, "fuzz");
  correct(fuzzed, bibliography);
}

// The three files of a folder, separated by lines "----".
void folder(std::string_view bytes) {
  constexpr std::string_view kBetween = "----\n";
  const std::filesystem::path at = scratch() / "folder";
  put(at / "manifest.json", R"({"kind": "bibliography graph"})");
  for (const char* name : {"labels.tsv", "edges.tsv", "nodes.tsv"}) {
    const std::size_t end = std::min(bytes.find(kBetween), bytes.size());
    put(at / name, bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + kBetween.size(), bytes.size()));
  }
  read_graph(GraphSource{.edges = at, .labels = {}, .features = {}});
}

}  // namespace

std::vector<Target> works_targets() {
  return {{"works-json", works<kJson>},
          {"works-dblp", works<kDblpXml>},
          {"works-pubmed-xml", works<kPubmedXml>},
          {"works-medline", works<kMedline>},
          {"works-wos-text", works<kWosText>},
          {"works-wos-tab", works<kWosTab>},
          {"works-scopus", works<kScopusCsv>},
          {"works-lens", works<kLensCsv>},
          {"works-bibtex", works<kBibtex>},
          {"works-ris", works<kRis>},
          {"works-incidence", works<kIncidence>},
          {"incidence", incidence},
          {"people-merge", corrections<merge_people>},
          {"people-split", corrections<split_people>},
          {"graph-folder", folder}};
}

}  // namespace querent::fuzz
