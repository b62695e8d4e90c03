// SPDX-License-Identifier: Apache-2.0
#include <querent/datasets/bibliography/latex.hpp>

#include <algorithm>
#include <string>

namespace querent {

namespace {

using Words = std::vector<std::string_view>;

// Splits into words and commas, ignoring both inside braces.
Words words_in(std::string_view text) {
  Words words;
  constexpr std::string_view kBetween = " ~\t\n\r,";
  std::size_t begin = 0;
  int depth = 0;
  const auto end_word = [&](std::size_t end) {
    if (end > begin) words.push_back(text.substr(begin, end - begin));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '{' ? 1 : text[i] == '}' ? -1 : 0;
    const bool accent = text[i] == '~' && i > 0 && text[i - 1] == '\\';
    if (depth > 0 || accent || kBetween.find(text[i]) == kBetween.npos) continue;
    end_word(i);
    if (text[i] == ',') words.push_back(text.substr(i, 1));
    begin = i + 1;
  }
  end_word(text.size());
  return words;
}

std::string joined(Words::const_iterator begin, Words::const_iterator end) {
  std::string text;
  for (auto word = begin; word != end; ++word) {
    if (!text.empty()) text += ' ';
    text += *word;
  }
  return from_latex(text);
}

// biblatex's "family=Berg, given=Anna, prefix=van der, useprefix=true"
WorkAuthor extended(const std::vector<Words>& parts) {
  WorkAuthor author;
  std::string prefix;
  for (const Words& words : parts) {
    const std::string part = joined(words.begin(), words.end());
    const std::size_t sign = part.find('=');
    const std::string_view key = std::string_view(part).substr(0, sign);
    if (sign == part.npos) continue;
    if (key == "family") author.family = part.substr(sign + 1);
    if (key == "given") author.given = part.substr(sign + 1);
    if (key == "prefix") prefix = part.substr(sign + 1) + ' ';
  }
  author.family.insert(0, prefix);
  return author;
}

WorkAuthor person(const Words& words) {
  std::vector<Words> parts(1);
  for (const auto word : words) {
    if (word == ",") {
      parts.emplace_back();
    } else {
      parts.back().push_back(word);
    }
  }
  WorkAuthor author;
  if (std::ranges::any_of(words, [](auto word) { return word.starts_with("family="); }))
    return extended(parts);
  if (parts.size() > 1) {
    author.family = joined(parts.front().begin(), parts.front().end());
    author.given = joined(parts.back().begin(), parts.back().end());
    return author;
  }
  const Words& all = parts.front();
  if (all.empty()) return author;
  const auto last = std::find_if(all.begin(), all.end() - 1, [](std::string_view word) {
    return word[0] >= 'a' && word[0] <= 'z';  // "van"
  });
  author.family = joined(last, all.end());
  author.given = joined(all.begin(), last);
  return author;
}

}  // namespace

std::vector<WorkAuthor> bibtex_authors(std::string_view field) {
  std::vector<WorkAuthor> authors;
  Words name;
  const auto end_name = [&] {
    if (!(name.size() == 1 && name[0] == "others")) {
      WorkAuthor author = person(name);
      if (!author.family.empty()) authors.push_back(std::move(author));
    }
    name.clear();
  };
  for (const auto word : words_in(field)) {
    if (word.size() == 3 && (word[0] | 0x20) == 'a' && (word[1] | 0x20) == 'n' &&
        (word[2] | 0x20) == 'd') {
      end_name();
    } else {
      name.push_back(word);
    }
  }
  end_name();
  return authors;
}

}  // namespace querent
