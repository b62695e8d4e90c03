// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/web/serve.hpp>

#include <fstream>

#include <nlohmann/json.hpp>

#include <querent/apps/ask/web/guard.hpp>
#include <querent/datasets/write_whole.hpp>

namespace querent::apps::web {

namespace {

constexpr const char* kFile = "web.json";

bool is_secret(const std::string& text) {
  return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

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
