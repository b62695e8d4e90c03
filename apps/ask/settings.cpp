// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/settings.hpp>

#include <utility>

#include <querent/apps/output/results_json.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps {

std::string settings_json(const AskSettings& settings) {
  Json json{{"classes", settings.classes},
            {"learner", settings.learner},
            {"query", settings.query},
            {"params", settings.params},
            {"encoding", settings.encoding},
            {"order", settings.stream ? "stream" : "pool"},
            {"budget", settings.budget ? Json(*settings.budget) : Json()},
            {"stop_at_error", settings.stop_at_error},
            {"checks", settings.checks},
            {"seed", settings.seed},
            {"yes_no", settings.yes_no},
            {"overlap", settings.overlap},
            {"arguments", settings.arguments}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

AskSettings settings_of(const std::string& text, AskSettings settings) {
  try {
    const Json json = Json::parse(text);
    settings.classes = json.at("classes").get<std::vector<std::string>>();
    settings.learner = json.at("learner");
    settings.query = json.at("query");
    settings.params = json.at("params").get<decltype(settings.params)>();
    settings.encoding = json.at("encoding");
    settings.stream = json.at("order") == "stream";
    settings.budget = json.at("budget").is_null()
                          ? std::nullopt
                          : std::optional(json.at("budget").get<std::uint64_t>());
    settings.stop_at_error = json.at("stop_at_error");
    settings.checks = json.at("checks");
    settings.seed = json.at("seed");
    settings.yes_no = json.at("yes_no");
    settings.overlap = json.at("overlap");
    settings.arguments = json.at("arguments").get<std::vector<std::string>>();
  } catch (const Json::exception& error) {
    throw CorruptError(std::string("the settings of the answers cannot be read: ") + error.what());
  }
  return settings;
}

}  // namespace querent::apps
