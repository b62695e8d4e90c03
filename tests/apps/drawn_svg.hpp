// SPDX-License-Identifier: Apache-2.0
// Figures as a reader of SVG sees them: elements in the bytes, with a measure of letters that is not
// the writer's.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <expat.h>

#include <querent/apps/output/figure/figure.hpp>

namespace querent::apps {

struct Rectangle {
  double left, top, right, bottom;
};

struct Element {
  std::string name, text = {};
  std::vector<std::pair<std::string, std::string>> attributes = {};
  std::string at(const std::string& key) const {
    for (const auto& [name_of, value] : attributes)
      if (name_of == key) return value;
    return "";
  }
  double number(const std::string& key) const { return std::strtod(at(key).c_str(), nullptr); }
};

// All elements of a document that expat accepts, in order; text belongs to the element around it.
inline std::vector<Element> elements_of(const std::string& svg) {
  struct Reader {
    std::vector<Element> all = {};
    std::vector<std::size_t> open = {};
  } reader;
  XML_Parser parser = XML_ParserCreate("UTF-8");
  XML_SetUserData(parser, &reader);
  XML_SetElementHandler(
      parser,
      [](void* data, const XML_Char* name, const XML_Char** attributes) {
        auto& to = *static_cast<Reader*>(data);
        to.open.push_back(to.all.size());
        to.all.push_back({.name = name});
        for (; *attributes != nullptr; attributes += 2)
          to.all.back().attributes.emplace_back(attributes[0], attributes[1]);
      },
      [](void* data, const XML_Char*) { static_cast<Reader*>(data)->open.pop_back(); });
  XML_SetCharacterDataHandler(parser, [](void* data, const XML_Char* text, int length) {
    auto& to = *static_cast<Reader*>(data);
    to.all[to.open.back()].text.append(text, static_cast<std::size_t>(length));
  });
  const bool read = XML_Parse(parser, svg.data(), static_cast<int>(svg.size()), 1) == XML_STATUS_OK;
  XML_ParserFree(parser);
  REQUIRE(read);
  return reader.all;
}

inline std::vector<Element> named(const std::string& svg, const std::string& name) {
  std::vector<Element> found = elements_of(svg);
  std::erase_if(found, [&](const Element& element) { return element.name != name; });
  return found;
}

// Letters are measured as half of the size, a little less than the mean of DejaVu Sans; figure_texts.py
// measures them in a browser.
inline Rectangle room_of(const Element& text) {
  const double size = text.number("font-size");
  const auto letters = static_cast<double>(
      std::count_if(text.text.begin(), text.text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
  const double width = 0.5 * size * letters;
  const std::string anchor = text.at("text-anchor");
  const double before = anchor == "middle" ? width / 2 : anchor == "end" ? width : 0;
  double x = text.number("x"), y = text.number("y");
  if (const std::string turned = text.at("transform"); !turned.empty()) {
    std::istringstream numbers(turned.substr(turned.find('(') + 1));
    numbers >> x >> y;
    return {x - 0.7 * size, y - width + before, x + 0.2 * size, y + before};
  }
  return {x - before, y - 0.7 * size, x - before + width, y + 0.2 * size};
}

// No two texts cover each other, and all are on the picture.
inline void check_texts(const std::string& svg) {
  const auto texts = named(svg, "text");
  std::istringstream box(elements_of(svg).front().at("viewBox"));
  double zero = 0, width = 0, height = 0;
  box >> zero >> zero >> width >> height;
  for (std::size_t a = 0; a < texts.size(); ++a) {
    const Rectangle one = room_of(texts[a]);
    if (one.left < 0 || one.top < 0 || one.right > width || one.bottom > height)
      FAIL_CHECK(texts[a].text, " is not on the picture");
    for (std::size_t b = 0; b < a; ++b) {
      const Rectangle other = room_of(texts[b]);
      if (one.right > other.left && other.right > one.left && one.bottom > other.top &&
          other.bottom > one.top)
        FAIL_CHECK(texts[a].text, " covers ", texts[b].text);
    }
  }
}

inline Figure figure_of(const std::string& name) {
  Figure figure;
  figure.title = name;
  Panel panel;
  panel.x_label = name;
  panel.y_label = name;
  panel.series.push_back({.name = name, .x = {1, 2}, .mean = {1, 2}, .deviation = {0.1, 0.1}});
  figure.panels.push_back(panel);
  return figure;
}

inline std::string screen(const Figure& figure) {
  return svg_of(figure, FigureWidth::kScreen);
}

}  // namespace querent::apps
