// SPDX-License-Identifier: Apache-2.0
// Graphs of incidences compared with dense products, identification of people, references.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include <Eigen/Dense>

#include <querent/datasets/error.hpp>
#include <querent/graph/bibliography/bibliography.hpp>
#include <querent/graph/bibliography/corrections.hpp>
#include <querent/graph/bibliography/doubts.hpp>
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
    const auto size = random() % 7;  // some are empty, have one member or repeat a member
    for (unsigned k = 0; k < size; ++k)
      incidence.members.push_back(static_cast<Node>(random() % members));
    incidence.offsets.push_back(incidence.members.size());
  }
  return incidence;
}

// B, one column per group, entries 0 and 1.
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

// The weights by definition, with dense matrices.
Dense wanted(const Incidence& incidence, PairWeight weight) {
  Dense b = dense(incidence);
  const Eigen::VectorXd size = b.colwise().sum().transpose();
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
      if (weight == PairWeight::kAssociation)
        c(i, j) *= strength.sum() / (strength[i] * strength[j]);
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

CitedWork cited(std::string doi, std::string author, int year, std::string venue,
                std::string page) {
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

TEST_CASE("every pair weight equals that of the dense product") {
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

TEST_CASE("large groups, rare members and light edges are left out and counted") {
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
  const Graph cosine =
      pair_graph(incidence, {.weight = PairWeight::kCosine, .max_group = 3}, capped);
  CHECK(cosine.weights(0)[0] == doctest::Approx(2.0 / 3));  // both are in three groups
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

TEST_CASE("the product of groups of 3,000 members has every pair") {
  Incidence incidence;  // rows of up to 3000 columns, which are read in order instead of sorted
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

TEST_CASE("people are identified by id, else by full name, else by name and initials") {
  People people(AuthorsBy::kBest);
  const auto li_xin = people.add(person("Li", "Xin"));
  CHECK(people.add(person("LI", "xin")) == li_xin);
  CHECK(people.add(person("Li", "Xu")) != li_xin);
  CHECK(people.add(person("Li", "X.")) != li_xin);
  CHECK(people.add(person("Li", "X")) == people.find("li, x."));
  const auto accented = people.add(person("Fülöp", "Zoltán"));
  CHECK(accented == people.find("fulop, zoltan"));
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

TEST_CASE("references are matched to works by DOI, then by author, year, journal and page") {
  Bibliography bibliography;
  Work target = work("t", {person("Aria", "Massimo")});
  target.doi = "10.1/x";
  target.year = 2017;
  target.venues = {"Journal of Informetrics", "J INFORMETR"};
  target.page = "959";
  Work other = work("o", {person("Newman", "Mark")});
  other.references = {cited("10.1/x", "", 0, "", ""),
                      cited("", "Aria M.", 2017, "J. Informetr.", "959"),
                      cited("10.2/y", "Aria M", 2017, "J INFORMETR", "959"),
                      cited("", "Aria M", 2018, "J INFORMETR", "959"), cited("", "", 0, "", "")};
  bibliography.add(std::move(other));
  bibliography.add(std::move(target));  // cited before it was added
  bibliography.finish();
  const ReferenceReport& report = bibliography.references().report();
  CHECK(report.references == 5);
  CHECK(report.by_doi == 1);
  CHECK(report.by_fields == 1);
  CHECK(report.outside == 2);  // another DOI, another year
  CHECK(report.undescribed == 1);
  const MadeGraph made = make_graph(bibliography, GraphKind::kCitations, {});
  CHECK(made.graph.num_edges() == 1);
  CHECK(made.citations.matched == 2);
  CHECK(made.citations.repeated == 1);
}

TEST_CASE("references without data are no work that joins those who cite them") {
  Bibliography bibliography;
  for (const char* const id : {"a", "b"}) {
    Work one = work(id, {});
    one.references = {cited("", "", 0, "", ""), cited(std::string("10.1/") + id, "", 0, "", "")};
    bibliography.add(std::move(one));
  }
  bibliography.finish();
  CHECK(make_graph(bibliography, GraphKind::kCoupling, {}).graph.num_edges() == 0);
  CHECK(bibliography.references().report().outside_works == 2);
}

TEST_CASE("references are matched to works by the ids of their source") {
  Bibliography bibliography;
  Work target = work("W1", {person("Aria", "Massimo")});
  target.key = "openalex:W1";
  Work other = work("W2", {});
  other.key = "openalex:W2";
  other.references.resize(3);
  other.references[0].key = "openalex:W1";
  other.references[1].key = "openalex:W3";
  other.references[2].key = "scopus:W1";  // from another source
  bibliography.add(std::move(target));
  bibliography.add(std::move(other));
  bibliography.finish();
  CHECK(bibliography.references().report().by_id == 1);
  CHECK(bibliography.references().report().outside_works == 2);
}

TEST_CASE("user corrections: merged people become one, a split paper belongs to another") {
  const auto three = [] {
    Bibliography bibliography;
    bibliography.add(work("p1", {person("Li", "Xin"), person("Wu", "Jun")}));
    bibliography.add(work("p2", {person("Li", "X."), person("Wu", "Jun")}));
    bibliography.add(work("p3", {person("Wu", "Jun"), person("Kim", "Ann")}));
    return bibliography;
  };
  Bibliography merged = three();
  Input merge = Input::from_memory("li, xin\tli, x.\n", "merge");
  CHECK(merge_people(merge, merged) == 1);
  const MadeGraph one = make_graph(merged, GraphKind::kCoauthors, {});
  CHECK(one.graph.num_nodes() == 3);
  CHECK(one.graph.weights(0)[0] == 2);  // Li and Wu, two papers
  Bibliography parted = three();
  Input split = Input::from_memory("wu, jun\tp3\tWu of Jena\n", "split");
  CHECK(split_people(split, parted) == 1);
  const MadeGraph two = make_graph(parted, GraphKind::kCoauthors, {});
  CHECK(two.graph.num_nodes() == 5);
  CHECK(two.graph.num_edges() == 3);
  for (const char* const wrong :
       {"wu, jun\tp9\tx\n", "nobody\tp1\tx\n", "li, xin\tp3\tx\n", "wu, jun\n"}) {
    Bibliography untouched = three();
    Input file = Input::from_memory(wrong, "split");
    CHECK_THROWS_WITH_AS(split_people(file, untouched), doctest::Contains("split:1:"), DataError);
  }
  Input alone = Input::from_memory("li, xin\n", "merge");
  CHECK_THROWS_WITH_AS(merge_people(alone, merged), doctest::Contains("merge:1:"), DataError);
}

TEST_CASE("two ORCIDs of one name, one ORCID of two names, and similar names are doubts") {
  Bibliography bibliography({.authors = AuthorsBy::kFull});
  const auto with = [](WorkAuthor author, const char* orcid) {
    author.orcid = orcid;
    return author;
  };
  bibliography.add(
      work("p1", {with(person("Li", "Xin"), "0000-0000-0000-0001"), person("Wu", "Jun")}));
  bibliography.add(
      work("p2", {with(person("Li", "Xin"), "0000-0000-0000-0002"), person("Wu", "Jun")}));
  bibliography.add(
      work("p3", {with(person("Toh", "Ming Liang"), "0000-0000-0000-0003"), person("Ho", "An")}));
  bibliography.add(
      work("p4", {with(person("Toh", "Marc"), "0000-0000-0000-0003"), person("Ho", "An")}));
  bibliography.add(work("p5", {person("Toh", "M."), person("Ho", "An")}));
  const Doubts doubts = doubts_of(bibliography);
  const auto reported = [&](Doubt::Kind kind, const char* id, const char* other) {
    const auto one = bibliography.people().find(id);
    const auto two = other == nullptr ? one : bibliography.people().find(other);
    return std::any_of(doubts.found.begin(), doubts.found.end(), [&](const Doubt& doubt) {
      return doubt.kind == kind &&
             ((doubt.person == *one && (other == nullptr || doubt.other == *two)) ||
              (doubt.person == *two && doubt.other == *one));
    });
  };
  CHECK(reported(Doubt::Kind::kSeveral, "li, xin", nullptr));
  CHECK_FALSE(reported(Doubt::Kind::kSeveral, "wu, jun", nullptr));
  CHECK(reported(Doubt::Kind::kOne, "toh, ming liang", "toh, marc"));
  CHECK(reported(Doubt::Kind::kOne, "toh, ming liang", "toh, m."));
  CHECK_FALSE(reported(Doubt::Kind::kOne, "li, xin", "wu, jun"));
}

TEST_CASE("a repeated work is counted and not added") {
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

TEST_CASE("duplicates share a DOI, a PubMed number, a title or all fields, and do not contradict") {
  const auto trial = [](std::string title, std::string page, std::string doi, std::string pmid) {
    Work one = work("", {person("Smith", "J")});
    one.venues = {"Blood"};
    one.title = std::move(title);
    one.page = std::move(page);
    one.doi = std::move(doi);
    one.pmid = std::move(pmid);
    return one;
  };
  const std::string title = "Statins prevent migraine: a trial",
                    same = "Statins prevent migraine (A Trial)";
  const auto with_abstract = [](Work one) {
    one.abstract = "On dogs.";
    return one;
  };
  const struct {
    Work first, second;
    bool one;
  } pairs[] = {
      {trial(title, "", "10.1/a", ""), trial("Other", "", "10.1/a", ""), true},
      {trial(title, "", "", "17"), trial("Other", "", "", "17"), true},
      {trial(title, "", "10.1/a", "17"), trial("Other", "", "10.1/b", "17"),
       false},  // as of OpenAlex
      {trial(title, "", "", ""), trial(same, "", "", ""), true},
      {trial(title, "", "10.1/a", ""), trial(same, "", "", "17"), true},
      {trial(title, "", "10.1/a", ""), trial(same, "", "10.1/b", ""), false},
      {trial(title, "", "", "17"), trial(same, "", "", "18"), false},
      {trial(title, "s12", "", ""), trial(same, "110", "", ""),
       false},  // an abstract and its article
      {trial(title, "s12", "", ""), trial("A cohort with hemophilia", "s12", "", ""), false},
      {trial(title, "s12", "", ""), trial("", "s12", "", ""), true},
      {trial("Editorial", "", "", ""), trial("Editorial", "7", "", ""), false},
      {with_abstract(trial("Dogs", "", "", "")), with_abstract(trial("Dogs.", "", "", "")), true},
      {trial("Editorial", "", "", ""), trial("Editorial", "", "", ""), true},
  };
  for (const auto& [first, second, one] : pairs) {
    for (const bool turned : {false, true}) {
      const std::string shown =  // a lambda captures no structured binding
          first.title + '/' + second.title + '/' + second.doi + second.pmid + second.page;
      CAPTURE(shown);
      Bibliography bibliography;
      bibliography.add(turned ? second : first);
      bibliography.add(turned ? first : second);
      CHECK(bibliography.report().kept == (one ? 1 : 2));
    }
  }
  Work later = trial(title, "", "", ""), row = trial("Row", "", "", "");
  later.year = 2002;
  row.id = "1";
  Work other = row;
  other.id = "2";
  Bibliography bibliography;
  for (const Work& one : {trial(title, "", "", ""), later, row, other, row}) bibliography.add(one);
  CHECK(bibliography.report().kept == 4);
  CHECK(bibliography.report().same_id == 1);
}

TEST_CASE("words are folded, and stop words and numbers are dropped") {
  std::vector<std::string> words;
  for_each_word("The Spectral-Embedding of 2017 GRAPHS, via Réseaux an ab",
                [&](std::string_view word) { words.emplace_back(word); });
  CHECK(words == std::vector<std::string>{"spectral", "embedding", "graphs", "reseaux"});
}
