// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/web/server.hpp>

#include <fmt/format.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <querent/apps/ask/web/connection.hpp>
#include <querent/datasets/error.hpp>

namespace querent::apps::web {

namespace net = boost::asio;
using boost::system::error_code;
using net::ip::tcp;

namespace {

constexpr auto kPollInterval = std::chrono::milliseconds(50);  // interval between calls of `stop`
constexpr auto kBreath = std::chrono::milliseconds(100);       // pause after a failed accept

tcp::endpoint resolved(net::io_context& loop, const std::string& address, std::uint16_t port) {
  error_code failed;
  const auto found =
      tcp::resolver(loop).resolve(address, std::to_string(port), tcp::resolver::passive, failed);
  if (failed)
    throw IoError(fmt::format("cannot listen on {}: {}", in_quotes(address), failed.message()));
  return found.begin()->endpoint();
}

tcp::acceptor listening(net::io_context& loop, const ServerOptions& options) {
  const auto endpoint = resolved(loop, options.address, options.port);
  tcp::acceptor acceptor(loop);
  error_code failed;
  acceptor.open(endpoint.protocol(), failed);
  // reuse the port of a server that was killed a moment ago
  if (!failed) acceptor.set_option(net::socket_base::reuse_address(true), failed);
  if (!failed) acceptor.bind(endpoint, failed);
  if (!failed) acceptor.listen(net::socket_base::max_listen_connections, failed);
  if (failed)
    throw IoError(fmt::format("cannot listen on {} port {}: {}", options.address, options.port,
                              failed.message()));
  return acceptor;
}

// a host name given by --listen is also accepted as a Host header
std::string name_of(const std::string& address) {
  error_code no_number;
  net::ip::make_address(address, no_number);
  return no_number ? address : std::string();
}

}  // namespace

struct Server::State {
  State(ServerOptions options, Handler handler)
      : hub{.handler = std::move(handler),
            .guard = {options.token, {}, name_of(options.address)},
            .limits = options.limits,
            .slow = options.slow},
        acceptor(listening(loop, options)),
        poll_timer(loop),
        breath(loop) {
    const auto endpoint = acceptor.local_endpoint();
    port = endpoint.port();
    address = endpoint.address().to_string();
    hub.guard.cookie_name = fmt::format("querent-{}", port);
  }

  void accept() {
    acceptor.async_accept([this](error_code failed, tcp::socket socket) {
      if (failed == net::error::operation_aborted) return;
      if (failed) {  // out of descriptors: wait until a client disconnects
        breath.expires_after(kBreath);
        breath.async_wait([this](error_code ended) {
          if (!ended) accept();
        });
        return;
      }
      serve(std::move(socket), hub);
      accept();
    });
  }

  void watch(const std::function<bool()>& stop) {
    poll_timer.expires_after(kPollInterval);
    poll_timer.async_wait([this, &stop](error_code) {
      if (!stop()) return watch(stop);
      error_code ignored;
      acceptor.close(ignored);
      breath.cancel();
      close_all(hub);
    });
  }

  // this order, because connections that are destroyed with the loop use the hub
  Hub hub;
  net::io_context loop{1};
  tcp::acceptor acceptor;
  net::steady_timer poll_timer, breath;
  std::uint16_t port = 0;
  std::string address;
};

Server::Server(ServerOptions options, Handler handler)
    : state_(std::make_unique<State>(std::move(options), std::move(handler))) {}

Server::~Server() {
  state_->hub.workers.join();
  state_->hub.slow_worker.join();
}

std::uint16_t Server::port() const {
  return state_->port;
}

const std::string& Server::address() const {
  return state_->address;
}

void Server::broadcast(std::string message) {
  auto shared = std::make_shared<const std::string>(std::move(message));
  net::post(state_->loop, [state = state_.get(), shared] {
    // a copy, since connections that are closed remove themselves from the hub
    const std::vector<LiveConnection*> to(state->hub.live.begin(), state->hub.live.end());
    for (auto* live : to) send(*live, shared);
  });
}

void Server::run(const std::function<bool()>& stop) {
  state_->accept();
  state_->watch(stop);
  state_->loop.run();  // until no connection and no handler is left
}

}  // namespace querent::apps::web
