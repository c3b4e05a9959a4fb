#include "reader/page_native.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "canvas/fonts.h"
#include "canvas/regions.h"

namespace attn::reader {
namespace {

using Kind = content::Block::Kind;

constexpr float kBodySize = 16, kLeading = 5, kIndent = 22;

}  // namespace

void Page::open(content::Document document) {
  document_ = std::move(document);
  chosen_.clear();
  refusal_.clear();
}

Page::Style Page::style_of(const content::Block& block) {
  using canvas::Font;
  using canvas::Role;
  switch (block.kind) {
    case Kind::kHeading:
      if (block.level == 1) return {30, Font::kStrong, Role::kInk, 26};
      return {block.level == 2 ? 21.0f : 17.0f, Font::kStrong, Role::kInk, block.level == 2 ? 34.0f : 28.0f};
    case Kind::kItem:
    case Kind::kPrediction:
      return {kBodySize, Font::kText, Role::kInk, 8};
    case Kind::kTableRow:
      return {14, Font::kText, Role::kInk, 7};
    case Kind::kCode:
      return {14, Font::kText, Role::kInk, 14};
    case Kind::kFigure:
      return {14, Font::kText, Role::kMuted, 16};
    case Kind::kScene:
      return {14, Font::kText, Role::kMuted, 8};
    default:
      return {kBodySize, Font::kText, Role::kInk, 14};
  }
}

std::string Page::live_value(const std::string& name) {
  session::Session& session = lab_.session;
  if (const params::Row* row = params::find(session.lesson().rows, name)) {
    const params::Value value = row->get(session.params());
    const double* number = std::get_if<double>(&value);
    return number ? rounded(*number, 3) : params::print(*row, value);
  }
  const canvas::RegionId id = canvas::parse_region_id(name);
  const auto* result = session.find_result(id.name);
  if (!result) return "?";
  const course::Tensor tensor = session.read(*result);
  const int cols = tensor.shape.empty() ? 1 : tensor.shape.back();
  const int at = std::max(0, id.row) * (id.col >= 0 ? cols : 1) + std::max(0, id.col);
  if (at >= static_cast<int>(tensor.data.size())) return "none";
  const auto value = static_cast<double>(tensor.data[static_cast<size_t>(at)]);
  if (!std::isfinite(value)) return "\u2013";
  return tensor.share ? rounded(100 * value, 3) + " %" : rounded(value, 3);
}

void Page::add_words(canvas::Canvas& canvas, const content::Run& run, const Style& style, bool* space_pending, Line* line) {
  const bool is_value = run.kind == content::Run::Kind::kValue;
  const std::string text = is_value ? live_value(run.text) : run.text;
  const bool strong = run.strong || is_value || style.font == canvas::Font::kStrong;
  const bool linked = run.link.kind != content::LinkKind::kNone;
  const canvas::TextStyle look{.color = canvas.color(linked ? canvas::Role::kAccent : style.role),
                               .size = style.size,
                               .font = strong ? canvas::Font::kStrong : style.font,
                               .baseline = canvas::Baseline::kTop};
  const float ascent = canvas::baseline_below_top(look.font, look.size), space = canvas.measure(" ", look).width;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) {
      const std::string word = text.substr(at, end - at);
      const float width = canvas.measure(word, look).width;
      const Piece piece{width, ascent, look.size * canvas::kLineHeight - ascent, *space_pending ? space : 0,
                        !line->empty() && !*space_pending};
      line->push_back({piece, word, look, nullptr, linked ? &run.link : nullptr});
      *space_pending = false;
    }
    if (end < text.size()) *space_pending = true;
    at = end + 1;
  }
}

void Page::add_formula(canvas::Canvas& canvas, const content::Run& run, const Style& style, bool* space_pending, Line* line) {
  const FormulaImages::Formula* formula = formulas_.find(run.text, false);
  if (!formula) {
    content::Run source = run;
    source.kind = content::Run::Kind::kText;
    add_words(canvas, source, {style.size, canvas::Font::kMath, style.role, style.gap}, space_pending, line);
    return;
  }
  const float em = style.size, space = 0.27f * em;
  const Piece piece{formula->width * em, (formula->height - formula->depth) * em, formula->depth * em, *space_pending ? space : 0,
                    !line->empty() && !*space_pending};
  line->push_back({piece, {}, {.color = {}, .size = em}, formula, nullptr});
  *space_pending = false;
}

Page::Line Page::inlines(canvas::Canvas& canvas, const std::vector<content::Run>& runs, const Style& style) {
  Line line;
  bool space_pending = false;
  for (const content::Run& run : runs) {
    if (run.kind == content::Run::Kind::kFormula) {
      add_formula(canvas, run, style, &space_pending, &line);
    } else {
      add_words(canvas, run, style, &space_pending, &line);
    }
  }
  return line;
}

float Page::draw_line(canvas::Canvas& canvas, const Line& line, canvas::Rect column) {
  std::vector<Piece> pieces;
  for (const Inline& item : line) pieces.push_back(item.piece);
  const Flow set = flow(pieces, column.width, kLeading);
  for (size_t i = 0; i < line.size(); ++i) {
    const Inline& item = line[i];
    const canvas::Point origin{column.x + set.origins[i].x, column.y + set.origins[i].y};
    const float top = origin.y - item.piece.ascent;
    if (top > visible_.bottom() || origin.y + item.piece.descent < visible_.y) continue;
    if (item.formula) {
      hooks_.draw_formula({origin.x, top, item.piece.width, item.piece.ascent + item.piece.descent}, *item.formula);
    } else {
      canvas.text({origin.x, top}, item.text, item.style);
    }
    const bool goes_on = i > 0 && line[i - 1].link == item.link && set.origins[i - 1].y == set.origins[i].y;
    if (item.link) draw_link(canvas, item, origin, goes_on ? item.piece.space : 0);
  }
  return set.height;
}

void Page::draw_link(canvas::Canvas& canvas, const Inline& item, canvas::Point origin, float lead) {
  const canvas::Rect box{origin.x - lead, origin.y - item.piece.ascent, item.piece.width + lead, item.piece.ascent + item.piece.descent};
  const std::string id = "link[" + std::to_string(links_++) + "]";
  const canvas::Interaction hand = canvas.region(id, box, canvas::Grip::kClick, item.text);
  const float under = origin.y + 3;
  canvas.line({box.x, under}, {box.right(), under}, {canvas.color(canvas::Role::kAccent).with_alpha(hand.hovered ? 1.0f : 0.4f), 1});
  if (hand.pressed) follow(*item.link);
}

void Page::follow(const content::Link& link) {
  refusal_.clear();
  switch (link.kind) {
    case content::LinkKind::kSet:
      for (const params::Refusal& refused : lab_.session.set(link.target, session::Origin::kUi)) refusal_ = refused.message;
      break;
    case content::LinkKind::kShow:
      lab_.view.lit = lab_.view.lit == link.target ? "" : link.target;
      if (!lab_.view.lit.empty()) refusal_ = lab_.session.show_result(lab_.view.lit);
      break;
    case content::LinkKind::kScene:
      refusal_ = lab_.session.show_scene(link.target);
      break;
    case content::LinkKind::kFigure:
      refusal_ = lab_.session.show_figure(link.target);
      break;
    default:
      hooks_.follow(link);
      break;
  }
  lab_.publish_changes();
}

float Page::draw(canvas::Canvas& canvas, canvas::Rect column, canvas::Rect visible) {
  visible_ = visible;
  links_ = 0;
  sections_.clear();
  float y = column.y;
  for (size_t i = 0; i < document_.blocks.size(); ++i) {
    const content::Block& block = document_.blocks[i];
    const session::Exercises::State* state = state_of(block.exercise);
    if (block.kind == Kind::kExplanation && !(state && state->answered)) continue;
    if (i > 0) y += style_of(block).gap;
    if (block.kind == Kind::kHeading && !block.section.empty()) sections_.emplace_back(block.section, y);
    y += draw_block(canvas, block, {column.x, y, column.width, 0});
    if (ends_question(i)) y += draw_answer(canvas, block.exercise, {column.x, y, column.width, 0});
  }
  if (!refusal_.empty()) {
    const canvas::TextStyle style{.color = canvas.color(canvas::Role::kWarning), .size = 14, .baseline = canvas::Baseline::kTop};
    canvas.text({column.x, visible.y + 8}, refusal_, style);
  }
  return y;
}

float Page::draw_block(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column) {
  const Style style = style_of(block);
  switch (block.kind) {
    case Kind::kFormula:
      return draw_formula(canvas, block, column);
    case Kind::kTableRow:
      return draw_table_row(canvas, block, column);
    case Kind::kFigure:
      return draw_figure_link(canvas, block, column);
    case Kind::kPrediction:
      return draw_prediction(canvas, block, column);
    case Kind::kScene:
      return block.exercise.empty() ? draw_scene_link(canvas, block, column) : draw_scene_button(canvas, block, column);
    case Kind::kItem: {
      const float indent = kIndent * static_cast<float>(block.level);
      const std::string mark = block.number > 0 ? std::to_string(block.number) + "." : "\u2022";
      canvas.text({column.x + indent - 16, column.y}, mark,
                  {.color = canvas.color(canvas::Role::kMuted), .size = style.size, .baseline = canvas::Baseline::kTop});
      column.cut_left(indent);
      column.width = std::max(column.width, 40.0f);
      return draw_line(canvas, inlines(canvas, block.runs, style), column);
    }
    case Kind::kMistake:
    case Kind::kQuotation:
    case Kind::kExplanation: {
      const canvas::Role role = block.kind == Kind::kMistake ? canvas::Role::kWarning : canvas::Role::kAccent;
      canvas::Rect inner = column;
      inner.cut_left(16);
      const float height = draw_line(canvas, inlines(canvas, block.runs, style), inner);
      canvas.rect({column.x, column.y - 2, 3, height + 4}, canvas.color(role), 1.5f);
      return height;
    }
    case Kind::kCode:
      return draw_code(canvas, block, column);
    default:
      return draw_line(canvas, inlines(canvas, block.runs, style), column);
  }
}

float Page::draw_formula(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column) {
  const FormulaImages::Formula* formula = formulas_.find(block.text, true);
  if (!formula) {
    content::Run source;
    source.text = block.text;
    return draw_line(canvas, inlines(canvas, {source}, {kBodySize, canvas::Font::kMath, canvas::Role::kInk, 0}), column);
  }
  const float em = std::min(kBodySize * 1.1f, column.width / formula->width);
  const canvas::Size size{formula->width * em, formula->height * em};
  const canvas::Rect box{column.x + (column.width - size.width) / 2, column.y, size.width, size.height};
  if (box.y < visible_.bottom() && box.bottom() > visible_.y) hooks_.draw_formula(box, *formula);
  return size.height;
}

float Page::draw_code(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column) {
  constexpr float kLineHeight = 18;
  const canvas::TextStyle style{.color = canvas.color(canvas::Role::kInk), .size = 14, .baseline = canvas::Baseline::kTop};
  float y = column.y;
  for (size_t at = 0; at < block.text.size(); y += kLineHeight) {
    const size_t end = std::min(block.text.find('\n', at), block.text.size());
    if (y < visible_.bottom() && y + kLineHeight > visible_.y) canvas.text({column.x, y}, block.text.substr(at, end - at), style);
    at = end + 1;
  }
  return y - column.y;
}

float Page::draw_table_row(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column) {
  const float cell_width = column.width / static_cast<float>(std::max<size_t>(1, block.cells.size()));
  float height = 0;
  for (size_t i = 0; i < block.cells.size(); ++i) {
    const canvas::Rect cell{column.x + cell_width * static_cast<float>(i), column.y, cell_width - 10, 0};
    height = std::max(height, draw_line(canvas, inlines(canvas, block.cells[i], style_of(block)), cell));
  }
  canvas.line({column.x, column.y + height + 4}, {column.right(), column.y + height + 4}, {canvas.color(canvas::Role::kFaint), 1});
  return height;
}

float Page::draw_figure_link(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column) {
  const content::Link link{content::LinkKind::kFigure, block.text};
  std::vector<content::Run> runs = block.runs;
  for (content::Run& run : runs) run.link = link;
  const content::Run lead{.text = "Figure: ", .strong = true};
  runs.insert(runs.begin(), lead);
  const Line line = inlines(canvas, runs, style_of(block));
  return draw_line(canvas, line, column);
}

}  // namespace attn::reader
