// SPDX-License-Identifier: Apache-2.0
// What server.cpp and connection.cpp share; of no use to others.
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

/// All of it is touched by the one thread that runs the loop, `handler` by the workers.
struct Hub {
  Handler handler;
  Guard guard;
  Limits limits;
  boost::asio::thread_pool& workers;
  boost::asio::thread_pool& slow_worker;
  std::string slow;                         ///< where the paths begin that it serves; "" for none
  std::size_t waiting_slow = 0;             ///< requests for it, the one that is served among them
  std::list<Connection*> connections = {};  ///< the one that was silent longest in front
  std::unordered_set<LiveConnection*> live = {};
  bool stopping = false;
};

/// Serves a client until it goes, is too slow or becomes a WebSocket.
void serve(boost::asio::ip::tcp::socket socket, Hub& hub);

void send(LiveConnection& to, std::shared_ptr<const std::string> message);

/// Ends every connection, one whose request is being handled after its answer.
void close_all(Hub& hub);

}  // namespace querent::apps::web
