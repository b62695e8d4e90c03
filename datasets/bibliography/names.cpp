// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/bibliography/names.hpp>

#include <utf8proc.h>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <querent/datasets/text/fields.hpp>
#include <querent/datasets/text/lowered.hpp>
#include <querent/datasets/text/utf8.hpp>

namespace querent {

namespace {

// A plain char has no sign on ARM.
bool beyond_ascii(char c) {
  return (static_cast<unsigned char>(c) & 0x80U) != 0;
}
// Replaces each run of characters that are neither letters nor digits by one blank.
std::string words_of(std::string_view text) {
  std::string result;
  bool gap = false;
  for (std::size_t size = 1; !text.empty(); text.remove_prefix(size)) {
    size = 1;
    bool letter = is_letter(text[0]) || is_digit(text[0]);
    if (beyond_ascii(text[0])) {
      const auto character = first_character(text);
      const auto kind = utf8proc_category(static_cast<utf8proc_int32_t>(character.first));
      size = character.second;
      letter = (kind >= UTF8PROC_CATEGORY_LU &&
                kind <= UTF8PROC_CATEGORY_NO);  // letters, marks, numbers
    }
    if (!letter) {
      gap = !result.empty();
      continue;
    }
    if (gap) result += ' ';
    gap = false;
    if (size == 1) {
      result += lowered(text[0]);
    } else {
      result += text.substr(0, size);
    }
  }
  return result;
}

std::string unaccented(std::string_view text) {
  return mapped_utf8(text, UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                               UTF8PROC_STRIPMARK | UTF8PROC_IGNORE | UTF8PROC_STABLE);
}

std::size_t letters_in(std::string_view word) {
  return static_cast<std::size_t>(std::count_if(word.begin(), word.end(), [](char c) {
    return is_letter(c) || (static_cast<unsigned char>(c) & 0xC0U) == 0xC0U;
  }));
}

// "ML", "M.L.", "J.-P."
bool initials_word(std::string_view word) {
  const bool upper = std::ranges::none_of(word, [](char c) { return c >= 'a' && c <= 'z'; });
  const bool dotted = word.find('.') != std::string_view::npos;
  const std::size_t letters = letters_in(word);
  if (letters == 0) return true;
  return letters == 1 || (upper && letters <= (dotted ? 6U : 3U));
}

// "Parkinson Study Group"
bool is_group(std::string_view name) {
  constexpr std::array<std::string_view, 6> kEnds{
      " group", " consortium", " committee", " collaboration", " network", " investigators"};
  const std::string words = words_of(name);
  return std::ranges::any_of(kEnds, [&](std::string_view end) { return words.ends_with(end); });
}

bool is_suffix(std::string_view word) {
  const std::string plain = words_of(word);
  constexpr std::array<std::string_view, 8> kSuffixes{"jr",  "sr", "ii",  "iii",
                                                      "2nd", "iv", "3rd", "4th"};
  return std::find(kSuffixes.begin(), kSuffixes.end(), plain) != kSuffixes.end();
}

bool is_particle(std::string_view word) {
  const bool small = !word.empty() && word[0] >= 'a' && word[0] <= 'z';
  return small && letters_in(word) <= 4;
}

bool is_number(std::string_view part) {  // "11", "28 (4)", "S1", "166 CCIS"
  return !part.empty() && (is_digit(part[0]) || (part.size() <= 4 && is_digit(part.back())));
}

bool is_author(std::string_view part) {  // "Aria M.", "Li T.; Yan J.", "Calin GA"
  const std::size_t gap = part.rfind(' ');
  return gap != std::string_view::npos && initials_word(part.substr(gap + 1)) &&
         letters_in(part.substr(gap + 1)) > 0;
}

}  // namespace

std::string folded(std::string_view text) {
  return words_of(std::ranges::any_of(text, beyond_ascii) ? unaccented(text) : std::string(text));
}

std::string without_case(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {  // in pieces, since texts are mostly ASCII
    const bool ascii = !beyond_ascii(text[i]);
    const std::size_t begin = i;
    while (i < text.size() && beyond_ascii(text[i]) != ascii) ++i;
    const std::string_view piece = text.substr(begin, i - begin);
    result += ascii ? lowered(piece) : unaccented(piece);
  }
  return result;
}

namespace {

bool ends_doi(std::string_view next) {
  constexpr std::array<std::string_view, 5> kNext{" ", "\t", "10.", "http", "doi"};
  return next.empty() ||
         std::ranges::any_of(kNext, [&](auto begin) { return next.starts_with(begin); });
}

// A DOI may have commas, semicolons and pairs of square brackets, as in (2006)87[62:TNYRP]2.0.CO;2;
// those before a blank or another DOI separate a list.
std::size_t end_of_doi(std::string_view text, std::size_t at) {
  bool open = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    open |= c == '[';
    if (c == ' ' || c == '\t' || c == '"' || (c == ']' && !open)) break;
    if ((c == ',' || c == ';') && ends_doi(text.substr(at + 1))) break;
  }
  return at;
}

}  // namespace

std::string clean_doi(std::string_view text) {
  std::string best;
  for (std::size_t at = text.find("10."); at < text.size(); at = text.find("10.", at)) {
    const std::size_t end = end_of_doi(text, at);
    const bool begins = at == 0 || (!is_digit(text[at - 1]) && text[at - 1] != '.');
    const std::string_view doi = text.substr(at, end - at);
    if (begins && doi.find('/') != std::string_view::npos && doi.size() > best.size()) best = doi;
    at = end;
  }
  while (!best.empty() && (best.back() == '.' || best.back() == ')')) {
    if (best.back() == ')' && best.find('(') != std::string::npos) break;
    best.pop_back();
  }
  return lowered(best);
}

std::string clean_pmid(std::string_view text) {
  while (!text.empty() && (text.back() == '/' || text.back() == ' ')) text.remove_suffix(1);
  if (text.ends_with(".0")) text.remove_suffix(2);  // a number with a fraction, as in tables
  std::size_t begin = text.size();
  while (begin > 0 && is_digit(text[begin - 1])) --begin;
  while (begin < text.size() && text[begin] == '0') ++begin;
  return std::string(text.substr(begin));
}

std::string clean_orcid(std::string_view text) {
  constexpr std::size_t kSize = 19;
  for (std::size_t at = 0; at + kSize <= text.size(); ++at) {
    bool fits = true;
    for (std::size_t k = 0; k < kSize && fits; ++k) {
      const char c = text[at + k];
      fits = k % 5 == 4 ? c == '-' : is_digit(c) || (k == kSize - 1 && (c == 'X' || c == 'x'));
    }
    if (!fits) continue;
    std::string orcid(text.substr(at, kSize));
    if (orcid.back() == 'x') orcid.back() = 'X';
    return orcid;
  }
  return {};
}

std::string full_name(const WorkAuthor& author) {
  return author.given.empty() ? author.family : fmt::format("{}, {}", author.family, author.given);
}

std::string one_line(std::string_view text) {
  std::string line(text);
  std::ranges::replace_if(
      line, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }, ' ');
  return line;
}

std::vector<std::string_view> parts_of(std::string_view text, std::string_view separator) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(separator, at), text.size());
    const std::string_view part = trimmed(text.substr(at, end - at));
    if (!part.empty()) parts.push_back(part);
    at = end + separator.size();
  }
  return parts;
}

bool only_initials(std::string_view given) {
  const auto words = parts_of(given, " ");
  return std::all_of(words.begin(), words.end(), initials_word);
}

WorkAuthor given_first(std::string_view name) {
  name = trimmed(name);
  if (name.find(',') != std::string_view::npos || is_group(name)) return family_first(name);
  auto words = parts_of(name, " ");
  if (words.size() < 2) return {.family = std::string(name)};
  std::size_t last = words.size() - 1;
  while (last > 1 && is_suffix(words[last])) --last;
  while (last > 1 && is_particle(words[last - 1])) --last;
  const auto at = static_cast<std::size_t>(words[last].data() - name.data());
  return {.family = std::string(name.substr(at)),
          .given = std::string(trimmed(name.substr(0, at)))};
}

WorkAuthor family_first(std::string_view name) {
  name = trimmed(name);
  WorkAuthor author;
  if (const std::size_t comma = name.find(','); comma != std::string_view::npos) {
    author.family = trimmed(name.substr(0, comma));
    author.given = trimmed(name.substr(comma + 1));
    return author;
  }
  const std::size_t gap = name.rfind(' ');
  if (gap == std::string_view::npos || !initials_word(name.substr(gap + 1))) {
    author.family = name;  // of a group
    return author;
  }
  author.family = trimmed(name.substr(0, gap));
  author.given = name.substr(gap + 1);
  return author;
}

std::string first_page(std::string_view pages) {
  pages = trimmed(pages);
  for (const std::string_view lead : {"pp.", "p."}) {
    if (pages.starts_with(lead)) pages.remove_prefix(lead.size());
  }
  pages = trimmed(pages);
  if (pages.size() > 1 && (pages[0] == 'P' || pages[0] == 'p') &&
      (is_digit(pages[1]) || is_letter(pages[1]))) {
    pages.remove_prefix(1);
  }
  const std::size_t end =
      std::min(pages.find_first_of("-,; \t\xE2"), pages.size());  // E2: first byte of an en dash
  return lowered(pages.substr(0, end));
}

std::string last_page(std::string_view pages) {
  constexpr std::string_view kDashes = "-\xE2\x80\x93";  // as bytes: both kinds
  const std::string first = first_page(pages);
  const std::size_t dash = pages.find_first_of(kDashes);
  std::string last = dash == pages.npos
                         ? std::string()
                         : first_page(pages.substr(
                               std::min(pages.find_first_not_of(kDashes, dash), pages.size())));
  if (last.size() < first.size() && std::ranges::all_of(last, is_digit) && !last.empty())
    last.insert(0, first, 0, first.size() - last.size());
  return last;
}

void set_pages(std::string_view pages, Work& work) {
  work.page = first_page(pages);
  work.last_page = last_page(pages);
}

int year_in(std::string_view text) {
  for (std::size_t at = 0; at + 4 <= text.size(); ++at) {
    if (at > 0 && is_digit(text[at - 1])) continue;
    if ((text[at] != '1' && text[at] != '2') || !is_digit(text[at + 1]) ||
        !is_digit(text[at + 2]) || !is_digit(text[at + 3]))
      continue;
    if (at + 4 < text.size() && is_digit(text[at + 4])) continue;
    return (text[at] - '0') * 1000 + (text[at + 1] - '0') * 100 + (text[at + 2] - '0') * 10 +
           (text[at + 3] - '0');
  }
  return 0;
}

CitedWork wos_reference(std::string_view text) {
  CitedWork cited;
  cited.text = text;
  if (const std::size_t doi = text.find("DOI "); doi != std::string_view::npos) {
    cited.doi = clean_doi(text.substr(doi));
    text = text.substr(0, doi);
  }
  const auto parts = parts_of(text, ",");
  std::size_t at = 0;
  if (at < parts.size() && year_in(parts[at]) == 0) cited.author = parts[at++];
  if (at < parts.size() && parts[at].size() == 4 && year_in(parts[at]) != 0)
    cited.year = year_in(parts[at++]);
  if (at < parts.size()) cited.venue = parts[at++];
  for (; at < parts.size(); ++at) {
    const std::string_view part = parts[at];
    const bool page = part.size() > 1 && (part[0] == 'P' || part[0] == 'p') &&
                      std::ranges::any_of(part, is_digit) && part.find(' ') == part.npos;
    if (page) cited.page = first_page(part);
    if (part.starts_with("ARTN ") && cited.page.empty()) cited.page = first_page(part.substr(5));
  }
  return cited;
}

CitedWork scopus_reference(std::string_view text) {
  CitedWork cited;
  cited.text = text;
  if (const std::size_t doi = text.find("10."); doi != std::string_view::npos)
    cited.doi = clean_doi(text.substr(doi));
  // The year is the last number in brackets: before the journal in old exports, at the end in new.
  std::size_t open = text.rfind("(");
  while (
      open != std::string_view::npos && open > 0 &&
      !(open + 5 < text.size() && text[open + 5] == ')' && year_in(text.substr(open + 1, 4)) != 0))
    open = text.rfind("(", open - 1);
  const auto parts = parts_of(text, ",");
  if (!parts.empty())
    cited.author = parts_of(parts[0], ";").empty() ? parts[0] : parts_of(parts[0], ";")[0];
  for (const std::string_view part : parts) {
    if (part.starts_with("pp. ") || part.starts_with("p. ")) cited.page = first_page(part);
  }
  if (open == std::string_view::npos) return cited;
  cited.year = year_in(text.substr(open + 1, 4));
  const std::string_view after = trimmed(text.substr(std::min(open + 6, text.size())));
  if (letters_in(after) > 3) {
    cited.venue = trimmed(after.substr(0, after.find(',')));
    return cited;
  }
  const auto before = parts_of(text.substr(0, open), ",");
  for (std::size_t k = before.size(); k-- > 1;) {
    if (before[k].starts_with("p") && before[k].find(". ") < 3) continue;
    if (is_number(before[k]) || is_author(before[k])) continue;
    cited.venue = before[k];
    break;
  }
  return cited;
}

}  // namespace querent
