// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/commands/pool_options.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <querent/apps/options/declare.hpp>
#include <querent/apps/options/experiment_options.hpp>
#include <querent/apps/source/opinions_file.hpp>
#include <querent/apps/source/prepared.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/number.hpp>

namespace querent::apps {

namespace {

constexpr const char* kOnePerClass = "one-per-class";
constexpr std::string_view kInclusions = "prior_inclusions";

// Calls line(reader, text) for every line that is not empty.
void for_lines(const std::string& path, auto&& line) {
  Input input = Input::open(path);
  LineReader reader(input);
  for (std::string_view text; reader.next(text);) {
    const std::string_view found = trimmed(text);
    if (!found.empty() && found.front() != '#') line(reader, found);
  }
}

// The items whose ids are listed in a file, one per line, in its order.
std::vector<std::uint32_t> items_in(const std::string& path, const Prepared& prepared) {
  ItemIds item_of(prepared);
  std::vector<std::uint32_t> items;
  std::vector<bool> seen(prepared.examples.labels.size(), false);
  for_lines(path, [&](const LineReader& reader, std::string_view id) {
    const auto found = item_of.find(id);
    if (!found) {
      throw DataError(reader.place_of(id),
                      fmt::format("expected the id of a {} of {}, found {} — write one id per "
                                  "line; ids outside the largest component need --component all",
                                  prepared.item(), prepared.name(), in_quotes(id)));
    }
    if (seen[*found]) {
      throw DataError(reader.place_of(id),
                      fmt::format("expected each {} once, found {} again — keep one",
                                  prepared.item(), in_quotes(id)));
    }
    if (prepared.examples.labels[*found] < 0) return;  // no label to compare with
    seen[*found] = true;
    items.push_back(*found);
  });
  if (items.empty())
    throw DataError(
        fmt::format("{}: expected ids of labelled items, one per line, found none — predictions "
                    "can be tested on labelled items only",
                    path));
  return items;
}

// The item of one entry of a line of priors: an id as a string, or the row of a record from 0.
std::uint32_t prior_of(const Json& entry, const Prepared& prepared, ItemIds& item_of,
                       const std::string& place) {
  const std::vector<std::uint32_t>& rows = prepared.graph.data.label_order;
  const std::size_t items = prepared.examples.labels.size();
  std::optional<std::uint32_t> found;
  if (entry.is_string()) {
    found = item_of.find(entry.get<std::string>());
  } else if (entry.is_number_unsigned()) {
    const auto row = entry.get<std::uint64_t>();
    if (!rows.empty()) {
      found = row < rows.size() ? rows[row] : kNoNode;
    } else if (row < items) {
      found = static_cast<std::uint32_t>(row);
    }
  }
  if (!found || *found >= items)
    throw DataError(
        fmt::format("{}: expected the id of a record as a string, or its row in the label file "
                    "from 0, found {} — correct the entry",
                    place, entry.dump()));
  return *found;
}

// Reads one line per run, as ASReview's simulations write them.
std::vector<std::vector<std::uint32_t>> priors_in(const std::string& path, const Prepared& prepared,
                                                  int find) {
  ItemIds item_of(prepared);
  const std::string& wanted = prepared.classes()[static_cast<std::size_t>(find)];
  std::vector<std::vector<std::uint32_t>> priors;
  for_lines(path, [&](const LineReader& reader, std::string_view text) {
    const std::string place = to_string(reader.place_of_line());
    const Json line = Json::parse(text, nullptr, false);
    std::vector<std::uint32_t>& items = priors.emplace_back();
    for (const std::string_view key : {kInclusions, std::string_view("prior_exclusions")}) {
      if (!line.is_object() || !line.contains(key) || !line[key].is_array())
        throw DataError(fmt::format(
            "{}: expected {{\"prior_inclusions\": […], \"prior_exclusions\": […]}}, found another "
            "line — write one object per run",
            place));
      for (const Json& entry : line[key]) {
        const std::uint32_t item = prior_of(entry, prepared, item_of, place);
        if (std::ranges::find(items, item) != items.end())
          throw DataError(
              fmt::format("{}: expected each record once per line, found {} again — "
                          "keep one",
                          place, in_quotes(prepared.id(item))));
        if (prepared.examples.labels[item] < 0)
          throw DataError(
              fmt::format("{}: expected records with a label, found {} without one — "
                          "label it, or leave it out",
                          place, in_quotes(prepared.id(item))));
        const int label = prepared.examples.labels[item];
        if ((label == find) != (key == kInclusions))
          throw DataError(fmt::format(
              "{}: {}: expected records that are{} {}, found {} of class {} — numbers are rows of "
              "the label file, from 0, and strings are ids",
              place, key, key == kInclusions ? "" : " not", in_quotes(wanted),
              in_quotes(prepared.id(item)),
              in_quotes(prepared.classes()[static_cast<std::size_t>(label)])));
        items.push_back(item);
      }
    }
  });
  if (priors.empty())
    throw DataError(fmt::format(
        "{}: expected a line per run, found none — write the known records of each run", path));
  return priors;
}

// Reads lines "class<tab>share" and scales the shares to the sum 1.
std::vector<double> prior_in(const std::string& path, const Prepared& prepared) {
  const std::vector<std::string>& classes = prepared.classes();
  std::vector<double> prior(classes.size(), 0);
  double sum = 0;
  for_lines(path, [&](const LineReader& reader, std::string_view text) {
    const std::size_t gap = text.find_last_of("\t ");
    const std::string_view name = trimmed(text.substr(0, gap == text.npos ? text.size() : gap));
    const auto found = std::find(classes.begin(), classes.end(), name);
    if (found == classes.end()) {
      throw DataError(
          reader.place_of(name),
          fmt::format("expected a class, found {} — write a class and its fraction on each line{}",
                      in_quotes(name), hint(name, classes)));
    }
    const std::string_view number = gap == text.npos ? "" : text.substr(gap + 1);
    const double frequency = number_in<double>(number).value_or(0);
    if (!(frequency > 0) || !std::isfinite(frequency)) {
      throw DataError(
          reader.place_of_line(),
          fmt::format(
              "expected a class and a fraction > 0, found {} — leave out a class without items",
              in_quotes(text)));
    }
    double& slot = prior[static_cast<std::size_t>(found - classes.begin())];
    if (slot > 0)
      throw DataError(
          reader.place_of(name),
          fmt::format("expected each class once, found {} again — keep one", in_quotes(name)));
    slot = frequency;
    sum += frequency;
  });
  for (std::size_t k = 0; k < prior.size(); ++k) {
    if (prior[k] == 0)
      throw DataError(
          fmt::format("{}: expected a fraction for every class, found none for {} — add it", path,
                      in_quotes(classes[k])));
    prior[k] /= sum;
  }
  return prior;
}

}  // namespace

void add_pool_options(CLI::App& app, PoolFlags& flags) {
  const OptionGroup in(app, kAskingGroup);
  add_value(app, "--test", flags.test, "FILE",
            "File of the test set, one id per line: these items are never asked, and the "
            "final model is tested on them");
  add_value(app, "--seeds", flags.seeds, "FILE|one-per-class",
            "Pool: file of ids whose labels are known at the start and do not count, one per "
            "line; or one-per-class, one item of each class drawn in each run");
  add_value(app, "--oracle-error", flags.oracle_error, "P",
            "Pool: probability of a wrong answer, drawn uniformly from the other classes")
      ->check(number_between(0, 1));
  add_share_option(app, "--checks", flags.checks,
                   "Pool: fraction of questions drawn at random to estimate the error; it is "
                   "tripled from five answers per class until 20 random questions are answered, "
                   "without --find");
  app.add_flag("--second-looks", flags.relabel,
               "Pool: ask again where an answer is probably wrong; every repeated question counts "
               "as a label");
  add_value(app, "--class-shares", flags.class_prior, "FILE",
            "Pool: file of known class frequencies, one class, tab and fraction per line; they are "
            "scaled to the sum 1");
  add_opinions_option(app, flags.opinions);
  add_find_options(app, flags.find, flags.stop_at_recall, flags.criteria);
  add_value(app, "--priors", flags.priors, "FILE",
            "With --find: JSON lines of the records whose labels each run knows at the start, "
            "{\"prior_inclusions\": […], \"prior_exclusions\": […]}, as ids in quotes or as row "
            "numbers of the label file from 0");
}

void add_opinions_option(CLI::App& app, std::string& opinions) {
  add_value(
      app, "--opinions", opinions, "FILE",
      "Pool: file of a machine's opinions, one id and class per line, then its probability or "
      "further classes, best first; the labels teach how often it is right");
}

void add_find_options(CLI::App& app, std::string& find, std::string& stop_at_recall,
                      CriteriaFlags& criteria) {
  add_value(app, "--find", find, "CLASS",
            "Look for the items of this class: the next question is the item that is most "
            "probably of it");
  add_value(app, "--stop-at-recall", stop_at_recall, "P%",
            "With --find: stop when, with 95 % confidence, this share of the items of the "
            "class is found");
  add_criteria_options(app, criteria);
}

double recall_goal(const std::string& typed) {
  if (typed.empty()) return 0;
  const bool percent = typed.back() == '%';
  const Scanned number =
      scan_number(std::string_view(typed).substr(0, typed.size() - (percent ? 1 : 0)));
  const double goal = number.kind == Scanned::kNumber ? number.value / (percent ? 100 : 1) : 0;
  if (!(goal > 0 && goal <= 1))
    throw UsageError("--stop-at-recall {}: expected a share of the items as in 95% or 0.95",
                     in_quotes(typed));
  return goal;
}

std::vector<std::filesystem::path> input_files(const PoolFlags& flags) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const std::string& name : {flags.test, flags.seeds, flags.class_prior, flags.opinions,
                                  flags.priors, flags.criteria.text}) {
    if (!name.empty() && std::filesystem::is_regular_file(name, error)) files.emplace_back(name);
  }
  return files;
}

namespace {

// Items labelled at the start must not be in the test set.
void refuse_tested(const std::string& file, const std::vector<std::uint32_t>& known,
                   const std::vector<std::uint32_t>& test, const Prepared& prepared) {
  for (const std::uint32_t item : known) {
    if (std::find(test.begin(), test.end(), item) == test.end()) continue;
    throw DataError({file}, fmt::format("expected ids that are not in the file of --test, found {} "
                                        "in both — remove it from one",
                                        in_quotes(prepared.id(item))));
  }
}

void set_opinions(const std::string& file, const Prepared& prepared, bool lenient,
                  KnownItems& known) {
  ItemIds item_of(prepared);
  Opinions opinions =
      read_opinions(file, {.find = [&](std::string_view id) { return item_of.find(id); },
                           .items = static_cast<std::uint32_t>(prepared.examples.labels.size()),
                           .item = prepared.item(),
                           .classes = prepared.classes(),
                           .lenient = lenient});
  known.opinions = std::move(opinions.probabilities);
  known.machine = std::move(opinions.best);
  known.names = prepared.classes();
}

// Reads --find, --stop-at-recall and --priors.
void set_find(const GivenOptions& given, const PoolFlags& flags, const Prepared& prepared,
              bool draws, KnownItems& known) {
  if (flags.find.empty()) {
    if (!flags.stop_at_recall.empty() || !flags.priors.empty() || flags.criteria.any())
      throw UsageError("--stop-at-recall, --priors, --criteria and --like need --find CLASS");
    return;
  }
  given.refuse({"--query", "--second-looks", "--class-shares"}, "--find");
  if (!prepared.views.empty())
    given.refuse({"--dim", "--laplacian", "--null-vector", "--solver", "--tolerance"},
                 "--find in records, whose words and citations are compared");
  known.find = class_to_find(flags.find, prepared.classes());
  known.stop_at_recall = recall_goal(flags.stop_at_recall);
  std::vector<std::string> notes;
  known.criteria = criteria_of(flags.criteria, flags.find, prepared.name(), prepared.views, notes);
  if (flags.priors.empty()) return;
  if (draws)
    throw UsageError(
        "--hold-out could draw records of --priors — name the test set with --test FILE");
  if (!flags.seeds.empty())
    throw UsageError("--seeds and --priors both give the initial labels — use one");
  known.priors = priors_in(flags.priors, prepared, *known.find);
  for (const auto& items : known.priors) refuse_tested(flags.priors, items, known.test, prepared);
}

}  // namespace

int class_to_find(const std::string& name, const std::vector<std::string>& classes) {
  const auto found = std::find(classes.begin(), classes.end(), name);
  if (found == classes.end()) {
    throw UsageError("--find {}: expected a class of the source{} — the classes are {}",
                     in_quotes(name), hint(name, classes), fmt::join(classes, ", "));
  }
  return static_cast<int>(found - classes.begin());
}

KnownItems known_items(const CLI::App& app, const PoolFlags& flags, bool pool,
                       const Prepared& prepared, bool lenient) {
  const GivenOptions given(app);
  for (const char* flag :
       {"--seeds", "--oracle-error", "--checks", "--second-looks", "--class-shares", "--opinions",
        "--find", "--stop-at-recall", "--priors", "--criteria", "--like"}) {
    if (!pool && given.has(flag)) throw UsageError("{} needs --order pool", flag);
  }
  if (pool) given.refuse({"--expect-rounds", "--asking", "--checkpoint-every"}, "--order pool");
  const bool draws = given.has("--hold-out");
  KnownItems known{
      .oracle_error = flags.oracle_error, .checks = flags.checks, .relabel = flags.relabel};
  if (!flags.test.empty()) {
    if (draws) throw UsageError("--test and --hold-out both choose the test set — use one");
    known.test = items_in(flags.test, prepared);
    if (known.test.size() >= prepared.examples.stream.size())
      throw DataError(fmt::format(
          "{}: every {} with a label is in the test set, so there is nothing to learn — leave some "
          "out",
          flags.test, prepared.item()));
  }
  if (flags.seeds == kOnePerClass) {
    known.one_seed_a_class = true;
  } else if (!flags.seeds.empty()) {
    if (draws)
      throw UsageError(
          "--hold-out could draw items of --seeds — name the test set with --test FILE");
    known.seeds = items_in(flags.seeds, prepared);
    refuse_tested(flags.seeds, known.seeds, known.test, prepared);
  }
  if (!flags.class_prior.empty()) known.class_prior = prior_in(flags.class_prior, prepared);
  if (!flags.opinions.empty()) set_opinions(flags.opinions, prepared, lenient, known);
  set_find(given, flags, prepared, draws, known);
  return known;
}

}  // namespace querent::apps
