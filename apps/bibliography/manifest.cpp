// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/bibliography/graph_command.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <querent/apps/terminal/console.hpp>
#include <querent/datasets/bibliography/decision.hpp>
#include <querent/graph/bibliography/folder.hpp>

namespace querent::apps {

namespace {

struct Records {
  std::uint64_t read = 0, damaged = 0;
};

Records records_of(const Made& made) {
  Records records;
  for (const auto& file : made.files) {
    records.read += file.report.records;
    records.damaged += file.report.damaged;
  }
  return records;
}

Json files_json(const Made& made) {
  Json files = Json::array();
  for (const auto& file : made.files) {
    Json one{{"file", file.name},
             {"format", file.report.format},
             {"records", file.report.records},
             {"damaged", file.report.damaged}};
    if (!file.report.notes.empty()) one["notes"] = file.report.notes;
    files.push_back(std::move(one));
  }
  return files;
}

// read = used + left out
Json records_json(const Made& made) {
  const Records records = records_of(made);
  const RecordReport& report = made.bibliography.report();
  const UseReport& use = made.graph.use;
  return {{"read", records.read},
          {"used", use.used},
          {"left_out",
           {{"damaged", records.damaged},
            {"duplicates", report.duplicates},
            {"outside_years", report.outside_years},
            {"without_year", report.without_year},
            {"without_authors", use.without_authors},
            {"without_references", use.without_references},
            {"more_than_max_group", use.too_large}}},
          {"duplicates_by",
           {{"doi", report.same_doi}, {"id", report.same_id}, {"fields", report.same_fields}}}};
}

Json people_json(const Made& made) {
  const PeopleReport& report = made.bibliography.people().report();
  const auto doubts = [&](Doubt::Kind kind) {
    return std::count_if(made.doubts.found.begin(), made.doubts.found.end(),
                         [&](const Doubt& doubt) { return doubt.kind == kind; });
  };
  return {{"mentions", report.mentions},
          {"by_id", report.by_id},
          {"by_full_name", report.by_full_name},
          {"by_initials", report.by_initials},
          {"without_name", report.without_name},
          {"without_id", report.without_id},
          {"maybe_several_people", doubts(Doubt::Kind::kSeveral)},
          {"maybe_one_person", doubts(Doubt::Kind::kOne)},
          {"names_not_compared", made.doubts.too_many},
          {"papers_split", made.split},
          {"people_merged", made.merged}};
}

Json references_json(const Made& made) {
  const ReferenceReport& report = made.bibliography.references().report();
  return {{"read", report.references},
          {"by_doi", report.by_doi},
          {"by_id", report.by_id},
          {"by_fields", report.by_fields},
          {"outside", report.outside},
          {"outside_works", report.outside_works},
          {"undescribed", report.undescribed}};
}

Json graph_json(const Made& made) {
  const NodeReport& nodes = made.graph.node_report;
  Json json{
      {"nodes", made.graph.nodes.size()},
      {"edges", made.edges},
      {"isolated_nodes", made.isolated},
      {"components", made.components},
      {"largest_component", made.largest_component},
      {"left_out_nodes",
       {{"in_fewer_papers", nodes.rare}, {"in_large_groups_only", nodes.in_large_groups_only}}},
      {"labelled_nodes", made.labelled},
      {"words", made.word_columns}};
  if (made.graph.kind == GraphKind::kCitations) {
    const CitationReport& citations = made.graph.citations;
    json["direction"] = "each citation is an undirected edge";
    json["citations"] = {{"matched", citations.matched},
                         {"repeated", citations.repeated},
                         {"mutual", citations.mutual},
                         {"to_itself", citations.to_itself}};
  } else {
    const PairReport& pairs = made.graph.pairs;
    json["groups"] = {{"all", pairs.groups},
                      {"joined", pairs.joined},
                      {"more_than_max_group", pairs.too_large},
                      {"of_one_or_none", pairs.too_small},
                      {"largest", pairs.largest}};
    json["light_edges_left_out"] = pairs.light_edges;
  }
  return json;
}

}  // namespace

bool of_people(GraphKind kind) {
  return kind == GraphKind::kCoauthors || kind == GraphKind::kPapersByAuthor;
}

Json manifest_of(const Made& made, const GraphCommand& command, Json options) {
  Json manifest{{"kind", kGraphFolderKind},
                {"querent", QUERENT_VERSION},
                {"graph_kind", to_string(command.kind)},
                {"weight", command.kind == GraphKind::kCitations
                               ? "1"
                               : kWeightNames[static_cast<std::size_t>(command.pairs.weight)]},
                {"records", records_json(made)},
                {"graph", graph_json(made)}};
  if (!made.kind_because.empty()) manifest["graph_kind_because"] = made.kind_because;
  if (of_people(made.graph.kind)) {
    manifest["people"] = people_json(made);
  } else {
    manifest["references"] = references_json(made);
  }
  manifest["inputs"] = inputs_json(command);
  manifest["files"] = files_json(made);
  if (const auto& found = made.bibliography.report().contradictions; !found.empty())
    manifest["contradictory_decisions"] = found;
  manifest["options"] = std::move(options);
  return manifest;
}

namespace {

void add_count(std::string& text, std::uint64_t count, const std::string& why) {
  if (count > 0) text += fmt::format("; {} {}", grouped(count), why);
}

std::string records_line(const Made& made, const GraphCommand& command) {
  const Records records = records_of(made);
  const RecordReport& report = made.bibliography.report();
  const UseReport& use = made.graph.use;
  std::string text = fmt::format("{}: {} read, {} used", to_string(command.kind),
                                 counted(records.read, "record"), grouped(use.used));
  add_count(text, records.damaged, "damaged");
  add_count(text, report.duplicates,
            made.graph.people() ? "repeated" : "repeated, see duplicates.tsv");
  add_count(text, report.outside_years, "from other years");
  add_count(text, report.without_year, "without a year");
  add_count(text, use.without_authors, "without authors");
  add_count(text, use.without_references, "without references");
  add_count(text, use.too_large,
            fmt::format("with more than {} members (--max-group)", command.pairs.max_group));
  return text + '\n';
}

std::string people_line(const Made& made) {
  const PeopleReport& people = made.bibliography.people().report();
  std::string text = fmt::format("people: {}, {} by id, {} by full name, {} by initials",
                                 counted(people.mentions, "mention"), grouped(people.by_id),
                                 grouped(people.by_full_name), grouped(people.by_initials));
  add_count(text, people.without_name, "without a name");
  add_count(text, people.without_id, "without an id left out");
  if (!made.doubts.found.empty())
    text += fmt::format("; {} in people.tsv", counted(made.doubts.found.size(), "doubtful name"));
  return text + '\n';
}

std::string references_line(const Made& made) {
  const ReferenceReport& references = made.bibliography.references().report();
  std::string text = fmt::format(
      "references: {}, matched {} by DOI, {} by id, {} by author, year, journal and page; the "
      "other {} cite {} that this export does not contain",
      grouped(references.references), grouped(references.by_doi), grouped(references.by_id),
      grouped(references.by_fields), grouped(references.outside),
      counted(references.outside_works, "work"));
  add_count(text, references.undescribed, "too poorly described to be told from others left out");
  return text + '\n';
}

// A note if half of the papers have no edge, since references to works of the same export are rare.
std::string few_citations(const Made& made) {
  if (made.graph.kind != GraphKind::kCitations || 2 * made.isolated < made.graph.nodes.size())
    return "";
  if (made.edges == 0)
    return fmt::format("no work of this export cites another: {} distinguish them\n",
                       made.bibliography.references().report().references > 0
                           ? "words and references"
                           : "titles and abstracts alone");
  return fmt::format(
      "{} of {} works have no edge, since they neither cite nor are cited by another work of "
      "this export; --kind coupling joins works that share references\n",
      grouped(made.isolated), grouped(made.graph.nodes.size()));
}

std::string graph_lines(const Made& made, const GraphCommand& command) {
  std::string text = fmt::format("graph: {}, {}", counted(made.graph.nodes.size(), "node"),
                                 counted(made.edges, "edge"));
  const NodeReport& nodes = made.graph.node_report;
  add_count(text, nodes.rare,
            fmt::format("nodes in fewer than {} papers left out", command.pairs.min_groups));
  add_count(text, nodes.in_large_groups_only, "nodes only in large groups left out");
  add_count(text, made.graph.pairs.light_edges, "edges below --min-weight left out");
  if (made.graph.kind == GraphKind::kCitations && made.edges > 0)
    text += "; each citation is an undirected edge";
  if (made.graph.kind == GraphKind::kPapersByAuthor)
    add_count(text, made.graph.pairs.too_large, "people with more papers than --max-group ignored");
  if (made.graph.kind == GraphKind::kCoupling)
    add_count(text, made.graph.pairs.too_large,
              "cited works with more papers than --max-group ignored");
  if (made.edges > 0) {
    text += fmt::format("\ncomponents: {}, the largest has {}", grouped(made.components),
                        counted(made.largest_component, "node"));
    add_count(text, made.isolated, made.isolated == 1 ? "node has no edge" : "nodes have no edge");
  }
  return text + '\n' + few_citations(made);
}

}  // namespace

std::string summary_of(const Made& made, const GraphCommand& command) {
  std::string text;
  if (!made.kind_because.empty())
    text += fmt::format("--kind {}: {}\n", to_string(command.kind), made.kind_because);
  text += records_line(made, command);
  if (of_people(made.graph.kind)) {
    text += people_line(made);
  } else if (made.bibliography.references().report().references > 0) {
    text += references_line(made);
  }
  text += graph_lines(made, command);
  const bool decided = command.bibliography.label_from == kDecision;
  if (made.labelled > 0)
    text += fmt::format("labels: {}{}\n", counted(made.labelled, "node"),
                        decided ? ", the decisions stored with the records; --seeds of ask takes "
                                  "them from labels.tsv"
                                : "");
  if (made.word_columns > 0)
    text += fmt::format("words: {}\n", counted(made.word_columns, "column"));
  for (const auto& file : made.files) {
    for (const auto& note : file.report.notes) text += note + '\n';
  }
  constexpr std::size_t kMostShown = 10;
  const auto& contradictions = made.bibliography.report().contradictions;
  for (std::size_t k = 0; k < std::min(contradictions.size(), kMostShown); ++k)
    text += contradictions[k] + '\n';
  if (contradictions.size() > kMostShown)
    text += fmt::format("{} such works in all, in manifest.json\n", contradictions.size());
  return text;
}

std::string next_command(const Made& made, const GraphCommand& command) {
  const std::string folder = shell_word(command.out);
  const bool review = made.graph.kind == GraphKind::kCitations;
  if (made.labelled > 0 && command.bibliography.label_from != kDecision)
    return fmt::format("next: querent run {} --component all --learner auto\n", folder);
  if (made.labelled == made.graph.nodes.size())
    return fmt::format("next: querent run {} --find relevant\n", folder);
  if (made.labelled > 0)
    return fmt::format("next: querent ask {0} --find relevant --seeds {0}/labels.tsv\n", folder);
  return fmt::format(
      "next: querent ask {} --classes A,B,C --out answers --web\n{}", folder,
      review ? fmt::format("or:   querent ask {} --find relevant --web\n", folder) : "");
}

}  // namespace querent::apps
