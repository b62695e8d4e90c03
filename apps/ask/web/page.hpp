// SPDX-License-Identifier: Apache-2.0
// The files of page/ as they were when the program was built; its modules and d3-force are one
// script, /page.js (cmake/QuerentPage.cmake).
#pragma once

#include <string>
#include <string_view>

namespace querent::apps::web {

struct PageFile {
  std::string_view type;
  std::string text;
};

/// The file of a path such as "/page.js" or "/style.css"; nullptr when there is none.
const PageFile* page_file(std::string_view path);

}  // namespace querent::apps::web
