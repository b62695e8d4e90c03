// SPDX-License-Identifier: Apache-2.0
// PubMed's XML: PubmedArticleSet of PubmedArticle and PubmedBookArticle. https://dtd.nlm.nih.gov/ncbi/pubmed/
#include <algorithm>
#include <vector>

#include <querent/datasets/bibliography/names.hpp>
#include <querent/datasets/bibliography/record_sink.hpp>
#include <querent/datasets/text/xml.hpp>

namespace querent {

namespace {

class PubmedXml final : public XmlHandler {
 public:
  PubmedXml(const std::string& name, XmlReader& reader, RecordSink& sink)
      : name_(name), reader_(reader), sink_(sink) {}

  void start(std::string_view name) override {
    const bool of_text = markup();
    path_.emplace_back(name);
    if (of_text) return;
    if (is_record(name)) {
      work_ = {};
      work_.line = reader_.place().line;
      open_ = true;
    }
    if (name == "Author") author_ = {};
    if (name == "AuthorList") editors_ = reader_.attribute("Type") == "editors";
    if (name == "Reference") cited_ = {};
    if (name == "ArticleId" || name == "ELocationID" || name == "Identifier") {
      kind_ = reader_
                  .attribute(name == "ArticleId"     ? "IdType"
                             : name == "ELocationID" ? "EIdType"
                                                     : "Source")
                  .value_or("");
    }
    text_.clear();
  }
  void text(std::string_view piece) override {
    if (open_) text_ += piece;
  }
  void end(std::string_view name) override {
    path_.pop_back();
    if (open_ && !markup()) field(name);
  }

 private:
  static bool is_record(std::string_view name) {
    return name == "PubmedArticle" || name == "PubmedBookArticle";
  }
  // True if the open element may contain text with tags: italics, formulas of MathML.
  bool markup() const { return std::any_of(path_.begin(), path_.end(), mixed); }
  static bool mixed(std::string_view name) {
    return name == "ArticleTitle" || name == "BookTitle" || name == "AbstractText" ||
           name == "Citation";
  }
  bool within(std::string_view name) const { return !path_.empty() && path_.back() == name; }
  bool in_reference() const { return std::ranges::find(path_, "Reference") != path_.end(); }
  void field(std::string_view name) {
    if (name == "Reference" || in_reference()) return reference(name);
    if (name == "PMID" && (within("MedlineCitation") || within("BookDocument"))) {
      work_.id = text_;
      work_.pmid = clean_pmid(text_);
      work_.key = "pmid:" + text_;
    } else if (name == "ArticleTitle" || name == "BookTitle") {  // a chapter follows its book
      if (!work_.title.empty()) work_.venues.push_back(std::move(work_.title));
      work_.title = text_;
    } else if ((name == "Title" && within("Journal")) || name == "ISOAbbreviation") {
      work_.venues.push_back(text_);
    } else if ((name == "Year" || name == "MedlineDate") && within("PubDate")) {
      work_.year = year_in(text_);
    } else if (name == "Volume") {
      work_.volume = text_;
    } else if (name == "Issue") {
      work_.issue = text_;
    } else if (name == "MedlinePgn") {
      set_pages(text_, work_);
    } else if (name == "AbstractText" && sink_.options().abstracts) {
      work_.abstract += (work_.abstract.empty() ? "" : " ") + text_;
    } else if (name == "LastName" || name == "CollectiveName") {
      author_.family = text_;
    } else if (name == "ForeName" || (name == "Initials" && author_.given.empty())) {
      author_.given = text_;
    } else if (name == "Identifier" && within("Author") && kind_ == "ORCID") {
      author_.orcid = clean_orcid(text_);
    } else if (name == "Author" && !editors_) {
      work_.authors.push_back(std::move(author_));
    } else if ((name == "ArticleId" || name == "ELocationID") && kind_ == "doi") {
      work_.doi = clean_doi(text_);
    } else if (name == "DescriptorName") {
      work_.terms.push_back({"mesh", text_});
    } else if (name == "Keyword") {
      work_.terms.push_back({"keyword", text_});
    } else if (name == "PublicationType") {
      work_.terms.push_back({"type", text_});
    } else if (is_record(name)) {
      open_ = false;
      sink_.take(std::move(work_), {name_, work_.line},
                 work_.id.empty() ? "PMID: expected an id, found none" : "");
    }
  }
  void reference(std::string_view name) {
    if (name == "Citation") {
      cited_.text = text_;
    } else if (name == "ArticleId" && kind_ == "pubmed") {
      cited_.key = "pmid:" + text_;
    } else if (name == "ArticleId" && kind_ == "doi") {
      cited_.doi = clean_doi(text_);
    } else if (name == "Reference" && sink_.options().references) {
      if (cited_.text.empty()) cited_.text = cited_.key;
      work_.references.push_back(std::move(cited_));
    }
  }

  const std::string& name_;
  XmlReader& reader_;
  RecordSink& sink_;
  std::vector<std::string> path_;  // names of open elements; at end() without the closed one
  Work work_;
  WorkAuthor author_;
  CitedWork cited_;
  std::string text_, kind_;
  bool open_ = false, editors_ = false;
};

}  // namespace

void read_pubmed_xml(Input& input, RecordSink& sink) {
  XmlReader reader(input, XmlEntities::kHtmlLatin);
  PubmedXml handler(input.name(), reader, sink);
  reader.read(handler);
}

}  // namespace querent
