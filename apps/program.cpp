// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/program.hpp>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>
#include <stdexcept>
#include <system_error>

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <querent/apps/manual/option_table.hpp>
#include <querent/apps/options/declare.hpp>
#include <querent/apps/options/source_options.hpp>
#include <querent/apps/output/provenance.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/apps/terminal/usage_error.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/platform/file.hpp>
#include <querent/datasets/platform/terminal.hpp>
#include <querent/learners/learner.hpp>
#include <querent/spectral/embedding.hpp>

namespace querent::apps {

namespace {

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const auto* option : app.get_options()) {
    for (const auto& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

// The parser leaves over an unknown command, an unknown option or one argument too many.
void refuse_extras(const CLI::App& program, const CLI::App* command) {
  const CLI::App& app = command == nullptr ? program : *command;
  const auto extras = app.remaining();
  if (extras.empty()) return;
  const std::string& extra = extras.front();
  if (extra.size() > 1 && extra.front() == '-') {
    const std::string name = extra.substr(0, extra.find('='));
    if (name == "--ask")
      throw UsageError("{}: --ask is called --asking; `querent ask` lets a person answer",
                       command == nullptr ? "querent" : app.get_name());
    throw UsageError("{} has no option {}{}", command == nullptr ? "querent" : app.get_name(), name,
                     hint(name, option_names(app)));
  }
  std::error_code ignored;
  if (command != nullptr && app.get_name() == "ask" && std::filesystem::exists(extra, ignored))
    throw UsageError(
        "ask takes one source, found also {} — `querent graph FILE FILE … --kind citations --out "
        "DIR` joins exports, and `querent ask DIR` asks about them",
        in_quotes(extra));
  if (command != nullptr)
    throw UsageError("{}: unexpected argument {}", app.get_name(), in_quotes(extra));
  std::vector<std::string> names;
  for (const auto* known : program.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(known->get_name());
  throw UsageError("no command {}{} — `querent --help` lists them", in_quotes(extra),
                   hint(extra, names));
}

// The help of the typed command, or else of the program.
std::string help_of(const CLI::App& program, const Console& console) {
  const ProgramTable table = option_table(program);
  const auto columns = static_cast<std::size_t>(console.width());
  const auto typed = program.get_subcommands();
  for (const auto& command : table.commands) {
    if (!typed.empty() && typed.back()->get_name() == command.name)
      return first_help(command, columns);
  }
  return program_help(table, columns);
}

int dispatch(int argc, char** argv, const Engines& engines, Console& console,
             std::vector<std::string>& options) {
  CLI::App program(
      "Classifies the nodes of a graph, or the rows of a table, from few labels that it asks for.",
      "querent");
  program.set_version_flag("--version", version_text);
  program.option_defaults()->always_capture_default();
  program.require_subcommand(0, 1);
  program.allow_extras();
  const auto commands = add_commands(program, engines);
  try {
    program.parse(argc, argv);
  } catch (const CLI::CallForVersion& call) {
    console.print(std::string(call.what()) + "\n");
    return kDone;
  } catch (const CLI::CallForHelp&) {
    console.print(help_of(program, console));
    return kDone;
  } catch (const CLI::ArgumentMismatch& error) {
    const std::string text = error.what();
    const std::size_t at = text.find(": At Most 1 required");
    throw UsageError(at == text.npos ? text : text.substr(0, at) + " is given twice — keep one");
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
  const auto chosen = std::find_if(commands.begin(), commands.end(),
                                   [](const Command& c) { return c.app->parsed(); });
  if (chosen == commands.end()) {
    refuse_extras(program, nullptr);
    console.raw(help_of(program, console));
    return kUsage;
  }
  refuse_extras(program, chosen->app);
  options = option_names(*chosen->app);
  return chosen->run(console);
}

// CLI11 looks options up in noexcept functions; this handler reports out-of-memory errors there.
[[noreturn]] void say_why_it_ends() {
  try {
    if (const auto error = std::current_exception()) std::rethrow_exception(error);
  } catch (const std::bad_alloc&) {
    constexpr std::string_view kMessage = "error: out of memory\n";
    [[maybe_unused]] const auto written =
        platform::write_some(platform::kStandardError, kMessage.data(), kMessage.size());
    std::_Exit(kLimit);
  } catch (const std::exception& error) {
    const std::string message = std::string("error: ") + error.what() + "\n";
    [[maybe_unused]] const auto written =
        platform::write_some(platform::kStandardError, message.data(), message.size());
  } catch (...) {  // not one of ours
  }
  std::abort();
}

}  // namespace

int run_program(int argc, char** argv, const Engines& engines) {
  std::set_terminate(say_why_it_ends);
  Console console;
  console.copied = engines.messages;
  std::vector<std::string> options;  // of the command that is running
  const auto report = [&](std::string_view message, ExitCode code) -> int {
    try {
      check_interrupt();
    } catch (const Interrupted& stop) {
      constexpr std::string_view kCheckpoints = "--checkpoint-every";
      const bool could_keep = std::ranges::find(options, kCheckpoints) != options.end();
      const bool keeps = std::any_of(argv, argv + argc, [&](const char* word) {
        return std::string_view(word).starts_with(kCheckpoints);
      });
      console.raw(could_keep && !keeps ? "interrupted: nothing was saved — with --checkpoint-every "
                                         "N the same command would continue\n"
                                       : "interrupted\n");
      return 128 + stop.signal;
    }
    console.error(with_flags(message, options));
    return code;
  };
  try {
    return dispatch(argc, argv, engines, console, options);
  } catch (const UsageError& error) {
    return report(error.what(), kUsage);
  } catch (const DataError& error) {
    return report(error.what(), kBadData);
  } catch (const NotFinite& error) {
    return report(fmt::format("{} with scale=minmax", error.what()), kBadData);
  } catch (const ClosedPipe&) {
    return kIo;
  } catch (const IoError& error) {
    return report(error.what(), kIo);
  } catch (const CorruptError& error) {
    return report(error.what(), kBadModel);
  } catch (const LimitError& error) {
    return report(error.what(), kLimit);
  } catch (const NotConverged& error) {
    return report(error.what(), kLimit);
  } catch (const std::bad_alloc&) {
    return report("out of memory", kLimit);
  } catch (const std::length_error&) {  // a vector larger than the address space
    return report("out of memory", kLimit);
  } catch (const std::filesystem::filesystem_error& error) {
    return report(fmt::format("{}: {}", error.path1().string(), error.code().message()), kIo);
  } catch (const std::system_error& error) {  // the system refuses a thread
    return report(error.what(), kIo);
  } catch (const std::invalid_argument& error) {
    return report(error.what(), kUsage);
  } catch (const std::exception& error) {
    return report(fmt::format("{} — this is a defect of querent, please report it", error.what()),
                  kDefect);
  }
}

}  // namespace querent::apps
