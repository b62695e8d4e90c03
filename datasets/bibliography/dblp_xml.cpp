// SPDX-License-Identifier: Apache-2.0
// DBLP's dump. Its DTD, which defines the entities, may be absent. A number distinguishes people of
// the same name, "Jan Hajic 0001"; records of people (www) are not works.
#include <algorithm>
#include <array>

#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/bibliography/record_sink.hpp>
#include <querent/datasets/text/xml.hpp>

namespace querent {

namespace {

constexpr std::array<std::string_view, 8> kKinds{"article",       "inproceedings", "proceedings",
                                                 "book",          "incollection",  "phdthesis",
                                                 "mastersthesis", "data"};

// "Zoltán Fülöp 0001": the number makes the name unique.
WorkAuthor dblp_author(std::string name, std::string orcid) {
  const std::size_t gap = name.rfind(' ');
  const bool numbered = gap != std::string::npos && name.size() - gap == 5 &&
                        name.find_first_not_of("0123456789", gap + 1) == std::string::npos;
  WorkAuthor author = given_first(numbered ? std::string_view(name).substr(0, gap) : name);
  if (numbered) author.id = "dblp:" + name;
  author.orcid = std::move(orcid);
  return author;
}

class DblpXml final : public XmlHandler {
 public:
  DblpXml(const std::string& name, XmlReader& reader, RecordSink& sink)
      : name_(name), reader_(reader), sink_(sink) {}

  void start(std::string_view name) override {
    ++depth_;
    if (depth_ == 2) {
      wanted_ = std::find(kKinds.begin(), kKinds.end(), name) != kKinds.end();
      if (!wanted_) return;
      work_.line = reader_.place().line;
      work_.id = reader_.attribute("key").value_or("");
      work_.key = "dblp:" + work_.id;
      work_.terms.push_back({"type", std::string(name)});
    } else if (depth_ == 3) {
      text_.clear();
      orcid_ = clean_orcid(reader_.attribute("orcid").value_or(""));
    }
  }
  void text(std::string_view piece) override {
    if (wanted_ && depth_ >= 3) text_ += piece;
  }
  void end(std::string_view name) override {
    --depth_;
    if (!wanted_) return;
    if (depth_ == 2) {
      field(name);
    } else if (depth_ == 1) {
      draft_.end(name_, sink_);
      wanted_ = false;
    }
  }

 private:
  void field(std::string_view name) {
    if (name == "author") {
      work_.authors.push_back(dblp_author(text_, orcid_));
    } else if (name == "title") {
      work_.title = text_;
    } else if (name == "year") {
      work_.year = year_in(text_);
      if (work_.year == 0)
        draft_.complain(reader_.place().line, "year: expected a year, found " + in_quotes(text_));
    } else if (name == "journal" || name == "booktitle") {
      work_.venues.push_back(text_);
    } else if (name == "pages") {
      set_pages(text_, work_);
    } else if (name == "ee" && work_.doi.empty()) {
      if (text_.find("doi.org/") != std::string::npos) work_.doi = clean_doi(text_);
    } else if (name == "cite" && sink_.options().references) {
      if (text_ == "...") return;
      CitedWork cited;
      cited.key = "dblp:" + text_;
      cited.text = text_;
      work_.references.push_back(std::move(cited));
    }
  }
  const std::string& name_;
  XmlReader& reader_;
  RecordSink& sink_;
  RecordDraft draft_;
  Work& work_ = draft_.work;
  std::string text_, orcid_;
  int depth_ = 0;
  bool wanted_ = false;
};

}  // namespace

void read_dblp_xml(Input& input, RecordSink& sink) {
  XmlReader reader(input, XmlEntities::kHtmlLatin);
  DblpXml handler(input.name(), reader, sink);
  reader.read(handler);
}

}  // namespace querent
