// SPDX-License-Identifier: Apache-2.0
// train, predict and inspect with models, and the stored state of everything in the catalogue.
#include <chrono>

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <querent/apps/model/trained_model.hpp>
#include <querent/learners/catalogue/catalogue.hpp>
#include <querent/learners/models/model.hpp>

#include "program.hpp"

using namespace querent;
using namespace querent::apps;

namespace {

// A row of three features; the classes are separated.
std::vector<double> row_of(int t, int K) {
  std::vector<double> x;
  for (int j = 0; j < 3; ++j) x.push_back((t % K == j ? 1.0 : 0.0) + 0.1 * ((t * 7 + j * 3) % 5));
  return x;
}

void play_some(TrainedModel& model, int from, int to) {
  const int K = static_cast<int>(model.classes.size());
  for (int t = from; t < to; ++t) {
    const std::vector<double> x = row_of(t, K);
    const Prediction p = model.learner.predict(DenseRow{x});
    model.rule.observe(p, {.asked = true, .label = t % K, .mistake = p.label != t % K});
    model.learner.update(DenseRow{x}, t % K);
  }
}

TrainedModel trained(const LearnerConfig& config, int K) {
  TrainedModel model;
  model.learner_name = config.learner->name;
  model.query_name = config.query->name;
  model.learner_params = config.learner_params;
  model.query_params = config.query_params;
  model.dim = 3;
  for (int k = 0; k < K; ++k) model.classes.push_back("class " + std::to_string(k));
  model.vectors.emplace().features = 3;
  model.make(~std::size_t{0});
  play_some(model, 0, 25);
  return model;
}

void check_kept(const LearnerConfig& config, int K) {
  TrainedModel model = trained(config, K);
  const std::string bytes = model_bytes(model);
  CHECK(model_bytes(trained(config, K)) == bytes);  // training twice gives the same bytes
  TrainedModel kept = TrainedModel::read(ModelFile(bytes, "a test"));
  CHECK(model_bytes(kept) == bytes);
  for (int t = 0; t < 12; ++t) {
    const std::vector<double> x = row_of(5 * t + 1, K);
    const Prediction p = model.learner.predict(DenseRow{x}), q = kept.learner.predict(DenseRow{x});
    CHECK(p.label == q.label);
    CHECK(p.margin == q.margin);
    CHECK(p.uncertainty == q.uncertainty);
    CHECK(model.rule.probability(p) == kept.rule.probability(q));
  }
  play_some(model, 25, 40);
  play_some(kept, 25, 40);
  CHECK(model_bytes(kept) == model_bytes(model));
}

std::string written(const Scratch& scratch, const std::string& name, const std::string& text) {
  std::ofstream(scratch / name, std::ios::binary) << text;
  return (scratch / name).string();
}

std::string separable(int rows, int from = 1) {
  std::string text;
  for (int i = 0; i < rows; ++i)
    text += i % 2 == 0 ? "1 " + std::to_string(from) + ":1\n"
                       : "0 " + std::to_string(from + 1) + ":1\n";
  return text;
}

// predictions.csv has the prediction of `predict` for every node in its last but one column.
void check_final_classes(const std::string& csv, const std::string& learner,
                         const Json& predicted) {
  for (const Json& node : predicted["predictions"]) {
    // learner,id,predicted,margin,queried,label,round,final,probability
    const std::size_t line = csv.find(learner + "," + node["id"].get<std::string>() + ",");
    REQUIRE(line != std::string::npos);
    const std::string text = csv.substr(line, csv.find('\n', line) - line);
    const std::string until = text.substr(0, text.rfind(','));
    CHECK(until.substr(until.rfind(',') + 1) == node["predicted"]);
  }
}

}  // namespace

TEST_CASE(
    "every learner of the catalogue can be stored: same file, predictions and further learning") {
  for (const LearnerSpec& spec : learners()) {
    CAPTURE(spec.name);
    const LearnerConfig chosen = learner_config(spec.name, "", {});
    check_kept(chosen, 2);
    try {
      chosen.make_learner({.dim = 3, .num_classes = 3});
    } catch (const ChoiceError&) {
      continue;  // for two classes only
    }
    check_kept(chosen, 3);
  }
}

TEST_CASE("every query rule of the catalogue can be stored") {
  for (const QuerySpec& rule : query_rules()) {
    CAPTURE(rule.name);
    check_kept(learner_config("MSG", rule.name, {}), 3);
  }
}

TEST_CASE("a model that claims a matrix larger than its file is rejected before allocation") {
  TrainedModel model = trained(learner_config("MSG", "", {}), 2);
  model.dim = 30'000;  // 7 GB
  CHECK_THROWS_AS(TrainedModel::read(ModelFile(model_bytes(model), "m")), ModelError);
  model.dim = 3;
  model.learner_params["gamma"] = -1;
  CHECK_THROWS_AS(TrainedModel::read(ModelFile(model_bytes(model), "m")), ModelError);
  model.learner_name = "Oracle";
  CHECK_THROWS_AS(TrainedModel::read(ModelFile(model_bytes(model), "m")), ModelError);
}

TEST_CASE(
    "a model trained on separable rows predicts others without a mistake, by their row "
    "numbers") {
  const Scratch scratch;
  const std::string train = written(scratch, "train.svm", separable(60));
  const std::string model = (scratch / "m.model").string();
  const Json trained = json_of({"train", train, "--learner", "PA-I", "--scale", "minmax", "--bias",
                                "--model", model, "--json"});
  CHECK(trained["command"] == "train");
  CHECK(trained["model"]["bytes"] == contents_of(model).size());
  const std::string other = written(scratch, "other.svm", "0 2:3\n1 1:0.5\n1 1:2\n");
  const Json predicted = json_of({"predict", "--model", model, other, "--json"});
  CHECK(predicted["measures"]["labelled"] == 3);
  CHECK(predicted["measures"]["mistakes"] == 0);
  CHECK(predicted["predictions"][0] == Json{{"id", "1"},
                                            {"predicted", "0"},
                                            {"margin", predicted["predictions"][0]["margin"]},
                                            {"label", "0"}});
  const Ended csv = querent_program({"predict", "--model", model, other, "--quiet"});
  CHECK(csv.out.starts_with("id,predicted,margin,label\n1,0,"));
  const Json shown = json_of({"inspect", model, "--json"});
  CHECK(shown["learner"]["name"] == "PA-I");
  CHECK(shown["rows"]["scale"] == "minmax");
  json_of({"train", train, "--learner", "PA-I", "--scale", "standard,unit,standard", "--model",
           model, "--json"});
  CHECK(json_of({"predict", "--model", model, other, "--json"})["measures"]["mistakes"] == 0);
  CHECK(json_of({"inspect", model, "--json"})["rows"]["scale"] == "standard,unit,standard");
  for (const char* chain :
       {"standard,units", ",unit", "unit,", "unit,unit,unit,unit,unit,unit,unit,unit,unit"})
    CHECK(querent_program({"train", train, "--learner", "PA-I", "--scale", chain, "--model", model})
              .status == 2);
  CHECK(shown["classes"] == Json{"0", "1"});
}

TEST_CASE("rows of another dimension, index base, class or kind are rejected with exit code 6") {
  const Scratch scratch;
  const std::string model = (scratch / "m.model").string();
  json_of({"train", written(scratch, "train.svm", separable(20)), "--learner", "PA", "--model",
           model, "--json"});
  const auto refused = [&](const std::string& text, const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments{"predict", "--model", model, written(scratch, "rows", text)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Ended ended = querent_program(arguments);
    CHECK(ended.status == 6);
    return ended.err;
  };
  CHECK(contains(refused("1 1:1 9:1\n"), "expected rows of 2 features, as in training, found 9"));
  CHECK(contains(refused("2 1:1\n"), "expected the classes 0, 1, found '2'"));
  CHECK(contains(refused("1 0:1\n", {"--index-base", "0"}), "feature indices from 1"));
  CHECK(querent_program({"predict", "--model", model, "karate"}).status == 6);
  CHECK(querent_program(
            {"predict", "--model", model, written(scratch, "lenient", "2 1:1\n"), "--lenient"})
            .status == 0);
  CHECK(
      querent_program({"predict", "--model", written(scratch, "no", "nothing"), "karate"}).status ==
      6);
  CHECK(querent_program({"predict", "--model", (scratch / "absent").string(), "karate"}).status ==
        4);
  std::string damaged = contents_of(model);
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 1);
  const Ended ended =
      querent_program({"predict", "--model", written(scratch, "damaged", damaged), "karate"});
  CHECK(ended.status == 6);
  CHECK(contains(ended.err, "checksum"));
}

TEST_CASE(
    "a model of a graph predicts its nodes as the run's final model, and a new one from its "
    "neighbours") {
  const Scratch scratch;
  const std::string model = (scratch / "m.model").string(), out = (scratch / "out").string();
  json_of({"train", "karate", "--learner", "MSG", "--model", model, "--out", out, "--json"});
  const Json same = json_of({"predict", "--model", model, "karate", "--json"});
  CHECK(same["new_nodes"] == 0);
  check_final_classes(contents_of(out + "/predictions.csv"), "MSG", same);
  // one more node, connected to all friends of node 34, and one connected to an unknown node
  std::string edges = contents_of(QUERENT_DATASETS "/embedded/graphs/karate/edges.tsv");
  for (const char* friend_of : {"9", "15", "16", "19", "21", "23"})
    edges += "new\t" + std::string(friend_of) + "\n";
  edges += "lone\tother\n";
  const Json more = json_of(
      {"predict", "--model", model, "--edges", written(scratch, "edges.tsv", edges), "--json"});
  CHECK(more["new_nodes"] == 3);
  CHECK(more["nodes_without_known_neighbour"] == 2);
  std::string of_34, of_new;
  for (const Json& node : more["predictions"]) {
    if (node["id"] == "34") of_34 = node["predicted"];
    if (node["id"] == "new") of_new = node["predicted"];
  }
  CHECK(of_new == of_34);
}

TEST_CASE(
    "a model of auto classifies the nodes as `run` does, and a new node of a clique with the "
    "clique") {
  // Twenty cliques, each of one class, connected by a few edges.
  const Scratch scratch;
  std::string edges, labels;
  for (int c = 0; c < 20; ++c) {
    for (int i = 0; i < 9; ++i) {
      labels += fmt::format("{}-{}\t{}\n", c, i, c * 7 % 5);
      for (int j = 0; j < i; ++j) edges += fmt::format("{0}-{1}\t{0}-{2}\n", c, i, j);
    }
    for (int far = 1; far < 4; ++far) edges += fmt::format("{}-0\t{}-{}\n", c, (c + far) % 20, far);
  }
  const std::string model = (scratch / "m.model").string(), out = (scratch / "out").string(),
                    run = (scratch / "run").string();
  std::vector<std::string> source{"--edges", written(scratch, "edges.tsv", edges), "--labels",
                                  written(scratch, "labels.tsv", labels)};
  const auto with = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), source.begin(), source.end());
    return arguments;
  };
  json_of(with({"train", "--learner", "auto", "--dim", "24", "--budget", "60", "--model", model,
                "--out", out, "--json"}));
  const TrainedModel kept = TrainedModel::read(ModelFile::read(model));
  REQUIRE(kept.probabilities() != nullptr);
  CHECK((kept.probabilities()->rowwise().sum().array() - 1).abs().maxCoeff() < 1e-12);
  const Json same = json_of(with({"predict", "--model", model, "--probabilities", "--json"}));
  check_final_classes(contents_of(out + "/predictions.csv"), "auto", same);
  json_of(
      with({"run", "--learner", "auto", "--dim", "24", "--budget", "60", "--out", run, "--json"}));
  CHECK(contents_of(run + "/predictions.csv") == contents_of(out + "/predictions.csv"));
  for (const Json& node : same["predictions"]) {
    const double p = node["probability"], margin = node["margin"];
    CHECK(p >= 0.2);  // the greatest of five
    CHECK(margin <= p);
  }
  for (int i = 0; i < 9; ++i) edges += fmt::format("new\t3-{}\n", i);
  source = {"--edges", written(scratch, "more.tsv", edges)};
  std::string of_new;
  const Json more = json_of(with({"predict", "--model", model, "--json"}));
  for (const Json& node : more["predictions"])
    if (node["id"] == "new") of_new = node["predicted"];
  CHECK(of_new == "1");
}

TEST_CASE("missing values are replaced by the means of training, so rows are predicted alone") {
  const Scratch scratch;
  const std::string model = (scratch / "m").string(), plain = (scratch / "plain").string(),
                    rows = written(scratch, "t.csv",
                                   "x,y,k\n1,100,p\n2,200,n\n3,300,p\n-1,50,n\n2,,p\n");
  json_of({"train", rows, "--missing", "mean", "--learner", "AROW", "--model", model, "--json"});
  json_of({"train", rows, "--missing", "drop", "--learner", "AROW", "--model", plain, "--json"});
  const auto margin = [&](const char* text) {
    return json_of({"predict", "--model", model, "--missing", "mean",
                    written(scratch, "p.csv", text), "--json"})["predictions"][0]["margin"]
        .get<double>();
  };
  const double alone = margin("x,y,k\n2,,p\n");
  CHECK(margin("x,y,k\n2,,p\n1,1000000,n\n") == alone);
  CHECK(margin("x,y,k\n2,162.5,p\n") == alone);  // (100 + 200 + 300 + 50) / 4
  const Ended refused = querent_program({"predict", "--model", plain, "--missing", "mean",
                                         written(scratch, "p.csv", "x,y,k\n2,,p\n")});
  CHECK(refused.status == 6);
  CHECK(contains(refused.err, "train it with --missing mean"));
}

TEST_CASE("rows that lack words of the training are predicted by the names of the columns") {
  const Scratch scratch;
  const std::string model = (scratch / "m").string();
  json_of({"train", written(scratch, "o.csv", "x,col,k\n1,red,p\n2,blue,n\n3,red,p\n"), "--as",
           "vectors", "--one-hot", "--learner", "AROW", "--model", model, "--json"});
  const auto predict = [&](const char* text) {
    return querent_program({"predict", "--model", model, "--as", "vectors", "--one-hot",
                            written(scratch, "p.csv", text), "--json"});
  };
  const auto margins = [&](const char* text) {
    std::vector<double> of_row;
    const Json printed = Json::parse(predict(text).out);
    for (const Json& row : printed["predictions"]) of_row.push_back(row["margin"]);
    return of_row;
  };
  const auto both = margins("x,col,k\n1,red,p\n1,blue,n\n");
  CHECK(margins("x,col,k\n1,red,p\n") == std::vector<double>{both[0]});
  CHECK(margins("col,x,k\nblue,1,p\n") == std::vector<double>{both[1]});
  CHECK(margins("x,col,k\n1,green,p\n1,red,n\n")[1] == both[0]);
  CHECK(contains(predict("x,col,k\n1,green,p\n").out, "'col=green' is not in the model"));
  CHECK(predict("x,colour,k\n1,red,p\n1,blue,n\n").status == 6);
}

TEST_CASE("predict counts the nodes that it predicts, and names the labels of training") {
  const Scratch scratch;
  const std::string model = (scratch / "m").string(), out = (scratch / "out").string();
  json_of({"train", "karate", "--learner", "RLS-all", "--model", model, "--json"});
  const std::string edges = contents_of(QUERENT_DATASETS "/embedded/graphs/karate/edges.tsv");
  const Ended ended = querent_program(
      {"predict", "--model", model, "--edges", written(scratch, "e.tsv", edges + "lone\tother\n"),
       "--labels", QUERENT_DATASETS "/embedded/graphs/karate/labels.tsv", "--out", out});
  CHECK(contains(ended.out, "34 of 36 nodes predicted"));
  CHECK(contains(ended.out, "(the model has learnt the labels of 34 nodes)"));
}

namespace {

// The parts of a model of an older `auto` that show what it is.
struct OlderGraph {
  double scores = 1;
  static void fields(auto& self, auto&& field) { field("over_graph", self.scores); }
};
struct OlderModel {
  double query_state = 0;
  OlderGraph graph;
  static void fields(auto& self, auto&& field) {
    field("query_state", self.query_state);
    field("graph", self.graph);
  }
};

}  // namespace

TEST_CASE("a model of the older auto, which spread its scores over the graph, is refused") {
  const ModelFile older(model_bytes(OlderModel()), "older.model");
  CHECK_THROWS_WITH_AS(TrainedModel::read(older), doctest::Contains("train it again"), ModelError);
}

TEST_CASE(
    "a checkpoint of other options is rejected, and a run without a directory for one is a usage "
    "error") {
  const Scratch scratch;
  const std::string rows = written(scratch, "rows.svm", separable(4000)),
                    model = (scratch / "m").string();
  const auto arguments = [&](const std::string& seed) {
    return std::vector<std::string>{"train",  rows, "--learner",          "MSG", "--model", model,
                                    "--seed", seed, "--checkpoint-every", "50"};
  };
  Program first(arguments("1"));
  const auto start = std::chrono::steady_clock::now();
  while (!std::filesystem::exists(model + ".checkpoint/run-0-0.checkpoint") &&
         std::chrono::steady_clock::now() - start < std::chrono::seconds(60)) {
  }
  first.signal(SIGKILL);
  CHECK(first.wait().status == -SIGKILL);
  const Ended other = querent_program(arguments("2"));
  CHECK(other.status == 2);
  CHECK(contains(other.err, "holds a run with other options"));
  CHECK(querent_program(arguments("1")).status == 0);
  CHECK_FALSE(std::filesystem::exists(model + ".checkpoint"));
  CHECK(querent_program({"run", rows, "--learner", "PA", "--checkpoint-every", "5"}).status == 2);
}
