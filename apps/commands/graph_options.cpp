// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/bibliography/graph_command.hpp>

#include <querent/apps/options/declare.hpp>

namespace querent::apps {

namespace {

constexpr const char* kWho = "Author names";
constexpr const char* kWhich = "Kind of graph";
constexpr const char* kComes = "Output";

template <class Value, class Names>
std::vector<std::pair<std::string, Value>> choices_of(const Names& names) {
  std::vector<std::pair<std::string, Value>> choices;
  for (std::size_t k = 0; k < names.size(); ++k)
    choices.emplace_back(names[k], static_cast<Value>(k));
  return choices;
}

void add_kinds(CLI::App& app, GraphCommand& command) {
  const OptionGroup in(app, kWhich);
  add_choice<GraphKind>(app, "--kind", command.kind, choices_of<GraphKind>(kKindNames),
                        "Nodes and edges: authors by shared papers, works by citations, by shared "
                        "citing works, by shared references, or papers by shared authors "
                        "[default: coauthors if half of the records name several authors, else "
                        "the kind with the most edges]")
      ->default_str("");
  add_choice<PairWeight>(app, "--weight", command.pairs.weight,
                         choices_of<PairWeight>(kWeightNames),
                         "Edge weight: number of shared papers; each of k members counts 1/(k-1) "
                         "(newman) or 1/k² (fractional); or the number divided by the sizes of "
                         "both nodes (cosine; association, as in VOSviewer)");
}

void add_limits(CLI::App& app, GraphCommand& command) {
  const OptionGroup in(app, kWhich);
  add_value(app, "--min-weight", command.pairs.min_weight, "W", "Drop edges of a smaller weight")
      ->check(number_between(0, kLargestNumber));
  add_value(app, "--min-papers", command.pairs.min_groups, "N",
            "Drop authors of fewer papers, or works cited by fewer papers")
      ->check(whole_number());
  add_value(app, "--max-group", command.pairs.max_group, "N",
            "Ignore papers with more authors (references, …) than this; 0: no limit "
            "[default: 100 for co-authors, else 1000]")
      ->check(whole_number())
      ->default_str("");
  add_value(app, "--keep-apart", command.keep_apart, "FILE",
            "File of records that are different works: lines of duplicates.tsv, or two ids "
            "separated by a tab");
  add_value(app, "--years", command.years, "FROM-TO",
            "Keep works of these years only: 1990-2020, 1990-, -2020");
}

void add_authors(CLI::App& app, GraphCommand& command) {
  const OptionGroup in(app, kWho);
  add_choice<AuthorsBy>(app, "--authors", command.bibliography.authors,
                        {{"best", AuthorsBy::kBest},
                         {"id", AuthorsBy::kId},
                         {"full", AuthorsBy::kFull},
                         {"initials", AuthorsBy::kInitials}},
                        "Distinguish authors by id, full name or initials; best: by id if there is "
                        "one, else by full name, else by initials");
  add_value(app, "--merge", command.merge, "FILE",
            "File of authors to merge: one line per person, ids separated by tabs");
  add_value(app, "--split", command.split, "FILE",
            "File of papers to assign to another person of the same name: id, paper, new id");
}

void add_output(CLI::App& app, GraphCommand& command) {
  const OptionGroup in(app, kComes);
  add_value(app, "--label-from", command.bibliography.label_from, "venue|topic|FIELD",
            "Field that becomes the label: venue, year, topic, field, mesh, keyword, type, "
            "category, …");
  add_value(app, "--words", command.words, "N",
            "Number of words of titles and abstracts to use as features (TF-IDF); 0: none")
      ->check(whole_number());
  add_value(app, "--export", command.exports, "graphml,pajek,vosviewer",
            "Also write the graph in these formats")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_value(app, "--out", command.out, "DIR", "Output folder, which can be used as SOURCE")
      ->required();
}

}  // namespace

void add_graph_options(CLI::App& app, GraphCommand& command) {
  app.add_option("FILES", command.files,
                 "Exports of OpenAlex, Crossref, Semantic Scholar, DBLP, PubMed, Web of Science, "
                 "Scopus, Lens, BibTeX or RIS, or a list of members and groups; compressed or "
                 "not, or archives of them (zip, tar); - reads standard input")
      ->required();
  add_kinds(app, command);
  add_limits(app, command);
  add_authors(app, command);
  add_output(app, command);
  app.add_flag("--lenient", command.lenient, "Skip and count damaged records");
  app.add_flag("--json", command.json, "Print the manifest on standard output");
  app.add_flag("--quiet,-q", command.quiet, "Print errors only on standard error");
}

}  // namespace querent::apps
