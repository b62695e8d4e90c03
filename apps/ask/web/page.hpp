// SPDX-License-Identifier: Apache-2.0
// The files of page/ and d3-force, as they were when the program was built
// (cmake/QuerentPage.cmake).
#pragma once

#include <string_view>

namespace querent::apps::web {

struct PageFile {
  std::string_view type, text;
};

/// The file of a path such as "/main.js" or "/views/map.js"; nullptr when there is none.
const PageFile* page_file(std::string_view path);

}  // namespace querent::apps::web
