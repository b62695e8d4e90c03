// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/terminal/ask_terminal.hpp>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>

#include <fmt/ranges.h>

#include <querent/apps/ask/answer_keys.hpp>
#include <querent/apps/ask/request.hpp>
#include <querent/apps/terminal/console.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/text/printable.hpp>

namespace querent::apps {

namespace {

using Style = ScreenLine::Style;

class Composer {
 public:
  explicit Composer(TerminalSize size) : size_(size) {}
  void add(const std::string& text, Style style = Style::kPlain) {
    screen_.push_back({cut(text, size_.columns), style});
  }
  // Adds `text` in several lines; continuation lines are indented.
  void add_wrapped(const std::string& text, std::size_t lines, std::size_t indent = 0,
                   Style style = Style::kPlain) {
    bool first = true;
    for (const std::string& line : wrapped(text, size_.columns - indent, lines)) {
      add(std::string(first ? 0 : indent, ' ') + line, style);
      first = false;
    }
  }
  // Adds `parts` separated by `gap` without breaking any of them, on at most `lines` lines; the
  // last line is cut.
  void add_parts(const std::vector<std::string>& parts, const std::string& gap, std::size_t lines,
                 Style style) {
    std::string line;
    for (const std::string& part : parts) {
      if (line.empty()) {
        line = part;
      } else if (lines > 1 && width_of(line) + gap.size() + width_of(part) > size_.columns) {
        add(line, style);
        line = part;
        --lines;
      } else {
        line += gap + part;
      }
    }
    add(line, style);
  }
  std::size_t left() const {
    return screen_.size() + 1 < size_.lines ? size_.lines - 1 - screen_.size() : 0;
  }
  // Appends as many lines of `rest` as fit.
  void append(const Screen& rest) {
    for (const ScreenLine& line : rest) screen_.push_back(line);
  }
  Screen screen() && {
    if (screen_.size() >= size_.lines) screen_.resize(size_.lines - 1);
    return std::move(screen_);
  }

 private:
  TerminalSize size_;
  Screen screen_;
};

// Draws two rows of pixels per line.
Screen picture_lines(const Picture& picture, std::size_t columns, std::size_t lines) {
  Screen screen;
  if (columns == 0 || lines == 0) return screen;
  Picture small = small_and_grey(picture, static_cast<std::uint32_t>(columns),
                                 static_cast<std::uint32_t>(2 * lines));
  const std::size_t width = small.shape.width;
  small.pixels.resize((small.pixels.size() + 2 * width - 1) / (2 * width) * 2 * width, '\0');
  for (std::size_t at = 0; at < small.pixels.size(); at += 2 * width)
    screen.push_back({small.pixels.substr(at, 2 * width), Style::kPicture});
  return screen;
}

std::string percent(double share) {
  if (share < 1 && share >= 0.995) return "over 99 %";  // a model is never certain
  return fmt::format("{:.0f} %", 100 * share);
}

// The point with its interval, with a decimal if it would be printed as an end of the interval.
std::string error_text(const Estimate& estimate) {
  for (const int decimals : {0, 1}) {
    const auto printed = [&](double share) {
      return fmt::format("{:.{}f}", 100 * share, decimals);
    };
    const std::string value = printed(estimate.value), low = printed(estimate.low),
                      high = printed(estimate.high);
    if (estimate.has_value && value != low && value != high)
      return fmt::format("{} % ({}–{} %)", value, low, high);
  }
  return fmt::format("{:.0f}–{:.0f} %", 100 * estimate.low, 100 * estimate.high);
}

// States how many answers a prediction used, if newer answers exist.
std::string after(std::uint64_t learned, std::uint64_t answered) {
  return fmt::format("after {} of {}", grouped(learned), counted(answered, "answer"));
}

std::string status(AnnotationServer& server, const AnnotationProgress& progress) {
  const std::filesystem::path source = server.items().name();
  std::string text = fmt::format("{}: ", printable(source.filename().string()));
  const auto& budget = server.settings().budget;
  text += budget ? fmt::format("{} of {} answers", grouped(progress.asked), grouped(*budget))
                 : counted(progress.asked, "answer");
  if (progress.answered > progress.asked)  // known before, or looked up and labelled
    text += fmt::format(", {} labelled", grouped(progress.answered));
  if (progress.recall) return text + " · " + recall_text(progress);
  const Estimate& estimate = progress.estimate;
  if (estimate.is_informative()) text += " · estimated error " + error_text(estimate);
  if (progress.predicting && progress.after < progress.answered)
    text += fmt::format(" · predictions {}", after(progress.after, progress.answered));
  return text;
}

std::string shown_name(const std::vector<std::string>& classes, int label) {
  return label >= 0 && static_cast<std::size_t>(label) < classes.size()
             ? printable(classes[static_cast<std::size_t>(label)])
             : "";
}

// Lists the answers and words with the largest contributions to the prediction.
void add_reasons(AnnotationServer& server, const LeasedQuestion& question, Composer& out) {
  const auto classes = server.classes();
  std::vector<std::string> reasons;
  for (const std::uint32_t item : question.because_items) {
    const int label = server.state(item, server.annotator()).label;
    if (label >= 0)
      reasons.push_back(fmt::format("{} ({})", printable(server.items().title(item)),
                                    shown_name(classes, label)));
  }
  for (const std::string& word : question.because_words) reasons.push_back(in_quotes(word));
  const std::string& find = server.settings().find;
  const std::string of = find.empty() ? "because of" : "Evidence for " + printable(find) + ":";
  if (!reasons.empty())
    out.add_wrapped(fmt::format("{} {}", of, fmt::join(reasons, "; ")), 3, 2, Style::kPale);
}

// Counts neighbours by label ("12 neighbours: 3 DB, 9 unlabelled"), then lists the heaviest ones.
Screen neighbours(AnnotationServer& server, std::uint32_t item,
                  const std::vector<std::string>& classes, std::size_t columns) {
  Screen screen;
  if (server.items().graph() == nullptr) return screen;
  constexpr std::size_t kRing = 60;
  const Neighbourhood around = server.neighbourhood(item, kRing, server.annotator());
  std::vector<const Neighbourhood::Node*> ring;
  std::map<std::string, std::size_t> known;
  std::size_t unknown = 0;
  for (const auto& node : around.nodes) {
    if (node.hop != 1) continue;
    ring.push_back(&node);
    if (node.state.label >= 0) {
      ++known[shown_name(classes, node.state.label)];
    } else {
      ++unknown;
    }
  }
  std::string text = counted(server.items().graph()->neighbours(item).size(), "neighbour") + ": ";
  for (const auto& [name, count] : known) text += fmt::format("{} {}, ", count, name);
  text += fmt::format("{} unlabelled{}", unknown, around.left_out > 0 ? " …" : "");
  screen.push_back({cut(text, columns), Style::kPlain});
  // labelled neighbours first
  std::stable_sort(ring.begin(), ring.end(), [](const auto* a, const auto* b) {
    return (a->state.label >= 0) > (b->state.label >= 0);
  });
  std::size_t widest = 0;
  for (const auto& name : classes) widest = std::max(widest, width_of(printable(name)));
  widest = std::min(widest, columns / 4) + 2;
  for (std::size_t k = 0; k < ring.size(); ++k) {
    const ItemState& state = ring[k]->state;
    std::string label = cut(state.label >= 0         ? shown_name(classes, state.label)
                            : state.guess.label >= 0 ? shown_name(classes, state.guess.label) + "?"
                                                     : "·",
                            widest);
    label += std::string(widest - std::min(widest, width_of(label)), ' ');
    screen.push_back(
        {cut(fmt::format("  {} {}", label, printable(server.items().title(ring[k]->item))),
             columns),
         state.label >= 0 ? Style::kPlain : Style::kPale});
  }
  return screen;
}

constexpr std::size_t kKeyLines = 4;        // for the keys of classes
constexpr std::size_t kMostOfALine = 1000;  // maximum number of lines per line of text

// The fields of an item, each in as many lines as it needs.
std::vector<std::vector<std::string>> field_lines(const AskItems& items, std::uint32_t item,
                                                  std::size_t columns) {
  std::vector<std::vector<std::string>> fields;
  for (const auto& [column, text] : items.fields(item))
    fields.push_back(
        wrapped(printable(column) + ": " + printable(text), columns - 2, kMostOfALine));
  return fields;
}

// Shares `room` lines among the fields: the shortest get what they need, the others equal parts of
// the rest. Returns whether all of them fit.
bool share_lines(std::vector<std::vector<std::string>>& fields, std::size_t room) {
  std::vector<std::size_t> order(fields.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return fields[k].size(); });
  bool fit = true;
  for (std::size_t k = 0; k < order.size(); ++k) {
    auto& lines = fields[order[k]];
    const std::size_t share = std::max(room / (order.size() - k), std::min<std::size_t>(room, 1));
    if (lines.size() > share) {
      fit = false;
      lines.resize(share);
      if (share > 0) lines.back() += " …";
    }
    room -= lines.size();
  }
  return fit;
}

// Pairs of a key and its action, each of which stays on one line.
std::vector<std::string> keys_of(const std::vector<std::string>& classes, const AnswerKeys& chosen,
                                 std::size_t columns) {
  std::vector<std::string> keys;
  for (std::size_t k = 0; k < classes.size(); ++k) {
    if (const std::string key = chosen.of_class(k); !key.empty())
      keys.push_back(fmt::format("{} {}", key, printable(classes[k])));
  }
  // long names are cut, so that every key is on the screen
  std::size_t width = 0;
  for (const std::string& key : keys) width = std::max(width, width_of(key));
  const std::size_t most = columns > 11 ? (columns - 6) / 3 : columns;
  if (keys.size() * (width + 3) > kKeyLines * columns)
    for (std::string& key : keys) key = cut(key, most);
  return keys;
}

}  // namespace

bool lists_review(AnnotationServer& server) {
  const AskSettings& settings = server.settings();
  return settings.finds_wrong() || settings.overlap > 0 || !server.conflicts().empty();
}

Screen item_screen(AnnotationServer& server, std::uint32_t item,
                   const std::optional<LeasedQuestion>& question, const ShownBeside& beside,
                   TerminalSize size) {
  const AnswerKeys& keys = server.settings().keys;
  const auto classes = server.classes();
  const AnnotationProgress progress = server.progress();
  const ItemState state = server.state(item, server.annotator());
  const bool yes_no = question && question->is_it;
  Composer out(size);
  out.add_wrapped(status(server, progress), 2, 2, Style::kPale);
  if (!beside.notice.empty()) {
    out.add_wrapped(beside.notice, 2);
  } else {
    out.add("");
  }
  const char* kind = server.items().item();
  std::string head =
      question ? fmt::format("{} {}", kind, printable(server.items().id(item)))
               : fmt::format("{} {}, looked up", kind, printable(server.items().id(item)));
  if (question && question->why == "check")
    head += server.settings().has_checks() ? "  (a random check)" : "  (drawn at random)";
  if (question && question->second) head += "  (another annotator has answered it)";
  if (question && question->settles) head += "  (two annotators differ)";

  // the lines below are reserved first; fields and neighbours share the rest
  Screen below;
  {
    Composer lower(size);
    const bool second = question && question->second;  // does not see the first answer
    const Guess guess =
        question && (second || question->guess.label >= 0) ? question->guess : state.guess;
    if (!state.second.empty()) {
      lower.add_wrapped(fmt::format("different answers: {}, by {}; {}, by {} — a class decides",
                                    shown_name(classes, state.label), printable(state.by),
                                    printable(state.second), printable(state.second_by)),
                        2, 2);
    } else if (state.label >= 0 && !second) {
      lower.add(
          fmt::format("label: {}, by {}", shown_name(classes, state.label), printable(state.by)));
    } else if (guess.label >= 0 && !beside.guess) {
      lower.add(fmt::format("{} shows the prediction", keys.of(Act::kGuess)), Style::kPale);
    } else if (guess.label >= 0) {
      const std::uint64_t learned =
          question && question->guess.label >= 0 ? question->after : progress.after;
      lower.add(
          fmt::format("prediction{}: {}, {}",
                      learned < progress.answered ? " " + after(learned, progress.answered) : "",
                      shown_name(classes, guess.label), percent(guess.probability)));
      if (question && question->guess.label >= 0) add_reasons(server, *question, lower);
    } else {
      lower.add("no prediction yet");
    }
    if (!state.note.empty())
      lower.add_wrapped("note: " + printable(state.note), 2, 2, Style::kPale);
    lower.add("");
    if (yes_no) {
      lower.add(fmt::format("Is it {}?   {} yes   {} no", shown_name(classes, *question->is_it),
                            keys.of(Act::kYes), keys.of(Act::kNo)),
                Style::kBold);
    }
    if (classes.empty()) {
      lower.add(fmt::format("no class yet: {} adds the first", yes_no ? "+" : keys.of(Act::kNew)),
                Style::kBold);
    } else {
      const std::vector<std::string> parts = keys_of(classes, keys, size.columns);
      lower.add_parts(parts, "   ", kKeyLines, yes_no ? Style::kPale : Style::kBold);
      if (parts.size() < classes.size())
        lower.add(fmt::format("Enter: find one of {} classes", classes.size()), Style::kPale);
    }
    const std::string new_class = fmt::format("{} new class", yes_no ? "+" : keys.of(Act::kNew));
    std::vector<std::string> acts;
    if (question) {
      acts = {keys.of(Act::kSkip) + " skip", keys.of(Act::kUnknown) + " don't know",
              keys.of(Act::kUndo) + " undo", new_class, keys.of(Act::kLookUp) + " look up"};
      if (lists_review(server)) acts.push_back(keys.of(Act::kReview) + " review");
      if (!server.settings().guide.empty()) acts.push_back(keys.of(Act::kGuide) + " guide");
      acts.insert(acts.end(), {keys.of(Act::kHelp) + " help", "q quit"});
    } else {
      acts = {new_class, "Esc back"};
    }
    lower.add_parts(acts, "  ", 2, Style::kPale);
    below = std::move(lower).screen();
  }
  const std::size_t reserved = below.size() + 1;  // with the head
  const std::size_t room = out.left() > reserved ? out.left() - reserved : 0;
  Screen drawn;
  if (const auto picture = server.items().picture(item))
    drawn = picture_lines(*picture, size.columns, room);
  std::size_t used = drawn.size();
  Screen around = neighbours(server, item, classes, size.columns);
  auto fields = field_lines(server.items(), item, size.columns);
  // the neighbours get a quarter, and whatever the fields leave
  const std::size_t reserved_around = std::min(around.size(), std::max<std::size_t>(room / 4, 1));
  const bool fit = share_lines(fields, room - used - std::min(reserved_around, room - used));
  if (!fit) head += "  (cut; the down arrow shows all)";
  out.add(head, Style::kBold);
  out.append(drawn);
  for (const auto& lines : fields) {
    for (std::size_t k = 0; k < lines.size(); ++k, ++used) out.add((k > 0 ? "  " : "") + lines[k]);
  }
  const std::size_t rest = room - used;
  const bool apart = fit && rest > 2;
  around.resize(std::min(around.size(), apart ? rest - 2 : rest));
  if (apart) out.add("");
  out.append(around);
  if (apart && !around.empty()) out.add("");
  out.append(below);
  return std::move(out).screen();
}

Screen choice_screen(const std::string& title, const std::string& typed,
                     const std::vector<std::string>& choices, std::size_t chosen,
                     const std::string& help, TerminalSize size) {
  Composer out(size);
  out.add(title, Style::kBold);
  out.add("");
  const std::size_t room = out.left() > 3 ? out.left() - 3 : 1;
  const std::size_t first = chosen >= room ? chosen - room + 1 : 0;
  for (std::size_t k = first; k < choices.size() && k < first + room; ++k)
    out.add(fmt::format("{} {}", k == chosen ? ">" : " ", choices[k]),
            k == chosen ? Style::kBold : Style::kPlain);
  if (choices.empty()) out.add("  no match", Style::kPale);
  out.add_wrapped(help, 2, 0, Style::kPale);
  out.add("> " + printable(typed));
  return std::move(out).screen();
}

Screen help_screen(const AskSettings& settings, TerminalSize size) {
  const bool yes_no = settings.yes_no;
  const AnswerKeys& own = settings.keys;
  const std::string numbers = own.of_classes().empty() ? "1-9" : own.of_classes() + " 1-9";
  Composer out(size);
  out.add("Keys", Style::kBold);
  out.add("");
  for (const auto& [key, meaning] : std::vector<std::pair<std::string, const char*>>{
           {yes_no ? own.of(Act::kYes) + " " + own.of(Act::kNo) : numbers,
            yes_no ? "yes; no (1-9: choose the class)" : "choose the class with this number"},
           {"Enter " + own.of(Act::kFind), "find a class by typing part of its name"},
           {own.of(Act::kSkip), "skip; this question may return later"},
           {own.of(Act::kUnknown), "don't know; this question does not return"},
           {own.of(Act::kUndo), "undo your last action; press again for earlier ones"},
           {yes_no ? "+" : own.of(Act::kNew), "add a new class for this item"},
           {own.of(Act::kNote), "write a note on this item"},
           {own.of(Act::kLookUp), "look up an item and label or correct it"},
           {settings.finds_wrong() || settings.overlap > 0 ? own.of(Act::kReview) : "",
            settings.finds_wrong() ? "list the answers that are most probably wrong"
                                   : "list the answers that differ"},
           {"Down", "show the whole text of this item"},
           {own.of(Act::kGuess), "show or hide the prediction"},
           {settings.guide.empty() ? "" : own.of(Act::kGuide),
            "show your definitions of the classes"},
           {"q", "quit; all answers are saved; the same command continues"}})
    if (!key.empty()) out.add_wrapped(fmt::format("  {:<7} {}", key, meaning), 2, 10);
  out.add("");
  out.add_wrapped(
      std::string("Pale neighbours with ? are predictions.") +
          (settings.has_checks() ? " Random checks are questions drawn uniformly at random; they "
                                   "are used to estimate the error."
                                 : ""),
      4);
  out.add("press any key to return", Style::kPale);
  return std::move(out).screen();
}

Screen text_screen(const std::vector<std::string>& text, std::size_t first, std::size_t& last_page,
                   TerminalSize size) {
  std::vector<std::string> lines;
  for (const std::string& line : text) {
    const auto broken = wrapped(printable(line), size.columns, kMostOfALine);
    if (broken.empty()) lines.emplace_back();
    lines.insert(lines.end(), broken.begin(), broken.end());
  }
  Composer out(size);
  const std::size_t room = out.left() > 1 ? out.left() - 1 : 1;
  last_page = lines.size() > room ? lines.size() - room : 0;
  first = std::min(first, last_page);
  for (std::size_t k = first; k < lines.size() && k < first + room; ++k) out.add(lines[k]);
  out.add(last_page > 0 ? "up and down scroll; any other key returns" : "press any key to return",
          Style::kPale);
  return std::move(out).screen();
}

Screen done_screen(AnnotationServer& server, Ending done, const std::string& notice,
                   TerminalSize size) {
  Composer out(size);
  out.add_wrapped(status(server, server.progress()), 2, 2, Style::kPale);
  out.add_wrapped(notice, 2);
  out.add("");
  out.add_wrapped(done == Ending::kBudget ? "The budget of questions is used up."
                  : done != Ending::kGoal ? "There are no more questions."
                  : server.settings().stop_at_recall > 0
                      ? fmt::format("You can stop: with 95 % confidence at least {} are found.",
                                    percent(server.settings().stop_at_recall))
                      : "You can stop: the error is below the goal.",
                  3, 0, Style::kBold);
  out.add("");
  out.add_wrapped(fmt::format("querent ask {} --export results   exports the predictions",
                              printable(server.settings().directory.string())),
                  3);
  if (done == Ending::kBudget)
    out.add_wrapped(fmt::format("querent ask {} --budget {}   continues",
                                printable(server.settings().directory.string()),
                                server.settings().budget.value_or(0) + 50),
                    3);
  out.add("");
  const AnswerKeys& keys = server.settings().keys;
  out.add(fmt::format("{} undo  {} look up  {}q quit", keys.of(Act::kUndo), keys.of(Act::kLookUp),
                      lists_review(server) ? keys.of(Act::kReview) + " review  " : ""),
          Style::kPale);
  return std::move(out).screen();
}

}  // namespace querent::apps
