// SPDX-License-Identifier: Apache-2.0
// Input of `querent ask` from programs and web pages: lines of --json, requests, and the settings
// in its store.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <string>

#include <querent/apps/ask/annotation_server.hpp>
#include <querent/apps/ask/json_lines.hpp>
#include <querent/apps/ask/web/api.hpp>
#include <querent/apps/source/prepared.hpp>

#include "../target.hpp"
#include "file.hpp"

namespace querent::fuzz {

namespace {

using apps::AnnotationServer;

// Two triangles and an edge, restarted without answers every few hundred inputs.
AnnotationServer& server() {
  constexpr std::size_t kMostEvents = 300;
  static std::unique_ptr<AnnotationServer> open;
  if (open && open->log().size() < kMostEvents) return *open;
  open.reset();
  const std::filesystem::path at = scratch() / "answers";
  std::filesystem::remove_all(at);
  put(scratch() / "asked.tsv", "a b\nb c\nc a\nc d\nd e\ne f\nf d\n");
  apps::SourceOptions source;
  source.edges = (scratch() / "asked.tsv").string();
  source.labels_needed = false;
  source.read.component = Component::kAll;
  apps::EmbedOptions embed;
  embed.no_cache = embed.unsmoothed = true;
  embed.embedding.dim = 3;
  apps::Console console;
  console.quiet = true;
  apps::AskSettings settings;
  settings.directory = at;
  settings.classes = {"A", "B"};
  open = std::make_unique<AnnotationServer>(
      apps::AskItems(apps::prepare(source, embed, console), {}), settings);
  return *open;
}

// Discards standard output during its lifetime.
class Silence {
 public:
  Silence() : kept_((std::fflush(stdout), dup(STDOUT_FILENO))) {
    if (std::FILE* nowhere = std::fopen("/dev/null", "w")) {
      dup2(fileno(nowhere), STDOUT_FILENO);
      std::fclose(nowhere);
    }
  }
  ~Silence() {
    std::fflush(stdout);
    dup2(kept_, STDOUT_FILENO);
    close(kept_);
  }
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;

 private:
  int kept_;
};

void json_lines(std::string_view bytes) {
  AnnotationServer& asked = server();
  const Silence silence;
  std::istringstream in{std::string(bytes)};
  apps::ask_json_lines(asked, in, apps::Console());
}

// "GET /api/search?text=a", followed on the next line by the body.
void request(std::string_view bytes) {
  const std::size_t end = std::min(bytes.find('\n'), bytes.size()), blank = bytes.find(' ');
  if (blank >= end) return;
  const auto target = apps::web::parse_target(bytes.substr(blank + 1, end - blank - 1));
  if (!target) return;
  const auto answer = apps::web::page_and_data(server(), "fuzz");
  answer({.method = std::string(bytes.substr(0, blank)),
          .path = target->path,
          .query = target->query,
          .body = std::string(bytes.substr(std::min(end + 1, bytes.size())))});
}

void settings(std::string_view bytes) {
  const auto read = apps::settings_of(std::string(bytes), {});
  if (apps::settings_json(apps::settings_of(apps::settings_json(read), {})) !=
      apps::settings_json(read))
    throw std::logic_error("settings differ after writing and reading");
}

}  // namespace

std::vector<Target> ask_targets() {
  return {{"ask-json", json_lines}, {"ask-request", request}, {"ask-settings", settings}};
}

}  // namespace querent::fuzz
