// SPDX-License-Identifier: Apache-2.0
// The checks that a request to the page passes; each is violated while the others are satisfied.
#include <optional>
#include <set>
#include <string>

#include <doctest/doctest.h>

#include <querent/apps/ask/web/guard.hpp>

namespace querent::apps::web {

namespace {

const std::string kToken = "0123456789abcdef0123456789abcdef";
const Guard kGuard{kToken, "querent-8080", "labels.example"};

Credentials allowed() {
  Credentials from;
  from.method = "GET";
  from.host = "127.0.0.1:8080";
  from.token = kToken;
  return from;
}

unsigned status(const Credentials& from) {
  const auto refusal = kGuard.refuses(from);
  return refusal ? refusal->status : 200;
}

Credentials with(std::string_view Credentials::*field, std::string_view value) {
  Credentials from = allowed();
  from.*field = value;
  return from;
}

}  // namespace

TEST_CASE(
    "a Host that is not an address of this machine is rejected, since any name can point to it") {
  CHECK(status(allowed()) == 200);
  for (const char* host : {"localhost", "LocalHost:1", "[::1]:8080", "192.168.1.7:8080",
                           "labels.example", "LABELS.example:8080"})
    CHECK_MESSAGE(status(with(&Credentials::host, host)) == 200, host);
  for (const char* host : {"", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example",
                           "[::1", "[evil.example]", "127.1.evil", "labels.example.evil.example"})
    CHECK_MESSAGE(status(with(&Credentials::host, host)) == 421, host);
}

TEST_CASE(
    "an Origin other than this server is rejected, and a request without an Origin is accepted") {
  CHECK(status(with(&Credentials::origin, "http://127.0.0.1:8080")) == 200);
  for (const char* origin : {"null", "https://127.0.0.1:8080", "http://127.0.0.1",
                             "http://evil.example", "http://127.0.0.1:80800"})
    CHECK_MESSAGE(status(with(&Credentials::origin, origin)) == 403, origin);
  for (const char* site : {"cross-site", "same-site", "none"}) {
    auto from = with(&Credentials::fetch_site, site);
    CHECK_MESSAGE(status(from) == 200, "a link may be followed from any site: ", site);
    from.upgrade = true;
    CHECK_MESSAGE(status(from) == 403, site);
    from.upgrade = false;
    from.method = "POST";
    from.content_type = "application/json";
    CHECK_MESSAGE(status(from) == 403, site);
  }
}

TEST_CASE("nothing is served without the token, which the address, a cookie or a header contains") {
  CHECK(status(with(&Credentials::token, "")) == 401);
  CHECK(status(with(&Credentials::token, kToken.substr(1))) == 401);
  auto from = with(&Credentials::token, "");
  const std::string cookie = "a=b; querent-8080=" + kToken + "; c=d";
  from.cookie = cookie;
  CHECK(status(from) == 200);
  const std::string of_other_port = "querent-8081=" + kToken;
  from.cookie = of_other_port;
  CHECK(status(from) == 401);
  const std::string longer = "xquerent-8080=" + kToken;
  from.cookie = longer;
  CHECK(status(from) == 401);
  const std::string bearer = "Bearer " + kToken;
  from.authorization = bearer;
  CHECK(status(from) == 200);
}

TEST_CASE("a form cannot post, and only the methods GET, HEAD and POST are accepted") {
  auto from = with(&Credentials::method, "POST");
  for (const char* type : {"", "text/plain", "application/x-www-form-urlencoded",
                           "multipart/form-data", "application/jsonp"}) {
    from.content_type = type;
    CHECK_MESSAGE(status(from) == 415, type);
  }
  from.content_type = "application/json; charset=utf-8";
  CHECK(status(from) == 200);
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "get"})
    CHECK_MESSAGE(status(with(&Credentials::method, method)) == 405, method);
}

TEST_CASE("secrets have 32 hexadecimal digits, differ, and are compared completely") {
  std::set<std::string> seen;
  for (int i = 0; i < 100; ++i) {
    const auto secret = new_secret();
    CHECK(secret.size() == 32);
    CHECK(secret.find_first_not_of("0123456789abcdef") == std::string::npos);
    CHECK(seen.insert(secret).second);
  }
  CHECK(same_secret(kToken, kToken));
  for (std::size_t i = 0; i < kToken.size(); ++i) {
    auto other = kToken;
    other[i] ^= 1;
    CHECK_FALSE(same_secret(other, kToken));
  }
  CHECK_FALSE(same_secret("", kToken));
}

TEST_CASE("a target has a path and a query, and invalid escapes are rejected") {
  const auto target = parse_target("/api/item?item=a%20b+c%2F&by=%E6%9D%8E&empty=&flag&by=x");
  REQUIRE(target);
  CHECK(target->path == "/api/item");
  CHECK(target->query.at("item") == "a b c/");
  CHECK(target->query.at("by") == "\xE6\x9D\x8E");
  CHECK(target->query.at("empty") == "");
  CHECK(target->query.at("flag") == "");
  CHECK(parse_target("/%2e%2e/x")->path == "/%2e%2e/x");  // unchanged
  for (const char* wrong :
       {"", "api", "http://x/", "/?a=%", "/?a=%2", "/?a=%zz", "/?a=%+1", "/a b", "/\x80"})
    CHECK_MESSAGE(!parse_target(wrong), wrong);
}

}  // namespace querent::apps::web
