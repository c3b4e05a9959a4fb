#include "lessons/06_encoder-decoder/figure_parts.h"

#include <algorithm>
#include <cmath>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"

namespace attn::lessons::encoder_decoder {

void draw_centred(canvas::Canvas& canvas, canvas::Rect place, std::string_view text, canvas::TextStyle style) {
  style.align = canvas::Align::kCenter;
  if (text.starts_with('<') && text.ends_with('>') && canvas.measure(text, style).width > place.width - 1)
    text = text.substr(1, text.size() - 2);
  const float width = canvas.measure(text, style).width;
  if (width > place.width - 1) style.size = std::max(8.0f, style.size * (place.width - 2) / width);
  canvas.text(place.center(), canvas::elided(canvas, text, style, place.width - 1), style);
}

void move_by_hand(const canvas::Interaction& hand, const Mat& bottleneck, float pixels, Params& edit) {
  constexpr Real kNudge = Real(0.05);  // by an arrow key
  const bool dragging = hand.held && hand.delta.y != 0 && hand.first_row >= 0;
  const int l = dragging ? hand.first_row : hand.row, i = dragging ? hand.first_col : hand.col;
  if (l < 0 || i < 0 || l >= bottleneck.rows() || i >= bottleneck.cols()) return;
  Real change = 0;
  if (dragging) change = static_cast<Real>(-hand.delta.y / pixels);
  if (!dragging && hand.selected) change = kNudge * static_cast<Real>(hand.nudge_x - hand.nudge_y);
  if (change == 0) return;
  move_number(edit, l, i, std::clamp(std::round((bottleneck(l, i) + change) * 1000) / 1000, Real(-1), Real(1)));
}

ChosenNumber chosen_number(const canvas::Canvas& canvas, const canvas::Interaction& hand, const Mat& bottleneck, const Params& p) {
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  ChosenNumber chosen;
  if (hand.held)
    chosen = {hand.first_row, hand.first_col};
  else if (hot.name == "bottleneck" && hot.col >= 0)
    chosen = {hot.row, hot.col};
  else if (p.moved.rows() > 0)
    chosen = {static_cast<int>(p.moved(p.moved.rows() - 1, 0)), static_cast<int>(p.moved(p.moved.rows() - 1, 1))};
  const bool known = chosen.layer >= 0 && chosen.number >= 0 && chosen.layer < bottleneck.rows() && chosen.number < bottleneck.cols();
  return known ? chosen : ChosenNumber{};
}

std::string said_of(const ChosenNumber& chosen, const Mat& bottleneck, std::string_view otherwise) {
  if (chosen.number < 0) return std::string(otherwise);
  const std::string layer = bottleneck.rows() > 1 ? "layer " + std::to_string(chosen.layer + 1) + ", " : "";
  return layer + "number " + std::to_string(chosen.number + 1) + ": " + canvas::shown_fixed(bottleneck(chosen.layer, chosen.number), 2);
}

void draw_number_ticks(canvas::Canvas& canvas, canvas::Rect row, const Mat& bottleneck, const ChosenNumber& chosen, float size) {
  const int u = static_cast<int>(bottleneck.cols());
  float from = row.right(), to = row.x;  // of the chosen number's label, which ticks make room for
  const auto draw = [&](int number, std::string_view text, canvas::TextStyle style, float gap) {
    style.align = canvas::Align::kCenter;
    const float half = canvas.measure(text, style).width / 2;
    const float x = std::clamp(row.cell(0, number, 1, u).center().x, row.x + half, row.right() - half);
    if (x + half + gap > from && x - half - gap < to) return;
    canvas.text({x, row.center().y}, text, style);
    if (gap == 0) from = x - half, to = x + half;
  };
  if (chosen.number >= 0) {
    canvas::TextStyle style = charts::strong(canvas, size - 1);
    style.color = canvas.color(canvas::Role::kAccent);
    const std::string value = canvas::shown_fixed(bottleneck(chosen.layer, chosen.number), 2);
    draw(chosen.number, std::to_string(chosen.number + 1) + ": " + value, style, 0);
  }
  for (int quarter = 0; quarter <= 4; ++quarter) {
    const int number = std::max(1, quarter * u / 4);
    draw(number - 1, std::to_string(number), charts::quiet(canvas, size - 1), 5);
  }
}

Page page_of(const canvas::Canvas& canvas) { return {std::clamp(canvas.bounds().width / 58, 11.0f, 14.0f), charts::wide_page(canvas, 6)}; }

}  // namespace attn::lessons::encoder_decoder
