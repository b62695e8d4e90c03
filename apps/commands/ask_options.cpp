// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/commands/ask_options.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <stdexcept>

#include <querent/apps/ask/answer_keys.hpp>
#include <querent/apps/experiment/pool.hpp>
#include <querent/apps/options/choice.hpp>
#include <querent/apps/options/number_check.hpp>
#include <querent/datasets/number.hpp>

namespace querent::apps {

namespace {

// Of one start, not of the answers.
constexpr std::array kOfThisStart{"--help", "--out",    "--export", "--log",     "--json",
                                  "--by",   "--batch",  "--quiet",  "--threads", "--no-cache",
                                  "--web",  "--listen", "--port",   "--repair"};
// Named from where they were typed.
constexpr std::array kFiles{"SOURCE",     "--edges", "--incidence", "--labels",
                            "--features", "--show",  "--guide",     "--seeds"};

std::string long_name(const CLI::Option& option) {
  const auto& names = option.get_lnames();
  return names.empty() ? option.get_name(true) : "--" + names.front();
}

template <class Names>
bool is_in(const Names& names, const std::string& name) {
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
        fmt::format("--budget {}: expected a number of labels, or none — whoever "
                    "answers counts labels, not rounds",
                    in_quotes(text)));
  return static_cast<std::uint64_t>(*number);
}

// Why these cannot be --keys; empty: they can.
std::string wrong_keys(const std::string& keys) {
  try {
    AnswerKeys{keys};
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

}  // namespace

void add_ask_options(CLI::App& app, AskOptions& options) {
  AskSettings& settings = options.settings;
  add_unlabelled_source_options(app, options.source);
  app.add_option("--classes", settings.classes,
                 "The classes to begin with; whoever answers may add others")
      ->type_name("A,B,…")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->group(kAskGroup);
  app.add_option(
         "--keys", options.keys,
         "Keys of the classes in their order, beside 1 to 9, and of what else is done: "
         "\"jkl skip=space undo=b\"; also unknown, new, look-up, find, guess, guide, yes, no")
      ->check([](const std::string& keys) { return wrong_keys(keys); })
      ->type_name("KEYS")
      ->group(kAskGroup);
  app.add_option("--show", options.show,
                 "What is shown of each item: a table (tabs or CSV) whose first column is the id")
      ->type_name("FILE")
      ->group(kAskGroup);
  app.add_option("--guide", options.guide,
                 "A text that says what belongs to which class; a key shows it")
      ->type_name("FILE")
      ->group(kAskGroup);
  app.add_flag("--hide-guess", settings.hide_guess,
               "Show the model's guess at the press of a key, so that it persuades nobody")
      ->group(kAskGroup);
  app.add_option("--seeds", options.seeds, "Labels that are known already: id and class a line")
      ->type_name("FILE")
      ->group(kAskGroup);
  app.add_option("--budget", options.budget, "Answers that are never exceeded; none: no limit")
      ->type_name("N|none")
      ->group(kAskGroup);
  add_share_option(app, "--stop-at-error", settings.stop_at_error,
                   "Ask no more once the error on what was not asked is known to be below this, "
                   "which is wrong in at most one run of twenty")
      ->type_name("RATE")
      ->group(kAskGroup);
  add_share_option(
      app, "--checks", settings.checks,
      "Share of the questions drawn at random, from which the error is estimated; three times "
      "as many from five answers a class on, until there are twenty")
      ->group(kAskGroup);
  app.add_flag("--yes-no", settings.yes_no, "Ask \"is this A?\" instead of \"which class?\"")
      ->group(kAskGroup);
  add_choice<bool>(app, "--order", settings.stream, {{"pool", false}, {"stream", true}},
                   "Any item may be the next, or each comes once and is asked or passed")
      ->group(kAskGroup);
  add_share_option(app, "--overlap", settings.overlap,
                   "Share of the items that two people are asked, to see how often they agree")
      ->group(kAskGroup);
  app.add_option("--batch", settings.batch, "Questions that are open at once (--json)")
      ->check(whole_number(1, 1 << 20))
      ->type_name("K")
      ->group(kAskGroup);
  app.add_option("--by", settings.by, "Name of the person who answers")
      ->type_name("NAME")
      ->group(kAskGroup);
  app.add_option("--seed", settings.seed, "Of all random numbers")
      ->check(whole_number())
      ->type_name("N")
      ->group(kAskGroup);
  add_learner_options(app, options.learner);
  add_embedding_options(app, options.embedding);
  add_threads_option(app, options.embedding.embedding.threads);
  app.add_option("--out", options.out, "Directory of the answers; is made where it is missing")
      ->type_name("DIR");
  app.add_option("--export", options.export_to,
                 "Write what the answers come to into this directory: predictions, labels, "
                 "GraphML, figures")
      ->type_name("DIR");
  app.add_flag("--log", options.log, "Print everything that was answered, one JSON object a line");
  app.add_flag(
         "--repair", options.repair,
         "Mend answers that an earlier version wrote with a time of −0, say which, and keep a "
         "copy")
      ->excludes("--log");
  app.add_flag(
      "--json", options.json,
      "Questions on standard output and answers on standard input, one JSON object a line");
  auto* web = app.add_flag("--web", options.web,
                           "Ask on a page in the browser, where several people can answer at once")
                  ->excludes("--json");
  app.add_option("--listen", options.page.listen,
                 "Address or name that the page is served at; 0.0.0.0: every one of this machine")
      ->type_name("ADDRESS")
      ->needs(web)
      ->group(kAskGroup);
  app.add_option("--port", options.page.port,
                 "Port of the page; 0: the one of last time, else one that is free")
      ->check(whole_number(0, 65535))
      ->type_name("N")
      ->needs(web)
      ->group(kAskGroup);
  app.add_flag("--quiet,-q", options.quiet, "Nothing on standard error but errors");
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
      const std::string kept = is_in(kFiles, name) ? absolute(value) : value;
      arguments.push_back(name == "SOURCE" ? kept : name + "=" + kept);
    }
  }
  return arguments;
}

void parse_again(CLI::App& app, const std::vector<std::string>& arguments, const CLI::App& typed) {
  std::set<std::string> given;
  for (const auto* option : typed.get_options()) {
    if (option->count() > 0) given.insert(long_name(*option));
  }
  // another source in place of the one that is kept
  const bool other = given.contains("--edges") || given.contains("--incidence");
  given.erase("SOURCE");
  std::vector<std::string> all;
  for (const std::string& argument : arguments) {
    const std::string name =
        argument.starts_with("--") ? argument.substr(0, argument.find('=')) : std::string("SOURCE");
    if (!given.contains(name) && !(name == "SOURCE" && other)) all.push_back(argument);
  }
  for (const auto* option : typed.get_options()) {
    const std::string name = long_name(*option);
    if (option->count() == 0 || name == "SOURCE" || name == "--help") continue;
    if (option->get_items_expected_max() == 0) {
      all.push_back(name);
    } else {
      for (const std::string& value : option->results()) all.push_back(name + "=" + value);
    }
  }
  std::reverse(all.begin(), all.end());  // as CLI11 wants them
  try {
    app.parse(all);
  } catch (const CLI::ParseError& error) {
    throw UsageError(error.what());
  }
}

namespace {

// Where nobody says, a pool is asked by auto, by its own rule or at random; all others ask streams.
void check_order(AskSettings& settings, const Contestant& contestant, const CLI::App& app) {
  if (app.count("--order") == 0) settings.stream = !asked_from_pool(contestant);
  if (!settings.stream) {
    check_pool_rule(contestant);
    if (contestant.learner->views && app.count("--param") > 0)
      throw UsageError("--param has no meaning in pool order — add --order stream");
    settings.query = contestant.query->name;
    return;
  }
  for (const char* flag : {"--checks", "--batch"}) {
    if (app.count(flag) > 0)
      throw UsageError(
          fmt::format("{} has no meaning with --order stream: one item comes after the "
                      "other, and each has its own probability to be asked",
                      flag));
  }
}

}  // namespace

AskSettings settings_of(const AskOptions& options, const CLI::App& app) {
  AskSettings settings = options.settings;
  settings.keys = AnswerKeys(options.keys);
  const auto entries = entries_of(
      [&] {
        LearnerOptions learner = options.learner;
        if (learner.learners.empty()) learner.learners = {"auto"};
        if (learner.learners.size() > 1) throw UsageError("one learner asks — give one --learner");
        return learner;
      }(),
      app.count("--encoding") > 0);
  const Contestant& contestant = entries.front().contestant;
  settings.learner = contestant.learner->name;
  settings.query = options.learner.query;
  settings.params = contestant.learner_params;
  settings.params.insert(contestant.query_params.begin(), contestant.query_params.end());
  settings.encoding = options.learner.encoding;
  settings.threads = options.embedding.embedding.threads;
  check_order(settings, contestant, app);
  settings.budget = budget_of(options.budget);
  for (std::size_t k = 0; k < settings.classes.size(); ++k) {
    const auto& name = settings.classes[k];
    if (name.empty()) throw UsageError("--classes: a class needs a name");
    if (std::count(settings.classes.begin(), settings.classes.end(), name) > 1)
      throw UsageError(fmt::format("--classes: {} stands there twice", in_quotes(name)));
  }
  settings.arguments = kept_arguments(app);
  return settings;
}

}  // namespace querent::apps
