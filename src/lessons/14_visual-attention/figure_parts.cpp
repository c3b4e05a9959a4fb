#include "lessons/14_visual-attention/figure_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "lessons/14_visual-attention/words.h"

namespace attn::lessons::visual_attention {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Place, canvas::Point, canvas::Rect, canvas::Role;

namespace {

constexpr float kVeil = 0.6f;  ///< how much of a thing pales that is not looked at
constexpr std::string_view kEndMark = "\u25a0";

bool is_wrong(const Result& r, const Tokens& words, std::size_t t) {
  return r.clear && (t < words.size() ? t >= r.truth.size() || words[t] != r.truth[t] : t < r.truth.size());
}

/// A caption to press: that of the stage with its painted maps, or another without (null).
struct Strip {
  const models::Telling* telling;
  const std::map<int, Mat>* painted;
};

void draw_wave(Canvas& canvas, Rect under, Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  std::vector<Point> points;
  const auto steps = static_cast<int>(under.width / 3);
  for (int k = 0; k <= steps; ++k) points.push_back({under.x + 3 * static_cast<float>(k), under.bottom() - (k % 2 ? 2.5f : 0.0f)});
  if (points.size() > 1) canvas.polyline(points, {canvas.color(Role::kWarning), 1.5f});
}

}  // namespace

Rect square_in(Rect r) {
  const float side = std::max(8.0f, std::min(r.width, r.height));
  return {r.x + std::max(0.0f, (r.width - side) / 2), r.y, side, side};
}

void draw_places(Canvas& canvas, Rect r, In weights, Real most, Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  std::vector<Color> colors;
  for (Index j = 0; j < kPlaces; ++j) {
    const auto w = static_cast<float>(weights(0, j));
    colors.push_back(canvas.theme().sequential(std::isfinite(w) && most > 0 ? kTint * w / static_cast<float>(most) : 0));
  }
  canvas.cells(r, kAside, kAside, colors);
  if (r.width > 150) {
    const Color faint = canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kMuted), 0.25f);
    for (int k = 1; k < kAside; ++k) {
      const float at = static_cast<float>(k) / kAside;
      canvas.line({r.x + at * r.width, r.y}, {r.x + at * r.width, r.bottom()}, {faint, 1});
      canvas.line({r.x, r.y + at * r.height}, {r.right(), r.y + at * r.height}, {faint, 1});
    }
  }
  canvas.border(r, {canvas.color(Role::kMuted), 1});
}

Rect box_of(Rect r, const tasks::Thing& thing) {
  const float scale = r.width / tasks::kSceneSide, reach = static_cast<float>(tasks::reach_of(thing)) * scale;
  return {r.x + static_cast<float>(thing.x) * scale - reach, r.y + static_cast<float>(thing.y) * scale - reach, 2 * reach, 2 * reach};
}

void draw_things(Canvas& canvas, Rect r, const tasks::Things& things, Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  for (const tasks::Thing& thing : things) {
    const Rect box = box_of(r, thing);
    const Point middle = box.center();
    const float reach = box.width / 2;
    const auto [red, green, blue] = tasks::rgb_of(thing.color);
    const Color fill{static_cast<float>(red), static_cast<float>(green), static_cast<float>(blue)};
    const Color line = canvas::mix(fill, canvas.color(Role::kInk), 0.55f);
    const float width = std::clamp(r.width / 260, 0.75f, 1.5f);
    const auto at = [&](float x, float y) { return Point{middle.x + x * reach, middle.y + y * reach}; };
    const auto outlined = [&](std::span<const Point> points) { canvas.polyline(points, {line, width}, true); };
    switch (thing.shape) {
      case tasks::ThingShape::circle:
        canvas.circle(middle, reach, fill);
        canvas.ring(middle, reach, {line, width});
        break;
      case tasks::ThingShape::square: {
        const Rect square = box.inset(0.12f * reach, 0.12f * reach);
        canvas.rect(square, fill);
        canvas.border(square, {line, width});
        break;
      }
      case tasks::ThingShape::triangle: {
        const std::array points{at(0, -1), at(1, 0.85f), at(-1, 0.85f)};
        canvas.polygon(points, fill);
        outlined(points);
        break;
      }
      default: {
        constexpr float kHalf = 0.3f;
        canvas.rect({middle.x - kHalf * reach, middle.y - reach, 2 * kHalf * reach, 2 * reach}, fill);
        canvas.rect({middle.x - reach, middle.y - kHalf * reach, 2 * reach, 2 * kHalf * reach}, fill);
        outlined(std::array{at(-kHalf, -1), at(kHalf, -1), at(kHalf, -kHalf), at(1, -kHalf), at(1, kHalf), at(kHalf, kHalf), at(kHalf, 1),
                            at(-kHalf, 1), at(-kHalf, kHalf), at(-1, kHalf), at(-1, -kHalf), at(-kHalf, -kHalf)});
      }
    }
  }
}

void draw_scene(Canvas& canvas, Rect r, const tasks::Things& things, In weights, Real most, Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  if (most < 0) most = weights.maxCoeff();
  draw_places(canvas, r, weights, most);
  draw_things(canvas, r, things);
  if (!(most > 0)) return;
  // What is not looked at pales, things and all, so that a map can be seen under a thing, too.
  std::vector<Color> veil;
  for (Index j = 0; j < kPlaces; ++j)
    veil.push_back(canvas.color(Role::kBackground).with_alpha(kVeil * (1 - static_cast<float>(weights(0, j) / most))));
  canvas.cells(r, kAside, kAside, veil);
  canvas.border(r, {canvas.color(Role::kMuted), 1});
}

void draw_weight_scale(Canvas& canvas, Rect row, Real most, Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const Rect bar = row.cut_left(std::min(70.0f, row.width * 0.3f)).inset(0, std::max(0.0f, (row.height - 12) / 2));
  std::vector<Color> steps;
  for (int k = 0; k < 12; ++k) steps.push_back(canvas.theme().sequential(kTint * static_cast<float>(k) / 11));
  canvas.cells(bar, 1, 12, steps);
  canvas.border(bar, {canvas.color(Role::kFaint), 1});
  row.cut_left(6);
  const std::string high = fixed(static_cast<double>(most), 2), full = "weight, from 0 to " + high, brief = "0 to " + high;
  canvas.text({row.x, row.center().y}, charts::fitting(canvas, charts::quiet(canvas, 12), row.width, {full, brief, high}),
              charts::quiet(canvas, 12));
}

float draw_caption(Canvas& canvas, Rect r, const Strip& strip, const Result& result, Params& edit, Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  constexpr float kGap = 5, kLeast = 9;
  const models::Telling& telling = *strip.telling;
  const auto word_of = [&](int t) { return t >= static_cast<int>(telling.words.size()) ? kEndMark : word_at(telling, t); };
  const auto steps = static_cast<int>(telling.logits.rows());
  const int chosen = std::min(result.word, steps - 1);
  // The chips at this size of letters, in lines.
  const auto lay_out = [&](float size) {
    std::vector<Rect> chips;
    const canvas::TextStyle style{.color = {}, .size = size};
    const float height = 1.7f * size + 2;
    float x = r.x, y = r.y;
    for (int t = 0; t < steps; ++t) {
      const float width = canvas.measure(word_of(t), style).width + 0.9f * size;
      if (x > r.x && x + width > r.right()) x = r.x, y += height + kGap;
      chips.push_back({x, y, width, height});
      x += width + kGap;
    }
    return chips;
  };
  float size = std::clamp(r.width / 19, 12.0f, 17.0f);
  std::vector<Rect> chips = lay_out(size);
  while (size > kLeast && chips.back().bottom() > r.bottom()) chips = lay_out(--size);
  const canvas::TextStyle style{.color = canvas.color(Role::kInk), .size = size, .align = canvas::Align::kCenter};
  float bottom = r.y;
  for (int t = 0; t < steps; ++t) {
    const Rect chip = chips[static_cast<std::size_t>(t)];
    if (chip.bottom() > r.bottom()) break;
    bottom = chip.bottom();
    const std::string id = strip.painted ? canvas::cell_id("caption", t, 0) : "word[" + std::to_string(t) + "]";
    const bool shown = t == chosen, end = word_of(t) == kEndMark;
    canvas.rect(chip,
                shown ? canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kOutput), 0.22f) : canvas.color(Role::kSurface), 6);
    if (shown || canvas.is_hot(id))
      canvas.border(chip, {canvas.color(canvas.is_hot(id) ? Role::kAccent : Role::kOutput), shown ? 2.0f : 1.5f}, 6);
    canvas.text({chip.center().x, chip.center().y - 1}, word_of(t), style);
    if (is_wrong(result, telling.words, static_cast<std::size_t>(t))) draw_wave(canvas, chip.inset(0.45f * size, 3), caller);
    if (strip.painted && strip.painted->contains(t)) canvas.rect({chip.right() - 9, chip.y + 3, 6, 6}, canvas.color(Role::kAccent), 1);
    const std::string label =
        (end ? std::string("the end of the caption") : "word " + std::to_string(t + 1) + ", " + std::string(word_of(t))) +
        ", press to see where it looks";
    if (canvas.region(id, chip, Grip::kClick, label).pressed) edit.word = t + 1;
  }
  return bottom - r.y;
}

float draw_caption(Canvas& canvas, Rect r, const Params& p, const Result& result, Params& edit, Place caller) {
  const std::map<int, Mat> painted = result.attends() ? bent_maps(p) : std::map<int, Mat>();
  return draw_caption(canvas, r, {&result.telling, &painted}, result, edit, caller);
}

void cut_caption(Canvas& canvas, Rect* area, const Result& result, Params& edit, Place caller) {
  constexpr float kRoomy = 400;
  const std::optional<Told>& soft = result.all[static_cast<std::size_t>(Network::soft)];
  if (area->height < kRoomy || !soft) return;
  const Rect most{area->x, area->y, area->width, 0.35f * area->height};
  area->cut_top(draw_caption(canvas, most, {&soft->telling, nullptr}, result, edit, caller) + 10);
}

float draw_told(Canvas& canvas, Rect r, const Tokens& words, const Result& result, float size, Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const canvas::TextStyle style{.color = canvas.color(Role::kInk), .size = size};
  const float height = size * 1.5f, blank = canvas.measure("a a", style).width - canvas.measure("aa", style).width;
  float x = r.x, y = r.y;
  for (std::size_t t = 0; t < words.size(); ++t) {
    const std::string_view word = tasks::kSceneWords[static_cast<std::size_t>(words[t])];
    const float width = canvas.measure(word, style).width;
    if (x > r.x && x + width > r.right()) x = r.x, y += height;
    canvas.text({x, y + height / 2}, word, style);
    if (is_wrong(result, words, t)) draw_wave(canvas, {x, y, width, height}, caller);
    x += width + blank;
  }
  return y + height - r.y;
}

void draw_half_grid(Canvas& canvas, Rect r, std::string_view id, int side, std::string_view label, Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  for (int i = 0; i < kAside; ++i)
    for (int j = 0; j < kAside; ++j) {
      const std::string cell = canvas::cell_id(id, i, side * kAside + j);
      const Rect place = r.cell(i, j, kAside, kAside);
      if (canvas.is_hot(cell)) canvas.border(place, {canvas.color(Role::kAccent), 2});
      canvas.region(cell, place, Grip::kHover, std::string(label) + ", " + place_name(i * kAside + j));
    }
}

void draw_note(Canvas& canvas, Rect* area, std::string_view text, std::string_view brief, Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const Rect line = area->cut_top(18);
  canvas.text({line.x, line.y + 8}, charts::fitting(canvas, charts::quiet(canvas, 12), line.width, {text, brief}),
              charts::quiet(canvas, 12));
}

}  // namespace attn::lessons::visual_attention
