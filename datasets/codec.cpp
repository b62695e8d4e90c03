// SPDX-License-Identifier: Apache-2.0
// The four decoders use zlib, libbz2, liblzma and libzstd directly instead of Boost.Iostreams 1.74:
// its zstd filter ends silently at truncated data, and its other filters do not distinguish
// truncated from damaged data.
#include <querent/datasets/codec.hpp>

#include <array>

#include <fmt/format.h>
#include <zlib.h>
#if QUERENT_WITH_BZIP2
#include <bzlib.h>
#endif
#if QUERENT_WITH_XZ
#include <lzma.h>
#endif
#if QUERENT_WITH_ZSTD
#include <zstd.h>
#endif

#include <querent/datasets/error.hpp>

namespace querent {

namespace {

unsigned clamp(std::size_t size) {
  return static_cast<unsigned>(std::min<std::size_t>(size, 1U << 30));
}

class Gzip final : public Codec {
 public:
  Gzip() {
    if (inflateInit2(&z_, 15 + 16) != Z_OK) throw std::bad_alloc();
  }
  ~Gzip() override { inflateEnd(&z_); }
  Gzip(const Gzip&) = delete;
  Gzip& operator=(const Gzip&) = delete;

  std::size_t decode(std::string_view& in, bool, std::span<char> out) override {
    // Tapes and some writers pad the end of a file with zeros.
    if (at_end_) in.remove_prefix(std::min(in.find_first_not_of('\0'), in.size()));
    if (at_end_ && in.empty()) return 0;
    if (at_end_) {
      if (in.front() != '\x1f') throw CodecError("bytes after the end of the gzip data");
      inflateReset(&z_);
    }
    at_end_ = false;
    z_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(in.data()));
    z_.avail_in = clamp(in.size());
    z_.next_out = reinterpret_cast<Bytef*>(out.data());
    z_.avail_out = clamp(out.size());
    const int status = inflate(&z_, Z_NO_FLUSH);
    const auto taken =
        static_cast<std::size_t>(reinterpret_cast<const char*>(z_.next_in) - in.data());
    const auto made =
        static_cast<std::size_t>(reinterpret_cast<const char*>(z_.next_out) - out.data());
    in.remove_prefix(taken);
    if (status == Z_STREAM_END) {
      at_end_ = true;
    } else if (status != Z_OK && status != Z_BUF_ERROR) {
      throw CodecError(z_.msg ? z_.msg : "not gzip data");
    }
    return made;
  }
  bool at_end() const override { return at_end_; }

 private:
  z_stream z_{};
  bool at_end_ = false;
};

#if QUERENT_WITH_BZIP2
class Bzip2 final : public Codec {
 public:
  Bzip2() { begin(); }
  ~Bzip2() override { BZ2_bzDecompressEnd(&z_); }
  Bzip2(const Bzip2&) = delete;
  Bzip2& operator=(const Bzip2&) = delete;

  std::size_t decode(std::string_view& in, bool, std::span<char> out) override {
    if (at_end_ && in.empty()) return 0;
    if (at_end_) {
      BZ2_bzDecompressEnd(&z_);
      begin();
    }
    z_.next_in = const_cast<char*>(in.data());
    z_.avail_in = clamp(in.size());
    z_.next_out = out.data();
    z_.avail_out = clamp(out.size());
    const int status = BZ2_bzDecompress(&z_);
    const auto made = static_cast<std::size_t>(z_.next_out - out.data());
    in.remove_prefix(static_cast<std::size_t>(z_.next_in - in.data()));
    if (status == BZ_STREAM_END) {
      at_end_ = true;
    } else if (status == BZ_DATA_ERROR_MAGIC) {
      throw CodecError("bytes that are not bzip2 data");
    } else if (status != BZ_OK) {
      throw CodecError("the checksum of the bzip2 data does not agree");
    }
    return made;
  }
  bool at_end() const override { return at_end_; }

 private:
  void begin() {
    z_ = {};
    if (BZ2_bzDecompressInit(&z_, 0, 0) != BZ_OK) throw std::bad_alloc();
    at_end_ = false;
  }
  bz_stream z_{};
  bool at_end_ = false;
};
#endif

#if QUERENT_WITH_XZ
class Xz final : public Codec {
 public:
  explicit Xz(std::string_view name) : name_(name) {
    if (lzma_stream_decoder(&z_, kMemory, LZMA_CONCATENATED) != LZMA_OK) throw std::bad_alloc();
  }
  ~Xz() override { lzma_end(&z_); }
  Xz(const Xz&) = delete;
  Xz& operator=(const Xz&) = delete;

  std::size_t decode(std::string_view& in, bool last, std::span<char> out) override {
    if (at_end_) return 0;
    z_.next_in = reinterpret_cast<const std::uint8_t*>(in.data());
    z_.avail_in = in.size();
    z_.next_out = reinterpret_cast<std::uint8_t*>(out.data());
    z_.avail_out = out.size();
    const lzma_ret status = lzma_code(&z_, last ? LZMA_FINISH : LZMA_RUN);
    in.remove_prefix(in.size() - z_.avail_in);
    switch (status) {
      case LZMA_OK:
      case LZMA_BUF_ERROR:
        break;
      case LZMA_STREAM_END:
        at_end_ = true;
        break;
      case LZMA_MEM_ERROR:
        throw std::bad_alloc();
      case LZMA_MEMLIMIT_ERROR:
        throw LimitError(fmt::format(
            "{}: its xz data needs {} bytes of memory, the limit is {} — repack it with xz -9",
            name_, lzma_memusage(&z_), kMemory));
      default:
        throw CodecError("the xz data is not valid");
    }
    return out.size() - z_.avail_out;
  }
  bool at_end() const override { return at_end_; }

 private:
  static constexpr std::uint64_t kMemory = std::uint64_t{256} << 20;
  std::string name_;
  lzma_stream z_ = LZMA_STREAM_INIT;
  bool at_end_ = false;
};
#endif

#if QUERENT_WITH_ZSTD
class Zstd final : public Codec {
 public:
  explicit Zstd(std::string_view name) : name_(name), z_(ZSTD_createDStream()) {
    if (!z_) throw std::bad_alloc();
  }
  ~Zstd() override { ZSTD_freeDStream(z_); }
  Zstd(const Zstd&) = delete;
  Zstd& operator=(const Zstd&) = delete;

  std::size_t decode(std::string_view& in, bool, std::span<char> out) override {
    if (in.empty() && (at_end_ || !flush_)) return 0;
    ZSTD_inBuffer input{in.data(), in.size(), 0};
    ZSTD_outBuffer output{out.data(), out.size(), 0};
    const std::size_t status = ZSTD_decompressStream(z_, &output, &input);
    if (ZSTD_isError(status)) {
      const std::string_view reason = ZSTD_getErrorName(status);
      if (reason.find("memory") != reason.npos) {
        throw LimitError(
            fmt::format("{}: its zstd data needs a window of more than 128 MiB — repack it with a "
                        "smaller window",
                        name_));
      }
      throw CodecError(fmt::format("zstd: {}", reason));
    }
    in.remove_prefix(input.pos);
    flush_ = output.pos == output.size;  // the decoder may hold more output
    at_end_ = status == 0;
    return output.pos;
  }
  bool at_end() const override { return at_end_; }

 private:
  std::string name_;
  ZSTD_DStream* z_;
  bool at_end_ = false;
  bool flush_ = false;
};
#endif

struct Kind {
  std::string_view magic, suffix;
};
constexpr std::array<Kind, 4> kKinds{{{"\x1f\x8b", ".gz"},
                                      {"BZh", ".bz2"},
                                      {std::string_view("\xfd"
                                                        "7zXZ\0",
                                                        6),
                                       ".xz"},
                                      {"\x28\xb5\x2f\xfd", ".zst"}}};

#if !QUERENT_WITH_BZIP2 || !QUERENT_WITH_XZ || !QUERENT_WITH_ZSTD
[[noreturn]] void refuse(std::string_view name, std::string_view suffix, std::string_view option) {
  throw DataError({std::string(name)},
                  fmt::format("this build reads no {} files — decompress it first, or build with "
                              "-DQUERENT_WITH_{}=ON",
                              suffix, option));
}
#endif

}  // namespace

std::unique_ptr<Codec> Codec::for_content(std::string_view head, std::string_view name) {
  if (head.starts_with(kKinds[0].magic)) return std::make_unique<Gzip>();
  if (head.starts_with(kKinds[1].magic) && head.size() > 3 && head[3] >= '1' && head[3] <= '9') {
#if QUERENT_WITH_BZIP2
    return std::make_unique<Bzip2>();
#else
    refuse(name, ".bz2", "BZIP2");
#endif
  }
  if (head.starts_with(kKinds[2].magic)) {
#if QUERENT_WITH_XZ
    return std::make_unique<Xz>(name);
#else
    refuse(name, ".xz", "XZ");
#endif
  }
  if (head.starts_with(kKinds[3].magic)) {
#if QUERENT_WITH_ZSTD
    return std::make_unique<Zstd>(name);
#else
    refuse(name, ".zst", "ZSTD");
#endif
  }
  return nullptr;
}

bool Codec::is_cut_magic(std::string_view head, std::string_view name) {
  for (const auto& [magic, suffix] : kKinds) {
    if (name.ends_with(suffix) && head.size() <= magic.size() && magic.starts_with(head))
      return true;
  }
  return false;
}

}  // namespace querent
