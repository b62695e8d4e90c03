// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/answerer.hpp>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>

#include <fmt/format.h>

#include <querent/apps/ask/json_lines.hpp>
#include <querent/apps/ask/request.hpp>
#include <querent/apps/output/child_lines.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/input.hpp>
#include <querent/datasets/platform/file.hpp>
#include <querent/learners/random.hpp>

namespace querent::apps {

namespace {

constexpr const char* kLog = "answerer.jsonl";
constexpr int kTries = 3;  // attempts per question

/// One stored answer.
struct Call {
  std::string item = {}, by = {};
  std::vector<std::string> classes = {};  // the most probable first; empty: no answer
  std::optional<double> probability = {};
  double cost = 0;
  bool opinion = true;
  std::string failed = {};  // why there was no valid answer; such a call counts for the budget only

  Json json() const {
    Json line{{"item", item}, {"by", by}, {"role", opinion ? "opinion" : "annotator"}};
    line["answers"] = classes;
    if (probability) line["probability"] = *probability;
    line["cost"] = cost;
    if (!failed.empty()) line["failed"] = failed;
    return line;
  }
};

class NotAnAnswer : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

void need(bool holds, const char* what) {
  if (!holds) throw NotAnAnswer(what);
}

std::vector<std::string> classes_in(const Json& reply) {
  std::vector<std::string> classes;
  if (reply.contains("answer")) {
    need(reply["answer"].is_string(), "expected text as \"answer\"");
    classes.push_back(reply["answer"]);
  }
  if (reply.contains("answers")) {
    need(reply["answers"].is_array(), "expected a list of classes as \"answers\"");
    for (const Json& name : reply["answers"]) {
      need(name.is_string(), "expected a list of classes as \"answers\"");
      classes.push_back(name);
    }
  }
  return classes;
}

// Parses a line. NotAnAnswer.
Call call_of(const std::string& line) {
  const Json reply = Json::parse(line, nullptr, false);
  need(reply.is_object(), "expected one JSON object per line");
  Call call{.classes = classes_in(reply)};
  const bool unknown =
      reply.contains("unknown") || reply.contains("skip") || reply.contains("failed");
  need(unknown || !call.classes.empty(), "expected {\"answer\":\"CLASS\"} or {\"unknown\":true}");
  if (unknown) call.classes.clear();
  if (reply.contains("probability")) {
    need(reply["probability"].is_number(), "expected a number as \"probability\"");
    call.probability = reply["probability"].get<double>();
    need(*call.probability >= 0 && *call.probability <= 1,
         "expected a probability between 0 and 1");
  }
  if (reply.contains("cost")) {
    need(reply["cost"].is_number(), "expected a number as \"cost\"");
    call.cost = reply["cost"].get<double>();
    need(call.cost >= 0 && call.cost <= 1e100, "expected a cost between 0 and 1e100");
  }
  for (const auto& [field, text] :
       {std::pair{"by", &call.by}, {"item", &call.item}, {"failed", &call.failed}}) {
    if (!reply.contains(field)) continue;
    need(reply[field].is_string(), "expected text as \"by\", \"item\" and \"failed\"");
    *text = reply[field];
  }
  if (reply.contains("role")) call.opinion = reply["role"] == "opinion";
  return call;
}

// Stored calls. An incomplete last line was cut off by a kill; its item is asked about again.
std::vector<Call> kept_calls(const std::filesystem::path& directory) {
  std::vector<Call> calls;
  const std::filesystem::path file = directory / kLog;
  if (!std::filesystem::exists(file)) return calls;
  Input input = Input::open(file);
  LineReader reader(input);
  std::uint64_t number = 0;
  std::optional<std::string> damage;
  for (std::string_view line; reader.next(line);) {
    if (damage)
      throw CorruptError(
          fmt::format("{}:{}: damaged: {} — remove the line; its answer is lost, and the program "
                      "will be asked again",
                      file.string(), number, *damage));
    ++number;
    try {
      calls.push_back(call_of(std::string(line)));
    } catch (const NotAnAnswer& error) {
      damage = error.what();
    }
  }
  return calls;
}

class CallLog {
 public:
  explicit CallLog(const std::filesystem::path& directory) : file_(directory / kLog) {
    std::error_code ignored;
    std::filesystem::create_directories(directory, ignored);
    descriptor_ =
        platform::open_file(file_, {.write = true, .create = true, .append = true, .access = 0644});
    if (descriptor_ < 0) fail();
    cut_off();
  }
  ~CallLog() { platform::close_file(descriptor_); }
  CallLog(const CallLog&) = delete;
  CallLog& operator=(const CallLog&) = delete;

  void add(const Call& call) {
    const std::string line = dumped(call.json(), -1);
    if (platform::write_some(descriptor_, line.data(), line.size()) !=
            static_cast<std::int64_t>(line.size()) ||
        !platform::sync_data(descriptor_))
      fail();
  }

 private:
  [[noreturn]] void fail() const {
    throw IoError(fmt::format("{}: {}", file_.string(), std::strerror(errno)));
  }
  // Removes an incomplete last line that a kill left.
  void cut_off() {
    std::ifstream in(file_, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    const std::size_t end = text.rfind('\n');
    const std::size_t whole = end == std::string::npos ? 0 : end + 1;
    if (whole < text.size() && !platform::cut_file(descriptor_, whole)) fail();
  }

  std::filesystem::path file_;
  int descriptor_ = -1;
};

// The name of the program's file: of a script, not of its interpreter.
std::string name_of(const std::vector<std::string>& words) {
  std::error_code ignored;
  const bool script = words.size() > 1 && std::filesystem::is_regular_file(words[1], ignored);
  return std::filesystem::path(words[script ? 1 : 0]).filename().string();
}

/// The program, and the number of calls that the budget still allows.
class Answerer {
 public:
  Answerer(const AnswererOptions& options, const std::filesystem::path& directory,
           std::uint64_t calls)
      : options_(options),
        words_(command_words(options.command)),
        name_(name_of(words_)),
        directory_(directory),
        log_(directory),
        left_(options.budget > calls ? options.budget - calls : 0) {}

  std::uint64_t left() const { return left_; }

  /// Asks the program about an item and stores the answer. If `accept` throws NotAnAnswer or
  /// Refused, asks again, up to three times in total. IoError.
  void ask(Json question, const std::string& item, auto&& accept) {
    std::string wrong;
    for (int attempt = 0; attempt < kTries && left_ > 0; ++attempt) {
      --left_;
      try {
        if (!program_) program_ = std::make_unique<ChildLines>(words_);
        Call call = call_of(program_->ask(one_line(question), options_.timeout));
        need(call.failed.empty(), "expected an answer, found \"failed\"");
        if (!call.item.empty() && call.item != item)
          throw NotAnAnswer("expected an answer for the item of the question");
        call.item = item;
        call.opinion = !options_.annotator;
        checked({.by = call.by});
        if (call.by.empty()) call.by = name_;
        accept(call);
        log_.add(call);
        return;
      } catch (const ChildFailed& error) {
        program_.reset();
        wrong = error.what();
      } catch (const NotAnAnswer& error) {
        wrong = fmt::format("did not give a valid answer: {}", error.what());
      } catch (const Refused& error) {
        wrong = fmt::format("gave an answer that was refused: {}", error.what());
      }
      log_.add({.item = item, .by = name_, .opinion = !options_.annotator, .failed = wrong});
      question["error"] = wrong;
    }
    throw IoError(fmt::format(
        "--answerer {}: the program {}, for item {} — earlier answers are stored in {}; the same "
        "command continues. To find the cause, give the program this line by hand: {}",
        in_quotes(options_.command), wrong, in_quotes(item), directory_.string(),
        one_line(question)));
  }

 private:
  static std::string one_line(const Json& question) {
    std::string line = dumped(question, -1);
    while (line.ends_with('\n')) line.pop_back();
    return line;
  }

  AnswererOptions options_;
  std::vector<std::string> words_;
  std::string name_;
  std::filesystem::path directory_;
  CallLog log_;
  std::uint64_t left_;
  std::unique_ptr<ChildLines> program_;
};

// The opinion in a call; NotAnAnswer for a class that does not exist.
std::vector<double> probabilities_of(const Call& call, const std::vector<std::string>& classes) {
  std::vector<std::string_view> fields(call.classes.begin(), call.classes.end());
  std::string number;
  if (call.probability && fields.size() == 1)
    fields.push_back(number = fmt::format("{}", *call.probability));
  return opinion_of(fields, classes,
                    [](std::size_t, const std::string& what) { throw NotAnAnswer(what); });
}

}  // namespace

Json AnswererCalls::json() const {
  return {{"calls", calls}, {"cost", std::round(cost * 1e9) / 1e9}, {"by", by}};
}

std::optional<AnswererCalls> answerer_calls(const std::filesystem::path& directory) {
  const std::vector<Call> calls = kept_calls(directory);
  AnswererCalls sum;
  for (const Call& call : calls) {
    if (!call.failed.empty()) continue;
    ++sum.calls;
    sum.cost += call.cost;
    if (std::ranges::find(sum.by, call.by) == sum.by.end()) sum.by.push_back(call.by);
  }
  return sum.calls == 0 ? std::nullopt : std::optional(sum);
}

std::optional<Opinions> ask_for_opinions(const AnswererOptions& options,
                                         const std::filesystem::path& directory,
                                         const AskItems& items,
                                         const std::vector<std::string>& classes,
                                         std::uint64_t seed, const Console& console) {
  OpinionRows rows({.find = {}, .items = items.size(), .classes = classes});
  std::vector<bool> asked(items.size(), false);
  const std::vector<Call> calls = kept_calls(directory);
  bool any = false;
  for (const Call& call : calls) {
    const bool counts = call.opinion && call.failed.empty();
    const auto item = counts ? items.find(call.item) : std::nullopt;
    if (!item) continue;
    asked[*item] = any = true;
    try {
      rows.set(*item, probabilities_of(call, classes));
    } catch (const NotAnAnswer&) {  // the class no longer exists
    }
  }
  if (!options.command.empty() && !options.annotator) {
    Answerer answerer(options, directory, calls.size());
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < items.size(); ++i)
      if (!asked[i]) order.push_back(i);
    Rng rng = make_rng(seed, calls.size(), Stream::kOrder);
    shuffle(order, rng);
    std::uint64_t done = 0;
    console.note(
        fmt::format("asking {} about {}; you can stop it at any time: the same command continues",
                    in_quotes(options.command),
                    counted(std::min<std::uint64_t>(answerer.left(), order.size()), items.item())));
    for (const std::uint32_t item : order) {
      check_interrupt();
      if (answerer.left() == 0) break;
      answerer.ask({{"type", "question"},
                    {"item", items.id(item)},
                    {"fields", fields_json(items, item)},
                    {"classes", classes}},
                   items.id(item),
                   [&](const Call& call) { rows.set(item, probabilities_of(call, classes)); });
      any = true;
      ++done;
    }
    console.note(
        fmt::format("{} asked {}", in_quotes(options.command), counted(done, items.item())));
  }
  if (!any) return std::nullopt;
  return rows.collected();
}

void answer_by_program(const AnswererOptions& options, AnnotationServer& server,
                       const Console& console) {
  const std::filesystem::path directory = server.settings().directory;
  Answerer answerer(options, directory, kept_calls(directory).size());
  const std::string name = server.settings().by;
  std::uint64_t done = 0;
  while (answerer.left() > 0) {
    check_interrupt();
    const auto next = server.next(name, 1);
    const auto* questions = std::get_if<std::vector<LeasedQuestion>>(&next);
    if (questions == nullptr || questions->empty()) break;
    const LeasedQuestion& question = questions->front();
    answerer.ask(
        question_json(server, question), server.items().id(question.item), [&](const Call& call) {
          const Client client{.by = call.by};
          if (call.classes.empty()) {
            server.unknown(client, question.id);
            return;
          }
          const auto classes = server.classes();
          if (std::ranges::find(classes, call.classes.front()) == classes.end())
            throw NotAnAnswer(fmt::format("there is no class {}", in_quotes(call.classes.front())));
          server.answer(client, question.id, call.classes.front());
        });
    ++done;
  }
  console.note(
      fmt::format("{} answered {}", in_quotes(options.command), counted(done, "question")));
}

}  // namespace querent::apps
