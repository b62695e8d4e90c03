// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/commands/ask_options.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <stdexcept>

#include <querent/apps/ask/answer_keys.hpp>
#include <querent/apps/commands/pool_options.hpp>
#include <querent/apps/experiment/pool.hpp>
#include <querent/apps/options/declare.hpp>
#include <querent/apps/output/child_lines.hpp>
#include <querent/datasets/text/number.hpp>

namespace querent::apps {

namespace {

// Options of one start, which the store does not keep.
constexpr std::array kOfThisStart{"--help",
                                  "--out",
                                  "--export",
                                  "--log",
                                  "--json",
                                  "--by",
                                  "--batch",
                                  "--quiet",
                                  "--threads",
                                  "--no-cache",
                                  "--web",
                                  "--listen",
                                  "--port",
                                  "--verbose",
                                  "--repair",
                                  "--answerer",
                                  "--answerer-role",
                                  "--answerer-budget",
                                  "--answerer-timeout"};
// Options whose paths are relative to the directory in which they were typed.
constexpr std::array kFiles{"SOURCE",     "--edges",    "--incidence", "--labels",
                            "--features", "--show",     "--guide",     "--seeds",
                            "--opinions", "--criteria", "--like"};

// The reason why `make` rejects the typed options; empty if it accepts them.
std::string what_is_wrong(auto make) {
  try {
    make();
  } catch (const std::invalid_argument& error) {
    return error.what();
  } catch (const Refused& error) {
    return error.what();
  }
  return {};
}

std::string long_name(const CLI::Option& option) {
  const auto& names = option.get_lnames();
  return names.empty() ? option.get_name(true) : "--" + names.front();
}

bool is_in(const auto& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string absolute(const std::string& file) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return file;  // a data set, "use", "ignore"
  return std::filesystem::absolute(file).lexically_normal().string();
}

std::optional<std::uint64_t> budget_of(const std::string& text) {
  if (text.empty() || text == "none") return std::nullopt;
  const auto number = scan_integer(text);
  if (!number || *number < 0)
    throw UsageError(
        "--budget {}: expected a number of labels, or none — `querent ask` takes no percentage",
        in_quotes(text));
  return static_cast<std::uint64_t>(*number);
}

void add_answerer_options(CLI::App& app, AnswererOptions& options) {
  const OptionGroup in(app, kAskGroup);
  auto* program =
      add_value(app, "--answerer", options.command, "COMMAND",
                "Program that reads questions and writes answers, one JSON object per line; it "
                "is started once, without a shell")
          ->check([](const std::string& typed) {
            return what_is_wrong([&] { command_words(typed); });
          });
  add_choice<bool>(
      app, "--answerer-role", options.annotator, {{"opinion", false}, {"annotator", true}},
      "opinion: its answers are evidence, and people are asked; annotator: its answers "
      "count as those of a person")
      ->needs(program);
  add_value(app, "--answerer-budget", options.budget, "N",
            "Maximum number of calls of the program, summed over all starts")
      ->check(whole_number())
      ->needs(program);
  add_value(app, "--answerer-timeout", options.timeout, "SECONDS",
            "Seconds allowed for one answer; then the program is restarted, at most twice "
            "per question")
      ->check(number_between(0, 86400))
      ->needs(program);
}

// The options of a session but those of its source, learner and output.
void add_question_options(CLI::App& app, AskOptions& options) {
  const OptionGroup in(app, kAskGroup);
  AskSettings& settings = options.settings;
  add_value(app, "--classes", settings.classes, "A,B,…", "Initial classes; annotators can add more")
      ->delimiter(',')
      ->allow_extra_args(false);
  add_value(app, "--keys", options.keys, "KEYS",
            "Keys of the classes in their order, in addition to 1 to 9, and of actions: \"jkl "
            "skip=space undo=b\"; the other actions are unknown, new, note, look-up, review, "
            "find, guess, guide, help, yes, no")
      ->check([](const std::string& typed) { return what_is_wrong([&] { AnswerKeys{typed}; }); });
  add_value(app, "--show", options.show, "FILE",
            "Table (TSV or CSV) of the text to show for each item; its first column is the id");
  add_value(app, "--guide", options.guide, "FILE",
            "Text file with your definitions of the classes; annotators can open it with a key");
  app.add_flag("--hide-guess", settings.hide_guess,
               "Hide the model's prediction until a key is pressed, so that it does not bias the "
               "annotator");
  add_value(
      app, "--seeds", options.seeds, "FILE",
      "File of known labels: an id and a class per line, with --find also an id alone, or a table "
      "with a column label_included");
  add_value(app, "--budget", options.budget, "N|none", "Maximum number of questions, or none");
  add_share_option(app, "--stop-at-error", settings.stop_at_error,
                   "Stop once the error on the remaining items is below RATE with 95 % confidence")
      ->type_name("RATE");
  add_share_option(app, "--checks", settings.checks,
                   "Fraction of questions drawn at random to estimate the error; it is tripled "
                   "from five answers per class until 20 random questions are answered, without "
                   "--find");
  add_opinions_option(app, options.opinions);
  add_answerer_options(app, options.answerer);
  add_find_options(app, settings.find, options.stop_at_recall, options.criteria);
  app.add_flag("--yes-no", settings.yes_no, "Ask \"is this A?\" instead of \"which class?\"");
  add_choice<bool>(app, "--order", settings.stream, {{"pool", false}, {"stream", true}},
                   "pool: any item can be the next question; stream: each item comes once, in "
                   "order, and is asked or skipped");
  add_share_option(app, "--overlap", settings.overlap,
                   "Fraction of the items that two annotators label, to measure their agreement");
  add_value(app, "--batch", settings.batch, "K",
            "Number of questions that can be open at once (--json)")
      ->check(whole_number(1, 1 << 20));
  add_value(app, "--by", settings.by, "NAME", "Name of the annotator");
  add_value(app, "--seed", settings.seed, "N", "Random seed")->check(whole_number());
}

}  // namespace

void add_ask_options(CLI::App& app, AskOptions& options) {
  add_unlabelled_source_options(app, options.source);
  add_question_options(app, options);
  add_learner_options(app, options.learner);
  add_embedding_options(app, options.embedding);
  add_threads_option(app, options.embedding.embedding.threads);
  add_value(app, "--out", options.out, "DIR", "Directory for the answers; created if missing");
  add_value(app, "--export", options.export_to, "DIR",
            "Write predictions, labels, GraphML and figures into this directory and exit");
  app.add_flag("--log", options.log, "Print all answers, one JSON object per line");
  app.add_flag(
         "--repair", options.repair,
         "Repair answers that an earlier version stored with a time of −0: list them and keep a "
         "copy of the old file")
      ->excludes("--log");
  app.add_flag("--json", options.json,
               "Write questions to standard output and read answers from standard input, one JSON "
               "object per line");
  auto* web =
      app.add_flag("--web", options.web, "Serve a web page on which one or more annotators answer")
          ->excludes("--json");
  add_value(app, "--listen", options.page.listen, "ADDRESS",
            "Address or host name to serve the page on; 0.0.0.0 serves on every address of "
            "this machine")
      ->needs(web)
      ->group(kAskGroup);
  add_value(app, "--port", options.page.port, "N",
            "Port of the page; 0 takes the port of the last start, or else any free port")
      ->check(whole_number(0, 65535))
      ->needs(web)
      ->group(kAskGroup);
  app.add_flag("--quiet,-q", options.quiet, "Print errors only on standard error");
  // at a later start an empty name removes the file
  for (const char* file :
       {"--labels", "--show", "--guide", "--seeds", "--opinions", "--criteria", "--like"})
    app.get_option(file)->get_validator(kNamed)->active(false);
}

std::vector<std::string> kept_arguments(const CLI::App& app) {
  std::vector<std::string> arguments;
  for (const auto* option : app.get_options()) {
    const std::string name = long_name(*option);
    if (option->count() == 0 || is_in(kOfThisStart, name)) continue;
    if (option->get_items_expected_max() == 0) {
      arguments.push_back(name);
      continue;
    }
    for (const std::string& value : option->results()) {
      if (value.empty()) continue;  // as without the option
      const std::string kept = is_in(kFiles, name) ? absolute(value) : value;
      arguments.push_back(name == "SOURCE" ? kept : name + "=" + kept);
    }
  }
  return arguments;
}

void parse_again(CLI::App& app, const std::vector<std::string>& arguments, const CLI::App& typed,
                 bool source_is_answers) {
  std::set<std::string> given;
  for (const auto* option : typed.get_options()) {
    if (option->count() > 0) given.insert(long_name(*option));
  }
  if (source_is_answers) given.erase("SOURCE");
  // another source replaces the stored one
  constexpr std::array kSources{"SOURCE", "--edges", "--incidence"};
  const bool other = std::any_of(kSources.begin(), kSources.end(),
                                 [&](const char* name) { return given.contains(name); });
  std::vector<std::string> all;
  for (const std::string& argument : arguments) {
    const std::string name =
        argument.starts_with("--") ? argument.substr(0, argument.find('=')) : std::string("SOURCE");
    if (!given.contains(name) && !(other && is_in(kSources, name))) all.push_back(argument);
  }
  for (const auto* option : typed.get_options()) {
    const std::string name = long_name(*option);
    if (option->count() == 0 || name == "--help") continue;
    if (name == "SOURCE") {
      if (!source_is_answers) all.push_back(option->results().front());
      continue;
    }
    if (option->get_items_expected_max() == 0) {
      all.push_back(name);
    } else {
      for (const std::string& value : option->results())
        if (!value.empty()) all.push_back(name + "=" + value);  // an empty one removes that kept
    }
  }
  std::reverse(all.begin(), all.end());  // CLI11 takes the words from the end
  try {
    app.parse(all);
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
}

namespace {

// Without --order, auto with its own rule or at random asks from a pool; all others ask streams.
void check_order(AskSettings& settings, const LearnerConfig& config, const CLI::App& app) {
  if (app.count("--order") == 0) settings.stream = !asked_from_pool(config);
  if (!settings.stream) {
    check_pool_rule(config);
    settings.query = config.query->name;
    return;
  }
  for (const char* flag : {"--checks", "--batch"}) {
    if (app.count(flag) > 0)
      throw UsageError(
          "{} has no meaning with --order stream, which asks about each item with its "
          "own probability",
          flag);
  }
}

// If every class is called by a digit, this digit is its key.
void set_digits(AskSettings& settings) {
  std::string digits;
  for (const std::string& name : settings.classes) {
    if (name.size() != 1 || name[0] < '0' || name[0] > '9') return;
    digits += name;
  }
  settings.keys = AnswerKeys(digits);
}

// Without --classes the classes are the one to find and one for all others.
void set_find(AskSettings& settings, const AskOptions& options) {
  settings.stop_at_recall = recall_goal(options.stop_at_recall);
  if (settings.find.empty()) {
    if (settings.stop_at_recall > 0 || options.criteria.any())
      throw UsageError("--stop-at-recall, --criteria and --like need --find CLASS");
    return;
  }
  if (!settings.pool_of_auto() || settings.query == "random")
    throw UsageError("--find needs the learner auto in pool order");
  if (settings.classes.empty())
    settings.classes = {settings.find, settings.find == "relevant" ? "irrelevant" : "other"};
  class_to_find(settings.find, settings.classes);
  if (options.keys.empty() && settings.classes.size() == 2) {
    const std::string classes = settings.classes.front() == settings.find ? "ri" : "ir";
    settings.keys = AnswerKeys(classes + " unknown=? help=h review=w guide=e");
  }
}

}  // namespace

void keep_first(AskSettings& settings, const AskSettings& first, const CLI::App& typed) {
  const auto keep = [&](const char* flag, auto& now, const auto& before) {
    if (typed.count(flag) > 0 && now != before)
      throw UsageError(
          "{} cannot change in a session with answers — give --out DIR for another session", flag);
    now = before;
  };
  keep("--learner", settings.learner, first.learner);
  keep("--query", settings.query, first.query);
  keep("--param", settings.params, first.params);
  keep("--encoding", settings.encoding, first.encoding);
  keep("--order", settings.stream, first.stream);
  keep("--find", settings.find, first.find);
  keep("--seed", settings.seed, first.seed);
}

AskSettings settings_of(const AskOptions& options, const CLI::App& app) {
  AskSettings settings = options.settings;
  settings.keys = AnswerKeys(options.keys);
  const auto configs = configs_of(
      [&] {
        LearnerOptions learner = options.learner;
        if (learner.learners.empty()) learner.learners = {"auto"};
        if (learner.learners.size() > 1)
          throw UsageError("a session uses one learner — give one --learner");
        return learner;
      }(),
      app.count("--encoding") > 0);
  const LearnerConfig& config = configs.front().config;
  settings.learner = config.learner->name;
  settings.query = options.learner.query;
  settings.params = config.learner_params;
  settings.params.insert(config.query_params.begin(), config.query_params.end());
  settings.encoding = options.learner.encoding;
  settings.threads = options.embedding.embedding.threads;
  check_order(settings, config, app);
  set_find(settings, options);
  settings.budget = budget_of(options.budget);
  for (const std::string& name : settings.classes) {
    if (const auto wrong = what_is_wrong([&] { check_class(name); }); !wrong.empty())
      throw UsageError("--classes {}: {}", in_quotes(name), wrong);
    if (std::count(settings.classes.begin(), settings.classes.end(), name) > 1)
      throw UsageError("--classes: {} is given twice", in_quotes(name));
  }
  if (options.keys.empty() && settings.find.empty()) set_digits(settings);
  if (const auto wrong = what_is_wrong([&] { checked({.by = settings.by}); }); !wrong.empty())
    throw UsageError("--by {}: {}", in_quotes(settings.by), wrong);
  settings.arguments = kept_arguments(app);
  return settings;
}

}  // namespace querent::apps
