// SPDX-License-Identifier: Apache-2.0
#include <querent/learners/catalogue/catalogue.hpp>

#include <cctype>
#include <cmath>
#include <set>

#include <doctest/doctest.h>

#include <querent/datasets/error.hpp>

using namespace querent;

namespace {

std::string message_of(auto&& action) {
  try {
    action();
  } catch (const ChoiceError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("names are unique and found case-insensitively") {
  std::set<std::string> seen;
  for (const LearnerSpec& spec : learners()) {
    std::string loud = spec.name, quiet = spec.name;
    for (char& c : loud) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    for (char& c : quiet) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    CHECK(&find_learner(loud) == &spec);
    CHECK(&find_learner(quiet) == &spec);
    CHECK(seen.insert(quiet).second);
  }
}

namespace {

/// Plays twelve rounds on dense and on sparse views of the same rows; both copies must agree.
void run_both(const LearnerConfig& chosen, const Task& task) {
  const std::vector<double> value{0.5, -1};
  const std::vector<std::uint32_t> index{0, 2};
  const std::vector<double> dense{0.5, 0, -1};
  const auto one = chosen.make_learner(task), other = chosen.make_learner(task);
  const auto query = chosen.make_query(task);
  for (int t = 0; t < 12; ++t) {
    const int y = t % task.num_classes;
    const Prediction p = one->predict(DenseRow{dense}), q = other->predict(SparseRow{index, value});
    CHECK(p.label == q.label);
    CHECK(p.margin == doctest::Approx(q.margin));
    CHECK(p.uncertainty == doctest::Approx(q.uncertainty));
    const double probability = query->probability(p);
    CHECK(probability >= 0);
    CHECK(probability <= 1);
    CHECK(one->update(DenseRow{dense}, y) == other->update(SparseRow{index, value}, y));
    query->observe(p, {.asked = true, .label = y, .mistake = p.label != y});
  }
}

}  // namespace

TEST_CASE("every learner runs with its own query rule, on dense and on sparse rows") {
  for (const LearnerSpec& spec : learners()) {
    CAPTURE(spec.name);
    run_both(learner_config(spec.name, "", {}), {.dim = 3, .num_classes = 2});
  }
}

TEST_CASE(
    "every second-order learner runs with every query rule, every other with every first-order "
    "one") {
  for (const LearnerSpec& spec : learners()) {
    for (const QuerySpec& rule : query_rules()) {
      CAPTURE(spec.name);
      CAPTURE(rule.name);
      if (rule.needs_uncertainty && !spec.second_order) {
        CHECK(message_of([&] { learner_config(spec.name, rule.name, {}); }).find("uncertainty") !=
              std::string::npos);
      } else {
        run_both(learner_config(spec.name, rule.name, {}), {.dim = 3, .num_classes = 2});
      }
    }
  }
}

TEST_CASE("in a multiclass task the name without M runs the multiclass form") {
  const Task task{.dim = 3, .num_classes = 4};
  for (const char* name :
       {"Perceptron", "RPE",   "PEA",   "PA",      "PA-I",  "PA-II", "RPA",   "RPA-I",
        "RPA-II",     "PAA",   "PAA-I", "PAA-II",  "R-ADA", "M-ADA", "D-ADA", "D-ADA-I",
        "R-AMD",      "M-AMD", "D-AMD", "D-AMD-I", "DA",    "MD"}) {
    CAPTURE(name);
    const std::string with_m = std::string(name) == "MD" ? "MMD" : "M" + std::string(name);
    Params same;  // the defaults of the two names may differ
    for (const ParamSpec& param : find_learner(name).params)
      same[param.key] = param.choices.empty() ? 0.5 : 1;
    const auto one = learner_config(name, "", same).make_learner(task);
    const auto other = learner_config(with_m, "", same).make_learner(task);
    const std::vector<double> x{0.5, 2, -1};
    for (const int y : {3, 2, 1, 3, 0}) {
      CHECK(one->predict(DenseRow{x}).label == other->predict(DenseRow{x}).label);
      CHECK(one->predict(DenseRow{x}).margin == other->predict(DenseRow{x}).margin);
      CHECK(one->update(DenseRow{x}, y) == other->update(DenseRow{x}, y));
    }
  }
}

TEST_CASE("a binary learner rejects a multiclass task") {
  for (const char* name : {"DKM", "SOP", "SOP-full", "SOAL", "CSPAA", "CPA", "PAUM", "CW-diag",
                           "AROW", "SCW-I", "SGD"}) {
    CAPTURE(name);
    CHECK(message_of([&] {
            learner_config(name, "", {}).make_learner({.dim = 3, .num_classes = 3});
          }).find("two classes") != std::string::npos);
  }
}

TEST_CASE(
    "a full matrix is rejected with the memory it needs, and if the number of features is not "
    "known") {
  for (const char* name : {"MSG", "SOP-full", "SEL2nd", "SOAL-full"}) {
    CHECK_THROWS_AS(learner_config(name, "", {}).make_learner({.dim = 1'000'000, .num_classes = 2}),
                    LimitError);
    CHECK_FALSE(message_of([&] {
                  learner_config(name, "", {}).make_learner({.dim = 0, .num_classes = 2});
                }).empty());
  }
}

TEST_CASE("every row of the catalogue is found by its name in the paper") {
  for (const char* name : {"CMOG",
                           "CMOG-Q",
                           "MSG",
                           "GPA",
                           "BBQ",
                           "BBQ-eps",
                           "DGS",
                           "RLS-all",
                           "RPE",
                           "PEA",
                           "LEPE",
                           "CBGZ",
                           "SELada",
                           "SEL2nd",
                           "RPA",
                           "RPA-I",
                           "RPA-II",
                           "PAA",
                           "PAA-I",
                           "PAA-II",
                           "CSRND",
                           "CSPAA",
                           "CSPAA(a)",
                           "PE",
                           "PA",
                           "CW-diag",
                           "PAUM",
                           "CPA",
                           "DA",
                           "MD",
                           "R-ADA",
                           "M-ADA",
                           "D-ADA",
                           "D-ADA-I",
                           "R-AMD",
                           "M-AMD",
                           "D-AMD",
                           "D-AMD-I",
                           "SOP",
                           "SOAL",
                           "DKM2",
                           "DKMactivePerceptron",
                           "CBGZactiveDKMupdate",
                           "randomPerceptron",
                           "randomDKMupdate",
                           "MPerceptron",
                           "MPA",
                           "MPA-I",
                           "MPA-II",
                           "MDA",
                           "MMD",
                           "MRPE",
                           "MPEA",
                           "MRPA",
                           "MRPA-I",
                           "MRPA-II",
                           "MPAA",
                           "MPAA-I",
                           "MPAA-II",
                           "MR-ADA",
                           "MM-ADA",
                           "MD-ADA",
                           "MD-ADA-I",
                           "MR-AMD",
                           "MM-AMD",
                           "MD-AMD",
                           "MD-AMD-I"}) {
    CHECK(find_learner(name).name == name);
  }
  for (const char* name :
       {"all", "random", "theta", "bbq", "bbq-eps", "dgs", "margin", "margin+1", "adaptive",
        "second-order", "threshold", "discriminative", "discriminative-I", "soal", "decaying"}) {
    CHECK(find_query_rule(name).name == name);
  }
}

TEST_CASE("a parameter shared by learner and query rule has one value") {
  CHECK(learner_config("D-ADA", "", {}).query_params.at("eta") ==
        learner_config("D-ADA", "", {}).learner_params.at("eta"));
  const LearnerConfig given = learner_config("SOAL", "", {{"eta", 0.25}});
  CHECK(given.query_params.at("eta") == 0.25);
  CHECK(given.learner_params.at("eta") == 0.25);
}

TEST_CASE("the error for an unknown name suggests the nearest name") {
  CHECK(message_of([] { find_learner("MSGG"); }).find("MSG") != std::string::npos);
  CHECK(message_of([] { find_query_rule("thta"); }).find("theta") != std::string::npos);
  const std::string of_param = message_of([] { learner_config("MSG", "", {{"gama", 1}}); });
  CHECK(of_param.find("gamma") != std::string::npos);
}

TEST_CASE("the error for a parameter out of range states the range") {
  CHECK(message_of([] { learner_config("MSG", "", {{"h", 0}}); }).find("> 0") != std::string::npos);
  CHECK(message_of([] { learner_config("MSG", "random:1.5", {}); }).find("≥ 0, ≤ 1") !=
        std::string::npos);
  CHECK_FALSE(message_of([] { learner_config("MSG", "", {{"gamma", std::nan("")}}); }).empty());
}

TEST_CASE("the first parameter in a query rule's text is overridden by --param") {
  CHECK(learner_config("MSG", "random:0.25", {}).query_params.at("p") == 0.25);
  CHECK(learner_config("MSG", "random:0.25", {{"p", 0.5}}).query_params.at("p") == 0.5);
  CHECK(learner_config("MSG", "", {{"h", 0.5}}).query_params.at("h") == 0.5);
  CHECK_FALSE(message_of([] { learner_config("MSG", "random:x", {}); }).empty());
  CHECK_FALSE(message_of([] { learner_config("MSG", "random:", {}); }).empty());
  CHECK_FALSE(message_of([] { learner_config("MSG", "all:1", {}); }).empty());
}

TEST_CASE("an uncertainty query rule is rejected for a first-order learner") {
  CHECK(message_of([] { learner_config("GPA", "theta", {}); }).find("uncertainty") !=
        std::string::npos);
}

TEST_CASE("a feature index beyond the memory is rejected by every growing learner") {
  const std::vector<std::uint32_t> index{4'000'000'000u};
  const std::vector<double> value{1};
  for (const LearnerSpec& spec : learners()) {
    if (spec.family != "linear" && spec.family != "multiclass") continue;
    CAPTURE(spec.name);
    const auto learner =
        learner_config(spec.name, "", {}).make_learner({.dim = 3, .num_classes = 2});
    const auto learn = [&] {  // one of the two updates is a mistake
      learner->update(SparseRow{index, value}, 0);
      learner->update(SparseRow{index, value}, 1);
    };
    if (spec.update.find("full matrix") == std::string::npos) {
      CHECK_THROWS_AS(learn(), LimitError);
    } else {
      CHECK_THROWS_AS(learn(), std::invalid_argument);
    }
  }
}
