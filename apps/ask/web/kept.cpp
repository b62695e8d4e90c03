// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/web/serve.hpp>

#include <cerrno>
#include <cstring>
#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <querent/apps/ask/web/guard.hpp>
#include <querent/apps/terminal/interrupt.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/platform/file.hpp>

namespace querent::apps::web {

namespace {

constexpr const char* kFile = "web.json";

bool is_secret(const std::string& text) {
  return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

void write_private(const std::filesystem::path& file, std::string_view bytes) {
  const auto fail = [&] {
    return IoError(fmt::format("{}: {}", file.string(), std::strerror(errno)));
  };
  Temporary beside(file.string() + ".new");
  std::filesystem::remove(beside.path());
  const int to = platform::open_file(
      beside.path(), {.write = true, .create = true, .must_be_new = true, .access = 0600});
  if (to < 0) throw fail();
  const bool written = platform::write_some(to, bytes.data(), bytes.size()) ==
                           static_cast<std::int64_t>(bytes.size()) &&
                       platform::sync_data(to);
  const bool closed = platform::close_file(to);
  if (!written || !closed) throw fail();
  std::filesystem::rename(beside.path(), file);
  beside.keep();
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
  write_private(directory / kFile, json.dump(2) + "\n");
}

}  // namespace querent::apps::web
