// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/commands/pool_options.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <unordered_map>

#include <fmt/format.h>

#include <querent/apps/options/asking_options.hpp>
#include <querent/apps/options/choice.hpp>
#include <querent/apps/options/number_check.hpp>
#include <querent/datasets/fields.hpp>
#include <querent/datasets/input.hpp>

namespace querent::apps {

namespace {

constexpr const char* kOnePerClass = "one-per-class";

// Calls line(reader, text) for the lines of a file that hold something.
template <class Line>
void for_lines(const std::string& path, Line&& line) {
  Input input = Input::open(path);
  LineReader reader(input);
  for (std::string_view text; reader.next(text);) {
    const std::string_view found = trimmed(text);
    if (!found.empty() && found.front() != '#') line(reader, found);
  }
}

// The items whose ids are in a file, one a line, in its order.
std::vector<std::uint32_t> items_in(const std::string& path, const Prepared& prepared) {
  const auto n = static_cast<std::uint32_t>(prepared.examples.labels.size());
  std::unordered_map<std::string, std::uint32_t> item_of;
  for (std::uint32_t i = 0; i < n; ++i) item_of.emplace(prepared.id(i), i);
  std::vector<std::uint32_t> items;
  std::vector<bool> seen(n, false);
  for_lines(path, [&](const LineReader& reader, std::string_view id) {
    const auto found = item_of.find(std::string(id));
    if (found == item_of.end()) {
      throw DataError(reader.place_of(id),
                      fmt::format("expected the id of a {} of {}, found {} — write one id per "
                                  "line; ids outside the largest component need --component all",
                                  prepared.item(), prepared.name(), in_quotes(id)));
    }
    if (seen[found->second]) {
      throw DataError(reader.place_of(id),
                      fmt::format("expected each {} once, found {} again — keep one",
                                  prepared.item(), in_quotes(id)));
    }
    if (prepared.examples.labels[found->second] < 0) return;  // nothing to compare with
    seen[found->second] = true;
    items.push_back(found->second);
  });
  if (items.empty())
    throw DataError(
        fmt::format("{}: expected ids of labelled items, one per line, found none — predictions "
                    "can be tested on labelled items only",
                    path));
  return items;
}

// "class<tab>share" a line; the shares are brought to the sum 1.
std::vector<double> shares_in(const std::string& path, const Prepared& prepared) {
  const std::vector<std::string>& classes = prepared.classes();
  std::vector<double> shares(classes.size(), 0);
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
    double share = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), share);
    if (error != std::errc{} || end != number.data() + number.size() || !(share > 0) ||
        !std::isfinite(share)) {
      throw DataError(
          reader.place_of_line(),
          fmt::format(
              "expected a class and a fraction > 0, found {} — leave out a class without items",
              in_quotes(text)));
    }
    double& slot = shares[static_cast<std::size_t>(found - classes.begin())];
    if (slot > 0)
      throw DataError(
          reader.place_of(name),
          fmt::format("expected each class once, found {} again — keep one", in_quotes(name)));
    slot = share;
    sum += share;
  });
  for (std::size_t k = 0; k < shares.size(); ++k) {
    if (shares[k] == 0)
      throw DataError(
          fmt::format("{}: expected a fraction for every class, found none for {} — add it", path,
                      in_quotes(classes[k])));
    shares[k] /= sum;
  }
  return shares;
}

}  // namespace

void add_pool_options(CLI::App& app, PoolFlags& flags) {
  app.add_option("--test", flags.test,
                 "File of the test set, one id per line: these items are never asked, and the "
                 "final model is tested on them")
      ->type_name("FILE")
      ->group(kAskingGroup);
  app.add_option("--seeds", flags.seeds,
                 "Pool: file of ids whose labels are known at the start and do not count, one per "
                 "line; or one-per-class, one item of each class drawn in each run")
      ->type_name("FILE|one-per-class")
      ->group(kAskingGroup);
  app.add_option("--oracle-error", flags.oracle_error,
                 "Pool: probability of a wrong answer, drawn uniformly from the other classes")
      ->check(number_between(0, 1))
      ->type_name("P")
      ->group(kAskingGroup);
  add_share_option(app, "--checks", flags.checks,
                   "Pool: fraction of questions drawn at random to estimate the error; it is "
                   "tripled from five answers per class until 20 random questions are answered")
      ->group(kAskingGroup);
  app.add_flag("--second-looks", flags.second_looks,
               "Pool: ask again where an answer is probably wrong; every repeated question counts "
               "as a label")
      ->group(kAskingGroup);
  app.add_option("--class-shares", flags.class_shares,
                 "Pool: file of known class frequencies, one class, tab and fraction per line")
      ->type_name("FILE")
      ->group(kAskingGroup);
}

std::vector<std::filesystem::path> input_files(const PoolFlags& flags) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (const std::string& name : {flags.test, flags.seeds, flags.class_shares}) {
    if (!name.empty() && std::filesystem::is_regular_file(name, error)) files.emplace_back(name);
  }
  return files;
}

KnownItems known_items(const CLI::App& app, const PoolFlags& flags, bool pool,
                       const Prepared& prepared) {
  for (const char* flag :
       {"--seeds", "--oracle-error", "--checks", "--second-looks", "--class-shares"}) {
    if (!pool && app.get_option_no_throw(flag) != nullptr && app.count(flag) > 0)
      throw UsageError(fmt::format("{} needs --order pool", flag));
  }
  for (const char* flag : {"--expect-rounds", "--asking", "--checkpoint-every"}) {
    if (pool && app.get_option_no_throw(flag) != nullptr && app.count(flag) > 0)
      throw UsageError(fmt::format("{} has no meaning with --order pool", flag));
  }
  const CLI::Option* drawn = app.get_option_no_throw("--hold-out");
  const bool draws = drawn != nullptr && drawn->count() > 0;
  KnownItems known{.test = {},
                   .seeds = {},
                   .oracle_error = flags.oracle_error,
                   .checks = flags.checks,
                   .second_looks = flags.second_looks,
                   .class_shares = {}};
  if (!flags.test.empty()) {
    if (draws) throw UsageError("--test and --hold-out both choose the test set: give one");
    known.test = items_in(flags.test, prepared);
  }
  if (flags.seeds == kOnePerClass) {
    known.one_seed_a_class = true;
  } else if (!flags.seeds.empty()) {
    if (draws)
      throw UsageError(
          "--hold-out could draw items of --seeds — name the test set with --test FILE");
    known.seeds = items_in(flags.seeds, prepared);
    for (const std::uint32_t seed : known.seeds) {
      if (std::find(known.test.begin(), known.test.end(), seed) != known.test.end()) {
        throw DataError({flags.seeds}, fmt::format("expected ids that are not in the file of "
                                                   "--test, found {} in both — remove it from one",
                                                   in_quotes(prepared.id(seed))));
      }
    }
  }
  if (!flags.class_shares.empty()) known.class_shares = shares_in(flags.class_shares, prepared);
  return known;
}

}  // namespace querent::apps
