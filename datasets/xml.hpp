// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// What an XML document says, in its order. What a call throws ends the reading and reaches the
/// caller of XmlReader::read.
class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  /// A start tag; its attributes are had from XmlReader::attribute().
  virtual void start(std::string_view name) = 0;
  virtual void end(std::string_view name) = 0;
  /// A piece of text: what stands between two tags may come in several.
  virtual void text(std::string_view piece) = 0;
};

/// Which entities a document may need without declaring them.
enum class XmlEntities {
  kNone,       ///< XML's own five; the document is UTF-8
  kHtmlLatin,  ///< those of HTML's Latin-1 too (&uuml;): of a DTD that is elsewhere; the document may
               ///< say that it is ISO-8859-1, its text is handed out as UTF-8
};

/// Streams an XML document by Expat. A document that is not well-formed, declares an entity or
/// needs one that is not known is a DataError; one with elements deeper than 64 or a tag longer
/// than 4 MiB is a LimitError.
class XmlReader {
 public:
  static constexpr int kMaxDepth = 64;
  static constexpr std::uint64_t kMaxTag = std::uint64_t{4} << 20;

  explicit XmlReader(Input& input, XmlEntities entities = XmlEntities::kNone);
  ~XmlReader();
  void read(XmlHandler& handler);

  /// Of the start tag that start() was called for.
  std::optional<std::string_view> attribute(std::string_view name) const;
  /// Where the tag or text begins that the handler was called for, or its byte number `skip`.
  Place place(std::size_t skip = 0) const;
  /// Where the value of an attribute of the start tag begins; the tag when it has no such
  /// attribute.
  Place place_of(std::string_view attribute) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace querent
