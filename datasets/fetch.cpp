// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/fetch.hpp>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <thread>

#if QUERENT_WITH_NETWORK
#include <curl/curl.h>
#endif
#include <fmt/format.h>

#include <querent/datasets/checksum.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/platform/file.hpp>
#include <querent/datasets/text/lowered.hpp>

namespace querent {
namespace fs = std::filesystem;

#if QUERENT_WITH_NETWORK

namespace {

constexpr long kMaxRedirects = 5;
constexpr long kStalledSpeed = 100;  // bytes per second
constexpr int kMaxRequests = 1000;   // bounds the retries if the server sends few bytes at a time
constexpr std::size_t kErrorPage = 16;

using Curl = std::unique_ptr<CURL, decltype(&curl_easy_cleanup)>;
using File = std::unique_ptr<std::FILE, decltype(&std::fclose)>;

Curl new_curl() {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  Curl curl(started == CURLE_OK ? curl_easy_init() : nullptr, &curl_easy_cleanup);
  if (curl == nullptr) throw std::runtime_error("libcurl does not start");
  return curl;
}

/// One request with the state of its callbacks.
struct Request {
  const std::string& url;
  const FetchOptions& options;
  std::FILE* file;
  CURL* curl;
  std::uint64_t resume_from;  // the first byte asked for
  std::uint64_t written = 0;  // size of the file
  std::uint64_t total = 0;
  bool first = true;  // no byte of the body has arrived yet
  bool cancelled = false;
  bool too_long = false;
  std::string failure = {};  // our error, if a callback stopped the transfer
};

std::size_t on_body(char* bytes, std::size_t, std::size_t count, void* user) {
  auto& request = *static_cast<Request*>(user);
  if (request.first) {
    request.first = false;
    long status = 0;
    curl_easy_getinfo(request.curl, CURLINFO_RESPONSE_CODE, &status);
    // 200 in reply to a range request: the server does not support ranges and sends everything.
    if (status != 206 && request.written > 0) {
      if (std::fflush(request.file) != 0 ||
          !platform::cut_file(platform::descriptor_of(request.file), 0)) {
        request.failure = std::strerror(errno);
        return 0;
      }
      std::rewind(request.file);
      request.written = 0;
    }
  }
  if (request.options.bytes > 0 && request.written + count > request.options.bytes) {
    request.failure =
        fmt::format("the server sent more than the expected {} bytes", request.options.bytes);
    request.too_long = true;
    return 0;
  }
  if (std::fwrite(bytes, 1, count, request.file) != count) {
    request.failure = std::strerror(errno);
    return 0;
  }
  request.written += count;
  return count;
}

int on_progress(void* user, curl_off_t expected, curl_off_t, curl_off_t, curl_off_t) {
  auto& request = *static_cast<Request*>(user);
  if (expected > 0) request.total = request.resume_from + static_cast<std::uint64_t>(expected);
  const std::uint64_t total = request.options.bytes > 0 ? request.options.bytes : request.total;
  request.cancelled =
      request.options.progress && !request.options.progress({request.url, request.written, total});
  return request.cancelled ? 1 : 0;
}

struct Outcome {
  std::string error = {};  // empty if the transfer is complete
  bool worth_retrying = false;
  bool stalled = false;
  bool useless = false;  // the received bytes cannot belong to the file
};

Outcome perform(Request& request) {
  CURL* const curl = request.curl;
  const auto set = [&](CURLoption option, auto value) {
    if (const CURLcode code = curl_easy_setopt(curl, option, value); code != CURLE_OK) {
      throw IoError(fmt::format("cannot fetch {}: {}", request.url, curl_easy_strerror(code)));
    }
  };
  std::array<char, CURL_ERROR_SIZE> detail{};
  const bool secure = request.url.starts_with("https:");
  const std::string range = fmt::format("{}-", request.resume_from);
  set(CURLOPT_URL, request.url.c_str());
  set(CURLOPT_PROTOCOLS_STR, "http,https");
  set(CURLOPT_REDIR_PROTOCOLS_STR, secure ? "https" : "http,https");
  set(CURLOPT_FOLLOWLOCATION, 1L);
  set(CURLOPT_MAXREDIRS, kMaxRedirects);
  set(CURLOPT_SSL_VERIFYPEER, 1L);
  set(CURLOPT_SSL_VERIFYHOST, 2L);
  set(CURLOPT_FAILONERROR, 1L);
  set(CURLOPT_NOSIGNAL, 1L);
  set(CURLOPT_USERAGENT, "querent");
  set(CURLOPT_CONNECTTIMEOUT, static_cast<long>(request.options.connect_timeout.count()));
  set(CURLOPT_LOW_SPEED_LIMIT, kStalledSpeed);
  set(CURLOPT_LOW_SPEED_TIME, static_cast<long>(request.options.stall_timeout.count()));
  set(CURLOPT_ERRORBUFFER, detail.data());
  set(CURLOPT_WRITEFUNCTION, &on_body);
  set(CURLOPT_WRITEDATA, static_cast<void*>(&request));
  set(CURLOPT_NOPROGRESS, 0L);
  set(CURLOPT_XFERINFOFUNCTION, &on_progress);
  set(CURLOPT_XFERINFODATA, static_cast<void*>(&request));
  if (request.resume_from > 0) set(CURLOPT_RANGE, range.c_str());

  const CURLcode code = curl_easy_perform(curl);
  if (request.cancelled) throw Cancelled();
  if (!request.failure.empty()) return {.error = request.failure, .useless = request.too_long};
  if (code == CURLE_OK) return {};
  long status = 0;
  curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &status);
  const bool cut = code == CURLE_PARTIAL_FILE || code == CURLE_RECV_ERROR ||
                   code == CURLE_SEND_ERROR || code == CURLE_GOT_NOTHING ||
                   code == CURLE_OPERATION_TIMEDOUT || code == CURLE_COULDNT_CONNECT ||
                   code == CURLE_HTTP2 || code == CURLE_HTTP2_STREAM;
  const bool busy =
      code == CURLE_HTTP_RETURNED_ERROR && (status >= 500 || status == 429 || status == 408);
  return {detail[0] != '\0' ? detail.data() : curl_easy_strerror(code), cut || busy,
          code == CURLE_OPERATION_TIMEDOUT};
}

std::uint64_t size_of(const fs::path& path) {
  std::error_code missing;
  const auto size = fs::file_size(path, missing);
  return missing ? 0 : size;
}

/// Sends one request for the missing bytes of `part`.
Outcome request_rest(const std::string& url, const fs::path& part, const FetchOptions& options) {
  const std::uint64_t have = size_of(part);
  const File file(std::fopen(part.c_str(), "ab"), &std::fclose);
  if (file == nullptr)
    throw IoError(fmt::format("cannot write {}: {}", part.string(), std::strerror(errno)));
  const Curl curl = new_curl();
  Request request{.url = url,
                  .options = options,
                  .file = file.get(),
                  .curl = curl.get(),
                  .resume_from = have,
                  .written = have};
  Outcome outcome = perform(request);
  if (std::fflush(file.get()) != 0)
    throw IoError(fmt::format("cannot write {}: {}", part.string(), std::strerror(errno)));
  return outcome;
}

/// Minimal check without a checksum: an error page in place of data.
bool is_web_page(const fs::path& path) {
  const File file(std::fopen(path.c_str(), "rb"), &std::fclose);
  std::array<char, kErrorPage> head{};
  if (file == nullptr || std::fread(head.data(), 1, head.size(), file.get()) == 0) return false;
  const std::string text = lowered(std::string_view(head.data(), head.size()));
  return text.starts_with("<!doctype html") || text.starts_with("<html");
}

}  // namespace

std::string fetch(const std::string& url, const fs::path& part, const FetchOptions& options) {
  const auto discard = [&] {
    std::error_code ignored;
    fs::remove(part, ignored);
  };
  const auto fail = [&](std::string_view why) {
    throw IoError(fmt::format("cannot fetch {}: {}", url, why));
  };
  // Existing bytes may be of another version; only a checksum can detect that.
  if (options.sha256.empty() || (options.bytes > 0 && size_of(part) > options.bytes)) discard();

  auto pause = options.pause;
  bool fresh = size_of(part) == 0;  // `part` has no bytes of an earlier call
  int vain = 0;
  for (int requests = 1;; ++requests) {
    const std::uint64_t before = size_of(part);
    const bool complete = options.bytes > 0 && before == options.bytes;
    Outcome outcome = complete ? Outcome{} : request_rest(url, part, options);
    const std::uint64_t after = size_of(part);
    if (outcome.error.empty() && after < options.bytes) {  // a premature end
      outcome = {fmt::format("the transfer ended after {} of {} bytes", after, options.bytes),
                 true};
    }
    if (outcome.error.empty()) {
      const std::string found = sha256_of_file(part);
      if (options.sha256.empty() && is_web_page(part)) {
        discard();
        fail("the server sent a web page instead of data");
      }
      if (options.sha256.empty() || found == options.sha256) return found;
      discard();
      if (fresh)
        fail(fmt::format(
            "its SHA-256 is {}, expected {} — the file differs: get it from another source", found,
            options.sha256));
      fresh = true;  // perhaps the earlier bytes belong to another file: try again from the
                     // beginning
      continue;
    }
    const bool range_refused =
        before > 0 && after == before && outcome.error.find("416") != std::string::npos;
    if (range_refused) {
      discard();
      fresh = true;
      continue;
    }
    const bool useless = outcome.useless || options.sha256.empty();
    vain = after > before && !useless && !outcome.stalled ? 0 : vain + 1;
    if (vain == 0) pause = options.pause;
    if (after == 0 || useless) discard();
    if (!outcome.worth_retrying || vain >= options.attempts || requests >= kMaxRequests)
      fail(outcome.error);
    if (options.progress && !options.progress({url, after, options.bytes})) throw Cancelled();
    std::this_thread::sleep_for(pause);
    pause *= 2;
  }
}

#else

std::string fetch(const std::string& url, const fs::path&, const FetchOptions&) {
  throw IoError(
      fmt::format("cannot fetch {}: this build uses no network — download it and give the file, or "
                  "build with -DQUERENT_WITH_NETWORK=ON",
                  url));
}

#endif

}  // namespace querent
