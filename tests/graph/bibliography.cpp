// SPDX-License-Identifier: Apache-2.0
// Graphs of incidences against dense products, who is who, references.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include <Eigen/Dense>

#include <querent/graph/bibliography/bibliography.hpp>
#include <querent/graph/bibliography/kinds.hpp>
#include <querent/graph/bibliography/pair_graph.hpp>
#include <querent/graph/bibliography/words.hpp>

using namespace querent;

namespace {

using Dense = Eigen::MatrixXd;

Incidence random_incidence(Node members, std::uint64_t groups, unsigned seed) {
  std::mt19937 random(seed);
  Incidence incidence;
  incidence.num_members = members;
  for (std::uint64_t g = 0; g < groups; ++g) {
    const auto size = random() % 7;  // some are empty, some of one, some name a member twice
    for (unsigned k = 0; k < size; ++k) incidence.members.push_back(static_cast<Node>(random() % members));
    incidence.offsets.push_back(incidence.members.size());
  }
  return incidence;
}

// B, a column a group, entries 0 and 1.
Dense dense(const Incidence& incidence) {
  Dense b = Dense::Zero(static_cast<Eigen::Index>(incidence.num_members),
                        static_cast<Eigen::Index>(incidence.num_groups()));
  for (std::uint64_t g = 0; g < incidence.num_groups(); ++g) {
    for (std::uint64_t k = incidence.offsets[g]; k < incidence.offsets[g + 1]; ++k)
      b(static_cast<Eigen::Index>(incidence.members[k]), static_cast<Eigen::Index>(g)) = 1;
  }
  return b;
}

Dense dense(const Graph& graph) {
  const auto n = static_cast<Eigen::Index>(graph.num_nodes());
  Dense s = Dense::Zero(n, n);
  for (Node i = 0; i < graph.num_nodes(); ++i) {
    const auto neighbours = graph.neighbours(i);
    const auto weights = graph.weights(i);
    for (std::size_t k = 0; k < neighbours.size(); ++k)
      s(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(neighbours[k])) =
          weights.empty() ? 1 : weights[k];
  }
  return s;
}

// By the definitions, with dense matrices.
Dense wanted(const Incidence& incidence, PairWeight weight) {
  Dense b = dense(incidence);
  const Eigen::VectorXd size = b.colwise().sum().transpose();
  for (Eigen::Index g = 0; g < b.cols(); ++g) {
    if (size[g] < 2) b.col(g).setZero();  // who is alone in a group shares nothing
  }
  Eigen::VectorXd of_group = Eigen::VectorXd::Ones(b.cols());
  for (Eigen::Index g = 0; g < b.cols(); ++g) {
    if (weight == PairWeight::kNewman && size[g] > 1) of_group[g] = 1 / (size[g] - 1);
    if (weight == PairWeight::kFractional && size[g] > 1) of_group[g] = 1 / (size[g] * size[g]);
  }
  Dense c = b * of_group.asDiagonal() * b.transpose();
  const Eigen::VectorXd own = c.diagonal();
  c.diagonal().setZero();
  const Eigen::VectorXd strength = c.rowwise().sum();
  for (Eigen::Index i = 0; i < c.rows(); ++i) {
    for (Eigen::Index j = 0; j < c.cols(); ++j) {
      if (c(i, j) == 0) continue;
      if (weight == PairWeight::kCosine) c(i, j) /= std::sqrt(own[i] * own[j]);
      if (weight == PairWeight::kAssociation) c(i, j) *= strength.sum() / (strength[i] * strength[j]);
    }
  }
  return c;
}

Work work(std::string id, std::vector<WorkAuthor> authors) {
  Work one;
  one.id = std::move(id);
  one.title = "Title of " + one.id;
  one.year = 2000;
  one.authors = std::move(authors);
  return one;
}

WorkAuthor person(std::string family, std::string given) {
  return {.family = std::move(family), .given = std::move(given), .id = {}, .orcid = {}};
}

CitedWork cited(std::string doi, std::string author, int year, std::string venue, std::string page) {
  CitedWork one;
  one.doi = std::move(doi);
  one.author = std::move(author);
  one.year = year;
  one.venue = std::move(venue);
  one.page = std::move(page);
  one.text = one.author + " " + one.page;
  return one;
}

}  // namespace

TEST_CASE("every weight of pairs is that of the dense product") {
  for (const PairWeight weight : {PairWeight::kCount, PairWeight::kNewman, PairWeight::kFractional,
                                  PairWeight::kCosine, PairWeight::kAssociation}) {
    for (unsigned seed = 0; seed < 20; ++seed) {
      const Incidence incidence = random_incidence(30, 40, seed);
      PairReport report;
      const Graph graph = pair_graph(incidence, {.weight = weight}, report);
      CHECK((dense(graph) - wanted(incidence, weight)).cwiseAbs().maxCoeff() < 1e-12);
      CHECK(report.groups == report.joined + report.too_large + report.too_small);
    }
  }
}

TEST_CASE("large groups join nobody, rare members and light edges are left out, each is counted") {
  Incidence incidence;
  incidence.num_members = 5;
  incidence.members = {0, 1, 0, 1, 2, 0, 1, 2, 3, 4};
  incidence.offsets = {0, 2, 5, 10};
  PairReport capped;
  const Graph some = pair_graph(incidence, {.max_group = 3}, capped);
  CHECK(capped.too_large == 1);
  CHECK(capped.largest == 5);
  CHECK(some.num_edges() == 3);
  CHECK(some.weights(0)[0] == 2);
  PairReport rare;
  CHECK(pair_graph(incidence, {.min_groups = 2}, rare).num_edges() == 3);
  CHECK(rare.rare_members == 2);
  PairReport light;
  CHECK(pair_graph(incidence, {.min_weight = 3}, light).num_edges() == 1);
  CHECK(light.light_edges == 9);
  PairReport none;
  CHECK_THROWS_AS(pair_graph(incidence, {.max_pairs = 13}, none), LimitError);
  CHECK_NOTHROW(pair_graph(incidence, {.max_pairs = 14}, none));
}

TEST_CASE("a product in many blocks is that of one") {
  Incidence incidence;  // rows of 3000 members, 9 million additions each: several blocks
  incidence.num_members = 3000;
  for (int g = 0; g < 4; ++g) {
    for (Node i = 0; i < 3000; ++i) incidence.members.push_back(i);
    incidence.offsets.push_back(incidence.members.size());
  }
  PairReport report;
  const Graph graph = pair_graph(incidence, {}, report);
  CHECK(graph.num_edges() == 3000 * 2999 / 2);
  CHECK(std::all_of(graph.all_weights().begin(), graph.all_weights().end(),
                    [](double w) { return w == 4; }));
}

TEST_CASE("people are one by id, else by full name, else by name and initials") {
  People people(AuthorsBy::kBest);
  const auto li_xin = people.add(person("Li", "Xin"));
  CHECK(people.add(person("LI", "xin")) == li_xin);
  CHECK(people.add(person("Li", "Xu")) != li_xin);
  CHECK(people.add(person("Li", "X.")) != li_xin);
  CHECK(people.add(person("Li", "X")) == people.find("li, x."));
  CHECK(people.add(person("Fülöp", "Zoltán")) == people.find("fulop, zoltan"));
  const auto by_id = people.add({.family = "Li", .given = "Xin", .id = "scopus:7", .orcid = {}});
  CHECK(by_id == people.find("7"));
  CHECK(by_id != li_xin);
  CHECK_FALSE(people.add(person("", "")).has_value());
  const PeopleReport& report = people.report();
  CHECK(report.by_id == 1);
  CHECK(report.by_initials == 2);
  CHECK(report.by_full_name == 4);
  CHECK(report.without_name == 1);
  CHECK(report.mentions == 8);
  People initials(AuthorsBy::kInitials);
  CHECK(initials.add(person("Li", "Xin Yu")) == initials.add(person("Li", "XY")));
  People ids(AuthorsBy::kId);
  CHECK_FALSE(ids.add(person("Li", "Xin")).has_value());
  CHECK(ids.report().without_id == 1);
}

TEST_CASE("references find their works by DOI, then by author, year, journal and page") {
  Bibliography bibliography;
  Work target = work("t", {person("Aria", "Massimo")});
  target.doi = "10.1/x";
  target.year = 2017;
  target.venues = {"Journal of Informetrics", "J INFORMETR"};
  target.page = "959";
  Work other = work("o", {person("Newman", "Mark")});
  other.references = {cited("10.1/x", "", 0, "", ""), cited("", "Aria M.", 2017, "J. Informetr.", "959"),
                      cited("10.2/y", "Aria M", 2017, "J INFORMETR", "959"),
                      cited("", "Aria M", 2018, "J INFORMETR", "959"), cited("", "", 0, "", "")};
  bibliography.add(std::move(other));
  bibliography.add(std::move(target));  // cited before it is there
  bibliography.match_references();
  const ReferenceReport& report = bibliography.references().report();
  CHECK(report.references == 5);
  CHECK(report.by_doi == 1);
  CHECK(report.by_fields == 1);
  CHECK(report.outside == 3);  // another DOI, another year, nothing known
  const MadeGraph made = make_graph(bibliography, GraphKind::kCitations, {});
  CHECK(made.graph.num_edges() == 1);
  CHECK(made.citations.matched == 2);
  CHECK(made.citations.repeated == 1);
}

TEST_CASE("a work that comes again is counted, not added") {
  Bibliography bibliography({.first_year = 1990});
  Work first = work("a", {person("Li", "Xin")});
  first.doi = "10.1/a";
  Work again = work("b", {person("Li", "Xin")});
  again.doi = "10.1/a";
  Work old = work("c", {});
  old.year = 1980;
  Work undated = work("d", {});
  undated.year = 0;
  for (Work* one : {&first, &again, &old, &undated}) bibliography.add(std::move(*one));
  const RecordReport& report = bibliography.report();
  CHECK(report.records == 4);
  CHECK(report.kept == 1);
  CHECK(report.same_doi == 1);
  CHECK(report.outside_years == 1);
  CHECK(report.without_year == 1);
}

TEST_CASE("words are folded, and what says nothing is no word") {
  std::vector<std::string> words;
  for_each_word("The Spectral-Embedding of 2017 GRAPHS, via Réseaux an ab",
                [&](std::string_view word) { words.emplace_back(word); });
  CHECK(words == std::vector<std::string>{"spectral", "embedding", "graphs", "reseaux"});
}
