// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/manual/option_table.hpp>

#include <array>

#include <fmt/ranges.h>

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

constexpr std::size_t kManColumns = 72;  // of 80, less the indent of a section

}  // namespace

std::string man_page(const ProgramTable& table) {
  std::string page;
  for (const auto& line : table.options) page += entry(line);
  page += ".SH COMMANDS\n";
  for (const auto& command : table.commands) page += manual_section(command);
  for (const auto& topic : topics()) {
    // the section on exit codes has a customary name
    page += fmt::format(".SH \"{}\"\n{}",
                        topic.name == "exit-codes" ? "EXIT STATUS" : roff(upper(topic.name)),
                        preformatted(folded(topic.text, kManColumns)));
  }
  const std::string about = roff(table.description);
  return rewritten(
      topic_text("man.roff"),
      std::array<Replacement, 3>{
          {{"@VERSION@", QUERENT_VERSION}, {"@ABOUT@", about}, {"@SECTIONS@\n", page}}});
}

}  // namespace querent::apps
