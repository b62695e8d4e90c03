// SPDX-License-Identifier: Apache-2.0
// HTTP and WebSocket on one port. Only server.cpp and connection.cpp use Boost.Beast.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <querent/apps/ask/web/guard.hpp>

namespace querent::apps::web {

/// A request that the guard has accepted.
struct Request {
  std::string method;  ///< GET, HEAD or POST
  std::string path;
  Query query;
  std::string body;
  std::string from = {};  ///< network address of the client
};

struct Response {
  unsigned status = 200;
  std::string type = "application/json";
  std::string body;
  std::vector<std::pair<std::string, std::string>> headers = {};
};

/// Called by several threads at once. An exception becomes status 500, without its text.
using Handler = std::function<Response(const Request&)>;

/// Limits on the resources of clients.
struct Limits {
  std::size_t connections = 256;           ///< at most; one more closes the one idle for longest
  std::size_t live = 128;                  ///< additional WebSockets
  std::size_t header_bytes = 8 << 10;      ///< of a request; otherwise 431
  std::size_t body_bytes = 64 << 10;       ///< of a request; otherwise 413
  std::chrono::milliseconds read{10000};   ///< for a request, from its first byte or the connection
  std::chrono::milliseconds write{60000};  ///< for a response
  std::chrono::milliseconds idle{60000};   ///< between two requests of a connection
  std::size_t waiting_messages = 64;       ///< per WebSocket; a slower client is disconnected
  std::size_t workers = 4;                 ///< threads that run the handler
  std::size_t slow = 8;                    ///< waiting slow requests (one thread); otherwise 503
};

struct ServerOptions {
  std::string address = "127.0.0.1";  ///< or a name; "0.0.0.0" and "::" for all addresses
  std::uint16_t port = 0;             ///< 0: any free port
  std::string token;
  std::string slow = {};  ///< prefix of the paths that the slow thread serves
  Limits limits = {};
};

class Server {
 public:
  /// Listens at once, answers from run() on. IoError if the address or port is not available.
  Server(ServerOptions options, Handler handler);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  std::uint16_t port() const;
  /// The numeric address on which the server listens.
  const std::string& address() const;

  /// Sends a message to every WebSocket of /api/live. May be called from any thread.
  void broadcast(std::string message);

  /// Answers requests until `stop`, called twenty times a second, returns true; then waits for
  /// running handlers.
  void run(const std::function<bool()>& stop);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace querent::apps::web
