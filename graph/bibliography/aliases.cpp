// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/aliases.hpp>

#include <algorithm>

#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/lowered.hpp>
#include <querent/datasets/text/number.hpp>
#include <querent/graph/bibliography/read_folder.hpp>

namespace querent {

namespace {

// Normalises an id written as a DOI, a PubMed id or an OpenAlex id.
std::optional<std::string> work_id(std::string_view id) {
  std::string small = lowered(id);
  const auto holds = [&](std::string_view part) { return small.find(part) != std::string::npos; };
  if (small.starts_with("10.") || small.starts_with("doi:") || holds("doi.org/")) {
    if (std::string doi = clean_doi(small); !doi.empty()) return doi;
  }
  if (small.starts_with("pmid:") || holds("pubmed.ncbi.nlm.nih.gov/") ||
      holds("ncbi.nlm.nih.gov/pubmed/")) {
    if (const std::string number = clean_pmid(id); !number.empty()) return "pmid:" + number;
  }
  if (holds("openalex.org/")) return std::string(id.substr(id.rfind('/') + 1));
  if (id.size() > 1 && id.front() == 'W' && scan_integer(id.substr(1))) return std::string(id);
  return std::nullopt;
}

}  // namespace

std::string plain_work_id(std::string_view id) {
  id = trimmed(id);
  return work_id(id).value_or(std::string(id));
}

bool is_work_id(std::string_view id) {
  return work_id(trimmed(id)).has_value();
}

void Aliases::read(Input& file) {
  LineReader lines(file);
  for (std::string_view line; lines.next(line);) {
    const std::size_t tab = line.find('\t');
    const auto node =
        tab == std::string_view::npos ? std::nullopt : nodes_->find(line.substr(0, tab));
    if (!node) refuse_line(lines, "an id of labels.tsv, a tab and another id");
    const Node other = others_.find_or_add(line.substr(tab + 1));
    if (other == node_of_.size()) {
      node_of_.push_back(*node);
    } else {
      further_.emplace(other, *node);
    }
  }
}

std::optional<Node> Aliases::find(std::string_view id) const {
  if (const auto node = nodes_->find(id)) return node;
  const std::string plain = plain_work_id(id);
  if (const auto node = nodes_->find(plain)) return node;
  const std::vector<Node> nodes = all(plain);
  return nodes.size() == 1 ? std::optional<Node>(nodes.front()) : std::nullopt;
}

std::vector<Node> Aliases::all(std::string_view id) const {
  std::vector<Node> nodes;
  const auto add = [&](Node node) {
    if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
  };
  const std::string plain = plain_work_id(id);
  if (const auto node = nodes_->find(id)) add(*node);
  if (const auto node = nodes_->find(plain)) add(*node);
  if (const auto other = others_.find(plain)) {
    add(node_of_[*other]);
    const auto [begin, end] = further_.equal_range(*other);
    for (auto one = begin; one != end; ++one) add(one->second);
  }
  return nodes;
}

}  // namespace querent
