// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/source_options.hpp>

#include <CLI/App.hpp>

#include <querent/apps/options/choice.hpp>
#include <querent/apps/options/number_check.hpp>
#include <querent/apps/terminal/usage_error.hpp>

namespace querent::apps {

namespace {

template <class Value>
using Words = std::vector<std::pair<std::string, Value>>;

const Words<Component> kComponents{{"largest", Component::kLargest}, {"all", Component::kAll}};
const Words<SelfLoops> kSelfLoops{{"drop", SelfLoops::kDrop}, {"error", SelfLoops::kError}};
const Words<Duplicates> kDuplicates{{"equal", Duplicates::kMergeEqual},
                                    {"sum", Duplicates::kSum},
                                    {"max", Duplicates::kMax},
                                    {"first", Duplicates::kFirst},
                                    {"error", Duplicates::kError}};
const Words<Symmetrize> kSymmetrize{{"refuse", Symmetrize::kRefuse},
                                    {"or", Symmetrize::kOr},
                                    {"and", Symmetrize::kAnd},
                                    {"sum", Symmetrize::kSum}};

template <class Value>
bool set_word(Value& target, const Words<Value>& words, const std::string& word) {
  for (const auto& [name, value] : words) {
    if (name != word) continue;
    target = value;
    return true;
  }
  return false;
}

}  // namespace

void add_graph_source_options(CLI::App& app, SourceOptions& options) {
  const std::string source_group = "Source", group = kGraphGroup;
  app.parse_complete_callback([&app, &options] { options.given = GivenOptions(app); });
  app.add_option("SOURCE", options.source,
                 "A data set's name (see `querent datasets`), a file (its format is recognised by "
                 "content), a folder of `querent graph`, or - for "
                 "standard input");
  app.add_option("--labels", options.labels, "File of node labels; of row labels for IDX and .npy")
      ->type_name("FILE")
      ->group(source_group);
  app.add_flag("--lenient", options.lenient, "Leave out and count what strict reading refuses")
      ->group(source_group);
  app.add_option("--edges", options.edges, "File of edges, instead of SOURCE")
      ->type_name("FILE")
      ->group(group);
  app.add_option(
         "--incidence", options.edges,
         "File of members and their groups, instead of SOURCE: who shares groups is joined, "
         "the weight is how many")
      ->type_name("FILE")
      ->excludes("--edges")
      ->group(group);
  app.add_option_function<std::string>(
         "--features",
         [&options](const std::string& word) {
           if (word == "use") {
             options.words = NodeWords::kUse;
           } else if (word == "ignore") {
             options.words = NodeWords::kIgnore;
           } else {
             options.features = word;
           }
         },
         "Whether the features of nodes become part of their rows (by default for --learner auto "
         "alone); or a file of them (svmlight, in the order of --labels); repeatable")
      ->type_name("use|ignore|FILE")
      ->trigger_on_parse()
      ->allow_extra_args(false)
      ->group(group);
  const auto add_column = [&](const char* flag, std::string& column, const char* help) {
    app.add_option(flag, column, help)->type_name("COLUMN")->group(group);
  };
  add_column(
      "--source-column", options.read.source_column,
      "Tables of edges: the column of the first node, a name of the header or a number from 1");
  add_column("--target-column", options.read.target_column,
             "Tables of edges: that of the second node");
  add_column("--weight-column", options.read.weight_column, "Tables of edges: that of the weight");
  add_column("--id-column", options.read.id_column, "Label files: the column of the node's id");
  app.add_option("--class-attribute", options.read.class_attribute,
                 "GML, GraphML, GEXF, JSON: the attribute of nodes that is their class")
      ->type_name("NAME")
      ->group(group);
  app.add_flag("--adjacency", options.read.adjacency, "Each line is a node and all its neighbours")
      ->group(group);
  add_choice(app, "--component", options.read.component, kComponents,
             "Which connected components are kept")
      ->group(group);
  add_choice(app, "--self-loops", options.read.self_loops, kSelfLoops,
             "What becomes of an edge from a node to itself")
      ->group(group);
  add_choice(app, "--duplicates", options.read.duplicates, kDuplicates,
             "What two records of one edge become (equal: merged when their weights agree)")
      ->group(group);
  add_choice(app, "--symmetrize", options.read.symmetrize, kSymmetrize,
             "What a directed source becomes")
      ->group(group);
  app.add_flag("--nodes-from-labels", options.read.nodes_from_labels,
               "The label file lists the nodes: one without an edge is an isolated node")
      ->group(group);
  app.add_flag("--label-sets", options.read.label_sets,
               "A node may have several labels (DM,IR): its labels are ranked")
      ->group(group);
}

void add_source_options(CLI::App& app, SourceOptions& options) {
  add_unlabelled_source_options(app, options);
  add_class_options(app, options.vectors);
}

void add_unlabelled_source_options(CLI::App& app, SourceOptions& options) {
  add_graph_source_options(app, options);
  app.add_option(
         "--label-column", options.label_column,
         "The column of the labels: of CSV and ARFF a name, a number from 1, first, last or "
         "none (the default: last); of a label file a name or a number")
      ->type_name("COLUMN")
      ->group("Source");
  add_choice<SourceKind>(app, "--as", options.kind,
                         {{"auto", SourceKind::kByContent},
                          {"graph", SourceKind::kGraph},
                          {"vectors", SourceKind::kVectors}},
                         "What a file is, where its content leaves a doubt")
      ->group("Source");
  add_vector_options(app, options.vectors);
  app.add_option("--knn", options.knn,
                 "Join each row to its K nearest, by Euclidean distance, and learn on that graph")
      ->check(whole_number(1, 1000))
      ->type_name("K")
      ->group(kVectorGroup);
}

ReadOptions read_options_for(const SourceOptions& options,
                             const std::vector<std::pair<std::string, std::string>>& needed) {
  ReadOptions read = options.read;
  read.lenient = options.lenient;
  read.label_column = options.label_column;
  for (const auto& [key, word] : needed) {
    if (options.given.has("--" + key)) continue;
    const bool known =
        (key == "symmetrize" && set_word(read.symmetrize, kSymmetrize, word)) ||
        (key == "duplicates" && set_word(read.duplicates, kDuplicates, word)) ||
        (key == "nodes-from-labels" && word == "yes" && (read.nodes_from_labels = true)) ||
        (key == "label-sets" && word == "yes" && (read.label_sets = true)) ||
        (key == "component" && set_word(read.component, kComponents, word)) ||
        (key == "self-loops" && set_word(read.self_loops, kSelfLoops, word));
    if (!known)
      throw std::logic_error("the catalogue asks for an option that does not exist: " + key);
  }
  return read;
}

}  // namespace querent::apps
