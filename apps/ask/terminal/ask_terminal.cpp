// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/terminal/ask_terminal.hpp>

#include <algorithm>
#include <chrono>

#include <fmt/format.h>

#include <querent/apps/ask/answer_keys.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/datasets/text/lowered.hpp>
#include <querent/datasets/text/printable.hpp>

namespace querent::apps {

namespace {

void take_back_one(std::string& typed) {
  while (!typed.empty() && (static_cast<unsigned char>(typed.back()) & 0xc0U) == 0x80)
    typed.pop_back();
  if (!typed.empty()) typed.pop_back();
}

class AskTerminal {
 public:
  explicit AskTerminal(AnnotationServer& server)
      : server_(server),
        keys_(server.settings().keys),
        guess_(!server.settings().hide_guess),
        by_(server.settings().by) {}

  void run() {
    try {
      ask_all();
    } catch (const Interrupted&) {
      keyboard_.draw({goes_on()});
      throw;
    }
    keyboard_.draw({goes_on()});
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::size_t kListed = 50;  // maximum number of items in a list

  // An item or a class of a list, and its line of text.
  struct Listed {
    std::uint32_t item;
    std::string text;
  };

  void ask_all() {
    while (!quit_) {
      const auto next = server_.next(by_);
      if (const Ending* done = std::get_if<Ending>(&next)) {
        at_the_end(*done);
      } else if (const auto& questions = std::get<std::vector<LeasedQuestion>>(next);
                 questions.empty()) {
        notice_ = "no question is available: other annotators are answering the last ones";
        at_the_end(Ending::kNothingLeft);
      } else {
        ask(questions.front());
      }
    }
  }

  std::string goes_on() const {
    return "All answers are saved: " + cut(printable(command()), keyboard_.size().columns - 35) +
           " continues.";
  }

  std::string command() const {
    return fmt::format("querent ask {}", server_.settings().directory.string());
  }

  // Discards keys that were typed before this screen appeared: they were not meant for it.
  void show_new(const Screen& screen, bool& seen) {
    if (!seen) keyboard_.forget_typed();
    seen = true;
    show(screen);
  }

  void show(const Screen& screen, bool typing = false) {
    std::vector<std::string> lines;
    for (const ScreenLine& line : screen)
      lines.push_back(line.style == ScreenLine::Style::kBold      ? keyboard_.bold(line.text)
                      : line.style == ScreenLine::Style::kPale    ? keyboard_.pale(line.text)
                      : line.style == ScreenLine::Style::kPicture ? keyboard_.half_blocks(line.text)
                                                                  : line.text);
    keyboard_.draw(lines, typing);
  }

  Client client(Clock::time_point since) const {
    return {.by = by_, .seconds = std::chrono::duration<double>(Clock::now() - since).count()};
  }

  // The next screen shows the reason of a refusal.
  bool attempt(auto&& act) {
    try {
      act();
      return true;
    } catch (const Refused& error) {
      notice_ = error.what();
      return false;
    }
  }

  void undo() {
    if (!attempt([&] { server_.undo({.by = by_}); })) return;
    const auto past = server_.last_answers(1, by_);
    if (past.empty() || past.front().event.item.empty()) return;
    const Event undone = server_.log().at(past.front().event.target - 1);
    const std::string what = undone.kind == EventKind::kSkip      ? "skip"
                             : undone.kind == EventKind::kUnknown ? "don't know"
                             : undone.kind == EventKind::kNote    ? "note"
                                                                  : printable(undone.label);
    notice_ = fmt::format("undone: {} for {}", what, printable(undone.item));
  }

  void ask(const LeasedQuestion& question) {
    const auto since = Clock::now();
    const bool yes_no = question.is_it.has_value();
    bool seen = false;
    for (;;) {
      version_ = server_.version();
      show_new(item_screen(server_, question.item, question, {notice_, guess_}, keyboard_.size()),
               seen);
      const std::string key = pressed();
      if (key == Keyboard::kResize || key.empty()) continue;
      notice_.clear();
      const Client who = client(since);
      if (key == "q" || key == Keyboard::kEnd) {
        quit_ = true;
        return;
      }
      if (is_about(question.item, who, key)) continue;
      if (keys_.is(Act::kGuide, key)) {
        guide();
      } else if (opens_list(key)) {
        return;
      } else if (keys_.is(Act::kUndo, key)) {
        undo();
        return;
      } else if (keys_.is(Act::kSkip, key)) {
        if (attempt([&] { server_.skip(who, question.id); })) return;
      } else if (keys_.is(Act::kUnknown, key)) {
        if (attempt([&] { server_.unknown(who, question.id); })) {
          notice_ = printable(server_.items().id(question.item)) + ": don't know";
          return;
        }
      } else if (yes_no && keys_.is(Act::kYes, key)) {
        if (attempt([&] { server_.yes(who, question.id); })) return;
      } else if (yes_no && keys_.is(Act::kNo, key)) {
        if (attempt([&] { server_.no(who, question.id); })) return;
      } else if (const auto label = class_by(key)) {
        if (attempt([&] { server_.answer(client(since), question.id, *label); })) {
          notice_ = fmt::format("{}: {}", printable(server_.items().id(question.item)),
                                printable(*label));
          return;
        }
      }
    }
  }

  // Handles a key that shows the item in another way, notes something on it or lists the keys.
  bool is_about(std::uint32_t item, const Client& who, const std::string& key) {
    if (key == Keyboard::kDown) {
      whole(item);
    } else if (keys_.is(Act::kGuess, key)) {
      guess_ = !guess_;
    } else if (keys_.is(Act::kNote, key)) {
      note(item, who);
    } else if (keys_.is(Act::kHelp, key)) {
      help();
    } else {
      return false;
    }
    return true;
  }

  void note(std::uint32_t item, const Client& who) {
    const auto text = typed_line(fmt::format("Note on this {}", server_.items().item()),
                                 server_.state(item, by_).note, true);
    if (text && attempt([&] { server_.note(who, item, *text); })) notice_ = "note saved";
  }

  // The class chosen by number, by typing, or newly added; nullopt if the key chooses none.
  std::optional<std::string> class_by(const std::string& key) {
    const auto classes = server_.classes();
    if (const auto k = keys_.class_of(key)) {
      if (*k < classes.size()) return classes[*k];
      notice_ = fmt::format("no class has the number {}", key);
      return std::nullopt;
    }
    if (key == Keyboard::kEnter || key == "0" || keys_.is(Act::kFind, key))
      return class_by_typing();
    if (key == "+" || keys_.is(Act::kNew, key)) return typed_line("Name of the new class");
    notice_ =
        fmt::format("the key {} has no function — {} lists all keys", key, keys_.of(Act::kHelp));
    return std::nullopt;
  }

  std::optional<std::string> class_by_typing() {
    const auto classes = server_.classes();
    const auto matching = [&](const std::string& typed) {
      std::vector<Listed> found;
      for (const bool begins : {true, false}) {  // prefixes first
        for (std::uint32_t k = 0; k < classes.size(); ++k) {
          const std::size_t at = lowered(classes[k]).find(lowered(typed));
          if (at != std::string::npos && (at == 0) == begins)
            found.push_back({k, printable(classes[k])});
        }
      }
      return found;
    };
    const auto chosen = chosen_of(
        "Which class?", "type part of the name; up and down select; Enter confirms; Esc cancels",
        matching);
    return chosen ? std::optional(classes[*chosen]) : std::nullopt;
  }

  static void type(const std::string& key, std::string& typed, std::size_t& chosen,
                   std::size_t choices) {
    if (key == Keyboard::kResize) return;
    if (key == Keyboard::kUp) {
      chosen -= chosen > 0 ? 1 : 0;
    } else if (key == Keyboard::kDown) {
      chosen += chosen + 1 < choices ? 1 : 0;
    } else if (key == Keyboard::kBack) {
      take_back_one(typed);
      chosen = 0;
    } else {
      typed += key;
      chosen = 0;
    }
  }

  // Reads a line that starts with `typed`; `may_be_empty`: whether an empty line is accepted.
  std::optional<std::string> typed_line(const std::string& title, std::string typed = {},
                                        bool may_be_empty = false) {
    std::size_t none = 0;
    for (;;) {
      show({{title, ScreenLine::Style::kBold},
            {"Enter confirms, Esc cancels", ScreenLine::Style::kPale},
            {"> " + printable(typed), ScreenLine::Style::kPlain}},
           true);
      const std::string key = keyboard_.key({}, " ");
      if (key == Keyboard::kEscape || key == Keyboard::kEnd) return std::nullopt;
      if (key == Keyboard::kEnter) {
        if (!typed.empty() || may_be_empty) return typed;
      } else if (key != Keyboard::kUp && key != Keyboard::kDown) {
        type(key, typed, none, 0);
      }
    }
  }

  // The id, title and class of an item, as a line.
  std::string line_of(std::uint32_t item, int label) const {
    return fmt::format("{}  {}{}", printable(server_.items().id(item)),
                       !server_.items().shown().columns.empty()
                           ? printable(server_.items().title(item)) + "  "
                           : "",
                       printable(class_name(server_.classes(), label)));
  }

  bool opens_list(const std::string& key) {
    if (keys_.is(Act::kLookUp, key)) {
      look_up();
    } else if (keys_.is(Act::kReview, key) && lists_review(server_)) {
      review();
    } else {
      return false;
    }
    return true;
  }

  void look_up() {
    open_one_of(
        fmt::format("Look up a {}", server_.items().item()), "type its id or text",
        [&](const std::string& typed) {
          std::vector<Listed> found;
          for (const std::uint32_t item : server_.search(typed, kListed))
            found.push_back({item, line_of(item, server_.state(item, server_.annotator()).label)});
          return found;
        });
  }

  void review() {
    open_one_of(
        server_.settings().finds_wrong() ? "Answers to review, by their probability of being wrong"
                                         : "Answers to review: those that differ",
        "type part of a line", [&](const std::string& typed) {
          std::vector<Listed> found;
          const auto add = [&](std::uint32_t item, std::string text) {
            if (lowered(text).find(lowered(typed)) != std::string::npos)
              found.push_back({item, std::move(text)});
          };
          for (const Conflict& one : server_.conflicts()) {
            if (const auto item = server_.items().find(one.item))
              add(*item, fmt::format("differ  {} by {}, {} by {}  {}", printable(one.first),
                                     printable(one.first_by), printable(one.second),
                                     printable(one.second_by), line_of(*item, -1)));
          }
          for (const auto& [item, label, wrong] : server_.to_review(kListed, server_.annotator()))
            add(item, fmt::format("{:3.0f} %  {}", 100 * wrong, line_of(item, label)));
          return found;
        });
  }

  // Opens an item of a list; `find` returns those that match what was typed.
  void open_one_of(const std::string& title, const char* type_what, auto&& find) {
    const std::string help =
        fmt::format("{}; up and down select; Enter opens it; Esc cancels", type_what);
    if (const auto item = chosen_of(title, help, find)) correct(*item);
  }

  // The line of a list that the annotator chooses by typing, or nullopt.
  std::optional<std::uint32_t> chosen_of(const std::string& title, const std::string& help,
                                         auto&& find) {
    std::string typed;
    std::size_t chosen = 0;
    for (;;) {
      const std::vector<Listed> found = find(typed);
      std::vector<std::string> shown;
      for (const Listed& one : found) shown.push_back(one.text);
      chosen = std::min(chosen, found.empty() ? 0 : found.size() - 1);
      show(choice_screen(title, typed, shown, chosen, help, keyboard_.size()), true);
      const std::string key = keyboard_.key();
      if (key == Keyboard::kEscape || key == Keyboard::kEnd) return std::nullopt;
      if (key == Keyboard::kEnter) {
        if (!found.empty()) return found[chosen].item;
      } else {
        type(key, typed, chosen, found.size());
      }
    }
  }

  void correct(std::uint32_t item) {
    const auto since = Clock::now();
    bool seen = false;
    for (;;) {
      version_ = server_.version();
      show_new(item_screen(server_, item, std::nullopt, {notice_, guess_}, keyboard_.size()), seen);
      const std::string key = pressed();
      if (key == Keyboard::kResize || key.empty()) continue;
      notice_.clear();
      if (key == Keyboard::kEscape || key == Keyboard::kEnd || key == "q") return;
      if (is_about(item, client(since), key)) continue;
      if (const auto label = class_by(key)) {
        if (attempt([&] { server_.correct(client(since), item, *label); })) {
          notice_ = fmt::format("{}: {}", printable(server_.items().id(item)), printable(*label));
          return;
        }
      }
    }
  }

  // Reads a key and returns it under its name in --keys; kResize also if there is news to show, such
  // as newer predictions.
  std::string pressed() {
    const std::string key = keyboard_.key([this] { return server_.version() != version_; });
    return key == " " ? "space" : key == Keyboard::kBack ? "backspace" : key;
  }

  void guide() {
    const auto& lines = server_.settings().guide;
    scroll(lines.empty() ? std::vector<std::string>{"No class definitions — start querent with "
                                                    "--guide FILE"}
                         : lines);
  }

  // Every line of an item, of which a question shows as many as fit.
  void whole(std::uint32_t item) {
    std::vector<std::string> lines{
        fmt::format("{} {}", server_.items().item(), server_.items().id(item))};
    for (const auto& [column, text] : server_.items().fields(item))
      lines.insert(lines.end(), {"", column + ": " + text});
    if (const std::string note = server_.state(item, by_).note; !note.empty())
      lines.insert(lines.end(), {"", "note: " + note});
    scroll(lines);
  }

  void scroll(const std::vector<std::string>& lines) {
    std::size_t first = 0;
    for (;;) {
      std::size_t last_page = 0;
      show(text_screen(lines, first, last_page, keyboard_.size()));
      first = std::min(first, last_page);
      const std::string key = keyboard_.key();
      if (key == Keyboard::kDown) {
        first = std::min(first + 1, last_page);
      } else if (key == Keyboard::kUp) {
        first -= first > 0 ? 1 : 0;
      } else if (key != Keyboard::kResize && !key.empty()) {
        return;
      }
    }
  }

  void help() {
    do {
      show(help_screen(server_.settings(), keyboard_.size()));
    } while (keyboard_.key() == Keyboard::kResize);
  }

  void at_the_end(Ending done) {
    bool seen = false;
    for (;;) {
      version_ = server_.version();
      show_new(done_screen(server_, done, notice_, keyboard_.size()), seen);
      const std::string key = pressed();
      if (key == Keyboard::kResize) continue;
      notice_.clear();
      if (key == "q" || key == Keyboard::kEnd) {
        quit_ = true;
        return;
      }
      if (keys_.is(Act::kUndo, key)) {
        undo();
        return;
      }
      if (opens_list(key)) return;
    }
  }

  AnnotationServer& server_;
  const AnswerKeys& keys_;
  bool guess_;  // whether the prediction is shown
  std::string by_, notice_;
  Keyboard keyboard_;
  bool quit_ = false;
  std::uint64_t version_ = 0;  // of the server, when the screen was composed
};

}  // namespace

void ask_at_terminal(AnnotationServer& server) {
  AskTerminal(server).run();
}

}  // namespace querent::apps
