// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/source_options.hpp>

#include <algorithm>
#include <cctype>
#include <map>

#include <querent/apps/options/declare.hpp>
#include <querent/apps/terminal/usage_error.hpp>

namespace querent::apps {

GivenOptions::GivenOptions(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0) continue;
    Given given{.name = option->get_name(false, false), .names = {}, .group = option->get_group()};
    for (const std::string& name : option->get_lnames()) given.names.push_back("--" + name);
    given_.push_back(std::move(given));
  }
}

bool GivenOptions::has(std::string_view name) const {
  return std::ranges::any_of(given_, [&](const Given& given) {
    return std::ranges::find(given.names, name) != given.names.end();
  });
}

void GivenOptions::refuse_groups(const std::vector<std::string>& groups,
                                 std::string_view what) const {
  for (const Given& given : given_) {
    if (std::ranges::find(groups, given.group) != groups.end())
      throw UsageError("{} has no meaning for {}", given.name, what);
  }
}

void GivenOptions::refuse(const std::vector<std::string>& names, std::string_view what) const {
  for (const std::string& name : names) {
    if (has(name)) throw UsageError("{} has no meaning for {}", name, what);
  }
}

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

char delimiter_of(const std::string& text) {
  static const std::map<std::string, char> kNamed{
      {"comma", ','}, {"semicolon", ';'}, {"tab", '\t'}, {"\\t", '\t'}, {"blank", ' '}};
  if (const auto found = kNamed.find(text); found != kNamed.end()) return found->second;
  const bool printable = text.size() == 1 && text[0] >= ' ' && text[0] <= '~';
  if (printable && std::string_view("\"'.+-#%").find(text[0]) == std::string_view::npos &&
      std::isalnum(static_cast<unsigned char>(text[0])) == 0)
    return text[0];
  throw UsageError(
      "--delimiter {}: expected comma, semicolon, tab, blank or one character that is "
      "not a letter, digit, quote, point or sign",
      in_quotes(text));
}

// The roles of the columns of a table, in order: "source,target,weight" of edges, "id,label" of
// labels or rows. Positions are stored, so that headers do not matter.
void set_columns(SourceOptions& options, const std::string& text) {
  const std::map<std::string, std::string*> roles{{"source", &options.read.source_column},
                                                  {"target", &options.read.target_column},
                                                  {"weight", &options.read.weight_column},
                                                  {"id", &options.read.id_column},
                                                  {"label", &options.label_column}};
  std::map<std::string, int> found;
  std::vector<std::string> dropped;
  int number = 0;
  for (std::size_t begin = 0; begin <= text.size(); ++number) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string word = text.substr(begin, end - begin);
    begin = end + 1;
    if (word == "feature") continue;
    if (word == "-" || word == "id") dropped.push_back(std::to_string(number + 1));
    if (word == "-") continue;
    if (!roles.contains(word) || !found.emplace(word, number + 1).second)
      throw UsageError(
          "--columns {}: expected each of source, target, weight, id and label at most once, "
          "feature or -, found {}",
          in_quotes(text), in_quotes(word));
  }
  const bool edges = found.contains("source") || found.contains("target");
  if (edges ? !(found.contains("source") && found.contains("target")) || found.contains("id") ||
                  found.contains("label")
            : !found.contains("label") || found.contains("weight"))
    throw UsageError(
        "--columns {}: expected source and target of a table of edges, or "
        "label of labels or rows",
        in_quotes(text));
  for (const auto& [role, column] : found) *roles.at(role) = std::to_string(column);
  if (edges) {
    if (options.kind == SourceKind::kByContent) options.kind = SourceKind::kGraph;
  } else {
    options.vectors.read.drop_columns = std::move(dropped);
  }
}

void add_file_options(CLI::App& app, SourceOptions& options) {
  const OptionGroup in(app, "Source");
  add_value(app, "--labels", options.labels, "FILE",
            "File of node labels; for IDX and .npy, of row labels in the same format");
  app.add_option_function<std::string>(
         "--delimiter",
         [&options](const std::string& text) { options.read.delimiter = delimiter_of(text); },
         "Character that separates the columns of tables of text, or comma, semicolon, tab, blank "
         "[default: by content]")
      ->type_name("CHARACTER")
      ->trigger_on_parse();
  app.add_option_function<std::string>(
         "--columns", [&options](const std::string& text) { set_columns(options, text); },
         "Roles of the columns of a table, in order: source,target,weight of edges, or id,label of "
         "node labels or rows; - leaves a column out, feature keeps one of rows; repeatable, one "
         "list per table")
      ->type_name("ROLE,…")
      ->trigger_on_parse()
      ->allow_extra_args(false);
  app.add_flag("--lenient", options.lenient,
               "Skip and count damaged lines instead of stopping at the first");
}

void add_edge_options(CLI::App& app, SourceOptions& options) {
  const OptionGroup in(app, kGraphGroup);
  add_value(app, "--edges", options.edges, "FILE", "File of edges, instead of SOURCE");
  add_value(app, "--incidence", options.edges, "FILE",
            "File of members and their groups, instead of SOURCE: members of a shared group "
            "are connected, and the weight is the number of shared groups")
      ->excludes("--edges");
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
         "Add the features of the nodes to their rows, or ignore them (default: only --learner "
         "auto uses them); or a file of features (svmlight, in the order of --labels); repeatable")
      ->type_name("use|ignore|FILE")
      ->trigger_on_parse()
      ->allow_extra_args(false);
  const auto add_column = [&](const char* flag, std::string& column, const char* help) {
    add_value(app, flag, column, "COLUMN", help);
  };
  add_column("--source-column", options.read.source_column,
             "Tables of edges: column of the first node, a header name or a number from 1");
  add_column("--target-column", options.read.target_column,
             "Tables of edges: column of the second node");
  add_column("--weight-column", options.read.weight_column,
             "Tables of edges: column of the weight, or none [default: a column named weight, or "
             "the only other column of numbers]");
  add_column("--id-column", options.read.id_column, "Label files: column of the node id");
  add_value(app, "--class-attribute", options.read.class_attribute, "NAME",
            "GML, GraphML, GEXF, JSON: node attribute to use as the class");
  app.add_flag("--adjacency", options.read.adjacency,
               "Read each line as a node and all its neighbours");
  add_choice(
      app, "--component", options.read.component, kComponents,
      "Connected components to keep; all by default in ask, and if a learner uses the nodes' "
      "features");
  add_choice(app, "--self-loops", options.read.self_loops, kSelfLoops,
             "How to treat an edge from a node to itself");
  add_choice(app, "--duplicates", options.read.duplicates, kDuplicates,
             "How to merge several records of one edge (equal: only if their weights agree)");
  add_choice(app, "--symmetrize", options.read.symmetrize, kSymmetrize,
             "How to make a directed graph undirected: not at all; keep edges of either direction, "
             "or of both; or add both weights");
  app.add_flag("--nodes-from-labels", options.read.nodes_from_labels,
               "Take the nodes from the label file: a node without edges is an isolated node");
  app.add_flag("--label-sets", options.read.label_sets,
               "Read several labels per node (DM,IR); learners rank the classes");
}

}  // namespace

void add_graph_source_options(CLI::App& app, SourceOptions& options) {
  app.parse_complete_callback([&app, &options] { options.given = GivenOptions(app); });
  app.add_option("SOURCE", options.source,
                 "Name of a data set (see `querent datasets`), a file (its format is recognised by "
                 "content), a folder written by `querent graph`, or - for standard input");
  add_file_options(app, options);
  add_edge_options(app, options);
}

void add_source_options(CLI::App& app, SourceOptions& options) {
  add_unlabelled_source_options(app, options);
  add_class_options(app, options.vectors);
}

void add_unlabelled_source_options(CLI::App& app, SourceOptions& options) {
  add_graph_source_options(app, options);
  add_value(app, "--label-column", options.label_column, "COLUMN",
            "Column of the labels: in CSV and ARFF a name, a number from 1, first, last (the "
            "default) or none; in a label file a name or a number")
      ->group("Source");
  add_choice<SourceKind>(app, "--as", options.kind,
                         {{"auto", SourceKind::kByContent},
                          {"graph", SourceKind::kGraph},
                          {"vectors", SourceKind::kVectors}},
                         "How to read a file whose content fits both a graph and vectors")
      ->group("Source");
  add_vector_options(app, options.vectors);
  add_value(app, "--knn", options.knn, "K",
            "Learn on the graph that connects each row with its K nearest neighbours "
            "(Euclidean distance)")
      ->check(whole_number(1, 1000))
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
    if (!known) throw std::logic_error("the catalogue names an option that does not exist: " + key);
  }
  return read;
}

std::string with_flags(std::string_view message, const std::vector<std::string>& options) {
  const auto is_name = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  std::string text;
  while (!message.empty()) {
    const auto end = std::find_if_not(message.begin(), message.end(), is_name);
    const auto length = static_cast<std::size_t>(end - message.begin());
    std::string name(message.substr(0, length));
    const bool begins =
        text.empty() || text.back() == ' ' || text.back() == '(' || text.back() == '\n';
    const bool assigned = end != message.end() && *end == '=';
    std::string flag = "--" + name;
    std::replace(flag.begin(), flag.end(), '_', '-');
    if (begins && (assigned || name.find('_') != name.npos) &&
        std::find(options.begin(), options.end(), flag) != options.end()) {
      const bool on = assigned && message.substr(length + 1).starts_with("true");
      text += flag + (assigned && !on ? " " : "");
      message.remove_prefix(length + (on ? 5 : assigned ? 1 : 0));
    } else {
      text += message.substr(0, std::max<std::size_t>(length, 1));
      message.remove_prefix(std::max<std::size_t>(length, 1));
    }
  }
  return text;
}

std::string with_source_flags(std::string_view note) {
  static const std::vector<std::string> kOptions{
      "--as",           "--adjacency",     "--columns",    "--component",
      "--delimiter",    "--drop-column",   "--id-column",  "--knn",
      "--label-column", "--labels",        "--missing",    "--one-hot",
      "--scale",        "--source-column", "--symmetrize", "--target-column",
      "--weight-column"};
  return with_flags(note, kOptions);
}

}  // namespace querent::apps
