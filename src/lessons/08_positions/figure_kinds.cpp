// Four ways to tell the score where two words stand, side by side.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/matrix_block.h"
#include "lessons/08_positions/figure_parts.h"
#include "lessons/08_positions/figures.h"

namespace attn::lessons::positions {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

constexpr std::array<std::string_view, kKinds> kIds{"sinusoidal", "learned", "relative", "rotary"};

constexpr float kLine = 19;        ///< largest height of a line of numbers
constexpr float kLeastLine = 12;   ///< smallest height; where that is too much, the parts of the score go first, then the verdict
constexpr float kScaleFrom = 420;  ///< a canvas of at least this height shows the scale of colours
constexpr float kLimit = 2.5f;     ///< absolute value of a score with the strongest colour

/// "score  0.82" in a line, which is the region `id[kind,0]`.
void draw_value(Canvas& canvas, Rect line, std::string_view id, int kind, std::string_view name, Real value, bool bold) {
  const std::string cell = canvas::cell_id(id, kind, 0);
  const float size = std::clamp(0.78f * line.height, 10.0f, 13.0f);
  canvas::TextStyle number = bold ? charts::strong(canvas, size) : canvas::TextStyle{.color = canvas.color(Role::kInk), .size = size};
  if (canvas.is_hot(cell)) number.color = canvas.color(Role::kAccent);
  number.align = canvas::Align::kRight;
  canvas.text({line.x, line.center().y}, name, charts::quiet(canvas, size));
  canvas.text({line.right(), line.center().y}, canvas::shown_fixed(static_cast<double>(value), 2), number);
  canvas.region(cell, line, Grip::kHover, name);
}

/// Says, by a sign and a word, whether the score stays the same when both words move; or that they have not moved yet.
void draw_verdict(Canvas& canvas, Rect line, const KindScores& k, int shift) {
  const float size = std::clamp(0.78f * line.height, 10.0f, 13.0f);
  if (shift == 0) return canvas.text({line.x, line.center().y}, "not moved yet", charts::quiet(canvas, size));
  canvas::TextStyle style = charts::strong(canvas, size);
  style.color = canvas.color(k.stays() ? Role::kGood : Role::kWarning);
  canvas.text({line.x, line.center().y}, k.stays() ? "= stays" : "\u2260 changes", style);
}

void draw_numbers(Canvas& canvas, Rect area, const Params& p, const Result& r, int kind) {
  const KindScores& k = r.kinds.of[static_cast<size_t>(kind)];
  const bool whole = area.height >= 5 * kLeastLine, judged = area.height >= 3 * kLeastLine;
  const float line = std::min(kLine, area.height / (whole ? 5 : judged ? 3 : 2));
  if (whole) {
    draw_value(canvas, area.cut_top(line), "content-part", kind, "words", k.content, false);
    draw_value(canvas, area.cut_top(line), "position-part", kind, "places", k.score - k.content, false);
    canvas.line({area.x, area.y}, {area.right(), area.y}, {canvas.color(Role::kFaint), 1});
  }
  draw_value(canvas, area.cut_top(line), "score", kind, "score", k.score, true);
  draw_value(canvas, area.cut_top(line), "moved-score", kind, area.width > 110 ? (p.shift < 0 ? "moved back" : "moved on") : "moved",
             k.moved, true);
  if (judged) draw_verdict(canvas, area.cut_top(line), k, p.shift);
}

void draw_panel(Canvas& canvas, Rect area, const Params& p, const Result& r, int kind, Params& edit) {
  const canvas::TextStyle title = charts::strong(canvas, area.width > 150 ? 14.0f : 12.0f);
  const Rect head = area.cut_top(22);
  std::string_view name = kind_name(static_cast<Kind>(kind));
  if (canvas.measure(name, title).width > head.width) name = name.substr(0, name.find(','));
  canvas.text({head.x, head.y + 9}, canvas::elided(canvas, name, title, head.width), title);
  const std::string id = "scores-" + std::string(kIds[static_cast<size_t>(kind)]);
  const PairMap map{.id = id, .values = r.kinds.of[static_cast<size_t>(kind)].scores, .limit = kLimit, .shift = true};
  if (area.height > 1.25f * area.width) {
    const Rect cells = draw_pair_map(canvas, {area.x, area.y, area.width, area.width}, p, map, edit);
    area.cut_top(cells.bottom() - area.y + 6);
    area.height = std::min(area.height, 5 * kLine);
    draw_numbers(canvas, area, p, r, kind);
    return;
  }
  const float side = std::min(area.height, std::max(0.46f * area.width, area.width - 150));
  const Rect cells = draw_pair_map(canvas, {area.x, area.y, side, side}, p, map, edit);
  area.cut_left(cells.right() - area.x + 8);
  draw_numbers(canvas, area, p, r, kind);
}

/// The two words as rows of numbers, and the learned number of each offset. All of them can be dragged.
void draw_words(Canvas& canvas, Rect area, const Params& p, Params& edit) {
  static const std::vector<std::string> kNames{"asks: q", "answers: k"}, kLetters{"q", "k"};
  static const std::vector<std::string> kOffsets{"\u22124", "\u22123", "\u22122", "\u22121", "0", "1", "2", "3", "4"};
  const bool wide = area.width > 460;
  Rect right = area.cut_right(0.46f * area.width);
  area.cut_right(std::clamp(0.03f * area.width, 8.0f, 30.0f));
  const canvas::TextStyle title = charts::strong(canvas, area.width > 300 ? 13.0f : 12.0f);
  for (const auto& [rect, text] :
       {std::pair(&area, "The two words"), std::pair(&right, wide ? "Relative: a number for each offset" : "Offsets \u22124 to 4")}) {
    const Rect head = rect->cut_top(20);
    canvas.text({head.x, head.y + 8}, canvas::elided(canvas, text, title, head.width), title);
  }
  const auto limit = static_cast<float>(kContentLimit);
  charts::CellMatrix matrix{.id = "content",
                            .values = p.content,
                            .colors = charts::CellMatrix::Colors::kSigned,
                            .limit = limit,
                            .rows = wide ? kNames : kLetters,
                            .row_role = Role::kInk,
                            .grip = Grip::kDrag,
                            .label = "the two words, drag a number up or down",
                            .digits = 1};
  charts::edit_cells(charts::draw_cell_matrix(canvas, area, matrix), p.content, &edit.content, Real(kContentStep), kContentLimit);
  charts::CellMatrix offsets{.id = "bias",
                             .values = p.bias,
                             .colors = charts::CellMatrix::Colors::kSigned,
                             .limit = limit,
                             .col_role = Role::kMuted,
                             .grip = Grip::kDrag,
                             .label = "number added at each offset, drag one up or down",
                             .digits = 1};
  if (wide) offsets.cols = kOffsets;
  charts::edit_cells(charts::draw_cell_matrix(canvas, right, offsets), p.bias, &edit.bias, Real(kContentStep), kContentLimit);
}

}  // namespace

void draw_kinds(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  Rect scale = canvas.bounds().height >= kScaleFrom ? area.cut_bottom(28).cut_bottom(20) : Rect{};
  draw_ruler(canvas, area.cut_top(ruler_height(true)), p, true, edit);
  area.cut_top(8);
  const bool row = area.width > 560 || area.width > 1.8f * area.height;
  const int cols = row ? 4 : 2, rows = kKinds / cols;
  const float gap = std::clamp(0.025f * area.width, 8.0f, 24.0f);
  const float width = (area.width - gap * static_cast<float>(cols - 1)) / static_cast<float>(cols);
  const float words = std::clamp(0.085f * area.width, 42.0f, 66.0f) + 20;
  Rect foot{};
  if (area.height - words > (row ? 0.8f * width + 118 : 230)) foot = area.cut_bottom(words), area.cut_bottom(12);
  const float height =
      std::min((area.height - gap * 0.5f * static_cast<float>(rows - 1)) / static_cast<float>(rows), width + 22 + 6 + 5 * kLine + 8);
  for (int kind = 0; kind < kKinds; ++kind) {
    const auto col = static_cast<float>(kind % cols), at = static_cast<float>(kind / cols);
    draw_panel(canvas, {area.x + col * (width + gap), area.y + at * (height + 0.5f * gap), width, height}, p, r, kind, edit);
  }
  const float below = area.y + (height + 0.5f * gap) * static_cast<float>(rows) + 8;
  if (foot.height > 0) {
    foot.y = std::min(foot.y, below);
    scale.y = std::min(scale.y, foot.bottom() + 8);
    draw_words(canvas, foot, p, edit);
  } else {
    scale.y = std::min(scale.y, below);
  }
  if (scale.height > 0)
    charts::draw_signed_foot(canvas, scale, kLimit, "score: a row for each place of the word that asks, a column for the other");
}

}  // namespace attn::lessons::positions
