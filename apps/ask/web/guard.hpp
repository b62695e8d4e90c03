// SPDX-License-Identifier: Apache-2.0
// Who may talk to the server of the page. Any program and any page of any site that is open in a
// browser of this machine can send it requests, so each request passes these layers before anything
// looks at what it wants:
//
//   Host           names this machine by a number or as "localhost": a site whose name was made to
//                  point here after its page was loaded (DNS rebinding) sends its own name. 421
//   Origin, Sec-Fetch-Site
//                  are those of our own page, or absent (curl, a script). A page of another site
//                  cannot post, nor open a WebSocket, which no browser refuses for us. 403
//   token          128 random bits, from the address that was printed, then from a cookie that
//                  other sites' requests do not carry, or as "Authorization: Bearer". 401
//   method, type   GET, HEAD, or a POST of JSON, which a form of another site cannot send. 405, 415
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace querent::apps::web {

/// What a request says of where it comes from. "" where a header is absent.
struct Credentials {
  std::string_view method, host, origin, fetch_site, cookie, authorization, content_type;
  std::string_view token;  ///< of the address
  bool upgrade = false;    ///< it wants to become a WebSocket
};

struct Refusal {
  unsigned status;
  std::string_view reason;
};

struct Guard {
  std::string token;        ///< what must be shown
  std::string cookie_name;  ///< by port: browsers share cookies between the ports of a host
  std::string name;         ///< that is served as a Host, too (--listen NAME); "" for none

  /// The Set-Cookie of a response to who showed the token in the address. Other sites' requests do
  /// not carry it, scripts do not see it; a month, so that it outlives the browser's restart.
  std::string cookie() const;
  /// Nothing when the request may go on.
  std::optional<Refusal> refuses(const Credentials& from) const;
};

/// The value of the cookie `name` in a Cookie header, "" when it is not there.
std::string_view cookie_of(std::string_view header, std::string_view name);

/// The host of a Host header without its port and brackets.
std::string_view host_name(std::string_view header);

}  // namespace querent::apps::web
