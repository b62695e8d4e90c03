// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/source/opinions_file.hpp>

#include <algorithm>

#include <fmt/ranges.h>

#include <querent/apps/options/declare.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/number.hpp>

namespace querent::apps {

namespace {

constexpr double kNext = 0.25;  // weight of a further class, relative to the class before it

// The fields after the id; lists within a field are split.
std::vector<std::string_view> names_in(const std::vector<std::string_view>& fields) {
  std::vector<std::string_view> names;
  for (std::string_view field : fields) {
    for (std::size_t comma; (comma = field.find(',')) != field.npos; field.remove_prefix(comma + 1))
      names.push_back(trimmed(field.substr(0, comma)));
    names.push_back(trimmed(field));
  }
  return names;
}

std::optional<std::size_t> class_of(std::string_view name,
                                    const std::vector<std::string>& classes) {
  const auto found = std::ranges::find(classes, name);
  if (found == classes.end()) return std::nullopt;
  return static_cast<std::size_t>(found - classes.begin());
}

std::string no_class(std::string_view name, const std::vector<std::string>& classes) {
  return fmt::format(
      "expected one of the classes {}, found {}{} — correct it, or add it to "
      "--classes; \"?\" stands for no opinion",
      fmt::join(classes, ", "), in_quotes(name), hint(std::string(name), classes));
}

std::string no_probability(std::string_view text) {
  return fmt::format("expected a probability between 0 and 1, found {} — write 90 % as 0.9",
                     in_quotes(text));
}

}  // namespace

std::vector<double> opinion_of(const std::vector<std::string_view>& fields,
                               const std::vector<std::string>& classes,
                               const std::function<void(std::size_t, const std::string&)>& wrong) {
  if (fields.empty() || fields[0].empty() || fields[0] == "?") return {};
  std::vector<double> probabilities(classes.size(), 0);
  const auto first = class_of(fields[0], classes);
  if (!first) {
    wrong(0, no_class(fields[0], classes));
    return {};
  }
  const Scanned number =
      fields.size() == 2 && !class_of(fields[1], classes) ? scan_number(fields[1]) : Scanned{};
  if (number.kind == Scanned::kNumber) {
    if (!(number.value >= 0 && number.value <= 1)) {
      wrong(1, no_probability(fields[1]));
      return {};
    }
    const auto others = static_cast<double>(std::max<std::size_t>(classes.size() - 1, 1));
    std::ranges::fill(probabilities, (1 - number.value) / others);
    probabilities[*first] = classes.size() > 1 ? number.value : 1;
    return probabilities;
  }
  double weight = probabilities[*first] = 1;
  for (std::size_t f = 1; f < fields.size(); ++f) {
    for (const std::string_view name : names_in({fields[f]})) {
      if (name.empty()) continue;
      const auto k = class_of(name, classes);
      if (!k) {
        const bool share =
            number.kind != Scanned::kNotANumber ||
            (fields.size() == 2 && fields[1].find_first_not_of("0123456789.,%") == name.npos);
        wrong(f, share ? no_probability(fields[1]) : no_class(name, classes));
        return {};
      }
      if (probabilities[*k] == 0)
        probabilities[*k] = weight *= kNext;  // language models repeat classes
    }
  }
  double sum = 0;
  for (const double value : probabilities) sum += value;
  for (double& value : probabilities) value /= sum;
  return probabilities;
}

OpinionRows::OpinionRows(const OpinionSource& source)
    : classes_(source.classes.size()), rows_(source.items) {}

Opinions OpinionRows::collected() const {
  Opinions all{.best = std::vector<int>(rows_.size(), -1)};
  all.probabilities.dim = classes_;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (std::size_t k = 0; k < rows_[i].size(); ++k) {
      if (rows_[i][k] == 0) continue;
      all.probabilities.index.push_back(static_cast<std::uint32_t>(k));
      all.probabilities.value.push_back(rows_[i][k]);
    }
    all.probabilities.offsets.push_back(all.probabilities.index.size());
    if (!rows_[i].empty())
      all.best[i] = static_cast<int>(std::ranges::max_element(rows_[i]) - rows_[i].begin());
  }
  return all;
}

Opinions read_opinions(const std::string& path, const OpinionSource& source) {
  Input input = Input::open(path);
  LineReader reader(input);
  FieldSplitter splitter;
  ErrorList errors;
  OpinionRows rows(source);
  std::uint64_t unknown = 0, found = 0;
  std::string_view line;
  for (bool first = true; reader.next(line); first = false) {
    if (trimmed(line).empty()) continue;
    const auto& split = splitter.split(line, separator_in(line), reader);
    const std::vector<std::string_view> fields(split.begin(), split.end());
    if (fields.size() < 2) {
      errors.add(reader.place_of_line(),
                 fmt::format("expected an id and a class, found {} — separate them by a tab, a "
                             "comma or a blank",
                             in_quotes(line)));
      continue;
    }
    const auto item = source.find(fields[0]);
    if (!item) {
      const bool names_class = std::ranges::find(source.classes, fields[1]) != source.classes.end();
      if (first && !names_class) continue;  // a header
      ++unknown;
      if (!source.lenient)
        errors.add(splitter.place(0, reader),
                   fmt::format("expected the id of a {} of the source, found {} — --lenient leaves "
                               "such ids out",
                               source.item, in_quotes(fields[0])));
      continue;
    }
    if (rows.has(*item)) {
      errors.add(splitter.place(0, reader),
                 fmt::format("expected each {} once, found {} again — keep one opinion",
                             source.item, in_quotes(fields[0])));
      continue;
    }
    rows.set(*item, opinion_of({fields.begin() + 1, fields.end()}, source.classes,
                               [&](std::size_t field, const std::string& what) {
                                 errors.add(splitter.place(field + 1, reader), what);
                               }));
    found += rows.has(*item);
  }
  errors.throw_if_any();
  if (found == 0)
    throw DataError({path}, "expected an id and a class per line, found no opinion — add one");
  Opinions all = rows.collected();
  all.unknown_ids = unknown;
  return all;
}

}  // namespace querent::apps
