// SPDX-License-Identifier: Apache-2.0
// Internal interface between server.cpp and connection.cpp.
#pragma once

#include <list>
#include <memory>
#include <string>
#include <unordered_set>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/thread_pool.hpp>

#include <querent/apps/ask/web/server.hpp>

namespace querent::apps::web {

class Connection;
class LiveConnection;

/// Shared state of all connections. Only the loop's thread uses it, except `handler`, which workers
/// call.
struct Hub {
  Handler handler;
  Guard guard;
  Limits limits;
  std::string slow;  ///< prefix of the paths for slow_worker; "" for none
  boost::asio::thread_pool workers{limits.workers}, slow_worker{1};
  std::size_t waiting_slow = 0;             ///< number of slow requests, including the current one
  std::list<Connection*> connections = {};  ///< the one idle for longest first
  std::unordered_set<LiveConnection*> live = {};
  bool stopping = false;
};

/// Serves a client until it disconnects, exceeds a time limit or becomes a WebSocket.
void serve(boost::asio::ip::tcp::socket socket, Hub& hub);

void send(LiveConnection& to, std::shared_ptr<const std::string> message);

/// Closes all connections, after the response to a request that is being handled.
void close_all(Hub& hub);

}  // namespace querent::apps::web
