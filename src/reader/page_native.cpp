#include "reader/page_native.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "canvas/fonts.h"
#include "canvas/number_text.h"
#include "canvas/regions.h"

namespace attn::reader {
namespace {

using Kind = content::Block::Kind;

constexpr float kBody = 17, kSmall = 15.5f, kLeading = 0.36f, kFormula = 1.08f, kCardPadding = 24, kIndent = 22;

}  // namespace

void Page::open(content::Document document, std::string above) {
  document_ = std::move(document);
  above_ = std::move(above);
  chosen_.clear();
  cards_.clear();
  refusal_.clear();
  lit_.clear();
  lead_ = nullptr;
  for (const content::Block& block : document_.blocks) {
    if (block.kind == Kind::kHeading && block.level > 1) break;
    if (block.kind == Kind::kParagraph && !lead_ && !document_.title.empty()) lead_ = &block;
  }
}

Page::Style Page::style_of(const content::Block& block) const {
  using canvas::Font;
  using canvas::Role;
  switch (block.kind) {
    case Kind::kHeading:
      if (block.level == 1) return {{title_, Font::kStrong, Role::kInk}, 10};
      return block.level == 2 ? Style{{24.5f, Font::kStrong, Role::kInk}, 44} : Style{{19.5f, Font::kStrong, Role::kInk}, 32};
    case Kind::kItem:
    case Kind::kPrediction:
      return {{kBody, Font::kText, Role::kInk}, 9};
    case Kind::kTableRow:
      return {{kSmall, Font::kText, Role::kInk}, 10};
    case Kind::kCode:
      return {{14, Font::kText, Role::kInk}, 16};
    case Kind::kFigure:
      return {{kSmall, Font::kText, Role::kMuted}, 24};
    case Kind::kScene:
      return {{kSmall, Font::kText, Role::kMuted}, block.scene == block.section ? 8.0f : 26.0f};
    default:
      return is_lead(block) ? Style{{19.5f, Font::kText, Role::kMuted}, 16} : Style{{kBody, Font::kText, Role::kInk}, 18};
  }
}

std::string Page::live_value(const std::string& name) {
  session::Session& session = lab_.session;
  if (const params::Row* row = params::find(session.lesson().rows, name)) {
    const params::Value value = row->get(session.document().params());
    const double* number = std::get_if<double>(&value);
    return number ? canvas::shown_rounded(*number, 3) : params::print(*row, value);
  }
  const canvas::RegionId id = canvas::parse_region_id(name);
  const auto* result = session.results().find(id.name);
  if (!result) return "?";
  const course::Tensor tensor = session.results().read(*result);
  const int row = std::max(0, id.row);
  const size_t at = id.col < 0 ? static_cast<size_t>(row) : tensor.index(row, id.col);  // "name[3]" is the fourth number of a row
  if (at >= tensor.data.size()) return "none";
  const auto value = static_cast<double>(tensor.data[at]);
  if (!std::isfinite(value)) return tensor.share ? "(not counted)" : "\u2013";
  return tensor.share ? canvas::shown_rounded(100 * value, 3) + " %" : canvas::shown_rounded(value, 3);
}

void Page::add_words(canvas::Canvas& canvas, const content::Run& run, const content::Link& link, const Style& style, bool* space_pending,
                     Line* line) {
  const bool is_value = run.kind == content::Run::Kind::kValue;
  const std::string text = is_value ? live_value(run.text) : run.text;
  const bool strong = run.strong || is_value || style.font == canvas::Font::kStrong;
  const bool linked = link.kind != content::LinkKind::kNone;
  const canvas::TextStyle look{.color = canvas.color(linked ? canvas::Role::kInk : style.role),
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
      line->push_back({piece, word, look, nullptr, linked ? &link : nullptr});
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
    add_words(canvas, source, run.link, {{style.size, canvas::Font::kMath, style.role}, style.gap}, space_pending, line);
    return;
  }
  const float em = kFormula * style.size, space = 0.27f * style.size;
  const Piece piece{formula->width * em, (formula->height - formula->depth) * em, formula->depth * em, *space_pending ? space : 0,
                    !line->empty() && !*space_pending};
  line->push_back({piece, {}, {.color = {}, .size = style.size}, formula, run.link.kind == content::LinkKind::kNone ? nullptr : &run.link});
  *space_pending = false;
}

Page::Line Page::inlines(canvas::Canvas& canvas, const std::vector<content::Run>& runs, const Style& style) {
  Line line;
  bool space_pending = false;
  for (const content::Run& run : runs) {
    if (run.kind == content::Run::Kind::kFormula) {
      add_formula(canvas, run, style, &space_pending, &line);
    } else {
      add_words(canvas, run, run.link, style, &space_pending, &line);
    }
  }
  return line;
}

float Page::draw_line(canvas::Canvas& canvas, const Line& line, canvas::Rect column) {
  std::vector<Piece> pieces;
  for (const Inline& item : line) pieces.push_back(item.piece);
  const bool is_heading = !line.empty() && line.front().style.font == canvas::Font::kStrong && line.front().style.size > kBody;
  const Flow set = flow(pieces, column.width, line.empty() || is_heading ? 2 : kLeading * line.front().style.size);
  const auto origin_of = [&](size_t i) { return canvas::Point{column.x + set.origins[i].x, column.y + set.origins[i].y}; };
  for (size_t i = 0; i < line.size();) {
    const content::Link* link = line[i].link;
    size_t end = i + 1;
    while (link && end < line.size() && line[end].link == link && set.origins[end].y == set.origins[i].y) ++end;
    const canvas::Point from = origin_of(i);
    const float bottom = from.y + line[i].piece.descent;
    bool lit = false;
    if (link) {
      if (i == 0 || line[i - 1].link != link) ++links_;
      std::string words;
      for (size_t j = i; j < end; ++j) words += (j > i ? " " : "") + line[j].text;
      const float width = origin_of(end - 1).x + line[end - 1].piece.width - from.x;
      lit = draw_link(canvas, *link, {from.x, from.y - line[i].piece.ascent, width, line[i].piece.ascent + line[i].piece.descent}, from.y,
                      words);
    }
    for (; i < end; ++i)
      if (origin_of(i).y - line[i].piece.ascent < visible_.bottom() && bottom > visible_.y) draw_item(canvas, line[i], origin_of(i), lit);
  }
  return set.height;
}

void Page::draw_item(canvas::Canvas& canvas, const Inline& item, canvas::Point origin, bool lit) {
  const float top = origin.y - item.piece.ascent;
  if (item.formula) {
    if (!item.link && item.piece.width > 0) draw_symbols(canvas, *item.formula, origin, item.piece.width / item.formula->width);
    hooks_.draw_formula({origin.x, top, item.piece.width, item.piece.ascent + item.piece.descent}, *item.formula);
  } else {
    canvas::TextStyle style = item.style;
    if (lit) style.color = canvas.color(canvas::Role::kAccent);
    canvas.text({origin.x, top}, item.text, style);
  }
}

void Page::light(const std::string& name) {
  lit_ = lit_ == name ? "" : name;
  if (!lit_.empty()) refusal_ = lab_.session.figures().show_result(lit_);
}

void Page::draw_symbols(canvas::Canvas& canvas, const FormulaImages::Formula& formula, canvas::Point origin, float em) {
  const canvas::Color accent = canvas.color(canvas::Role::kAccent);
  const auto is_touched = [this](const std::string& name) { return canvas::lights(name, in_figure_); };
  for (const FormulaImages::Symbol& symbol : formula.symbols) {
    const canvas::Rect box{origin.x + em * symbol.box.x - 2, origin.y + em * symbol.box.y - 2, em * symbol.box.width + 4,
                           em * symbol.box.height + 4};
    const auto shown = std::find_if(symbol.names.begin(), symbol.names.end(), hooks_.figure_has);
    const std::string& name = shown == symbol.names.end() ? symbol.names.front() : *shown;
    const std::string id = "symbol[" + std::to_string(symbols_++) + "]";
    if (&symbol == &formula.symbols.front()) first_symbols_.push_back(id);
    const canvas::Interaction hand = canvas.region(id, box, canvas::Grip::kClick, name);
    const bool looked_at = canvas.is_hot(id), lit = looked_at || std::any_of(symbol.names.begin(), symbol.names.end(), is_touched);
    if (lit) canvas.rect(box, accent.with_alpha(0.14f), 3);
    if (looked_at) hovered_ = name;
    if (hand.pressed) light(name);
  }
}

bool Page::is_inner_symbol(std::string_view id) const {
  return id.starts_with("symbol[") && std::find(first_symbols_.begin(), first_symbols_.end(), id) == first_symbols_.end();
}

bool Page::draw_link(canvas::Canvas& canvas, const content::Link& link, canvas::Rect box, float baseline, std::string_view words) {
  const canvas::Interaction hand = canvas.region("link[" + std::to_string(links_) + "]", box, canvas::Grip::kClick, words);
  const canvas::Color accent = canvas.color(canvas::Role::kAccent);
  const bool acts = link.kind == content::LinkKind::kSet || link.kind == content::LinkKind::kShow;
  if (box.y < visible_.bottom() && box.bottom() > visible_.y) {
    if (hand.hovered && acts) canvas.rect(box, accent.with_alpha(0.09f), 3);
    canvas.line({box.x, baseline + 4}, {box.right(), baseline + 4}, {accent, 1.4f, acts});
  }
  if (link.kind == content::LinkKind::kShow && canvas.is_hot("link[" + std::to_string(links_) + "]")) hovered_ = link.target;
  if (hand.pressed) follow(link);
  return hand.hovered;
}

float Page::draw_words(canvas::Canvas& canvas, const std::vector<content::Run>& runs, const Look& look, canvas::Rect column) {
  constexpr float kFar = 1e6f;
  visible_ = {0, 0, kFar, kFar};
  return draw_line(canvas, inlines(canvas, runs, {look, 0}), column);
}

void Page::follow(const content::Link& link) {
  refusal_.clear();
  switch (link.kind) {
    case content::LinkKind::kSet:
      for (const params::Refusal& refused : lab_.session.set(link.target, session::Origin::kUi)) refusal_ = refused.message;
      lab_.session.playback().begin_story(lab_.session.figures().clock());
      break;
    case content::LinkKind::kShow:
      light(link.target);
      break;
    case content::LinkKind::kScene:
      refusal_ = lab_.session.scenes().show(link.target);
      break;
    case content::LinkKind::kFigure:
      refusal_ = lab_.session.figures().show(link.target);
      break;
    default:
      hooks_.follow(link);
      break;
  }
  lab_.publish_changes();
}

float Page::draw(canvas::Canvas& canvas, canvas::Rect column, canvas::Rect visible) {
  visible_ = visible;
  links_ = symbols_ = 0;
  first_symbols_.clear();
  hovered_.clear();
  title_ = std::clamp(0.078f * column.width, 28.0f, 44.0f);
  sections_.clear();
  float y = column.y;
  const canvas::Rect whole = column;
  if (!above_.empty()) {
    constexpr float kAbove = 15.3f;
    canvas.text({column.x, y}, above_, {.color = canvas.color(canvas::Role::kMuted), .size = kAbove, .baseline = canvas::Baseline::kTop});
    y += canvas::kLineHeight * kAbove;
  }
  float card = 0;  // the top of the exercise's card
  for (size_t i = 0; i < document_.blocks.size(); ++i) {
    const content::Block& block = document_.blocks[i];
    const session::Exercises::State* state = state_of(block.exercise);
    const bool hidden = block.kind == Kind::kExplanation && !(state && state->answered);
    if (!hidden) {
      if (begins_exercise(i)) {
        card = y + style_of(block).gap;
        const canvas::Rect box{whole.x, card, whole.width, cards_[block.exercise]};
        canvas.rect(box, canvas.color(canvas::Role::kSurface), 14);
        if (lab_.session.exercises().live() == block.exercise) canvas.border(box, {canvas.color(canvas::Role::kAccent), 1.5f}, 14);
        column = whole.inset(std::min(kCardPadding, 0.05f * whole.width), 0);
        y = card + kCardPadding - 2;
      } else if (i > 0 || !above_.empty()) {
        y += style_of(block).gap;
      }
      if (block.kind == Kind::kHeading && !block.section.empty()) sections_.emplace_back(block.section, y);
      if (block.kind == Kind::kScene && block.scene != block.section) sections_.emplace_back(block.scene, y);
      y += draw_block(canvas, block, {column.x, y, column.width, 0});
      if (ends_question(i)) y += draw_answer(canvas, block.exercise, {column.x, y, column.width, 0});
    }
    if (ends_exercise(i)) {
      y += kCardPadding - 4;
      cards_[block.exercise] = y - card;
      column = whole;
    }
  }
  lab_.view.lit = hovered_.empty() ? lit_ : hovered_;
  if (!refusal_.empty()) {
    const canvas::TextStyle style{.color = canvas.color(canvas::Role::kWarning), .size = 14, .baseline = canvas::Baseline::kTop};
    canvas.text({whole.x, visible.y + 8}, refusal_, style);
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
    return draw_line(canvas, inlines(canvas, {source}, {{kBody, canvas::Font::kMath, canvas::Role::kInk}, 0}), column);
  }
  const float em = std::min(kFormula * kBody, column.width / formula->width);
  const canvas::Size size{formula->width * em, formula->height * em};
  const canvas::Rect box{column.x + (column.width - size.width) / 2, column.y, size.width, size.height};
  if (box.y < visible_.bottom() && box.bottom() > visible_.y) {
    draw_symbols(canvas, *formula, {box.x, box.bottom() - formula->depth * em}, em);
    hooks_.draw_formula(box, *formula);
  }
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
  constexpr float kPadding = 14, kGap = 4;
  const canvas::Rect inner = column.inset(kPadding, 0);
  const float head = canvas::kLineHeight * kSmall, top = column.y + kPadding - 2;
  const Line words = inlines(canvas, block.runs, style_of(block));
  const float height = draw_line(canvas, words, {inner.x, top + head + kGap, inner.width, 0}) + head + kGap + 2 * kPadding - 2;
  const canvas::Rect card{column.x, column.y, column.width, height};
  const canvas::Interaction hand = canvas.region("still-" + block.text, card, canvas::Grip::kClick, content::plain_text(block.runs));
  canvas.border(card, {canvas.color(hand.hovered ? canvas::Role::kMuted : canvas::Role::kFaint), 1}, 14);
  canvas.text(
      {inner.x, top}, "Show in the figure",
      {.color = canvas.color(canvas::Role::kAccent), .size = kSmall, .font = canvas::Font::kStrong, .baseline = canvas::Baseline::kTop});
  if (hand.released && card.contains(hand.position)) follow({content::LinkKind::kFigure, block.text});
  return height;
}

}  // namespace attn::reader
