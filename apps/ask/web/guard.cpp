// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/web/guard.hpp>

#include <arpa/inet.h>
#include <strings.h>

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>

#include <querent/datasets/error.hpp>
#include <querent/datasets/platform/machine.hpp>

namespace querent::apps::web {

std::optional<std::string> decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i] == '+' ? ' ' : text[i];
      continue;
    }
    unsigned char byte = 0;
    if (text.size() - i < 3) return std::nullopt;
    const char* const end = text.data() + i + 3;
    if (std::from_chars(text.data() + i + 1, end, byte, 16).ptr != end) return std::nullopt;
    out += static_cast<char>(byte);
    i += 2;
  }
  return out;
}

std::optional<Target> parse_target(std::string_view text) {
  const auto printable = [](char c) { return c > ' ' && c < '\x7f'; };
  if (!text.starts_with('/') || !std::all_of(text.begin(), text.end(), printable))
    return std::nullopt;
  const auto question = std::min(text.find('?'), text.size());
  Target target{std::string(text.substr(0, question)), {}};
  auto rest = text.substr(std::min(question + 1, text.size()));
  while (!rest.empty()) {
    const auto pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
    const auto equals = std::min(pair.find('='), pair.size());
    auto name = decoded(pair.substr(0, equals));
    auto value = decoded(pair.substr(std::min(equals + 1, pair.size())));
    if (!name || !value) return std::nullopt;
    target.query.emplace(std::move(*name), std::move(*value));
  }
  return target;
}

std::string new_secret() {
  std::array<unsigned char, 16> bytes{};
  if (!platform::fill_with_secrets(bytes))
    throw IoError("the kernel returned no random bytes for the token of the page");
  return fmt::format("{:02x}", fmt::join(bytes, ""));
}

bool same_secret(std::string_view a, std::string_view b) {
  if (a.size() != b.size()) return false;
  volatile unsigned char differs = 0;  // volatile, so that the compiler does not end the loop early
  for (std::size_t i = 0; i < a.size(); ++i)
    differs = static_cast<unsigned char>(differs | (a[i] ^ b[i]));
  return differs == 0;
}

namespace {

bool same_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

bool is_address(const std::string& name) {
  in6_addr address{};
  return inet_pton(AF_INET, name.c_str(), &address) == 1 ||
         inet_pton(AF_INET6, name.c_str(), &address) == 1;
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
    if (!same_ignoring_case(from.content_type.substr(0, from.content_type.find(';')),
                            "application/json"))
      return Refusal{415, "expected Content-Type application/json"};
  } else if (changes && !from.upgrade) {
    return Refusal{405, "expected GET or POST"};
  }
  return std::nullopt;
}

}  // namespace querent::apps::web
