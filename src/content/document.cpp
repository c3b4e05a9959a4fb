#include "content/document.h"

#include <md4c.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <utility>

namespace attn::content {
namespace {

constexpr std::array<std::pair<std::string_view, LinkKind>, 6> kSchemes = {{{"set:", LinkKind::kSet},
                                                                            {"show:", LinkKind::kShow},
                                                                            {"figure:", LinkKind::kFigure},
                                                                            {"code:", LinkKind::kCode},
                                                                            {"lesson:", LinkKind::kLesson},
                                                                            {"scene:", LinkKind::kScene}}};
constexpr std::string_view kMistake = "Common mistake.";

std::string string_of(const MD_ATTRIBUTE& a) { return {a.text ? a.text : "", a.size}; }

/// Whether `text` can be the name of a live value: letters, digits, `_`, `-`, and an optional [i] or [i,j].
bool names_value(std::string_view text) {
  if (text.empty() || !std::isalpha(static_cast<unsigned char>(text[0]))) return false;
  return std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-' || c == '[' || c == ']' || c == ','; });
}

/// Builds the document from md4c's events.
class Builder {
 public:
  Document finish() && {
    mark_special_paragraphs();
    assign_sections();
    return std::move(document_);
  }

  void enter(MD_BLOCKTYPE type, void* detail) {
    switch (type) {
      case MD_BLOCK_H:
        open(Block::Kind::kHeading).level = static_cast<int>(static_cast<MD_BLOCK_H_DETAIL*>(detail)->level);
        break;
      case MD_BLOCK_P:
        if (!reuse_item_) open(quotes_ > 0 ? Block::Kind::kQuotation : Block::Kind::kParagraph);
        reuse_item_ = false;
        break;
      case MD_BLOCK_QUOTE:
        ++quotes_;
        break;
      case MD_BLOCK_UL:
        numbers_.push_back(0);
        break;
      case MD_BLOCK_OL:
        numbers_.push_back(static_cast<int>(static_cast<MD_BLOCK_OL_DETAIL*>(detail)->start));
        break;
      case MD_BLOCK_LI:
        open_item(static_cast<MD_BLOCK_LI_DETAIL*>(detail)->is_task != 0);
        break;
      case MD_BLOCK_CODE:
        open(Block::Kind::kCode);
        break;
      case MD_BLOCK_TR:
        open(Block::Kind::kTableRow);
        break;
      case MD_BLOCK_TH:
      case MD_BLOCK_TD:
        cell_start_ = current().runs.size();
        break;
      default:
        break;
    }
  }

  void leave(MD_BLOCKTYPE type) {
    if (type == MD_BLOCK_QUOTE) --quotes_;
    if (type == MD_BLOCK_UL || type == MD_BLOCK_OL) numbers_.pop_back();
    if (type == MD_BLOCK_LI) reuse_item_ = false;
    if (type == MD_BLOCK_TH || type == MD_BLOCK_TD) close_cell(type == MD_BLOCK_TH);
  }

  void enter(MD_SPANTYPE type, void* detail) {
    switch (type) {
      case MD_SPAN_STRONG:
        ++strong_;
        break;
      case MD_SPAN_EM:
        ++emphasis_;
        break;
      case MD_SPAN_CODE:
        ++code_;
        break;
      case MD_SPAN_A:
        link_ = parse_link(string_of(static_cast<MD_SPAN_A_DETAIL*>(detail)->href));
        break;
      case MD_SPAN_IMG: {
        const Link source = parse_link(string_of(static_cast<MD_SPAN_IMG_DETAIL*>(detail)->src));
        current().kind = Block::Kind::kFigure;
        current().text = source.target;
        break;
      }
      case MD_SPAN_LATEXMATH:
        formula_ = true;
        break;
      case MD_SPAN_LATEXMATH_DISPLAY:
        formula_ = true, current().kind = Block::Kind::kFormula;
        break;
      default:
        break;
    }
  }

  void leave(MD_SPANTYPE type) {
    switch (type) {
      case MD_SPAN_STRONG:
        --strong_;
        break;
      case MD_SPAN_EM:
        --emphasis_;
        break;
      case MD_SPAN_CODE:
        --code_;
        break;
      case MD_SPAN_A:
        link_ = {};
        break;
      case MD_SPAN_LATEXMATH:
      case MD_SPAN_LATEXMATH_DISPLAY:
        formula_ = false;
        break;
      default:
        break;
    }
  }

  void text(MD_TEXTTYPE type, std::string_view text) {
    if (document_.blocks.empty()) return;
    Block& block = current();
    if (block.kind == Block::Kind::kCode || block.kind == Block::Kind::kFormula) {
      block.text += text;
    } else if (type == MD_TEXT_SOFTBR || type == MD_TEXT_BR) {
      add(Run::Kind::kText, " ");
    } else if (formula_) {
      add(Run::Kind::kFormula, text);
    } else if (type == MD_TEXT_NORMAL) {
      add_with_values(text);
    } else {
      add(Run::Kind::kText, text);
    }
  }

 private:
  Block& current() { return document_.blocks.back(); }

  Block& open(Block::Kind kind) {
    document_.blocks.emplace_back();
    current().kind = kind;
    return current();
  }

  void open_item(bool is_task) {
    Block& block = open(is_task ? Block::Kind::kPrediction : Block::Kind::kItem);
    block.level = static_cast<int>(numbers_.size());
    if (int& number = numbers_.back(); !is_task && number > 0) block.number = number++;
    reuse_item_ = true;
  }

  void close_cell(bool heads) {
    Block& block = current();
    const auto start = block.runs.begin() + static_cast<std::ptrdiff_t>(cell_start_);
    block.cells.emplace_back(start, block.runs.end());
    block.runs.erase(start, block.runs.end());
    if (heads)
      for (Run& run : block.cells.back()) run.strong = true;
  }

  void add(Run::Kind kind, std::string_view text) {
    std::vector<Run>& runs = current().runs;
    Run run{kind, std::string(text), strong_ > 0, emphasis_ > 0, code_ > 0, link_};
    if (!runs.empty() && joins(runs.back(), run)) {
      runs.back().text += run.text;
    } else {
      runs.push_back(std::move(run));
    }
  }

  static bool joins(const Run& a, const Run& b) {
    return a.kind == b.kind && a.kind != Run::Kind::kValue && a.strong == b.strong && a.emphasis == b.emphasis && a.code == b.code &&
           a.link.kind == b.link.kind && a.link.target == b.link.target;
  }

  /// Splits "a {temperature} b" into text, value, text.
  void add_with_values(std::string_view text) {
    while (!text.empty()) {
      const size_t open_brace = text.find('{');
      const size_t close_brace = open_brace == text.npos ? text.npos : text.find('}', open_brace);
      if (close_brace == text.npos) break;
      const std::string_view name = text.substr(open_brace + 1, close_brace - open_brace - 1);
      if (open_brace > 0) add(Run::Kind::kText, text.substr(0, open_brace));
      if (names_value(name)) {
        add(Run::Kind::kValue, name);
      } else {
        add(Run::Kind::kText, text.substr(open_brace, close_brace - open_brace + 1));
      }
      text.remove_prefix(close_brace + 1);
    }
    if (!text.empty()) add(Run::Kind::kText, text);
  }

  void mark_special_paragraphs() {
    for (Block& block : document_.blocks)
      if (block.kind == Block::Kind::kParagraph && !block.runs.empty() && block.runs[0].strong &&
          block.runs[0].text.rfind(kMistake, 0) == 0)
        block.kind = Block::Kind::kMistake;
  }

  /// Removes `{exercise=id}` from headings, and marks the blocks of each section and exercise.
  void assign_sections() {
    std::string id, section;
    int predictions = 0, scenes = 0;
    for (Block& block : document_.blocks) {
      if (block.kind == Block::Kind::kHeading) {
        id = take_exercise_id(&block);
        predictions = scenes = 0;
        section = block.level == 1 ? "" : anchor_of(plain_text(block.runs));
        if (block.level == 1) document_.title = plain_text(block.runs);
      }
      block.exercise = id;
      block.section = section;
      if (block.kind == Block::Kind::kPrediction) block.number = predictions++;
      if (!id.empty() && block.kind == Block::Kind::kQuotation) block.kind = Block::Kind::kExplanation;
      if (block.kind == Block::Kind::kParagraph && block.runs.size() == 1 && block.runs[0].link.kind == LinkKind::kScene) {
        block.kind = Block::Kind::kScene;
        block.text = block.runs[0].link.target;
        block.scene = ++scenes == 1 ? section : section + "-" + std::to_string(scenes);
      }
    }
  }

  static std::string take_exercise_id(Block* heading) {
    constexpr std::string_view kMark = "{exercise=";
    if (heading->runs.empty()) return {};
    std::string& text = heading->runs.back().text;
    const size_t start = text.find(kMark), end = text.find('}', start == text.npos ? 0 : start);
    if (start == text.npos || end == text.npos) return {};
    const std::string id = text.substr(start + kMark.size(), end - start - kMark.size());
    text.erase(start);
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return id;
  }

  Document document_;
  std::vector<int> numbers_;  ///< the next number of each open list; 0 in lists without numbers
  int quotes_ = 0, strong_ = 0, emphasis_ = 0, code_ = 0;
  size_t cell_start_ = 0;
  bool formula_ = false, reuse_item_ = false;
  Link link_;
};

}  // namespace

Link parse_link(std::string_view destination) {
  for (const auto& [scheme, kind] : kSchemes)
    if (destination.rfind(scheme, 0) == 0) return {kind, std::string(destination.substr(scheme.size()))};
  return {LinkKind::kUrl, std::string(destination)};
}

Document parse(std::string_view markdown) {
  Builder builder;
  MD_PARSER parser = {};
  parser.flags = MD_FLAG_LATEXMATHSPANS | MD_FLAG_TASKLISTS | MD_FLAG_TABLES | MD_FLAG_NOHTML | MD_FLAG_PERMISSIVEURLAUTOLINKS;
  parser.enter_block = [](MD_BLOCKTYPE type, void* detail, void* b) { return static_cast<Builder*>(b)->enter(type, detail), 0; };
  parser.leave_block = [](MD_BLOCKTYPE type, void*, void* b) { return static_cast<Builder*>(b)->leave(type), 0; };
  parser.enter_span = [](MD_SPANTYPE type, void* detail, void* b) { return static_cast<Builder*>(b)->enter(type, detail), 0; };
  parser.leave_span = [](MD_SPANTYPE type, void*, void* b) { return static_cast<Builder*>(b)->leave(type), 0; };
  parser.text = [](MD_TEXTTYPE type, const MD_CHAR* text, MD_SIZE size, void* b) {
    return static_cast<Builder*>(b)->text(type, {text, size}), 0;
  };
  md_parse(markdown.data(), static_cast<MD_SIZE>(markdown.size()), &parser, &builder);
  return std::move(builder).finish();
}

std::string plain_text(const std::vector<Run>& runs) {
  std::string text;
  for (const Run& run : runs) text += run.text;
  return text;
}

std::vector<ExerciseText> exercises(const Document& document) {
  std::vector<ExerciseText> found;
  for (const Block& block : document.blocks) {
    if (block.exercise.empty()) continue;
    if (found.empty() || found.back().id != block.exercise) found.push_back({block.exercise});
    found.back().predictions += block.kind == Block::Kind::kPrediction;
    found.back().explained |= block.kind == Block::Kind::kExplanation;
    if (block.kind == Block::Kind::kScene) found.back().scene = block.text;
  }
  return found;
}

std::string anchor_of(std::string_view heading) {
  std::string anchor;
  for (const unsigned char c : heading) {
    if (std::isalnum(c) || c >= 0x80)
      anchor += static_cast<char>(std::tolower(c));
    else if (!anchor.empty() && anchor.back() != '-')
      anchor += '-';
  }
  if (!anchor.empty() && anchor.back() == '-') anchor.pop_back();
  return anchor;
}

std::vector<SceneText> scenes(const Document& document) {
  std::vector<SceneText> found;
  const Block* heading = nullptr;
  const Block* before = nullptr;
  for (const Block& block : document.blocks) {
    if (block.kind == Block::Kind::kHeading) heading = &block;
    if (block.kind == Block::Kind::kScene && heading && !block.section.empty()) {
      const bool first = block.scene == block.section;
      found.push_back(
          {block.scene, plain_text(first ? heading->runs : block.runs), block.exercise, block.text, !first || before == heading});
    }
    before = &block;
  }
  return found;
}

}  // namespace attn::content
