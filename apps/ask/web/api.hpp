// SPDX-License-Identifier: Apache-2.0
// What the page asks the desk and how the desk answers it, in JSON. All paths are under /api; `by`
// names the person.
//
//   GET  state              what is labelled, the classes
//   GET  questions?by=&k=   {"questions":[…]} lent to this person, or {"done":"budget"}
//   GET  item?item=         one item with all that is known of it
//   GET  neighbourhood?item= the graph around it, at most 150 nodes
//   GET  progress           counts, estimate, curve, people
//   GET  answers?most=&by=  the last ones, newest first
//   GET  review             answers by the probability that they are wrong, the greatest first
//   GET  search?text=
//   GET  export             the files that may be had, at /export/NAME
//   GET  places             binary: x and y of each item as 32-bit floats
//   GET  predictions        binary, of each item: class (16 bits), probability (8, of 255), 1 where
//                           a person said it (8)
//   POST answer             one object of said.hpp → {"event":12,"repeated":false}, once it is durable
//   LIVE live               {"version":n} after each change
//
// 400: not understood; 404: no such path or item; 409: refused by the desk, nothing was changed
// (a key that was used for something else, too); 503: others wait for downloads; 507: could not be
// written. Each of those has {"error":"…"}.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <querent/apps/ask/desk.hpp>
#include <querent/apps/ask/web/server.hpp>

namespace querent::apps::web {

/// A file that the page offers: its bytes are made when it is asked for.
struct Download {
  std::string name;   ///< of the file
  std::string about;  ///< what is in it, in a few words
  std::string type;   ///< as HTTP has it
  std::function<std::string()> bytes;
};

struct PageOptions {
  std::string
      store;  ///< names what is labelled: answers that a page still holds are for this one alone
  std::string command;  ///< that makes the results
  std::vector<Download> downloads;
};

/// Where downloads are: to make one takes seconds.
inline constexpr const char* kDownloads = "/export/";

/// Answers every request for the page's files and its data. The desk must outlive it.
Handler page_and_data(Desk& desk, PageOptions options);

/// What is broadcast after a change.
std::string changed_message(const Desk& desk);

}  // namespace querent::apps::web
