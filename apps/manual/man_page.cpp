// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/manual/option_table.hpp>

#include <array>

#include <fmt/ranges.h>

#include <querent/apps/manual/topics.hpp>
#include <querent/apps/terminal/escape.hpp>

namespace querent::apps {

namespace {

// Writes dashes so that they can be pasted, and escapes lines that roff would take for requests.
std::string roff(std::string_view text) {
  static constexpr std::array<Replacement, 4> kRoff{
      {{"\n.", "\n\\&."}, {"\n'", "\n\\&'"}, {"\\", "\\e"}, {"-", "\\-"}}};
  return rewritten(fmt::format("\n{}", text), kRoff).substr(1);
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string entry(const OptionLine& line) {
  std::vector<std::string> names;
  for (const auto& name : line.names) names.push_back("\\fB" + roff(name) + "\\fR");
  std::string head = fmt::format("{}", fmt::join(names, ", "));
  if (!line.is_flag()) head += (head.empty() ? "\\fI" : " \\fI") + roff(line.value) + "\\fR";
  std::string text = roff(line.description);
  if (!line.default_value.empty()) text += roff(fmt::format(" [{}]", line.default_value));
  return ".TP\n" + head + "\n" + text + ".\n";
}

std::string preformatted(const std::string& text) {
  return ".nf\n" + roff(text) + (text.ends_with('\n') ? "" : "\n") + ".fi\n";
}

std::string manual_section(const CommandTable& command) {
  std::string page =
      fmt::format(".SS \"{}\"\n{}.\n", roff(command.usage()), roff(command.description));
  for (const auto& line : command.options) {
    if (line.by_position()) page += entry(line);
  }
  for (const auto& group : command.groups()) {
    if (command.groups().size() > 1) page += fmt::format(".PP\n\\fI{}:\\fR\n", roff(group));
    for (const auto& line : command.options) {
      if (!line.by_position() && line.group == group) page += entry(line);
    }
  }
  return page;
}

constexpr std::string_view kEnvironment = R"(.SH ENVIRONMENT
.TP
\fBQUERENT_CACHE\fR
Directory of fetched data sets and cached embeddings; the default is \fI$XDG_CACHE_HOME/querent\fR or \fI~/.cache/querent\fR.
.TP
\fBQUERENT_MIRROR\fR
A file:// or http(s):// address of a mirror that is tried before the public addresses of data sets.
.TP
\fBQUERENT_DATASETS\fR
Directory of the data sets that come with querent, if it is not beside the program.
.TP
\fBNO_COLOR\fR
If set, print no colours on a terminal.
)";

constexpr std::size_t kManColumns = 72;  // of 80, less the indent of a section

constexpr std::string_view kExamples = R"(.SH EXAMPLES
.nf
querent ask \-\-edges edges.tsv \-\-classes A,B,C \-\-out mine
querent run karate \-\-learner MSG \-\-runs 20
querent run \-\-edges edges.tsv \-\-labels labels.tsv \-\-learner auto \e
    \-\-budget 5% \-\-out results
zcat rows.csv.gz | querent run \- \-\-positive spam \-\-stream \e
    \-\-learner PAA\-I
.fi
)";

}  // namespace

std::string man_page(const ProgramTable& table) {
  std::string page = ".TH QUERENT 1 \"\" \"querent " QUERENT_VERSION "\" \"User commands\"\n";
  page += fmt::format(".SH NAME\nquerent \\- {}\n", roff(table.description));
  page += kExamples;  // before the long list of options
  page += ".SH SYNOPSIS\n\\fBquerent\\fR \\fICOMMAND\\fR [\\fIOPTIONS\\fR]\n";
  page +=
      ".SH DESCRIPTION\nquerent classifies the nodes of a graph or the rows of a table from few "
      "labels: it chooses which labels to ask for and predicts the rest.\nResults go to standard "
      "output, messages to standard error.\n";
  for (const auto& line : table.options) page += entry(line);
  page += ".SH COMMANDS\n";
  for (const auto& command : table.commands) page += manual_section(command);
  for (const auto& topic : topics()) {
    // the section on exit codes has a customary name
    page += fmt::format(".SH \"{}\"\n{}",
                        topic.name == "exit-codes" ? "EXIT STATUS" : roff(upper(topic.name)),
                        preformatted(folded(topic.text, kManColumns)));
  }
  page += kEnvironment;
  return page;
}

}  // namespace querent::apps
