// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/web/serve.hpp>

#include <cstdlib>
#include <fstream>

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <unistd.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <querent/apps/ask/web/guard.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent::apps::web {

namespace {

std::string url_of(const Server& server, const std::string& token) {
  std::string host = server.address();
  if (host == "0.0.0.0") host = "127.0.0.1";  // "all addresses" includes this one
  if (host == "::") host = "::1";
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return fmt::format("http://{}:{}/?token={}", host, server.port(), token);
}

// Listens on the port of the last start, so that an open page reconnects, or on another port if
// that one is in use.
std::shared_ptr<Server> listening(ServerOptions options, std::uint16_t wanted, std::uint16_t last,
                                  const Handler& handler, const Console& console) {
  options.port = wanted != 0 ? wanted : last;
  try {
    return std::make_shared<Server>(options, handler);
  } catch (const IoError&) {
    if (wanted != 0 || last == 0) throw;
  }
  console.note(fmt::format(
      "another program uses port {} of the last start; answers that wait in a browser belong to "
      "that address and are sent when the server has this port again (--port {})",
      last, last));
  options.port = 0;
  return std::make_shared<Server>(options, handler);
}

// Opens the page on a desktop. The browser gets a file that redirects to the address, since every
// user of the machine can read a program's arguments.
void open_browser(const std::filesystem::path& directory, const std::string& url,
                  const Console& console) {
  const bool desktop =
      std::getenv("DISPLAY") != nullptr || std::getenv("WAYLAND_DISPLAY") != nullptr;
  if (!desktop || !console.terminal() || std::getenv("SSH_CONNECTION") != nullptr) return;
  const auto file = directory / "open.html";
  write_whole(
      file,
      fmt::format(
          "<!doctype html><meta charset=utf-8><meta http-equiv=refresh content=\"0;url={0}\">"
          "<a href=\"{0}\">querent</a>\n",
          url),
      Links::kPrivate);
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    posix_spawn_file_actions_addopen(&files, descriptor, "/dev/null", O_RDWR, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none;
  sigemptyset(&none);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK);
  std::string program = "xdg-open", argument = std::filesystem::absolute(file).string();
  char* const argv[] = {program.data(), argument.data(), nullptr};
  pid_t child = 0;  // the browser may keep running; without xdg-open, the printed address is enough
  posix_spawnp(&child, program.c_str(), &files, &attributes, argv, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&files);
}

constexpr const char* kFile = "web.json";

bool is_secret(const std::string& text) {
  return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

void serve_page(const std::shared_ptr<AnnotationServer>& shared, const WebOptions& options,
                const Console& console) {
  AnnotationServer& annotation_server = *shared;
  const auto& directory = annotation_server.settings().directory;
  Kept kept = read_kept(directory);
  const auto server =
      listening({.address = options.listen, .token = kept.token, .slow = kDownloads}, options.port,
                kept.port, page_and_data(annotation_server, kept.store), console);
  kept.port = server->port();
  write_kept(directory, kept);

  const std::string url = url_of(*server, kept.token);
  console.print(url + "\n");
  if (!server->address().starts_with("127.") && server->address() != "::1")
    console.note(
        fmt::format("everyone who can reach {} and has this address can answer; the connection is "
                    "not encrypted",
                    server->address()));
  console.note(
      "with several annotators, each adds &by=NAME to the address; Ctrl-C stops the server, and "
      "saved answers are kept");
  open_browser(directory, url, console);

  annotation_server.on_change(
      [server, &annotation_server] { server->broadcast(changed_message(annotation_server)); });
  server->run(interrupted);
  annotation_server.on_change({});
  console.note(fmt::format("all answers are saved; `querent ask {} --web` continues",
                           shell_word(directory.string())));
  check_interrupt();
}

Kept read_kept(const std::filesystem::path& directory) {
  std::ifstream stream(directory / kFile);
  const auto json = nlohmann::json::parse(stream, nullptr, false);
  Kept kept;
  if (json.is_object()) {
    const auto text = [&](const char* field) {
      const auto found = json.find(field);
      return found != json.end() && found->is_string() ? found->get<std::string>() : std::string();
    };
    kept = {text("token"), text("store"), 0};
    if (const auto port = json.find("port");
        port != json.end() && port->is_number_unsigned() && *port <= 65535)
      kept.port = port->get<std::uint16_t>();
  }
  if (!is_secret(kept.token)) kept.token = new_secret();
  if (!is_secret(kept.store)) kept.store = new_secret();
  return kept;
}

void write_kept(const std::filesystem::path& directory, const Kept& kept) {
  const nlohmann::ordered_json json = {
      {"token", kept.token}, {"port", kept.port}, {"store", kept.store}};
  write_whole(directory / kFile, json.dump(2) + "\n", Links::kPrivate);
}

}  // namespace querent::apps::web
