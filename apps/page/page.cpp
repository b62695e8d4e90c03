// SPDX-License-Identifier: Apache-2.0
// `querent ask` in a browser, and `querent graph` before it: the page's requests arrive as calls
// from JavaScript instead of HTTP. Sources, answers and exports are files of the memory file system.
// All strings are UTF-8; none may be used after the next call.
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include <querent/apps/ask/terminal/ask_terminal.hpp>
#include <querent/apps/ask/terminal/keyboard.hpp>
#include <querent/apps/ask/web/api.hpp>
#include <querent/apps/ask/web/serve.hpp>
#include <querent/apps/commands/command.hpp>
#include <querent/apps/program.hpp>

namespace querent::apps {

namespace {

struct Page {
  std::shared_ptr<AnnotationServer> server;
  web::Handler handler;
  web::Response response;
};

Page& page() {
  static Page the_page;
  return the_page;
}

web::Response answered(const std::string& method, const char* target, std::string body) {
  const auto error = [](unsigned status, const std::string& what) {
    return web::Response{.status = status, .body = nlohmann::json({{"error", what}}).dump()};
  };
  if (!page().handler) return error(409, "no source is open");
  const auto parsed = web::parse_target(target);
  if (!parsed) return error(400, "malformed address");
  try {
    return page().handler(
        {.method = method, .path = parsed->path, .query = parsed->query, .body = std::move(body)});
  } catch (const std::bad_alloc&) {
    return error(507, "out of memory");
  } catch (const std::exception& defect) {
    return error(500, defect.what());
  }
}

// The words of a JSON array as arguments; of `ask` with --web, which opens no port here.
std::vector<std::string> words_of(const char* json) {
  std::vector<std::string> words{"querent"};
  const auto array = nlohmann::json::parse(json);
  for (const auto& word : array) words.push_back(word.get<std::string>());
  if (words.size() > 1 && words[1] == "ask") words.emplace_back("--web");
  return words;
}

}  // namespace

std::vector<Command> add_commands(CLI::App& program, const Engines&) {
  return {add_ask(program), add_graph(program)};
}

bool Keyboard::present() {
  return false;
}

void ask_at_terminal(AnnotationServer&) {}

void web::serve_page(const std::shared_ptr<AnnotationServer>& server, const WebOptions&,
                     const Console&) {
  const auto& directory = server->settings().directory;
  const Kept kept = read_kept(directory);
  write_kept(directory, kept);
  page().handler = page_and_data(*server, kept.store);
  page().server = server;
}

}  // namespace querent::apps

extern "C" {

/// Runs a command line such as ["ask","/in/cora.edges","--out","/out","--classes","A,B"] and keeps
/// its session for the requests. Returns the exit code of the program; the result is
/// {"messages":"note: …"}, and "error" and "code" unless it is 0.
[[gnu::used]] int querent_start(const char* argv_json) {
  using namespace querent::apps;
  page() = {};  // the store of an earlier session is closed
  setenv("QUERENT_CACHE", "/cache", 1);
  std::string messages;
  std::vector<std::string> words = words_of(argv_json);
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  const int code =
      run_program(static_cast<int>(words.size()), argv.data(), {.messages = &messages});
  nlohmann::json result = {{"messages", messages}};
  if (code != 0) {
    constexpr std::string_view kError = "error: ";
    const auto at = messages.find(kError);
    result["error"] = at == messages.npos ? messages : messages.substr(at + kError.size());
    result["code"] = code;
  }
  page().response = {.body = result.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)};
  return code;
}

/// Answers a request as `querent ask --web` does and returns the HTTP status.
[[gnu::used]] int querent_request(const char* method, const char* target, const char* body,
                                  int body_bytes) {
  using namespace querent::apps;
  page().response =
      answered(method, target, std::string(body, static_cast<std::size_t>(body_bytes)));
  return static_cast<int>(page().response.status);
}

/// Does one piece of the work that the program does in threads; returns 1 if more is left.
[[gnu::used]] int querent_work() {
  using namespace querent::apps;
  return page().server != nullptr && page().server->work() ? 1 : 0;
}

/// The body of the last result, its length and its MIME type.
[[gnu::used]] const char* querent_result() {
  return querent::apps::page().response.body.c_str();
}
[[gnu::used]] int querent_result_bytes() {
  return static_cast<int>(querent::apps::page().response.body.size());
}
[[gnu::used]] const char* querent_result_type() {
  return querent::apps::page().response.type.c_str();
}

/// Grows with every change of what the requests return; 0 before querent_start.
[[gnu::used]] double querent_version() {
  const auto& server = querent::apps::page().server;
  return server == nullptr ? 0 : static_cast<double>(server->version());
}
}
