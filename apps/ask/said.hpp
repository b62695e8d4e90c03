// SPDX-License-Identifier: Apache-2.0
// What somebody says to the desk, as a JSON object: the lines of `ask --json` and the posts of the
// page.
//
//   {"id":17,"answer":"DM"}                        the class of a question
//   {"id":17,"yes":true,"is_it":"DM"}, "no"        --yes-no; with is_it never taken for another class
//   {"id":17,"skip":true}, {"id":17,"unknown":true}
//   {"item":"0b11","answer":"DB"}                  of any item
//   {"undo":true}, {"class":"IR"}
//
// With "id" and "item" it is never taken for an answer of another item: a question that a server
// which was killed has forgotten is a label of its item then. Each may carry "by", "key",
// "seconds".
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <querent/apps/ask/desk.hpp>

namespace querent::apps {

/// Refused since the object is not understood.
class NotUnderstood : public Refused {
 public:
  using Refused::Refused;
};
/// Refused since the source has no such item.
class NoSuchItem : public Refused {
 public:
  using Refused::Refused;
};

/// Does it at the desk; `by` where the object names nobody. Refused; IoError.
Receipt hear(Desk& desk, const nlohmann::ordered_json& said, const std::string& by);

/// {"width":28,"height":28,"channels":1,"pixels":"…"}: a byte a channel in base64.
nlohmann::ordered_json picture_json(const Picture& picture);

/// {"error":0.21,"low":0.12,"high":0.33}; the error is null from few checks, all of it without one.
nlohmann::ordered_json estimate_json(const DeskEstimate& estimate);

/// {"found":78,"low":80,"high":92,"unread":1204,"more":310}: how many relevant items exist, and how
/// many more questions the goal needs if none finds one. Null where no class is looked for.
nlohmann::ordered_json recall_json(const DeskProgress& progress);
/// "found 78; between 80 and 92 exist" for a person; empty where no class is looked for.
std::string recall_text(const DeskProgress& progress);

/// Whether the object has this field, true. NotUnderstood where it is not true or false.
bool says(const nlohmann::ordered_json& said, const char* field);

}  // namespace querent::apps
