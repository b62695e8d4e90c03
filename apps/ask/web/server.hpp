// SPDX-License-Identifier: Apache-2.0
// HTTP and WebSocket on one port. Boost.Beast stays in server.cpp and connection.cpp.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <querent/apps/ask/web/guard.hpp>
#include <querent/apps/ask/web/target.hpp>

namespace querent::apps::web {

/// A request that the guard let through.
struct Request {
  std::string method;  ///< GET, HEAD or POST
  std::string path;
  Query query;
  std::string body;
  std::string from = {};  ///< the client's network address
};

struct Response {
  unsigned status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers = {};
};

/// Called by several threads at once. What it throws is told to the client as a status 500
/// without its text.
using Handler = std::function<Response(const Request&)>;

/// What one client may take from the others.
struct Limits {
  std::size_t connections =
      256;                 ///< when one more comes, the one that was silent longest is closed
  std::size_t live = 128;  ///< WebSockets beside them
  std::size_t header_bytes = 8 << 10;  ///< of a request. 431
  std::size_t body_bytes = 64 << 10;   ///< of a request. 413
  std::chrono::milliseconds read{
      10000};  ///< for a whole request, from its first byte or from the connection
  std::chrono::milliseconds write{60000};  ///< for a whole response
  std::chrono::milliseconds idle{60000};   ///< between two requests of a connection
  std::size_t waiting_messages = 64;  ///< for one WebSocket; a client that reads slower is let go
  std::size_t workers = 4;            ///< threads that run the handler
  std::size_t slow = 8;  ///< requests for what is slow that wait for their one thread. 503
};

struct ServerOptions {
  std::string address =
      "127.0.0.1";         ///< or a name; "0.0.0.0" and "::" for every address of this machine
  std::uint16_t port = 0;  ///< 0: one that is free
  std::string token;
  std::string slow = {};  ///< paths that begin so are slow: they have a thread of their own
  Limits limits = {};
};

class Server {
 public:
  /// Listens from now on, answers from run() on. IoError when the address or port cannot be had.
  Server(ServerOptions options, Handler handler);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  /// The numbers that stand for the name or address that is listened on.
  const std::string& address() const;

  /// To every WebSocket of /api/live. From any thread.
  void broadcast(std::string message);

  /// Answers until `stop` says so; it is asked twenty times a second. Handlers that run then end
  /// first.
  void run(const std::function<bool()>& stop);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace querent::apps::web
