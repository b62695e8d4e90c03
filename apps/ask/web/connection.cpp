// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/web/connection.hpp>

#include <deque>
#include <optional>

#include <boost/asio/dispatch.hpp>
#include <boost/asio/post.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>

namespace querent::apps::web {

namespace beast = boost::beast;
namespace http = beast::http;
namespace net = boost::asio;
namespace websocket = beast::websocket;
using beast::error_code;
using net::ip::tcp;

namespace {

constexpr std::string_view kLivePath = "/api/live";
constexpr std::size_t kDrained = 1 << 20;  // bytes read after a refusal
constexpr std::size_t kLiveMessage =
    1 << 10;  // buffer in bytes for messages of a client; none are expected

std::string_view view(beast::string_view text) {
  return {text.data(), text.size()};
}

Credentials credentials_of(const auto& fields, const Query& query) {
  const auto token = query.find("token");
  return {.method = view(fields.method_string()),
          .host = view(fields[http::field::host]),
          .origin = view(fields[http::field::origin]),
          .fetch_site = view(fields["Sec-Fetch-Site"]),
          .cookie = view(fields[http::field::cookie]),
          .authorization = view(fields[http::field::authorization]),
          .content_type = view(fields[http::field::content_type]),
          .token = token == query.end() ? std::string_view() : token->second,
          .upgrade = websocket::is_upgrade(fields)};
}

Response plain(unsigned status, std::string_view text) {
  return {status, "text/plain; charset=utf-8", std::string(text) + "\n"};
}

}  // namespace

/// A connection that became a WebSocket: it sends broadcasts and ignores messages of the client.
class LiveConnection : public std::enable_shared_from_this<LiveConnection> {
 public:
  LiveConnection(tcp::socket socket, Hub& hub) : stream_(std::move(socket)), hub_(hub) {}
  ~LiveConnection() { hub_.live.erase(this); }

  void start(const http::request<http::string_body>& request) {
    hub_.live.insert(this);  // from now on the server closes it, too
    auto timeouts = websocket::stream_base::timeout::suggested(beast::role_type::server);
    timeouts.idle_timeout = hub_.limits.idle;  // sends a ping after half of it without a message
    stream_.set_option(timeouts);
    stream_.read_message_max(kLiveMessage);
    stream_.async_accept(request, [self = shared_from_this()](error_code failed) {
      if (failed) return;
      self->open_ = true;
      self->read();
      self->write();
    });
  }

  void send(std::shared_ptr<const std::string> message) {
    if (waiting_.size() >= hub_.limits.waiting_messages) return close();
    waiting_.push_back(std::move(message));
    if (waiting_.size() == 1) write();
  }

  void close() { beast::get_lowest_layer(stream_).close(); }

 private:
  void read() {
    stream_.async_read(buffer_, [self = shared_from_this()](error_code failed, std::size_t bytes) {
      if (failed) return self->close();
      self->buffer_.consume(bytes);
      self->read();
    });
  }

  void write() {
    if (!open_ || waiting_.empty()) return;
    stream_.text(true);
    stream_.async_write(net::buffer(*waiting_.front()),
                        [self = shared_from_this()](error_code failed, std::size_t) {
                          if (failed) return self->close();
                          self->waiting_.pop_front();
                          self->write();
                        });
  }

  websocket::stream<beast::tcp_stream> stream_;
  Hub& hub_;
  beast::flat_buffer buffer_;
  std::deque<std::shared_ptr<const std::string>> waiting_;  // the first one is being written
  bool open_ = false;
};

/// Serves the requests of one client, one after the other.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, Hub& hub) : stream_(std::move(socket)), hub_(hub) {
    error_code gone;
    from_ = stream_.socket().remote_endpoint(gone).address().to_string();
    place_ = hub_.connections.insert(hub_.connections.end(), this);
  }
  ~Connection() { hub_.connections.erase(place_); }

  void start() {
    stream_.expires_after(hub_.limits.read);
    read();
  }

  bool handling() const { return handling_; }
  void close() { stream_.close(); }

 private:
  using Parser = http::request_parser<http::string_body>;

  void read() {
    parser_.emplace();
    parser_->header_limit(static_cast<std::uint32_t>(hub_.limits.header_bytes));
    parser_->body_limit(hub_.limits.body_bytes);
    http::async_read(
        stream_, buffer_, *parser_,
        [self = shared_from_this()](error_code failed, std::size_t) { self->on_read(failed); });
  }

  // Waits for the first byte, with which the time limit of a request starts.
  void wait() {
    if (buffer_.size() > 0) return start();
    stream_.expires_after(hub_.limits.idle);
    stream_.async_read_some(buffer_.prepare(hub_.limits.header_bytes),
                            [self = shared_from_this()](error_code failed, std::size_t bytes) {
                              if (failed) return self->close();
                              self->buffer_.commit(bytes);
                              self->start();
                            });
  }

  void on_read(error_code failed) {
    if (failed == http::error::body_limit) return refuse(413, "the body is too long");
    if (failed == http::error::header_limit || failed == http::error::buffer_overflow)
      return refuse(431, "the header is too long");
    if (failed == http::error::end_of_stream || failed == beast::error::timeout) return close();
    if (failed.category() == http::make_error_code(http::error::bad_method).category())
      return refuse(400, "expected a request in HTTP/1.1");
    if (failed) return close();

    auto request = parser_->release();
    head_ = request.method() == http::verb::head;
    keep_ = request.keep_alive();
    // otherwise the end of the body is unclear, and the rest could be taken for the next request
    const auto encodings = request.count(http::field::transfer_encoding);
    if (encodings > 1 ||
        (encodings == 1 && !beast::iequals(request[http::field::transfer_encoding], "chunked")))
      return refuse(501, "expected no Transfer-Encoding except chunked");
    const auto target = parse_target(view(request.target()));
    if (!target) return refuse(400, "expected a path, optionally with a query");
    const bool doubled =
        request.count(http::field::host) != 1 || request.count(http::field::origin) > 1;
    if (doubled) return refuse(400, "expected exactly one Host header and at most one Origin");
    const auto credentials = credentials_of(request, target->query);
    if (const auto refusal = hub_.guard.refuses(credentials))
      return refuse(refusal->status, refusal->reason);

    give_cookie_ = !credentials.token.empty();

    if (credentials.upgrade) {
      if (target->path != kLivePath) return refuse(404, "this address does not accept WebSockets");
      if (hub_.live.size() >= hub_.limits.live) return refuse(503, "too many pages; close one");
      stream_.expires_never();  // the WebSocket has its own deadlines
      return std::make_shared<LiveConnection>(stream_.release_socket(), hub_)->start(request);
    }
    handle({std::string(view(request.method_string())), target->path, target->query,
            std::move(request.body()), from_});
  }

  void handle(Request request) {
    const bool slow = !hub_.slow.empty() && request.path.starts_with(hub_.slow);
    if (slow && hub_.waiting_slow >= hub_.limits.slow) {
      Response busy = plain(503, "downloads are busy — try again in a few seconds");
      busy.headers.emplace_back("Retry-After", "5");
      return write(std::move(busy));
    }
    if (slow) ++hub_.waiting_slow;
    handling_ = true;
    stream_.expires_never();
    // keeps the loop running while a worker answers
    auto work = net::make_work_guard(stream_.get_executor());
    net::post(slow ? hub_.slow_worker : hub_.workers, [self = shared_from_this(),
                                                       request = std::move(request),
                                                       work = std::move(work), slow]() mutable {
      Response response;
      try {
        response = self->hub_.handler(request);
      } catch (const std::exception&) {
        response = plain(500, "a defect of querent, please report it");
      }
      const auto executor = work.get_executor();
      net::post(executor, [self = std::move(self), response = std::move(response), slow]() mutable {
        self->handling_ = false;
        if (slow) --self->hub_.waiting_slow;
        self->write(std::move(response));
      });
    });
  }

  // After an invalid request the rest of the stream cannot be trusted, so the connection ends.
  void refuse(unsigned status, std::string_view reason) {
    keep_ = false;
    give_cookie_ = false;
    write(plain(status, reason));
  }

  void write(Response answer) {
    auto& hub = hub_;
    hub.connections.splice(hub.connections.end(), hub.connections, place_);
    response_.emplace();
    response_->version(11);
    response_->result(answer.status);
    keep_ = keep_ && !hub.stopping;
    response_->keep_alive(keep_);
    const auto set = [&](beast::string_view name, beast::string_view value) {
      response_->set(name, value);
    };
    set("Content-Type", answer.type);
    set("Cache-Control", "no-store");
    set("Content-Security-Policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src "
        "'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
    set("X-Content-Type-Options", "nosniff");
    set("X-Frame-Options", "DENY");
    set("Referrer-Policy", "no-referrer");
    set("Cross-Origin-Opener-Policy", "same-origin");
    set("Cross-Origin-Resource-Policy", "same-origin");
    if (give_cookie_) set("Set-Cookie", hub.guard.cookie());
    for (const auto& [name, value] : answer.headers) set(name, value);
    response_->content_length(answer.body.size());
    if (!head_) response_->body() = std::move(answer.body);

    stream_.expires_after(hub_.limits.write);
    http::async_write(stream_, *response_,
                      [self = shared_from_this()](error_code failed, std::size_t) {
                        if (failed) return self->close();
                        if (!self->keep_) return self->finish();
                        self->wait();
                      });
  }

  // Ends the sending side and reads a little more: closing a socket with unread bytes would discard
  // the response before the client reads it.
  void finish() {
    error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    if (hub_.stopping) return close();
    stream_.expires_after(std::chrono::seconds(1));
    drain(kDrained);
  }

  void drain(std::size_t left) {
    buffer_.clear();
    stream_.async_read_some(
        buffer_.prepare(hub_.limits.header_bytes),
        [self = shared_from_this(), left](error_code failed, std::size_t bytes) {
          if (failed || bytes >= left) return self->close();
          self->drain(left - bytes);
        });
  }

  beast::tcp_stream stream_;
  Hub& hub_;
  std::string from_;
  std::list<Connection*>::iterator place_;
  beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  std::optional<http::response<http::string_body>> response_;
  bool head_ = false, keep_ = false, handling_ = false, give_cookie_ = false;
};

void serve(tcp::socket socket, Hub& hub) {
  if (hub.connections.size() >= hub.limits.connections) {
    for (auto* connection : hub.connections) {
      if (connection->handling()) continue;  // its response is being computed
      connection->close();
      break;
    }
  }
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  std::make_shared<Connection>(std::move(socket), hub)->start();
}

void send(LiveConnection& to, std::shared_ptr<const std::string> message) {
  to.send(std::move(message));
}

void close_all(Hub& hub) {
  hub.stopping = true;
  for (auto* connection : hub.connections)
    if (!connection->handling()) connection->close();
  for (auto* live : hub.live) live->close();
}

}  // namespace querent::apps::web
