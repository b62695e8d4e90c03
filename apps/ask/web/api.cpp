// SPDX-License-Identifier: Apache-2.0
#include <querent/apps/ask/web/api.hpp>

#include <algorithm>
#include <bit>
#include <cstring>
#include <mutex>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <querent/apps/ask/export.hpp>
#include <querent/apps/ask/json_lines.hpp>
#include <querent/apps/ask/request.hpp>
#include <querent/apps/ask/web/guard.hpp>
#include <querent/apps/ask/web/page.hpp>
#include <querent/apps/terminal/escape.hpp>
#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/error.hpp>
#include <querent/datasets/text/number.hpp>

namespace querent::apps::web {

namespace {

constexpr std::size_t kNeighbourhood = 150;      // nodes that remain distinguishable in the drawing
constexpr std::size_t kMostAnswers = 1'000'000;  // Served.sync() of Python takes all
constexpr std::size_t kMostFound = 50, kMostReviewed = 10;
constexpr std::size_t kMostCurvePoints = 500;  // more points than a curve has pixels

// The request is malformed (400) or names something that does not exist (404).
struct Wrong : std::runtime_error {
  Wrong(unsigned code, const std::string& what) : std::runtime_error(what), status(code) {}
  unsigned status;
};

Response json(const Json& value, unsigned status = 200) {
  // invalid UTF-8 becomes replacement characters
  return {status, "application/json", value.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

Json keys_json(const AnswerKeys& own) {
  Json keys{{"classes", own.of_classes()}};
  for (std::size_t act = 0; act < kActs.size(); ++act)
    keys[kActs[act].name] = own.of(static_cast<Act>(act));
  return keys;
}

class Api {
 public:
  Api(AnnotationServer& server, std::string store)
      : server_(server), items_(server.items()), store_(std::move(store)) {}

  // With ?held=17,18 also which of these questions no longer wait for an answer of this annotator.
  Json state(const Query& query) const {
    const auto& settings = server_.settings();
    Json closed = Json::array();
    if (const auto held = query.find("held"); held != query.end()) {
      for (const auto part : parts_of(held->second, ",")) {
        const auto id = number_in<std::uint64_t>(part);
        if (id && !server_.is_open(*id, person(query))) closed.push_back(*id);
      }
    }
    return {{"name", items_.name()},
            {"what", items_.item()},
            {"items", items_.size()},
            {"graph", items_.graph() != nullptr},
            {"by", person(query)},
            {"classes", server_.classes()},
            {"yes_no", settings.yes_no},
            {"batch", settings.batch},
            {"keys", keys_json(settings.keys)},
            {"hide_guess", settings.hide_guess},
            {"guide", !settings.guide.empty()},
            {"find", settings.find},
            {"finds_wrong", settings.finds_wrong()},
            {"has_checks", settings.has_checks()},
            {"overlap", settings.overlap},
            {"closed", std::move(closed)},
            {"directory", settings.directory.string()},
            {"store", store_},
            {"start", start_},
            {"version", server_.version()}};
  }

  Json questions(const Request& request) const {
    const auto next =
        server_.next(person(request.query),
                     number(request.query, "k", 1, AnnotationServer::kMostLeased), request.from);
    if (const auto* done = std::get_if<Ending>(&next)) return {{"done", to_string(*done)}};
    Json all = Json::array();
    for (const auto& question : std::get<0>(next)) {
      Json one = described(question.item);
      one["id"] = question.id;
      one["why"] = question.why;
      one["probability"] = question.probability;
      one["guess"] = guess(question.guess);
      one["class_probabilities"] = question.class_probabilities;
      one["because"] = because_json(server_, question, viewer(request.query));
      one["note"] = server_.state(question.item, viewer(request.query)).note;
      one["second"] = question.second;
      one["different"] = different_json(server_, question);
      one["after"] = question.after;
      one["lent"] = question.lease.count();
      if (question.is_it) one["is_it"] = class_of(*question.is_it);
      all.push_back(std::move(one));
    }
    return {{"questions", std::move(all)}};
  }

  Json guide() const { return {{"lines", server_.settings().guide}}; }

  Json item(const Query& query) const {
    const auto item = item_of(query);
    Json one = described(item);
    one["state"] = state_of(server_.state(item, viewer(query)));
    return one;
  }

  Json neighbourhood(const Query& query) const {
    const auto around = server_.neighbourhood(item_of(query), kNeighbourhood, viewer(query));
    Json nodes = Json::array(), edges = Json::array();
    for (const auto& node : around.nodes) {
      Json one = state_of(node.state);
      one.update(titled(node.item));
      one["hop"] = node.hop;
      nodes.push_back(std::move(one));
    }
    for (const auto& edge : around.edges) edges.push_back({edge.from, edge.to, edge.weight});
    return {{"nodes", std::move(nodes)},
            {"edges", std::move(edges)},
            {"weight", items_.counted_by_weights()},
            {"left_out", around.left_out}};
  }

  Json progress() const {
    const auto now = server_.progress();
    const AskSettings& settings = server_.settings();
    Json people = Json::array(), curve = Json::array();
    for (const auto& person : now.people)
      people.push_back({{"by", person.by},
                        {"answers", person.answers},
                        {"corrections", person.corrections},
                        {"unknown", person.unknown},
                        {"seconds", person.seconds}});
    const auto points = server_.curve();
    const std::size_t step = std::max<std::size_t>(1, points.size() / kMostCurvePoints);
    for (std::size_t i = 0; i < points.size(); ++i)
      if (i % step == 0 || i + 1 == points.size())
        curve.push_back({{"labels", points[i].labels},
                         {"time", points[i].time},
                         {"estimate", estimate_json(points[i].estimate)}});
    return {{"items", now.items},
            {"answered", now.answered},
            {"asked", now.asked},
            {"yes_no", now.yes_no},
            {"unknown", now.unknown},
            {"checks", now.checks},
            {"disputed", now.disputed},
            {"budget", settings.budget ? Json(*settings.budget) : Json()},
            {"stop_at_error", settings.stop_at_error},
            {"estimate", estimate_json(now.estimate)},
            {"recall", recall_json(now)},
            {"recall_text", recall_text(now)},
            {"may_stop", now.may_stop},
            {"after_fifty_more", now.after_fifty_more ? Json(*now.after_fifty_more) : Json()},
            {"classes", now.classes},
            {"labelled", now.labelled},
            {"predicted", now.predicted},
            {"without", now.without},
            {"after", now.after},
            {"predicting", now.predicting},
            {"seconds", now.seconds},
            {"people", std::move(people)},
            {"agreement", annotator_agreement_json(now.agreement)},
            {"curve", std::move(curve)},
            {"done", now.done ? Json(to_string(*now.done)) : Json()}};
  }

  Json answers(const Query& query) const {
    Json all = Json::array();
    for (const auto& past :
         server_.last_answers(number(query, "most", 20, kMostAnswers),
                              query.contains("mine") ? viewer(query) : std::string())) {
      const auto& event = past.event;
      const bool hidden =
          past.item && past.label >= 0 && server_.state(*past.item, viewer(query)).label < 0;
      const bool own_note = event.kind == EventKind::kNote && event.by == viewer(query);
      Json one = {{"event", event.number},
                  {"time", event.time},
                  {"by", event.by},
                  {"kind", to_string(event.kind)},
                  {"item", event.item},
                  {"answer", hidden && !own_note ? "" : event.label},
                  {"target", event.target},
                  {"hidden", hidden},
                  {"guess", hidden ? "" : event.guess},
                  {"confidence", event.guess_probability},
                  {"undone", past.undone},
                  {"seconds", event.seconds}};
      if (past.item) one["title"] = items_.title(*past.item);
      one["now"] = class_of(hidden ? -1 : past.label);
      all.push_back(std::move(one));
    }
    return {{"answers", std::move(all)}};
  }

  Json review(const Query& query) const {
    Json all = Json::array();
    for (const auto& one : server_.to_review(kMostReviewed, viewer(query))) {
      all.push_back(titled(one.item));
      all.back().update({{"class", class_of(one.label)}, {"wrong", one.wrong}});
    }
    Json conflicts = Json::array();
    for (const Conflict& one : server_.conflicts()) {
      const auto item = items_.find(one.item);
      if (!item) continue;
      conflicts.push_back({{"item", one.item},
                           {"title", items_.title(*item)},
                           {"first", {{"class", one.first}, {"by", one.first_by}}},
                           {"second", {{"class", one.second}, {"by", one.second_by}}}});
    }
    return {{"answers", std::move(all)}, {"conflicts", std::move(conflicts)}};
  }

  Json search(const Query& query) const {
    const auto text = query.find("text");
    Json all = Json::array();
    if (text != query.end())
      for (const auto item : server_.search(text->second, kMostFound)) {
        all.push_back(state_of(server_.state(item, viewer(query))));
        all.back().update(titled(item));
      }
    return {{"found", std::move(all)}};
  }

  Response layout() const {
    static_assert(std::endian::native == std::endian::little,
                  "the page reads little-endian numbers");
    if (!items_.map().ready()) return {200, "application/octet-stream", ""};  // not ready yet
    const auto& positions = items_.map().wait();
    std::string bytes(positions.size() * sizeof(positions[0]), '\0');
    std::memcpy(bytes.data(), positions.data(), bytes.size());
    return {200, "application/octet-stream", std::move(bytes)};
  }

  Json labels_of_map() {
    Json all = Json::array();
    if (!items_.map().ready()) return {{"labels", std::move(all)}};
    std::call_once(labels_once_, [this] { labels_ = map_labels(items_); });
    for (const MapLabel& label : labels_)
      all.push_back({{"x", label.x}, {"y", label.y}, {"items", label.items}, {"text", label.text}});
    return {{"labels", std::move(all)}};
  }

  Response predictions(const Query& query) const {
    const auto predicted = server_.predictions();
    const bool hides = server_.settings().overlap > 0;
    std::string bytes;
    bytes.reserve(predicted->items.size() * 4);
    for (std::uint32_t i = 0; i < predicted->items.size(); ++i) {
      ItemPrediction item = predicted->items[i];
      if (hides && item.asked && server_.state(i, viewer(query)).label < 0) item = {};
      const auto label = static_cast<std::uint16_t>(item.label);  // -1 becomes 65535
      bytes += static_cast<char>(label & 255);
      bytes += static_cast<char>(label >> 8);
      bytes +=
          static_cast<char>(static_cast<unsigned char>(255 * std::clamp(item.probability, 0., 1.)));
      bytes += item.asked ? '\1' : '\0';
    }
    return {200, "application/octet-stream", std::move(bytes)};
  }

  Json downloads() const {
    Json files = Json::array();
    const bool no_curve = server_.curve().empty();
    for (const auto& file : export_files(server_))
      if (!no_curve || !file.name.starts_with("curve."))
        files.push_back({{"name", file.name}, {"about", file.about}});
    return {{"files", std::move(files)},
            {"command", fmt::format("querent ask {} --export results",
                                    shell_word(server_.settings().directory.string()))}};
  }

  Response download(std::string_view name) const {
    for (const auto& file : export_files(server_))
      if (file.name == name)
        return {200, file.type, file.text(), {{"Content-Disposition", "attachment"}}};
    throw Wrong(404, "this file does not exist");
  }

  Json answer(const std::string& body) {
    const Json message = Json::parse(body, nullptr, false);
    if (!message.is_object()) throw Wrong(400, "expected one JSON object");
    const auto receipt = handle(server_, message, "");
    return {{"event", receipt.event}, {"repeated", receipt.repeated}};
  }

 private:
  static std::string person(const Query& query) {
    const auto by = query.find("by");
    return by == query.end() ? "" : by->second;
  }

  // The annotator at the page, who with --overlap gives second answers without seeing the first.
  static std::string viewer(const Query& query) { return checked({.by = person(query)}).by; }

  static std::size_t number(const Query& query, std::string_view field, std::size_t otherwise,
                            std::size_t most) {
    const auto found = query.find(field);
    if (found == query.end()) return otherwise;
    const std::size_t value = number_in<std::size_t>(found->second).value_or(0);
    if (value == 0) throw Wrong(400, fmt::format("expected a positive integer as \"{}\"", field));
    return std::min(value, most);
  }

  // ?item=ID, or ?at=N with its index, which the map uses
  std::uint32_t item_of(const Query& query) const {
    if (query.contains("at")) {
      const auto at = number(query, "at", 1, std::size_t{items_.size()} + 1) - 1;
      if (at < items_.size()) return static_cast<std::uint32_t>(at);
    } else if (const auto id = query.find("item"); id != query.end()) {
      if (const auto item = items_.find(id->second)) return *item;
    }
    throw Wrong(404, fmt::format("this {} does not exist", items_.item()));
  }

  Json described(std::uint32_t item) const {
    Json fields = Json::array();
    for (const auto& [column, value] : items_.fields(item)) fields.push_back({column, value});
    Json one = titled(item);
    one["fields"] = std::move(fields);
    if (const auto picture = items_.picture(item)) one["picture"] = picture_json(*picture);
    return one;
  }

  Json titled(std::uint32_t item) const {
    return {{"item", items_.id(item)}, {"title", items_.title(item)}};
  }

  // Null for −1.
  Json class_of(int label) const {
    return label < 0 ? Json() : Json(server_.classes().at(static_cast<std::size_t>(label)));
  }

  Json guess(const Guess& of) const {
    if (of.label < 0) return nullptr;
    return {{"class", class_of(of.label)}, {"confidence", of.probability}};
  }

  Json state_of(const ItemState& of) const {
    return {{"class", class_of(of.label)},
            {"by", of.by},
            {"asked", of.label >= 0},
            {"unknown", of.unknown},
            {"guess", guess(of.guess)},
            {"note", of.note},
            {"second", of.second.empty() ? Json() : Json(of.second)},
            {"second_by", of.second_by}};
  }

  AnnotationServer& server_;
  const AskItems& items_;
  const std::string store_;
  std::once_flag labels_once_;
  std::vector<MapLabel> labels_;
  const std::string start_ = new_secret();  // a page that finds another value reloads all data
};

Response routed(Api& api, const Request& request) {
  const auto& [method, path, query, body, from] = request;
  if (path == "/api/answer") {
    if (method != "POST") return json({{"error", "expected a POST"}}, 405);
    return json(api.answer(body));
  }
  if (method == "POST") return json({{"error", "expected a GET"}}, 405);
  if (path == "/api/state") return json(api.state(query));
  if (path == "/api/questions") return json(api.questions(request));
  if (path == "/api/guide") return json(api.guide());
  if (path == "/api/item") return json(api.item(query));
  if (path == "/api/neighbourhood") return json(api.neighbourhood(query));
  if (path == "/api/progress") return json(api.progress());
  if (path == "/api/answers") return json(api.answers(query));
  if (path == "/api/review") return json(api.review(query));
  if (path == "/api/search") return json(api.search(query));
  if (path == "/api/export") return json(api.downloads());
  if (path.starts_with(kDownloads))
    return api.download(std::string_view(path).substr(std::string_view(kDownloads).size()));
  if (path == "/api/places") return api.layout();
  if (path == "/api/labels-of-map") return json(api.labels_of_map());
  if (path == "/api/predictions") return api.predictions(query);
  if (const auto* file = page_file(path == "/" ? "/index.html" : path))
    return {200, std::string(file->type), std::string(file->text)};
  return json({{"error", "this address does not exist"}}, 404);
}

}  // namespace

Handler page_and_data(AnnotationServer& server, std::string store) {
  return
      [api = std::make_shared<Api>(server, std::move(store))](const Request& request) -> Response {
        const auto error = [](unsigned status, const std::exception& what) {
          return json({{"error", what.what()}}, status);
        };
        try {
          return routed(*api, request);
        } catch (const Wrong& wrong) {
          return error(wrong.status, wrong);
        } catch (const MalformedRequest& refused) {
          return error(400, refused);
        } catch (const NoSuchItem& refused) {
          return error(404, refused);
        } catch (const Refused& refused) {
          return error(409, refused);
        } catch (const IoError& failed) {
          return error(507, failed);
        }
      };
}

std::string changed_message(AnnotationServer& server) {
  return Json({{"version", server.version()}}).dump();
}

}  // namespace querent::apps::web
