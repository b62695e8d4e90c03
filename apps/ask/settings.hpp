// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <querent/apps/ask/answer_keys.hpp>
#include <querent/learners/session/session.hpp>

namespace querent::apps {

/// Options of `querent ask`. The store keeps those that determine the questions; the others
/// (annotator, batch) are given at each start. The server sets the order, the rule and the index of
/// the class to find of the session.
struct AskSettings : SessionOptions {
  std::filesystem::path directory;   ///< --out
  std::vector<std::string> classes;  ///< initial classes; annotators may add more
  bool stream = false;               ///< --order stream; otherwise pool
  std::string find = {};             ///< the class to find (--find); empty: classify all
  bool yes_no = false;
  double overlap = 0;                       ///< share of the items that two annotators label
  std::string by = "me";                    ///< --by
  AnswerKeys keys = AnswerKeys();           ///< --keys
  bool hide_guess = false;                  ///< show the prediction only when its key is pressed
  std::vector<std::string> guide = {};      ///< lines of --guide; empty: no definitions
  std::vector<int> machine = {};            ///< most probable class by opinion; −1: none
  std::size_t batch = 1;                    ///< number of open questions
  bool own_thread = QUERENT_THREADS;        ///< false: AnnotationServer::work() replaces it
  bool read_only = false;                   ///< read the answers while another program writes them
  std::vector<std::string> arguments = {};  ///< command line that opens the same answers again

  /// Whether the learner is `auto` with a pool.
  bool pool_of_auto() const { return !stream && learner == "auto"; }
  /// Whether answers get a probability of being wrong; not with --find.
  bool finds_wrong() const { return pool_of_auto() && find.empty(); }
  /// Whether questions are drawn at random as checks, not only while nothing predicts the answers.
  bool has_checks() const { return checks > 0 || stop_at_recall > 0; }
};

/// The part of the settings that the store keeps, as JSON.
std::string settings_json(const AskSettings& settings);
/// Reads that part back into `settings` and leaves the others unchanged. CorruptError.
AskSettings settings_of(const std::string& text, AskSettings settings);

/// Address of `querent ask --web`.
struct WebOptions {
  std::string listen = "127.0.0.1";  ///< --listen
  std::uint16_t port = 0;            ///< --port; 0: the last one, or any free port
};

}  // namespace querent::apps
