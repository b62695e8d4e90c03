// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/manual/option_table.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <querent/apps/terminal/escape.hpp>
#include <querent/learners/catalogue/catalogue.hpp>

namespace querent::apps {

namespace {

constexpr std::size_t kNameColumn = 18, kTextWidth = 120;

// "  family          A, B, C"; a full line continues under A.
std::string listed(const std::string& family, const std::vector<std::string>& names) {
  std::string text, line = fmt::format("  {:<16}", family);
  for (const auto& name : names) {
    const std::string word = name + (&name == &names.back() ? "" : ",");
    if (line.size() + 1 + word.size() > kTextWidth) {
      text += line + "\n";
      line = std::string(kNameColumn + 1, ' ') + word;
    } else {
      line += (line.size() < kNameColumn ? "" : " ") + word;
    }
  }
  return text + line + "\n";
}

// Learners have the names of their papers; the lists come from the catalogue.
std::string learners_text() {
  std::string lists;
  std::vector<std::pair<std::string, std::vector<std::string>>> families;
  for (const auto& spec : learners()) {
    auto known = std::find_if(families.begin(), families.end(),
                              [&](const auto& family) { return family.first == spec.family; });
    if (known == families.end()) known = families.insert(known, {spec.family, {}});
    known->second.push_back(spec.name);
  }
  for (const auto& [family, names] : families) lists += listed(family, names);
  std::vector<std::string> rules;
  for (const auto& spec : query_rules()) rules.push_back(spec.name);
  lists += listed("query rules", rules);
  return rewritten(topic_text("learners.txt"), std::array<Replacement, 1>{{{"@NAMES@\n", lists}}});
}

// The column of the meaning in "  name    meaning" (bytes: names are ASCII), else the indent.
std::size_t hanging(std::string_view line) {
  const std::size_t own = std::min(line.find_first_not_of(' '), line.size());
  const std::size_t gap = line.find("  ", own);
  if (own == 0 || gap == std::string_view::npos) return own;
  return std::min(line.find_first_not_of(' ', gap), line.size());
}

}  // namespace

const std::vector<Topic>& topics() {
  static const std::vector<Topic> kTopics = [] {
    std::vector<Topic> read;
    for (const std::string name :
         {"sources", "formats", "learners", "output", "mirror", "reproducibility", "exit-codes"})
      read.push_back(
          {name, name == "learners" ? learners_text() : std::string(topic_text(name + ".txt"))});
    return read;
  }();
  return kTopics;
}

std::string folded(std::string_view text, std::size_t columns) {
  std::vector<std::string_view> all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    all.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  if (std::ranges::all_of(all, [&](const auto& line) { return width_of(line) <= columns; }))
    return std::string(text);
  std::string result;
  for (std::size_t k = 0; k < all.size();) {
    if (all[k].empty()) {
      result += "\n";
      ++k;
      continue;
    }
    const std::size_t hang = hanging(all[k]);
    const std::size_t own = std::min(all[k].find_first_not_of(' '), all[k].size());
    // a line continues a paragraph or a meaning
    std::string whole(all[k]);
    for (++k; k < all.size() && !all[k].empty(); ++k) {
      const std::size_t indent = all[k].find_first_not_of(' ');
      const bool goes_on = own == 0 ? indent == 0 : hang > own && indent == hang;
      if (!goes_on) break;
      whole += " " + std::string(all[k].substr(indent));
    }
    if (width_of(whole) <= columns) {
      result += whole + "\n";
      continue;
    }
    // a command continues after a backslash, a meaning below itself
    const std::string_view goes_on = own > 0 && hang == own ? " \\\n  " : "\n";
    const std::size_t deep = std::min(hang, columns / 3);
    const std::string name = whole.substr(0, hang);
    const std::string indent(deep, ' ');
    const auto parts =
        wrapped(std::string_view(whole).substr(hang), columns - deep - goes_on.size(),
                std::numeric_limits<std::size_t>::max());
    const bool beside = hang <= deep;
    if (!beside) result += name.substr(0, name.find_last_not_of(' ') + 1) + "\n";
    for (std::size_t line = 0; line < parts.size(); ++line) {
      result += (line == 0 && beside ? name : indent) + parts[line];
      result += line + 1 < parts.size() ? goes_on : "\n";
    }
  }
  return result;
}

}  // namespace querent::apps
