// SPDX-License-Identifier: Apache-2.0
// The keys with which an annotator answers. In `--keys "jkl skip=space undo=b"` the first word
// lists the keys of the classes in order (1 to 9 remain valid, but for classes whose key is a
// digit), and each pair assigns a key to another action.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace querent::apps {

/// Actions other than choosing a class, in the order of kActs.
enum class Act {
  kSkip,
  kUnknown,
  kUndo,
  kNew,
  kNote,
  kLookUp,
  kReview,
  kFind,
  kGuess,
  kGuide,
  kHelp,
  kYes,
  kNo
};

struct ActName {
  const char* name;  ///< name of the action in --keys
  const char* key;   ///< default key
};
/// "no" applies only to questions such as "is it DM?". There `n` means no and `+` adds a class; `+`
/// adds a class everywhere else, too.
inline constexpr std::array<ActName, 13> kActs{{{"skip", "s"},
                                                {"unknown", "d"},
                                                {"undo", "u"},
                                                {"new", "n"},
                                                {"note", "m"},
                                                {"look-up", "/"},
                                                {"review", "r"},
                                                {"find", "f"},
                                                {"guess", "v"},
                                                {"guide", "i"},
                                                {"help", "?"},
                                                {"yes", "y"},
                                                {"no", "n"}}};

/// A key is one ASCII character; an action may also have "space" or "backspace".
class AnswerKeys {
 public:
  /// Parses --keys. std::invalid_argument states the mistake without naming the option.
  explicit AnswerKeys(std::string_view typed = {});

  const std::string& of_classes() const { return classes_; }  ///< one character per class
  const std::string& of(Act act) const { return acts_[static_cast<std::size_t>(act)]; }
  bool is(Act act, std::string_view key) const { return of(act) == key; }

  /// The key displayed beside class k; empty if it has none and must be typed by name.
  std::string of_class(std::size_t k) const;
  /// The index of the class that a key stands for, even if that class does not exist.
  std::optional<std::size_t> class_of(std::string_view key) const;

 private:
  bool acts_by(std::string_view key) const;  // an action, or a fixed key
  void check() const;

  std::string classes_;
  std::array<std::string, kActs.size()> acts_;
};

}  // namespace querent::apps
