// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/answer_keys.hpp>

#include <algorithm>
#include <stdexcept>
#include <vector>

#include <fmt/ranges.h>

#include <querent/datasets/text/lowered.hpp>

namespace querent::apps {

namespace {

// open a view, quit, add a class, type a class (unless 0 is the key of a class)
constexpr std::string_view kFixed = "gq+0";

bool is_sign(char c) {
  return c > ' ' && c <= '~';
}

bool is_key(std::string_view key) {
  return key == "space" || key == "backspace" || (key.size() == 1 && is_sign(key[0]));
}

// Parses "undo=b" into an action and its key; nullopt if the word is not such a pair.
std::optional<std::pair<std::size_t, std::string_view>> pair_of(std::string_view word) {
  for (std::size_t act = 0; act < kActs.size(); ++act) {
    const std::string_view name = kActs[act].name;
    if (word.size() > name.size() && word.substr(0, name.size()) == name &&
        word[name.size()] == '=')
      return std::pair(act, word.substr(name.size() + 1));
  }
  return std::nullopt;
}

std::vector<std::string_view> names_of_acts() {
  std::vector<std::string_view> names;
  for (const ActName& act : kActs) names.emplace_back(act.name);
  return names;
}

}  // namespace

AnswerKeys::AnswerKeys(std::string_view typed) {
  for (std::size_t act = 0; act < kActs.size(); ++act) acts_[act] = kActs[act].key;
  while (!typed.empty()) {
    const std::size_t end = std::min(typed.find(' '), typed.size());
    const std::string_view word = typed.substr(0, end);
    typed.remove_prefix(std::min(end + 1, typed.size()));
    if (word.empty()) continue;
    if (const auto pair = pair_of(word)) {
      if (!is_key(pair->second))
        throw std::invalid_argument(fmt::format(
            "expected an ASCII character, space or backspace after {}=", kActs[pair->first].name));
      acts_[pair->first] = pair->second;
    } else if (!classes_.empty()) {
      throw std::invalid_argument(
          fmt::format("expected one word with the keys of the classes, then pairs such as undo=b; "
                      "the actions are: {}",
                      fmt::join(names_of_acts(), ", ")));
    } else {
      classes_ = word;
    }
  }
  check();
}

bool AnswerKeys::acts_by(std::string_view key) const {
  return std::find(acts_.begin(), acts_.end(), key) != acts_.end() ||
         (key.size() == 1 && kFixed.find(key) != std::string_view::npos);
}

void AnswerKeys::check() const {
  for (std::size_t k = 0; k < classes_.size(); ++k) {
    const std::string key(1, classes_[k]);
    if (!is_sign(classes_[k]))
      throw std::invalid_argument("expected letters, digits or ASCII symbols, one key per class");
    if (classes_.find(key, k + 1) != std::string::npos)
      throw std::invalid_argument(key + " appears twice");
    if (key != "0" && acts_by(key))
      throw std::invalid_argument(fmt::format(
          "{} is the key of another action — give that action another key, such as undo=b", key));
  }
  for (std::size_t act = 0; act < acts_.size(); ++act) {
    const std::string& key = acts_[act];
    const bool number = key.size() == 1 && key[0] >= '1' && key[0] <= '9';
    if (number || (key.size() == 1 && kFixed.find(key) != std::string_view::npos))
      throw std::invalid_argument(
          fmt::format("{} is a fixed key and cannot be used in {}={}", key, kActs[act].name, key));
    for (std::size_t other = act + 1; other < acts_.size(); ++other) {
      // in questions with yes and no, + adds a class
      const bool apart = static_cast<Act>(act) == Act::kNew && static_cast<Act>(other) == Act::kNo;
      if (key == acts_[other] && !apart)
        throw std::invalid_argument(
            fmt::format("{} would mean both {} and {}", key, kActs[act].name, kActs[other].name));
    }
  }
}

std::string AnswerKeys::of_class(std::size_t k) const {
  if (k < classes_.size()) return std::string(1, classes_[k]);
  const std::string digit = k < 9 ? std::to_string(k + 1) : std::string();
  return classes_.find(digit) == std::string::npos ? digit : std::string();
}

std::optional<std::size_t> AnswerKeys::class_of(std::string_view key) const {
  if (key.size() != 1) return std::nullopt;
  if (const std::size_t k = classes_.find(key); k != std::string::npos) return k;
  if (key[0] < '1' || key[0] > '9') return std::nullopt;
  const auto number = static_cast<std::size_t>(key[0] - '1');
  if (number < classes_.size() && is_digit(classes_[number])) return std::nullopt;
  return number;
}

}  // namespace querent::apps
