// The logit lens: what each layer would say next if it were the last one, below each token of the text.
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/11_language-models/figures.h"
#include "lessons/11_language-models/said.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

constexpr float kLeastLensColumn = 52, kLensNameSize = 13, kSmallestLensName = 10.5f, kLensNumberSize = 11;
constexpr float kLensNumberFrom = 33;    ///< the height of a cell that has room for its number
constexpr float kGoodLensRow = 58;       ///< rows are as high as this before the likeliest tokens get room below them
constexpr float kLeastLensStage = 112;   ///< the width in which the likeliest tokens of a stage can be read
constexpr float kLeastCandidates = 108;  ///< the height of the likeliest tokens with their headings
constexpr size_t kMostLensCandidates = 10;

/// The tokens that have a column. A long text is divided into windows of about the same length, of which the one with the token that is
/// looked at is shown, so that a press on a column moves none of them.
struct LensWindow {
  int first = 0, count = 1;
};

LensWindow lens_window(const Canvas& canvas, const Result& r, float width) {
  const auto n = static_cast<int>(r.text.names.size());
  float widest = 0;
  const canvas::TextStyle style{.color = {}, .size = 12};
  for (const std::string& name : r.text.names) widest = std::max(widest, canvas.measure(name, style).width);
  const float column = std::clamp(widest + 12, kLeastLensColumn, std::clamp(width / 5, kLeastLensColumn, 76.0f));
  const int most = std::clamp(static_cast<int>(width / column), 1, n), windows = (n + most - 1) / most;
  const auto begin = [&](int window) { return window * n / windows; };
  int shown = 0;
  while (begin(shown + 1) <= r.place) ++shown;
  return {begin(shown), begin(shown + 1) - begin(shown)};
}

std::string lens_stage(const Result& r, int l, bool wide) {
  if (l == 0) return wide ? "table alone" : "table";
  if (l + 1 == static_cast<int>(r.lens_token.rows())) return "answer";
  return (wide ? "after layer " : "layer ") + std::to_string(l);
}

/// The token that answers place t: the one that follows, or if it was hidden the one that stood there; -1 where nothing was asked.
int lens_follower(const Result& r, int t) {
  if (!r.settings.causal) return r.text.is_said(t) && !(t == r.place && is_gap(r)) ? r.text.tokens[static_cast<size_t>(t)] : -1;
  return t + 1 < static_cast<int>(r.text.tokens.size()) ? r.text.tokens[static_cast<size_t>(t) + 1] : -1;
}

/// The mark of what really follows.
void draw_lens_tick(Canvas& canvas, Point at, Color color) {
  const Point points[] = {at + Point{-3.5f, 0}, at + Point{-1, 3}, at + Point{4, -3.5f}};
  canvas.polyline(points, {color, 1.75f});
}

/// The style in which a name fits into `width`, as far as letters can be read; longer names are cut by whoever writes them.
canvas::TextStyle lens_name_style(const Canvas& canvas, std::string_view name, float width, Color color) {
  canvas::TextStyle style{.color = color, .size = kLensNameSize, .align = canvas::Align::kCenter};
  const float wide = canvas.measure(name, style).width;
  if (wide > width) style.size = std::max(kSmallestLensName, kLensNameSize * width / wide);
  return style;
}

void draw_lens_cell(Canvas& canvas, Rect cell, const Result& r, int l, int t, Params& edit) {
  const auto p = static_cast<float>(r.lens_probability(l, t));
  const auto token = static_cast<int>(r.lens_token(l, t));
  const std::string id = canvas::cell_id("lens", l, t), name = r.corpus->name(token);
  const bool hot = canvas.is_hot(id), right = token == lens_follower(r, t);
  const Color ground = canvas.theme().sequential(p), ink = canvas.theme().on(ground);
  canvas.rect(cell, ground, 4);
  if (hot)
    canvas.border(cell, {canvas.color(Role::kAccent), 2}, 4);
  else if (right)
    canvas.border(cell, {canvas.color(Role::kGood), 2.5f}, 4);
  else
    canvas.border(cell, {canvas.color(Role::kFaint), 1}, 4);
  const bool number = cell.height >= kLensNumberFrom;
  const bool ticked = right && cell.height >= 46;  // in a corner of its own; else before the name
  const float tick = right && !ticked ? 11.0f : 0.0f;
  canvas::TextStyle style = lens_name_style(canvas, name, cell.width - 8 - tick, ink);
  style.size = std::min(style.size, std::max(7.5f, 0.85f * cell.height));
  const Point middle{cell.center().x + tick / 2, cell.center().y - (number ? 7.5f : 0.0f)};
  const std::string shown = canvas::elided(canvas, name, style, cell.width - 6 - tick);
  canvas.text(middle, shown, style);
  if (number)
    canvas.text({cell.center().x, cell.center().y + 9}, canvas::shown_fixed(static_cast<double>(p), 2),
                {.color = ink, .size = kLensNumberSize, .align = canvas::Align::kCenter});
  if (ticked)
    draw_lens_tick(canvas, {cell.right() - 9, cell.y + 9}, ink);
  else if (right)
    draw_lens_tick(canvas, {middle.x - canvas.measure(shown, style).width / 2 - 7, middle.y}, ink);
  const std::string label = (r.settings.causal ? "what it would say after token " : "what it would say for token ") + std::to_string(t + 1);
  if (canvas.region(id, cell, Grip::kClick, label).pressed) edit.place = t + 1;
}

/// The token that was read, and below it what follows, where there is room.
void draw_lens_token(Canvas& canvas, Rect read, Rect next, const Result& r, int t, Params& edit) {
  const std::string& name = r.text.read[static_cast<size_t>(t)];
  const std::string id = canvas::cell_id("probability", t, 0);
  canvas::TextStyle style = lens_name_style(canvas, name, read.width - 6, canvas.color(canvas.is_hot(id) ? Role::kAccent : Role::kInk));
  style.font = canvas::Font::kStrong;
  canvas.text(read.center(), canvas::elided(canvas, name, style, read.width - 4), style);
  if (next.height > 0 && lens_follower(r, t) >= 0) {
    const std::string follows = r.corpus->name(lens_follower(r, t));
    const canvas::TextStyle quiet = lens_name_style(canvas, follows, next.width - 6, canvas.color(Role::kMuted));
    canvas.text(next.center(), canvas::elided(canvas, follows, quiet, next.width - 4), quiet);
  }
  const std::string token = "token " + std::to_string(t + 1);
  const std::string label = r.settings.causal ? token + ", look at what comes after it" : "hide " + token;
  if (canvas.region(id, {read.x, read.y, read.width, read.height + next.height}, Grip::kClick, label).pressed) edit.place = t + 1;
}

/// The stages' names, and a line that says that the data goes down.
void draw_lens_stages(Canvas& canvas, Rect names, Rect rows, const Result& r, bool wide) {
  const int stages = static_cast<int>(r.lens_token.rows());
  for (int l = 0; l < stages; ++l) {
    const Rect row = rows.cell(l, 0, stages, 1);
    const float size = std::min(12.0f, std::max(7.5f, 0.8f * row.height));
    const canvas::TextStyle style = l + 1 == stages ? charts::strong(canvas, size) : charts::quiet(canvas, size);
    canvas.text({names.x, row.center().y}, lens_stage(r, l, wide), style);
  }
  const float x = names.right() - 8, from = rows.cell(0, 0, stages, 1).center().y, to = rows.cell(stages - 1, 0, stages, 1).center().y;
  const canvas::Stroke stroke{canvas.color(Role::kMuted).with_alpha(0.6f), 1.25f};
  canvas.line({x, from}, {x, to}, stroke);
  const Point head[] = {{x - 3, to - 5}, {x, to}, {x + 3, to - 5}};
  canvas.polyline(head, stroke);
}

/// The likeliest tokens of one stage as bars.
void draw_lens_bars(Canvas& canvas, Rect area, const Result& r, int l, size_t most) {
  std::vector<LensCandidate> shown = r.lens_best[static_cast<size_t>(l)];
  shown.resize(std::min(most, shown.size()));
  const float pitch = std::min(area.height / static_cast<float>(shown.size()), 26.0f), numbers = 30;
  canvas::TextStyle style{.color = canvas.color(Role::kInk), .size = 12, .align = canvas::Align::kRight};
  float widest = 20;
  for (const LensCandidate& one : shown) widest = std::max(widest, canvas.measure(r.corpus->name(one.token), style).width + 2);
  widest = std::min(widest, 0.44f * area.width);
  for (size_t k = 0; k < shown.size(); ++k) {
    const Rect line{area.x, area.y + pitch * static_cast<float>(k), area.width, pitch};
    const bool follows = shown[k].token == lens_follower(r, r.place);
    style.font = follows ? canvas::Font::kStrong : canvas::Font::kText;
    canvas.text({line.x + widest, line.center().y}, canvas::elided(canvas, r.corpus->name(shown[k].token), style, widest), style);
    const Rect track{line.x + widest + 6, line.center().y - 5, std::max(8.0f, line.width - widest - 6 - numbers - 16), 10};
    canvas.rect(track, canvas.color(Role::kSurface), 2);
    canvas.rect({track.x, track.y, std::max(1.0f, shown[k].probability * track.width), track.height},
                canvas.color(Role::kOutput).with_alpha(follows ? 0.85f : 0.45f), 2);
    canvas.text({track.right() + 5, line.center().y}, canvas::shown_fixed(static_cast<double>(shown[k].probability), 2),
                charts::quiet(canvas, kLensNumberSize));
    if (follows) draw_lens_tick(canvas, {track.right() + 5 + numbers, line.center().y}, canvas.color(Role::kGood));
  }
}

/// For the token that is looked at, the likeliest tokens of every stage side by side.
void draw_lens_candidates(Canvas& canvas, Rect area, const Result& r) {
  const int stages = static_cast<int>(r.lens_token.rows());
  const Rect head = area.cut_top(22);
  charts::draw_heading(canvas, {head.x, head.y, head.width, 16}, where_said(r, r.place, true), "the likeliest tokens of each row", 13);
  const size_t most = std::clamp<size_t>(static_cast<size_t>(std::max(0.0f, area.height - 18) / 19), 2, kMostLensCandidates);
  const float gap = 22, width = std::min((area.width - gap * static_cast<float>(stages - 1)) / static_cast<float>(stages), 400.0f);
  for (int l = 0; l < stages; ++l) {
    Rect place{area.x + (width + gap) * static_cast<float>(l), area.y, width, area.height};
    const Rect name = place.cut_top(18);
    canvas.text({name.x, name.y + 7}, lens_stage(r, l, true), l + 1 == stages ? charts::strong(canvas, 12) : charts::quiet(canvas, 12));
    draw_lens_bars(canvas, place, r, l, most);
  }
}

/// The heading with the part of the text that is shown, buttons that go to its other parts, and the scale.
void draw_lens_head(Canvas& canvas, Rect head, const LensWindow& window, int n, Params& edit) {
  const bool scale = head.width > 560;
  if (scale) charts::draw_color_scale(canvas, {head.right() - 120, head.y + 4, 120, 14}, charts::CellMatrix::Colors::kWeights);
  if (scale) head.cut_right(136);
  if (window.count < n) {
    const Rect later = head.cut_right(30);
    head.cut_right(6);
    const Rect earlier = head.cut_right(30);
    head.cut_right(8);
    const int before = window.first, after = window.first + window.count + 1;  // tokens count from 1
    if (after <= n && charts::draw_small_button(canvas, later, "lens-later", "\u2192", "go to the tokens after these")) edit.place = after;
    if (before > 0 && charts::draw_small_button(canvas, earlier, "lens-earlier", "\u2190", "go to the tokens before these"))
      edit.place = before;
  }
  const std::string from = std::to_string(window.first + 1), to = std::to_string(window.first + window.count);
  const std::string part = from == to ? "token " + from : "tokens " + from + " to " + to;
  const canvas::TextStyle strong = charts::strong(canvas, 13), quiet = charts::quiet(canvas, 12);
  const std::string aside = window.count < n ? part + " of " + std::to_string(n) : "";
  const float room = head.width - (aside.empty() ? 0.0f : canvas.measure(aside, quiet).width + 10);
  const std::string title = charts::fitting(canvas, strong, room, {"What would each layer say?", "Layer by layer", "Layers"});
  charts::draw_heading(canvas, head, title, aside, 13);
}

/// What a row is and what a tick is: in one line, or in two.
void draw_lens_foot(Canvas& canvas, Rect foot, bool causal) {
  const canvas::TextStyle style = charts::quiet(canvas, 12);
  constexpr float kLine = 18, kMark = 14;
  const std::string is_right =
      charts::fitting(canvas, style, foot.width < 420 && foot.height < 2 * kLine ? 100 : foot.width,
                      {causal ? "what the text goes on with" : "what was hidden", causal ? "the next token" : "what was hidden"});
  const float tick = canvas.measure(is_right, style).width + kMark;
  const bool two = foot.height >= 2 * kLine;
  const Rect line = foot.cut_top(kLine);
  const std::string asks = charts::fitting(canvas, style, line.width - (two ? 0.0f : tick + 18),
                                           {"Each row asks: what would the model say if this were its last layer?",
                                            "What if this layer were the last?", "If it were the last layer?"});
  canvas.text({line.x, line.center().y}, asks, style);
  const Rect mark = two ? foot.cut_top(kLine) : Rect{line.right() - tick, line.y, tick, line.height};
  draw_lens_tick(canvas, {mark.x + 5, mark.center().y}, canvas.color(Role::kGood));
  canvas.text({mark.x + kMark, mark.center().y}, is_right, style);
}

}  // namespace

void draw_lens(Canvas& canvas, const Params&, const Result& r, Params& edit) {
  if (r.lens_token.rows() == 0) return draw_unread(canvas, r);
  Rect area = charts::page(canvas);
  const bool wide = area.width > 520, roomy = area.height > 290;
  const int stages = static_cast<int>(r.lens_token.rows()), n = static_cast<int>(r.text.names.size());
  if (n == 0 || stages == 0) return;
  const Rect head = area.cut_top(22);
  area.cut_top(roomy ? 8.0f : 3.0f);
  const bool two = area.width < 590 && roomy;
  const Rect foot = area.cut_bottom(two ? 36.0f : 18.0f);
  area.cut_bottom(roomy ? 8.0f : 3.0f);
  Rect below{};
  const float least = 48 + kGoodLensRow * static_cast<float>(stages) + 22;
  const float across = (area.width - 22 * static_cast<float>(stages - 1)) / static_cast<float>(stages);
  if (area.height - least >= kLeastCandidates && across >= kLeastLensStage) {
    const float rows = std::clamp(0.6f * (area.height - 70), kGoodLensRow * static_cast<float>(stages), 125 * static_cast<float>(stages));
    below = area.cut_bottom(area.height - 70 - rows);
    area.cut_bottom(22);
  }
  const Rect names = area.cut_left(wide ? 98.0f : 62.0f);
  const LensWindow window = lens_window(canvas, r, area.width);
  draw_lens_head(canvas, head, window, n, edit);
  const Rect read = area.cut_top(roomy ? 25.0f : 19.0f), next = area.cut_top(roomy ? 23.0f : 0.0f);
  area.height = std::min(area.height, 125 * static_cast<float>(stages));
  canvas.text({names.x, read.center().y}, wide ? "it has read" : "read", charts::quiet(canvas, 12));
  const std::string_view below_it = !r.settings.causal ? "hidden" : wide ? "the text goes on" : "goes on";
  if (next.height > 0) canvas.text({names.x, next.center().y}, below_it, charts::quiet(canvas, 12));
  draw_lens_stages(canvas, names, area, r, wide);
  const float column = std::min(area.width / static_cast<float>(window.count), 150.0f);
  for (int k = 0; k < window.count; ++k) {
    const int t = window.first + k;
    const float x = area.x + column * static_cast<float>(k);
    draw_lens_token(canvas, {x, read.y, column, read.height}, {x, next.y, column, next.height}, r, t, edit);
    for (int l = 0; l < stages; ++l) {
      const Rect row = area.cell(l, 0, stages, 1);
      draw_lens_cell(canvas, Rect{x, row.y, column, row.height}.inset(3, row.height < 18 ? 0.75f : 2.5f), r, l, t, edit);
    }
    if (t == r.place) canvas.border({x, read.y, column, area.bottom() - read.y}, {canvas.color(Role::kAccent), 2}, 6);
  }
  if (below.height > 0) draw_lens_candidates(canvas, below, r);
  draw_lens_foot(canvas, foot, r.settings.causal);
}

}  // namespace attn::lessons::language_models
