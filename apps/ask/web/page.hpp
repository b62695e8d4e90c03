// SPDX-License-Identifier: Apache-2.0
// The files of page/, built into the program; its modules and d3-force form one script, /page.js
// (cmake/QuerentPage.cmake).
#pragma once

#include <string>
#include <string_view>

namespace querent::apps::web {

struct PageFile {
  std::string_view type;
  std::string text;
};

/// The file for a path such as "/page.js" or "/style.css"; nullptr if it does not exist.
const PageFile* page_file(std::string_view path);

}  // namespace querent::apps::web
