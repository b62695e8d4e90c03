// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/options/flags.hpp>

#include <algorithm>

namespace querent::apps {

std::string with_flags(std::string_view message, const std::vector<std::string>& options) {
  const auto is_name = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  std::string text;
  while (!message.empty()) {
    const auto end = std::find_if_not(message.begin(), message.end(), is_name);
    const auto length = static_cast<std::size_t>(end - message.begin());
    std::string name(message.substr(0, length));
    const bool begins =
        text.empty() || text.back() == ' ' || text.back() == '(' || text.back() == '\n';
    const bool assigned = end != message.end() && *end == '=';
    std::string flag = "--" + name;
    std::replace(flag.begin(), flag.end(), '_', '-');
    if (begins && (assigned || name.find('_') != name.npos) &&
        std::find(options.begin(), options.end(), flag) != options.end()) {
      const bool on = assigned && message.substr(length + 1).starts_with("true");
      text += flag + (assigned && !on ? " " : "");
      message.remove_prefix(length + (on ? 5 : assigned ? 1 : 0));
    } else {
      text += message.substr(0, std::max<std::size_t>(length, 1));
      message.remove_prefix(std::max<std::size_t>(length, 1));
    }
  }
  return text;
}

std::string with_source_flags(std::string_view note) {
  static const std::vector<std::string> kOptions{
      "--as",           "--adjacency",     "--columns",    "--component",
      "--delimiter",    "--drop-column",   "--id-column",  "--knn",
      "--label-column", "--labels",        "--missing",    "--one-hot",
      "--scale",        "--source-column", "--symmetrize", "--target-column",
      "--weight-column"};
  return with_flags(note, kOptions);
}

}  // namespace querent::apps
