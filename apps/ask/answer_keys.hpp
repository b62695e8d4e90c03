// SPDX-License-Identifier: Apache-2.0
// The keys with which a person answers. `--keys "jkl skip=space undo=b"`: a word of keys for the
// classes in their order, beside which 1 to 9 hold, and for anything else that can be done a key of
// one's own.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace querent::apps {

/// What can be done beside naming a class, in the order of kActs.
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
  kYes,
  kNo
};

struct ActName {
  const char* name;  ///< in --keys
  const char* key;   ///< without --keys
};
/// A no is said where a question is "is it DM?"; there + names a new class, which it also does
/// elsewhere.
inline constexpr std::array<ActName, 12> kActs{{{"skip", "s"},
                                                {"unknown", "d"},
                                                {"undo", "u"},
                                                {"new", "n"},
                                                {"note", "m"},
                                                {"look-up", "/"},
                                                {"review", "r"},
                                                {"find", "f"},
                                                {"guess", "v"},
                                                {"guide", "i"},
                                                {"yes", "y"},
                                                {"no", "n"}}};

/// Keys are one character of ASCII, or "space" or "backspace" where they do not name a class.
class AnswerKeys {
 public:
  /// Those of --keys. std::invalid_argument: what is wrong with them, with no word of the option.
  explicit AnswerKeys(std::string_view typed = {});

  const std::string& of_classes() const { return classes_; }  ///< chosen; a character a class
  const std::string& of(Act act) const { return acts_[static_cast<std::size_t>(act)]; }
  bool is(Act act, std::string_view key) const { return of(act) == key; }

  /// What is shown at class k; empty: it has none and is found by typing.
  std::string of_class(std::size_t k) const;
  /// The class that a key means, whether there is one or not.
  std::optional<std::size_t> class_of(std::string_view key) const;

 private:
  bool acts_by(std::string_view key) const;  // something, or nothing that may be changed
  void check() const;

  std::string classes_;
  std::array<std::string, kActs.size()> acts_;
};

}  // namespace querent::apps
