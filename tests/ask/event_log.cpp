// SPDX-License-Identifier: Apache-2.0
// The label state after a sequence of events, and the agreement of annotators.
#include <doctest/doctest.h>

#include <querent/apps/ask/event_log.hpp>

namespace querent::apps {

namespace {

// Numbers events and applies them in order.
struct Story {
  EventLog event_log{{"A", "B", "C"}};
  std::optional<Change> last = {};

  std::uint64_t tell(Event event) {
    event.number = event_log.events().size() + 1;
    last = event_log.apply(event);
    return event.number;
  }
  std::uint64_t answer(const std::string& by, const std::string& item, const std::string& label,
                       EventKind kind = EventKind::kClass, std::uint64_t question = 1) {
    return tell({.by = by, .kind = kind, .item = item, .label = label, .question = question});
  }
  std::uint64_t undo(const std::string& by) {
    const Event* event = event_log.last_of(by);
    REQUIRE(event != nullptr);
    return tell({.by = by, .kind = EventKind::kUndo, .item = event->item, .target = event->number});
  }
};

}  // namespace

TEST_CASE(
    "ask: two different answers are a conflict until a correction, and a note is not an answer") {
  Story story;
  story.answer("Ada", "x", "A");
  story.answer("Ada", "y", "B");
  story.tell({.by = "Ben", .kind = EventKind::kNote, .item = "x", .label = "unsure"});
  CHECK(story.event_log.of("x").note == "unsure");
  CHECK(story.event_log.of("x").label == "A");
  CHECK_FALSE(story.last);
  CHECK(story.event_log.answered_once("Ben") == std::vector<std::string>{"x", "y"});
  story.answer("Ben", "x", "C", EventKind::kSecond);
  story.answer("Ben", "y", "B", EventKind::kSecond);
  REQUIRE(story.event_log.conflicts().size() == 1);
  const Conflict one = story.event_log.conflicts().front();
  CHECK(one.item == "x");
  CHECK(one.first == "A");
  CHECK(one.first_by == "Ada");
  CHECK(one.second == "C");
  CHECK(one.second_by == "Ben");
  story.answer("Cem", "x", "C", EventKind::kCorrection, 0);
  CHECK(story.event_log.conflicts().empty());
  story.undo("Cem");
  CHECK(story.event_log.conflicts().size() == 1);
  story.tell({.by = "Ben", .kind = EventKind::kNote, .item = "x"});
  CHECK(story.event_log.of("x").note.empty());
}

TEST_CASE(
    "ask: a changed answer where two agreed, and a second \"don't know\", are different answers") {
  Story story;
  story.answer("Ada", "x", "A");
  story.answer("Ben", "x", "A", EventKind::kSecond);
  CHECK(story.event_log.disputed() == 0);
  story.answer("Ada", "x", "B", EventKind::kCorrection, 0);
  REQUIRE(story.event_log.conflicts().size() == 1);
  CHECK(story.event_log.conflicts().front().first == "B");
  CHECK(story.event_log.conflicts("Ben").empty());
  CHECK(story.event_log.conflicts("Cem").size() == 1);
  story.answer("Ada", "x", "C", EventKind::kCorrection, 0);  // ends the dispute
  CHECK(story.event_log.disputed() == 0);
  story.answer("Ada", "y", "A");
  story.tell({.by = "Ben", .kind = EventKind::kUnknown, .item = "y", .question = 1});
  REQUIRE(story.event_log.disputed() == 1);
  CHECK(story.event_log.conflicts().front().second == "don't know");
  CHECK(story.event_log.of("y").label == "A");
  CHECK(story.event_log.unknown() == 0);
  story.tell({.by = "Cem", .kind = EventKind::kUnknown, .item = "y", .question = 1});
  CHECK(story.event_log.conflicts().front().second_by == "Ben");
  story.undo("Ben");
  story.undo("Cem");
  CHECK(story.event_log.disputed() == 0);
}

TEST_CASE("ask: undo reverts an annotator's own last action, even after actions of others") {
  Story story;
  story.answer("Ada", "x", "A");
  story.answer("Ben", "y", "B");
  story.undo("Ada");
  CHECK(story.last == Change{.kind = Change::Kind::kForget, .item = "x"});
  CHECK(story.event_log.of("x").label.empty());
  CHECK(story.event_log.of("y").label == "B");
  CHECK(story.event_log.last_of("Ada") == nullptr);
  CHECK(story.event_log.labelled() == 1);
  CHECK(story.event_log.class_sizes() == std::vector<std::uint64_t>{0, 1, 0});
}

TEST_CASE("ask: undoing an answer to a skipped item restores the skip and leaves no label") {
  Story story;
  story.tell({.by = "Ada", .kind = EventKind::kSkip, .item = "x", .question = 1});
  CHECK(story.last == Change{.kind = Change::Kind::kSkip, .item = "x"});
  story.answer("Ada", "x", "A");
  story.undo("Ada");
  CHECK(story.last == Change{.kind = Change::Kind::kSkip, .item = "x", .unlabelled = true});
  CHECK(story.event_log.labelled() == 0);
}

TEST_CASE("ask: undoing a correction restores the previous answer") {
  Story story;
  story.answer("Ada", "x", "A");
  story.answer("Ben", "x", "B", EventKind::kCorrection, 0);
  CHECK(story.last == Change{.kind = Change::Kind::kLabel, .item = "x", .label = "B"});
  CHECK(story.event_log.of("x").by == "Ben");
  story.undo("Ben");
  CHECK(story.last == Change{.kind = Change::Kind::kLabel, .item = "x", .label = "A"});
  CHECK(story.event_log.of("x").by == "Ada");
}

TEST_CASE("ask: a second answer does not change the label and counts for the agreement") {
  Story story;
  story.answer("Ada", "x", "A");
  CHECK(story.event_log.answered_once("Ben") == std::vector<std::string>{"x"});
  CHECK(story.event_log.answered_once("Ada").empty());
  story.answer("Ben", "x", "B", EventKind::kSecond);
  CHECK_FALSE(story.last);
  CHECK(story.event_log.of("x").label == "A");
  CHECK(story.event_log.answered_once("Cy").empty());
  CHECK(story.event_log.agreement().items == 1);
  CHECK(story.event_log.agreement().agreed == 0);
}

TEST_CASE("ask: a skip or don't know for a labelled item keeps its label") {
  Story story;
  story.answer("Ada", "x", "A");
  story.tell({.by = "Ben", .kind = EventKind::kSkip, .item = "x"});
  story.tell({.by = "Ben", .kind = EventKind::kUnknown, .item = "x"});
  CHECK(story.event_log.of("x").label == "A");
  CHECK(story.event_log.unknown() == 0);
  CHECK(story.event_log.answered_once("Ben").empty());  // Ben has already answered
}

TEST_CASE("ask: a class is added once, and a no excludes a class") {
  Story story;
  story.tell({.by = "Ada", .kind = EventKind::kNewClass, .label = "D"});
  CHECK(story.last == Change{.kind = Change::Kind::kClass, .label = "D"});
  story.tell({.by = "Ben", .kind = EventKind::kNewClass, .label = "D"});
  CHECK_FALSE(story.last);
  CHECK(story.event_log.classes().size() == 4);
  story.answer("Ada", "x", "A", EventKind::kNo);
  CHECK_FALSE(story.last);
  CHECK(story.event_log.of("x").excluded == std::vector<std::string>{"A"});
  story.undo("Ada");
  CHECK(story.event_log.of("x").excluded.empty());
}

}  // namespace querent::apps
