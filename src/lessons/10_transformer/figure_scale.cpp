// Models as towers in one unit: a layer is a row of its matrices, each a square of d x d, so that every area is a number of weights. The
// camera goes out evenly, as many times as far in each moment.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/plot.h"
#include "charts/story.h"
#include "lessons/10_transformer/figures.h"
#include "lessons/10_transformer/scale.h"

namespace attn::lessons::transformer {
namespace {

using canvas::Canvas, canvas::Color, canvas::Rect, canvas::Role, canvas::TextStyle;

constexpr int kOwn = 0, kGpt3 = kModels - 1;
constexpr float kLines = 6;  ///< of a label

/// What square `k` of a layer holds: queries, keys, values and output of each attention, then feed-forward.
Color color_of(const Canvas& canvas, int k, int attentions) {
  constexpr std::array<Role, 4> kMatrices{Role::kQuery, Role::kKey, Role::kValue, Role::kOutput};
  return k < 4 * attentions ? canvas.color(kMatrices[static_cast<size_t>(k % 4)]).with_alpha(0.75f)
                            : canvas.color(Role::kMuted).with_alpha(0.45f);
}

Color color_of_tables(const Canvas& canvas) { return canvas.color(Role::kInk).with_alpha(0.7f); }

/// Points at a tower that is too small to be found.
void draw_pointer(Canvas& canvas, canvas::Point at) {
  const canvas::Point corners[] = {{at.x - 5, at.y - 9}, {at.x + 5, at.y - 9}, at};
  canvas.polygon(corners, canvas.color(Role::kAccent));
}

/// Draws a tower from its foot upwards, `scale` pixels for one unit. Its squares are told apart where they are large enough.
void draw_tower(Canvas& canvas, canvas::Point foot, const Tower& tower, float scale) {
  const float side = scale * tower.d, base = scale * tower.tables;
  canvas.rect({foot.x, foot.y - base, scale * tower.width(), base}, color_of_tables(canvas));
  float y = foot.y - base;
  std::vector<canvas::Segment> grid;
  const Color paper = canvas.color(Role::kBackground);
  const float width = side < 12 ? 1 : 2;
  for (const Storeys& s : tower.storeys) {
    const float high = static_cast<float>(s.layers) * side, wide = static_cast<float>(s.squares) * side;
    for (int k = 0; k < s.squares; ++k)
      canvas.rect({foot.x + static_cast<float>(k) * side, y - high, side, high}, color_of(canvas, k, s.attentions));
    for (int k = 1; k < s.squares; ++k) {
      const float x = foot.x + static_cast<float>(k) * side;
      grid.push_back({{x, y - high}, {x, y}, paper, width});
    }
    for (int l = 0; l <= s.layers; ++l) {
      const float at = y - static_cast<float>(l) * side;
      grid.push_back({{foot.x, at}, {foot.x + wide, at}, paper, width});
    }
    y -= high;
  }
  if (side >= 4) canvas.segments(grid);
  if (scale * tower.height() < 6) draw_pointer(canvas, {foot.x + scale * tower.width() / 2, foot.y - scale * tower.height() - 3});
}

/// What stands beside a tower, up from its foot. Every line is a number of the result `sizes`.
void draw_label(Canvas& canvas, Rect place, const Result& r, int model, float size, float alpha) {
  const Mat sizes = size_table(r);
  const auto number = [&](int j) { return static_cast<double>(sizes(model, j)); };
  const std::string times = short_count(number(4));
  const std::array<std::array<std::string, 2>, 5> lines{{{counted(std::lround(number(0)), "layer")},
                                                         {fixed(number(1), 0) + " wide"},
                                                         {counted(std::lround(number(2)), "head")},
                                                         {short_count(number(3)) + " weights", short_count(number(3))},
                                                         {times + " times ours", times + "\u00d7"}}};
  const float line = place.height / kLines;
  TextStyle name = charts::strong(canvas, size);
  name.color = name.color.with_alpha(alpha);
  canvas.text({place.x, place.y + line / 2}, charts::fitting(canvas, name, place.width, {model_name(model)}), name);
  for (int j = 0; j < (model == kOwn ? 4 : 5); ++j) {
    const Rect at{place.x, place.y + static_cast<float>(j + 1) * line, place.width, line};
    const Color ink = canvas.color(j == 3 ? Role::kAccent : Role::kInk);
    const auto& [whole, brief] = lines[static_cast<size_t>(j)];
    const TextStyle style{.color = ink.with_alpha(alpha), .size = size, .font = j == 3 ? canvas::Font::kStrong : canvas::Font::kText};
    canvas.text({at.x, at.center().y}, charts::fitting(canvas, style, at.width, {whole, brief.empty() ? whole : brief}), style);
    if (alpha >= 1 && at.right() <= canvas.bounds().right())
      canvas.region(canvas::cell_id("sizes", model, j), at, canvas::Grip::kHover, model_name(model));
  }
}

/// The unit, in words and as a legend.
float draw_unit(Canvas& canvas, Rect area, float size) {
  const TextStyle style = charts::quiet(canvas, size);
  canvas.text({area.x, area.y + 0.7f * size},
              charts::fitting(
                  canvas, style, area.width,
                  {"One unit for all: a row of squares is a layer, a square a matrix of d \u00d7 d, and every area a number of weights.",
                   "A row is a layer, a square a matrix d \u00d7 d, an area a number of weights.",
                   "A square is a matrix d \u00d7 d, an area its weights.", "Areas are weights."}),
              style);
  area.cut_top(1.7f * size);
  using Look = charts::LegendEntry::Look;
  const std::array<charts::LegendEntry, 6> entries{{{"queries", color_of(canvas, 0, 1), Look::kFill},
                                                    {"keys", color_of(canvas, 1, 1), Look::kFill},
                                                    {"values", color_of(canvas, 2, 1), Look::kFill},
                                                    {"output", color_of(canvas, 3, 1), Look::kFill},
                                                    {"feed-forward", color_of(canvas, 4, 1), Look::kFill},
                                                    {"tables of words", color_of_tables(canvas), Look::kFill}}};
  return 1.7f * size + charts::draw_legend(canvas, area, entries, size);
}

}  // namespace

void draw_scale(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas, 8);
  const charts::Story flight(static_cast<double>(p.fly), kFlights);
  constexpr std::array<std::string_view, kFlights> kSentences{"Out to GPT-2 of 2019, from its smallest size to its largest.",
                                                              "And out to GPT-3 of 2020: the layers of GPT-2, wider and more of them."};
  charts::draw_story(canvas, &area, flight, kSentences, "the flight to real models", &edit.fly);
  const float size = std::clamp(area.width / 55, 10.0f, 15.0f);
  area.cut_top(draw_unit(canvas, area, size) + 6), area.cut_bottom(5);
  const std::array<Tower, kModels> towers = towers_of(r);
  const float scale = scale_at(towers, {area.width, area.height - 4}, flight.time());
  const float label = std::clamp(0.8f * area.width / kModels, 60.0f, 150.0f);
  canvas.push_clip(area);
  float x = area.x + 6;
  for (int m = 0; m < kModels; ++m) {
    const Tower& tower = towers[static_cast<size_t>(m)];
    const float alpha = m == kOwn ? 1 : flight.told(m == kGpt3, 0, 0.4f);
    if (alpha <= 0 || x > area.right()) break;
    draw_tower(canvas, {x, area.bottom()}, tower, scale);
    const float wide = std::max(scale * tower.width(), 2.0f), high = kLines * 1.35f * size;
    if (alpha < 1) canvas.rect({x - 1, area.y, wide + 2, area.height}, canvas.color(Role::kBackground).with_alpha(1 - alpha));
    x += wide + 8;
    draw_label(canvas, {x, area.bottom() - high, label - 8, high}, r, m, size, alpha);
    x += label;
  }
  canvas.pop_clip();
  canvas.line({area.x, area.bottom()}, {area.right(), area.bottom()}, {canvas.color(Role::kMuted), 1});
}

}  // namespace attn::lessons::transformer
