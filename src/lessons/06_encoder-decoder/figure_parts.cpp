#include "lessons/06_encoder-decoder/figure_parts.h"

#include <algorithm>
#include <cmath>

#include "canvas/paragraph.h"
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

Page page_of(const canvas::Canvas& canvas) { return {std::clamp(canvas.bounds().width / 58, 11.0f, 14.0f), charts::wide_page(canvas, 6)}; }

}  // namespace attn::lessons::encoder_decoder
