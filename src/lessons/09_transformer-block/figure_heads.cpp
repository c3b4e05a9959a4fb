// The heads' own matrices are columns of W_q and rows of W_o: the same numbers, cut into pieces. Below them, by which root the scores have
// to be divided when there are several heads.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/text.h"
#include "charts/figure_text.h"
#include "charts/matrix_block.h"
#include "charts/small_button.h"
#include "lessons/09_transformer-block/figure_parts.h"
#include "lessons/09_transformer-block/figures.h"

namespace attn::lessons::transformer_block {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Rect, canvas::Role;

constexpr float kCaption = 18;
constexpr std::array<std::string_view, kMostHeads> kParts{"part-1", "part-2", "part-3", "part-4"};

/// A matrix with its name above it.
struct Piece {
  Map map;
  std::string name;
};

/// Draws the pieces side by side, with signs between them. Returns whether a piece that can be pressed was pressed.
bool draw_line(Canvas& canvas, Rect area, std::vector<Piece>& pieces, const std::vector<std::string_view>& signs, float cell, float high) {
  float columns = 0;
  for (const Piece& piece : pieces) columns += static_cast<float>(piece.map.values.cols());
  const float sign = std::clamp(0.035f * area.width, 11.0f, 26.0f);
  const float wide = std::min(cell, (area.width - sign * static_cast<float>(pieces.size() - 1)) / columns);
  float x = area.x;
  bool pressed = false;
  for (size_t k = 0; k < pieces.size(); ++k) {
    Piece& piece = pieces[k];
    const float width = wide * static_cast<float>(piece.map.values.cols());
    const float height = std::min(high * static_cast<float>(piece.map.values.rows()), area.height - kCaption);
    draw_caption(canvas, {x, area.y, width + sign, kCaption}, piece.name,
                 charts::shape_text(piece.map.values.rows(), piece.map.values.cols()));
    pressed |= draw_map(canvas, {x, area.y + kCaption, width, height}, piece.map).pressed && piece.map.grip == Grip::kClick;
    x += width;
    if (k < signs.size()) charts::draw_operator(canvas, {x + sign / 2, area.y + kCaption + 0.5f * height}, signs[k]);
    x += sign;
  }
  return pressed;
}

/// Takes the head shown out of the sum, or puts it back.
void toggle_cut(const Params& p, Params& edit) { edit.cut = p.cut == p.head ? 0 : p.head; }

/// Buttons to choose the head, and one to take it out.
void draw_choice(Canvas& canvas, Rect line, const Params& p, Params& edit) {
  const float width = std::min(70.0f, (line.width - 90) / static_cast<float>(p.heads()) - 6);
  for (int h = 0; h < p.heads(); ++h) {
    const Rect chip = line.cut_left(width);
    line.cut_left(6);
    const std::string id = "head[" + std::to_string(h) + "]";
    const bool chosen = h == p.head - 1;
    canvas::TextStyle style = chosen ? charts::strong(canvas, 12) : charts::quiet(canvas, 12);
    style.align = canvas::Align::kCenter;
    if (chosen) canvas.rect(chip, canvas.color(Role::kAccent).with_alpha(0.14f), 6);
    canvas.border(chip, {canvas.color(chosen || canvas.is_hot(id) ? Role::kAccent : Role::kFaint), chosen ? 2.0f : 1.0f}, 6);
    canvas.text(chip.center(), (width > 48 ? "head " : "") + std::to_string(h + 1), style);
    if (canvas.region(id, chip, Grip::kClick, "show head " + std::to_string(h + 1)).pressed) edit.head = h + 1;
  }
  const bool is_out = p.cut == p.head;
  const Rect button = line.cut_left(std::min(84.0f, line.width));
  if (charts::draw_small_button(canvas, button, "cut", is_out ? "put it back" : "take it out",
                                "take the head shown out of the sum, or put it back"))
    toggle_cut(p, edit);
}

/// x W_q = Q, with the head's columns in full colour.
void draw_cut(Canvas& canvas, Rect area, const Params& p, const Result& r, float cell, float high) {
  const kernels::MultiHead& a = r.block.layer.attention;
  const int band = p.heads() > 1 ? p.head_width() : 0, lit = p.heads() > 1 ? p.head - 1 : -1;
  std::vector<Piece> pieces;
  pieces.push_back(
      {{.id = "attention-input", .values = r.block.layer.attention_input, .label = "what goes into the attention", .row = p.token - 1},
       r.block.params.norm == kernels::NormPlace::pre ? "x, normed" : "x"});
  pieces.push_back(
      {{.id = "wq", .values = r.block.weights.attention.wq, .label = "query matrix", .band = band, .lit_band = lit, .limit = 1},
       "query matrix"});
  pieces.push_back({{.id = "queries", .values = a.q, .label = "queries", .row = p.token - 1, .band = band, .lit_band = lit}, "Q"});
  draw_line(canvas, area, pieces, {"\u00b7", "="}, cell, high);
}

/// concat W_o = output, with the head's columns and rows in full colour.
void draw_join(Canvas& canvas, Rect area, const Params& p, const Result& r, float cell, float high) {
  const kernels::MultiHead& a = r.block.layer.attention;
  const int band = p.heads() > 1 ? p.head_width() : 0, lit = p.heads() > 1 ? p.head - 1 : -1;
  std::vector<Piece> pieces;
  pieces.push_back(
      {{.id = "concat", .values = a.concat, .label = "heads side by side", .row = p.token - 1, .band = band, .lit_band = lit}, "heads"});
  pieces.push_back({{.id = "wo",
                     .values = r.block.weights.attention.wo,
                     .label = "output matrix",
                     .band = band,
                     .lit_band = lit,
                     .bands_down = true,
                     .limit = 1},
                    "output matrix"});
  pieces.push_back({{.id = p.heads() > 1 ? kParts[static_cast<size_t>(p.head - 1)] : std::string_view("attention"),
                     .values = r.block.layer.head_parts[static_cast<size_t>(p.head - 1)],
                     .label = "what the head puts in",
                     .row = p.token - 1},
                    p.heads() > 1 ? "part " + std::to_string(p.head) : "a"});
  draw_line(canvas, area, pieces, {"\u00b7", "="}, cell, high);
}

/// part 1 + ... + part h = output. A press on the part of the head shown takes it out.
void draw_parts(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit, float cell, float high) {
  std::vector<Piece> pieces;
  std::vector<std::string_view> signs;
  static constexpr std::array<std::string_view, kMostHeads> kPressed{"head-part[0]", "head-part[1]", "head-part[2]", "head-part[3]"};
  for (int h = 0; h < p.heads(); ++h) {
    const auto at = static_cast<size_t>(h);
    const bool shown = h == p.head - 1;  // the line above has this head's part with its cells, so here it is one region
    pieces.push_back({{.id = shown ? kPressed[at] : kParts[at],
                       .values = r.block.layer.head_parts[at],
                       .label = shown ? "take this part out of the sum, or put it back" : "what the head puts in",
                       .row = p.token - 1,
                       .whole = shown,
                       .grip = shown ? Grip::kClick : Grip::kHover,
                       .lit_by = kParts[at]},
                      "part " + std::to_string(h + 1)});
    signs.push_back(h + 1 < p.heads() ? "+" : "=");
  }
  pieces.push_back(
      {{.id = "attention", .values = r.block.layer.attention.output, .label = "output of the attention", .row = p.token - 1}, "a"});
  if (draw_line(canvas, area, pieces, signs, cell, high)) toggle_cut(p, edit);
}

/// How widely the scores are spread, depending on what they are divided by: three bars on one scale.
void draw_spread(Canvas& canvas, Rect area, const Params& p, const Result& r) {
  const bool brief = area.width < 420;
  draw_caption(canvas, area.cut_top(kCaption), "Standard deviation of the scores", brief ? "" : "of random tokens and matrices");
  const std::array<std::string, 3> names{"q \u00b7 k", "over \u221a" + std::to_string(p.head_width()) + " (d / h)",
                                         "over \u221a" + std::to_string(p.width()) + " (d)"};
  const Mat& s = r.spread.deviation;
  const float most = static_cast<float>(std::max(s(0, 0), Real(1.2)));
  const canvas::TextStyle style = charts::quiet(canvas, 11);
  const Rect names_at = area.cut_left(92), numbers = area.cut_right(38);
  const float row = std::min(area.height / 3, 22.0f);
  const float one = area.x + area.width / most;
  for (int k = 0; k < 3; ++k) {
    const Rect lane{area.x, area.y + static_cast<float>(k) * row, area.width, row};
    const std::string id = "score-spread[" + std::to_string(k) + "]";
    const float width = lane.width * static_cast<float>(s(k, 0)) / most;
    canvas.rect({lane.x, lane.y + 0.2f * row, width, 0.6f * row},
                canvas.color(k == 1 ? Role::kInk : Role::kMuted).with_alpha(k == 1 ? 0.85f : 0.45f), 2);
    canvas.text({names_at.x, lane.center().y}, names[static_cast<size_t>(k)], k == 1 ? charts::strong(canvas, 11) : style);
    canvas.text({numbers.x + 6, lane.center().y}, fixed(static_cast<double>(s(k, 0)), 2), k == 1 ? charts::strong(canvas, 11) : style);
    if (canvas.is_hot(id)) canvas.border({lane.x, lane.y + 0.2f * row, width, 0.6f * row}, {canvas.color(Role::kAccent), 2}, 2);
    canvas.region(id, lane, Grip::kHover, "standard deviation of the scores");
  }
  canvas.line({one, area.y}, {one, area.y + 3 * row}, {canvas.color(Role::kAccent), 1, true});
}

}  // namespace

void draw_heads(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = page(canvas);
  const bool small = canvas.bounds().height < 330;
  draw_foot(canvas, &area, "full colour at 2, of the two matrices at 1; pale: the other heads; dashed line: deviation 1");
  draw_choice(canvas, area.cut_top(small ? 22.0f : 26.0f), p, edit);
  area.cut_top(small ? 3.0f : 10.0f);
  const float gap = small ? 3.0f : 10.0f;
  const Rect bars = area.cut_bottom(small ? 58.0f : kCaption + 66);
  area.cut_bottom(gap);
  const auto n = static_cast<float>(r.n()), d = static_cast<float>(p.width());
  const int lines = p.heads() > 1 ? 3 : 2;
  // The first two lines have the height of W, the third has the height of the sentence.
  const float rows = 2 * std::max(n, d) + (lines == 3 ? n : 0);
  const float high = std::min((area.height - gap * static_cast<float>(lines - 1) - kCaption * static_cast<float>(lines)) / rows, 30.0f);
  const float cell = std::min(2.2f * std::max(high, 8.0f), 46.0f);
  draw_cut(canvas, area.cut_top(kCaption + high * std::max(n, d)), p, r, cell, high);
  area.cut_top(gap);
  draw_join(canvas, area.cut_top(kCaption + high * std::max(n, d)), p, r, cell, high);
  area.cut_top(gap);
  if (lines == 3) draw_parts(canvas, area.cut_top(kCaption + high * n), p, r, edit, cell, high);
  draw_spread(canvas, bars, p, r);
}

}  // namespace attn::lessons::transformer_block
