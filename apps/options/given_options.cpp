// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/given_options.hpp>

#include <algorithm>

#include <CLI/App.hpp>

#include <querent/apps/terminal/usage_error.hpp>

namespace querent::apps {

namespace {

[[noreturn]] void refuse_option(std::string_view name, std::string_view what) {
  throw UsageError("{} has no meaning for {}", name, what);
}

}  // namespace

GivenOptions::GivenOptions(const CLI::App& app) {
  for (const CLI::Option* option : app.get_options()) {
    if (option->count() == 0) continue;
    Given given{.name = option->get_name(false, false), .names = {}, .group = option->get_group()};
    for (const std::string& name : option->get_lnames()) given.names.push_back("--" + name);
    given_.push_back(std::move(given));
  }
}

bool GivenOptions::has(std::string_view name) const {
  return std::ranges::any_of(given_, [&](const Given& given) {
    return std::ranges::find(given.names, name) != given.names.end();
  });
}

void GivenOptions::refuse_groups(const std::vector<std::string>& groups,
                                 std::string_view what) const {
  for (const Given& given : given_) {
    if (std::ranges::find(groups, given.group) != groups.end()) refuse_option(given.name, what);
  }
}

void GivenOptions::refuse(const std::vector<std::string>& names, std::string_view what) const {
  for (const std::string& name : names) {
    if (has(name)) refuse_option(name, what);
  }
}

}  // namespace querent::apps
