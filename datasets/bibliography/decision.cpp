// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/bibliography/decision.hpp>

#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/lowered.hpp>

namespace querent {

std::optional<std::string_view> decision_of(std::string_view cell) {
  constexpr std::string_view kRelevant = " 1 1.0 relevant yes true include included ";
  constexpr std::string_view kIrrelevant = " 0 0.0 irrelevant no false exclude excluded ";
  const std::string text = lowered(trimmed(cell)), word = " " + text + " ";
  if (text.empty() || text == "?" || text == "-1" || text == "-1.0" || text == "nan") return "";
  if (text.find(' ') != text.npos) return std::nullopt;
  if (kRelevant.find(word) != kRelevant.npos) return "relevant";
  if (kIrrelevant.find(word) != kIrrelevant.npos) return "irrelevant";
  return std::nullopt;
}

std::string_view decision_in(std::string_view note) {
  const std::string text = lowered(note);
  const auto has = [](std::string_view all, std::string_view part) {
    return all.find(part) != std::string_view::npos;
  };
  bool yes = has(text, "asreview_relevant"), no = has(text, "asreview_irrelevant"), maybe = false;
  if (const std::size_t at = text.find("rayyan-inclusion:"); at != std::string::npos) {
    std::string_view people = std::string_view(text).substr(at);
    people = people.substr(0, people.find('}'));
    yes = yes || has(people, "=>\"included\"");
    no = no || has(people, "=>\"excluded\"");
    maybe = has(people, "=>\"maybe\"");
  }
  return yes == no || maybe ? "" : yes ? "relevant" : "irrelevant";
}

}  // namespace querent
