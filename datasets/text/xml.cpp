// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/text/xml.hpp>

#include <algorithm>
#include <array>
#include <exception>
#include <new>
#include <string>
#include <vector>

#include <expat.h>
#include <fmt/format.h>

namespace querent {

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16;  // bytes given to Expat at a time

/// Offsets of the lines in bytes; Expat counts columns in characters.
class LineStarts {
 public:
  void add(std::string_view bytes) {
    if (size_ == 0) starts_.back() = bytes.size() - without_byte_order_mark(bytes).size();
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (bytes[i] != '\n' && bytes[i] != '\r') continue;
      if (bytes[i] == '\n' && after_cr_ && size_ + i == starts_.back())
        ++starts_.back();
      else
        starts_.push_back(size_ + i + 1);
      after_cr_ = bytes[i] == '\r';
    }
    size_ += bytes.size();
  }
  Place place(const std::string& name, std::uint64_t byte) const {
    const auto after = std::upper_bound(starts_.begin() + 1, starts_.end(), byte);
    const auto k = static_cast<std::uint64_t>(after - starts_.begin());
    return {name, dropped_ + k, byte < starts_[k - 1] ? 1 : byte - starts_[k - 1] + 1};
  }
  /// Forgets the lines that end before `byte`.
  void drop_before(std::uint64_t byte) {
    const auto after = std::upper_bound(starts_.begin() + 1, starts_.end(), byte) - 1;
    dropped_ += static_cast<std::uint64_t>(after - starts_.begin());
    starts_.erase(starts_.begin(), after);
  }
  std::uint64_t size() const { return size_; }

 private:
  std::vector<std::uint64_t> starts_{0};
  std::uint64_t dropped_ = 0;
  std::uint64_t size_ = 0;
  bool after_cr_ = false;
};

// Names of U+00A0 and the following characters.
constexpr std::array<std::string_view, 96> kLatin{
    "nbsp",   "iexcl",  "cent",   "pound",  "curren", "yen",    "brvbar", "sect",   "uml",
    "copy",   "ordf",   "laquo",  "not",    "shy",    "reg",    "macr",   "deg",    "plusmn",
    "sup2",   "sup3",   "acute",  "micro",  "para",   "middot", "cedil",  "sup1",   "ordm",
    "raquo",  "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc",  "Atilde",
    "Auml",   "Aring",  "AElig",  "Ccedil", "Egrave", "Eacute", "Ecirc",  "Euml",   "Igrave",
    "Iacute", "Icirc",  "Iuml",   "ETH",    "Ntilde", "Ograve", "Oacute", "Ocirc",  "Otilde",
    "Ouml",   "times",  "Oslash", "Ugrave", "Uacute", "Ucirc",  "Uuml",   "Yacute", "THORN",
    "szlig",  "agrave", "aacute", "acirc",  "atilde", "auml",   "aring",  "aelig",  "ccedil",
    "egrave", "eacute", "ecirc",  "euml",   "igrave", "iacute", "icirc",  "iuml",   "eth",
    "ntilde", "ograve", "oacute", "ocirc",  "otilde", "ouml",   "divide", "oslash", "ugrave",
    "uacute", "ucirc",  "uuml",   "yacute", "thorn",  "yuml"};

// The named character in UTF-8; "" for an unknown name.
std::string latin_entity(std::string_view name) {
  const auto* const found = std::find(kLatin.begin(), kLatin.end(), name);
  if (found == kLatin.end()) return {};
  const auto code = 0xA0U + static_cast<unsigned>(found - kLatin.begin());
  return {static_cast<char>(0xC0U | code >> 6U), static_cast<char>(0x80U | (code & 0x3FU))};
}

}  // namespace

struct XmlReader::Impl {
  Impl(Input& source, XmlEntities known)
      : input(source),
        entities(known),
        parser(XML_ParserCreate(known == XmlEntities::kNone ? "UTF-8" : nullptr), &XML_ParserFree) {
    if (!parser) throw std::bad_alloc();
    XML_SetUserData(parser.get(), this);
    XML_SetElementHandler(parser.get(), &Impl::on_start, &Impl::on_end);
    XML_SetCharacterDataHandler(parser.get(), &Impl::on_text);
    XML_SetEntityDeclHandler(parser.get(), &Impl::on_entity);
    XML_SetSkippedEntityHandler(parser.get(), &Impl::on_skipped);
  }

  /// An exception must not cross Expat, which is C: it is stored and rethrown after XML_Parse.
  template <class Call>
  static void guarded(void* user, Call call) {
    Impl& self = *static_cast<Impl*>(user);
    if (self.thrown) return;
    try {
      call(self);
    } catch (...) {
      self.thrown = std::current_exception();
      XML_StopParser(self.parser.get(), XML_FALSE);
    }
  }
  static void XMLCALL on_start(void* user, const char* name, const char** attributes) {
    guarded(user, [&](Impl& self) {
      self.attributes = attributes;
      if (++self.depth > kMaxDepth) {
        throw LimitError(fmt::format("{}: more than {} levels of elements",
                                     to_string(self.place(0)), kMaxDepth));
      }
      self.handler->start(name);
    });
  }
  static void XMLCALL on_end(void* user, const char* name) {
    guarded(user, [&](Impl& self) {
      --self.depth;
      self.handler->end(name);
    });
  }
  static void XMLCALL on_text(void* user, const char* text, int length) {
    guarded(user, [&](Impl& self) {
      self.handler->text({text, static_cast<std::size_t>(length)});
    });
  }
  static void XMLCALL on_entity(void* user, const char* name, int, const char*, int, const char*,
                                const char*, const char*, const char*) {
    guarded(user, [&](Impl& self) { self.refuse_entity("no declaration of an entity", name); });
  }
  static void XMLCALL on_skipped(void* user, const char* name, int) {
    guarded(user, [&](Impl& self) {
      const std::string text =
          self.entities == XmlEntities::kHtmlLatin ? latin_entity(name) : std::string();
      if (text.empty()) self.refuse_entity("no entity but XML's own five", name);
      self.handler->text(text);
    });
  }
  void refuse_entity(std::string_view expected, const char* name) const {
    throw DataError(place(0), fmt::format("expected {}, found {} — write the text itself", expected,
                                          in_quotes(name)));
  }

  void parse(std::string_view piece, bool last) {
    lines.add(piece);
    const XML_Status status =
        XML_Parse(parser.get(), piece.data(), static_cast<int>(piece.size()), last ? 1 : 0);
    if (thrown) std::rethrow_exception(thrown);
    if (status == XML_STATUS_ERROR) refuse();
    if (XML_GetCurrentByteIndex(parser.get()) < 0) return;
    if (lines.size() - byte() > kMaxTag)
      throw LimitError(fmt::format("{}: a tag of more than 4 MiB", to_string(place(0))));
    lines.drop_before(byte());
  }
  [[noreturn]] void refuse() const {
    const XML_Error error = XML_GetErrorCode(parser.get());
    if (error == XML_ERROR_NO_MEMORY) throw std::bad_alloc();
    const std::string_view raw = context();
    const bool text = valid_utf8_prefix(raw.substr(0, 4)) > 0 || raw.empty();
    throw DataError(
        place(0),
        text ? fmt::format("expected well-formed XML, found: {} — correct the file",
                           XML_ErrorString(error))
             : fmt::format("expected UTF-8 text, found the byte 0x{:02x} — save the file as UTF-8",
                           static_cast<unsigned char>(raw[0])));
  }

  std::uint64_t byte() const {
    return static_cast<std::uint64_t>(
        std::max<XML_Index>(XML_GetCurrentByteIndex(parser.get()), 0));
  }
  Place place(std::size_t skip) const { return lines.place(input.name(), byte() + skip); }
  /// The bytes that Expat holds from the current place on.
  std::string_view context() const {
    int offset = 0, size = 0;
    const char* buffer = XML_GetInputContext(parser.get(), &offset, &size);
    if (buffer == nullptr) return {};
    return std::string_view(buffer, static_cast<std::size_t>(size))
        .substr(static_cast<std::size_t>(offset));
  }

  Input& input;
  XmlEntities entities;
  std::unique_ptr<XML_ParserStruct, decltype(&XML_ParserFree)> parser;
  XmlHandler* handler = nullptr;
  const char** attributes = nullptr;
  int depth = 0;
  LineStarts lines;
  std::exception_ptr thrown;
};

XmlReader::XmlReader(Input& input, XmlEntities entities)
    : impl_(std::make_unique<Impl>(input, entities)) {}
XmlReader::~XmlReader() = default;

void XmlReader::read(XmlHandler& handler) {
  impl_->handler = &handler;
  for (auto block = impl_->input.read(); !block.empty(); block = impl_->input.read()) {
    for (std::string_view rest(block.data(), block.size()); !rest.empty();) {
      const std::string_view piece = rest.substr(0, kPiece);
      impl_->parse(piece, false);
      rest.remove_prefix(piece.size());
    }
  }
  impl_->parse({}, true);
}

std::optional<std::string_view> XmlReader::attribute(std::string_view name) const {
  for (const char** a = impl_->attributes; *a != nullptr; a += 2) {
    if (name == a[0]) return a[1];
  }
  return std::nullopt;
}

std::string_view XmlReader::required(std::string_view name, std::string_view element) const {
  if (const auto value = attribute(name)) return *value;
  throw DataError(place(), fmt::format("expected the attribute {} of <{}>, found none — add it",
                                       name, element));
}

Place XmlReader::place(std::size_t skip) const {
  return impl_->place(skip);
}

Place XmlReader::place_of(std::string_view attribute) const {
  // The tag as written: <name a="…" b='…'>; it is well-formed when start() is called.
  constexpr std::string_view kBlank = " \t\r\n";
  const std::string_view tag = impl_->context();
  for (std::size_t at = tag.find_first_of(" \t\r\n>"); at < tag.size() && tag[at] != '>';) {
    const std::size_t name = tag.find_first_not_of(kBlank, at);
    const std::size_t equals = tag.find('=', name);
    const std::size_t quote = tag.find_first_of("\"'", equals);
    if (quote >= tag.size() || tag[name] == '>' || tag[name] == '/') break;
    if (tag.substr(name, tag.find_first_of(" \t\r\n=", name) - name) == attribute)
      return impl_->place(quote + 1);
    at = tag.find(tag[quote], quote + 1);
    if (at < tag.size()) ++at;
  }
  return impl_->place(0);
}

}  // namespace querent
