// SPDX-License-Identifier: Apache-2.0
// querent help [TOPIC]: a command's options, or a page of manual/topics.hpp; --as writes the whole
// table of options as a man page, as Markdown or as the completions of a shell.
#include <memory>
#include <string_view>

#include <fmt/ranges.h>

#include <querent/apps/commands/command.hpp>
#include <querent/apps/manual/option_table.hpp>
#include <querent/apps/manual/topics.hpp>
#include <querent/apps/options/choice.hpp>
#include <querent/apps/terminal/usage_error.hpp>

namespace querent::apps {

namespace {

struct HelpOptions {
  std::string topic, names;
  std::string (*write)(const ProgramTable&) = nullptr;  ///< nothing: text for a person
};

int show(const CLI::App& program, const std::string& topic, Console& console) {
  std::vector<std::string> known;
  for (const auto& page : topics()) known.push_back(page.name);
  if (topic.empty()) {
    console.print(program.help());
    console.print(fmt::format("\nTopics of `querent help TOPIC`: a command's name, {}\n",
                              fmt::join(known, ", ")));
    return kDone;
  }
  bool shown = false;
  for (const auto& page : topics()) {
    if (page.name == topic) console.print(page.text);
    shown |= page.name == topic;
  }
  for (const auto* command : program.get_subcommands([](const CLI::App*) { return true; })) {
    if (command->get_name() == topic) {
      console.print((shown ? "\n" : "") + command->help(program.get_name()));
      shown = true;
    }
    known.push_back(command->get_name());
  }
  if (shown) return kDone;
  throw UsageError(fmt::format("no help on {}{} — `querent help` lists the topics",
                               in_quotes(topic), hint(topic, known)));
}

int help(const HelpOptions& options, const CLI::App& program, Console& console) {
  if (!options.names.empty()) {
    console.print(fmt::format("{}\n", fmt::join(names_of_kind(options.names, program), "\n")));
    return kDone;
  }
  if (options.write == nullptr) return show(program, options.topic, console);
  if (!options.topic.empty())
    throw UsageError("--as writes down all options; a TOPIC has no meaning beside it");
  console.print(options.write(option_table(program)));
  return kDone;
}

}  // namespace

Command add_help(CLI::App& program) {
  CLI::App* app = program.add_subcommand(
      "help", "Help on a command or a topic: sources, formats, output, exit-codes, …");
  auto options = std::make_shared<HelpOptions>();
  app->add_option("TOPIC", options->topic, "A command or a topic");
  using Writer = std::string (*)(const ProgramTable&);
  add_choice<Writer>(
      *app, "--as", options->write,
      {{"text", nullptr},
       {"man", man_page},
       {"markdown", markdown_options},
       {"bash", bash_completion},
       {"zsh", zsh_completion},
       {"fish", fish_completion}},
      "Every option of the program as a man page, as Markdown, or as the completions "
      "of a shell");
  app->add_option("--names", options->names, "What completions ask for: names of a kind")
      ->group("");
  return {app, [options, &program](Console& console) { return help(*options, program, console); }};
}

}  // namespace querent::apps
