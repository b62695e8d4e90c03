// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/web/guard.hpp>

#include <arpa/inet.h>
#include <strings.h>

#include <querent/apps/ask/web/secret.hpp>

namespace querent::apps::web {

namespace {

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

bool is_address(const std::string& name) {
  in6_addr address{};
  return inet_pton(AF_INET, name.c_str(), &address) == 1 ||
         inet_pton(AF_INET6, name.c_str(), &address) == 1;
}

bool is_json(std::string_view type) {
  return same_ignoring_case(type.substr(0, type.find(';')), "application/json");
}

}  // namespace

std::string_view host_name(std::string_view header) {
  if (header.starts_with('[')) {
    const auto end = header.find(']');
    return end == std::string_view::npos ? std::string_view() : header.substr(1, end - 1);
  }
  return header.substr(0, header.find(':'));
}

std::string_view cookie_of(std::string_view header, std::string_view name) {
  while (!header.empty()) {
    auto pair = header.substr(0, header.find(';'));
    header.remove_prefix(std::min(pair.size() + 1, header.size()));
    while (pair.starts_with(' ')) pair.remove_prefix(1);
    if (pair.starts_with(name) && pair.substr(name.size()).starts_with('='))
      return pair.substr(name.size() + 1);
  }
  return {};
}

std::string Guard::cookie() const {
  return cookie_name + "=" + token + "; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000";
}

std::optional<Refusal> Guard::refuses(const Credentials& from) const {
  // The port is not compared, because `ssh -L 9000:localhost:8080` changes it.
  const auto host = host_name(from.host);
  if (!same_ignoring_case(host, "localhost") && !is_address(std::string(host)) &&
      (name.empty() || !same_ignoring_case(host, name)))
    return Refusal{421,
                   "this server does not serve that Host — open the address that querent printed"};

  const bool ours = from.origin == "http://" + std::string(from.host);
  const bool changes = from.upgrade || (from.method != "GET" && from.method != "HEAD");
  if (!from.origin.empty() && !ours) return Refusal{403, "requests from other sites are rejected"};
  if (changes && !from.fetch_site.empty() && from.fetch_site != "same-origin")
    return Refusal{403, "requests from other sites are rejected"};

  constexpr std::string_view kBearer = "Bearer ";
  const bool shown = same_secret(from.token, token) ||
                     same_secret(cookie_of(from.cookie, cookie_name), token) ||
                     (from.authorization.starts_with(kBearer) &&
                      same_secret(from.authorization.substr(kBearer.size()), token));
  if (!shown)
    return Refusal{401,
                   "the token is missing or wrong — open the address that querent printed, which "
                   "contains the token"};

  if (from.method == "POST") {
    if (!is_json(from.content_type)) return Refusal{415, "expected Content-Type application/json"};
  } else if (changes && !from.upgrade) {
    return Refusal{405, "expected GET or POST"};
  }
  return std::nullopt;
}

}  // namespace querent::apps::web
