// SPDX-License-Identifier: Apache-2.0
// Access control of the web server. Any local program, and any site open in a browser of this
// machine, can send it requests, so each request must pass these layers first:
//
//   Host           names this machine by a number or as "localhost". A site whose name was pointed
//                  here after its page was loaded (DNS rebinding) sends its own name. 421
//   Origin, Sec-Fetch-Site
//                  belong to our own page or are absent (curl, a script). So a page of another site
//                  can neither post nor open a WebSocket, which browsers do not prevent. 403
//   token          128 random bits: from the printed address, from a cookie that requests of other
//                  sites do not carry, or as "Authorization: Bearer". 401
//   method, type   GET, HEAD, or a POST of JSON, which forms of other sites cannot send. 405, 415
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace querent::apps::web {

using Query = std::map<std::string, std::string, std::less<>>;

/// The target of a request, such as "/api/item?item=a%20b".
struct Target {
  std::string path;  ///< as received; it is looked up in a table, never in a directory
  Query query;       ///< decoded; the first value of a repeated name counts
};

/// nullopt if it does not begin with "/", is not ASCII or has an invalid escape.
std::optional<Target> parse_target(std::string_view text);

/// "a%20b+c" → "a b c"; nullopt if an escape is invalid.
std::optional<std::string> decoded(std::string_view text);

/// Returns 128 random bits from the kernel as 32 hexadecimal digits. Throws IoError on failure.
std::string new_secret();

/// Compares two texts in a time that reveals only their lengths.
bool same_secret(std::string_view a, std::string_view b);

/// The headers that identify the sender of a request; "" if a header is absent.
struct Credentials {
  std::string_view method, host, origin, fetch_site, cookie, authorization, content_type;
  std::string_view token;  ///< from the address
  bool upgrade = false;    ///< asks for a WebSocket
};

struct Refusal {
  unsigned status;
  std::string_view reason;
};

struct Guard {
  std::string token;        ///< the token that requests must present
  std::string cookie_name;  ///< has the port: browsers share cookies between ports
  std::string name;         ///< additional valid Host (--listen NAME); "" for none

  /// The Set-Cookie header for a request with the token in its address. The cookie is not sent by
  /// other sites and hidden from scripts; it lasts a month, so that it survives a restart of the
  /// browser.
  std::string cookie() const;
  /// Returns nullopt if the request is allowed.
  std::optional<Refusal> refuses(const Credentials& from) const;
};

/// The value of the cookie `name` in a Cookie header; "" if absent.
std::string_view cookie_of(std::string_view header, std::string_view name);

/// The host in a Host header, without port and brackets.
std::string_view host_name(std::string_view header);

}  // namespace querent::apps::web
