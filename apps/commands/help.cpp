// SPDX-License-Identifier: Apache-2.0
// querent help [TOPIC]: shows the options of a command or a page of manual/texts; --as writes
// all options as a man page, as Markdown or as the completions of a shell.
#include <memory>

#include <fmt/ranges.h>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/manual/option_table.hpp>
#include <querent/apps/options/declare.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/text/lowered.hpp>
#include <querent/learners/catalogue/catalogue.hpp>

namespace querent::apps {

namespace {

struct HelpOptions {
  std::string topic, names;
  std::string (*write)(const ProgramTable&) = nullptr;  ///< null: text for a person
};

int show(const CLI::App& program, const std::string& topic, Console& console) {
  const ProgramTable table = option_table(program);
  const auto columns = static_cast<std::size_t>(console.width());
  if (topic.empty()) {
    console.print(program_help(table, columns));
    return kDone;
  }
  std::string text;
  std::vector<std::string> known;
  for (const auto& page : topics()) {
    if (page.name == topic) text += folded(page.text, columns);
    known.push_back(page.name);
  }
  for (const auto& command : table.commands) {
    if (command.name == topic || topic == "all")
      text += (text.empty() ? "" : "\n") + whole_help(command, columns);
    known.push_back(command.name);
  }
  for (const auto& spec : learners()) {
    if (text.empty() && lowered(spec.name) == lowered(topic))
      text = fmt::format("{}: {}\nIts parameters: querent learners {}\n", spec.name, spec.summary,
                         spec.name);
  }
  // a mistyped name of a command may be part of a longer word, one in capitals is not meant
  const bool mistyped = topic == lowered(topic) && !nearest_name(topic, known).empty();
  if (text.empty() && topic.size() > 2 && !mistyped) text = help_on_word(table, topic, columns);
  if (text.empty() && topic.size() > 2 && !mistyped) {
    for (const auto& page : topics()) {
      if (page.text.find(topic) != std::string::npos) text += folded(page.text, columns);
    }
  }
  if (text.empty())
    throw UsageError("no help on {}{} — `querent help` lists the topics", in_quotes(topic),
                     hint(topic, known));
  console.print(text);
  return kDone;
}

int help(const HelpOptions& options, const CLI::App& program, Console& console) {
  if (!options.names.empty()) {
    console.print(fmt::format("{}\n", fmt::join(names_of_kind(options.names, program), "\n")));
    return kDone;
  }
  if (options.write == nullptr) return show(program, options.topic, console);
  if (!options.topic.empty()) throw UsageError("--as writes all options and takes no TOPIC");
  console.print(options.write(option_table(program)));
  return kDone;
}

}  // namespace

Command add_help(CLI::App& program) {
  CLI::App* app = program.add_subcommand(
      "help", "Show help on a command, a topic (sources, formats, output, …) or any word");
  auto options = std::make_shared<HelpOptions>();
  app->add_option("TOPIC", options->topic, "Command, topic or word");
  using Writer = std::string (*)(const ProgramTable&);
  add_choice<Writer>(
      *app, "--as", options->write,
      {{"text", nullptr},
       {"man", man_page},
       {"markdown", markdown_options},
       {"bash", bash_completion},
       {"zsh", zsh_completion},
       {"fish", fish_completion}},
      "Print all options as a man page, as Markdown, or as the completions of a shell");
  app->add_option("--names", options->names, "Print the names of a kind, for completions")
      ->group("");
  return {app, [options, &program](Console& console) { return help(*options, program, console); }};
}

}  // namespace querent::apps
