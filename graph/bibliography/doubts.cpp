// SPDX-License-Identifier: Apache-2.0
#include <querent/graph/bibliography/doubts.hpp>

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <span>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include <querent/datasets/bibliography/names.hpp>
#include <querent/graph/components.hpp>

namespace querent {

namespace {

constexpr std::size_t kMostOfOneName = 200, kMostOfOnePaper = 500;

struct Papers {
  const Incidence& authors;
  Incidence of;  // people are the groups, papers the members
  std::span<const Node> papers(Node person) const { return of.group(person); }
  std::span<const Node> people(Node paper) const { return authors.group(paper); }
  // True if a paper of the person has so many authors that co-authorship gives no evidence.
  bool in_a_crowd(Node person) const {
    return std::ranges::any_of(papers(person),
                               [&](Node paper) { return people(paper).size() > kMostOfOnePaper; });
  }
  std::vector<Node> coauthors(Node person) const {
    std::vector<Node> all;
    for (const Node paper : papers(person)) {
      for (const Node other : people(paper))
        if (other != person) all.push_back(other);
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    return all;
  }
};

// Number of groups into which a person's papers fall if papers with a common co-author are joined;
// single-author papers are ignored.
std::size_t separate_groups(Node person, const Papers& all) {
  std::unordered_map<Node, Node> paper_of;  // a co-author's first paper, from 0
  const auto papers = all.papers(person);
  LeastSets joined(papers.size());
  std::size_t count = 0;
  for (Node k = 0; k < papers.size(); ++k) {
    const auto people = all.people(papers[k]);
    if (people.size() < 2) continue;
    ++count;
    for (const Node other : people) {
      if (other != person && joined.join(k, paper_of.try_emplace(other, k).first->second)) --count;
    }
  }
  return count;
}

// True if the given names may belong to one person: initials are a prefix of the other's;
// written-out words are equal, or one is an initial of the other.
bool compatible(const People& people, Node a, Node b) {
  if (people.brief(a) || people.brief(b)) {
    const std::string one = people.initials(a), other = people.initials(b);
    return one.starts_with(other) || other.starts_with(one);
  }
  const std::string given = people.given(a), other_given = people.given(b);
  const auto one = parts_of(given, " "), other = parts_of(other_given, " ");
  for (std::size_t k = 0; k < std::min(one.size(), other.size()); ++k) {
    const bool letter = one[k].size() == 1 || other[k].size() == 1;
    if (one[k] != other[k] && !(letter && one[k][0] == other[k][0])) return false;
  }
  return true;
}

std::size_t common(const std::vector<Node>& a, const std::vector<Node>& b) {
  std::vector<Node> both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  return both.size();
}

void compare(const Bibliography& bibliography, const Papers& all, const std::vector<Node>& names,
             std::vector<Doubt>& doubts) {
  const People& people = bibliography.people();
  std::vector<std::vector<Node>> coauthors;
  for (const Node person : names) coauthors.push_back(all.coauthors(person));
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (std::size_t j = i + 1; j < names.size(); ++j) {
      if (std::binary_search(coauthors[i].begin(), coauthors[i].end(), names[j])) continue;
      if (!compatible(people, names[i], names[j])) continue;
      const std::size_t both = common(coauthors[i], coauthors[j]);
      if (both > 0)
        doubts.push_back({Doubt::Kind::kOne, names[i], names[j],
                          fmt::format("names that may be the same, {} co-author{} in common", both,
                                      both == 1 ? "" : "s")});
    }
  }
}

}  // namespace

Doubts doubts_of(const Bibliography& bibliography) {
  const People& people = bibliography.people();
  const Incidence& named = bibliography.authors();
  Incidence authors;  // each person once per paper
  authors.num_members = named.num_members;
  for (std::uint64_t g = 0; g < named.num_groups(); ++g) authors.add_group(named.distinct(g));
  const Papers all{authors, transposed(authors)};
  Doubts doubts;
  std::map<std::string, std::vector<Node>> by_orcid;
  std::vector<std::pair<std::uint64_t, Node>> by_name;  // hash of the short name
  for (Node person = 0; person < people.size(); ++person) {
    if (all.papers(person).empty()) continue;  // merged into another
    const bool crowd = all.in_a_crowd(person);
    if (!crowd) by_name.emplace_back(std::hash<std::string>()(people.short_name(person)), person);
    for (const auto& orcid : people.orcids(person)) by_orcid[orcid].push_back(person);
    if (people.orcids(person).size() > 1) {
      doubts.found.push_back({Doubt::Kind::kSeveral, person, 0,
                              fmt::format("{} ORCIDs", people.orcids(person).size())});
    }
    if (crowd || people.level(person) == NameLevel::kId || all.papers(person).size() < 2) continue;
    const std::size_t groups = separate_groups(person, all);
    if (groups > 1)
      doubts.found.push_back({Doubt::Kind::kSeveral, person, 0,
                              fmt::format("{} disjoint groups of co-authors", groups)});
  }
  for (const auto& [orcid, same] : by_orcid) {
    for (std::size_t k = 1; k < same.size(); ++k)
      doubts.found.push_back({Doubt::Kind::kOne, same[0], same[k], "one ORCID, " + orcid});
  }
  std::sort(by_name.begin(), by_name.end());
  std::vector<Node> same;
  for (std::size_t k = 0; k < by_name.size(); ++k) {
    same.push_back(by_name[k].second);
    if (k + 1 < by_name.size() && by_name[k + 1].first == by_name[k].first) continue;
    if (same.size() > kMostOfOneName) {
      ++doubts.too_many;
    } else if (same.size() > 1) {
      compare(bibliography, all, same, doubts.found);
    }
    same.clear();
  }
  return doubts;
}

}  // namespace querent
