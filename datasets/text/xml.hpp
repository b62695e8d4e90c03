// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include <querent/datasets/input.hpp>

namespace [[gnu::visibility("default")]] querent {

/// Receives the parts of an XML document in order. Exceptions end the reading and reach the caller
/// of XmlReader::read.
class XmlHandler {
 public:
  virtual ~XmlHandler() = default;
  /// A start tag; read its attributes with XmlReader::attribute().
  virtual void start(std::string_view name) = 0;
  virtual void end(std::string_view name) = 0;
  /// A piece of text; the text between two tags may come in several pieces.
  virtual void text(std::string_view piece) = 0;
};

/// Entities that a document may use without declaring them.
enum class XmlEntities {
  kNone,       ///< the five of XML; the document is UTF-8
  kHtmlLatin,  ///< also those of HTML's Latin-1 (&uuml;), from an external DTD; the document may
               ///< declare ISO-8859-1; its text is passed on as UTF-8
};

/// Streams an XML document using Expat. Throws DataError if the document is not well-formed, or
/// declares or uses an unknown entity; LimitError for elements nested deeper than 64 or a tag
/// longer than 4 MiB.
class XmlReader {
 public:
  static constexpr int kMaxDepth = 64;
  static constexpr std::uint64_t kMaxTag = std::uint64_t{4} << 20;

  explicit XmlReader(Input& input, XmlEntities entities = XmlEntities::kNone);
  ~XmlReader();
  void read(XmlHandler& handler);

  /// An attribute of the current start tag.
  std::optional<std::string_view> attribute(std::string_view name) const;
  /// The same of <element>; DataError without it.
  std::string_view required(std::string_view name, std::string_view element) const;
  /// The place where the current tag or text begins, or of its byte number `skip`.
  Place place(std::size_t skip = 0) const;
  /// The place of an attribute's value in the start tag; the tag if it has no such attribute.
  Place place_of(std::string_view attribute) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace querent
