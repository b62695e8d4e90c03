// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <querent/apps/ask/answer_keys.hpp>
#include <querent/learners/session/items.hpp>

namespace querent::apps {

/// How `querent ask` asks. What decides which questions come is kept in the store; what is a
/// person's own (name, batch) is of each start.
struct AskSettings {
  std::filesystem::path directory;   ///< --out
  std::vector<std::string> classes;  ///< to begin with; more may come
  std::string learner = "auto", query = {};
  std::map<std::string, double, std::less<>> params = {};
  std::string encoding = "one-hot";
  bool stream = false;                       ///< --order stream; else pool
  std::optional<std::uint64_t> budget = {};  ///< labels
  double stop_at_error = 0;                  ///< 0: never
  double checks = 0.1;                       ///< share of questions drawn at random
  std::string find = {};      ///< the class whose items are looked for; empty: all classes
  double stop_at_recall = 0;  ///< share of them that ends the questions; 0: never
  SparseItems criteria = {};  ///< of this start: SessionOptions::criteria
  std::uint64_t seed = 0;
  bool yes_no = false;
  double overlap = 0;              ///< share of the items that two people are asked
  std::string by = "me";           ///< --by
  AnswerKeys keys = AnswerKeys();  ///< --keys
  bool hide_guess = false;         ///< the model's guess is shown at the press of a key
  std::vector<std::string> guide =
      {};                         ///< the lines of --guide; none: nothing is said of the classes
  SparseItems opinions = {};      ///< of machines: SessionOptions::opinions
  std::vector<int> machine = {};  ///< the class that they name first; −1: none
  std::size_t batch = 1;          ///< questions open at once
  int threads = 1;                ///< of the model; nothing depends on it
  bool read_only = false;         ///< looks at the answers beside a program that writes them
  std::vector<std::string> arguments = {};  ///< as they would be typed to open it all again

  /// Whether the model of `auto` asks a pool.
  bool pool_of_auto() const { return !stream && learner == "auto"; }
};

/// What the store keeps of them.
std::string settings_json(const AskSettings& settings);
/// The same read back into `settings`, which keep what is of this start. CorruptError.
AskSettings settings_of(const std::string& text, AskSettings settings);

}  // namespace querent::apps
