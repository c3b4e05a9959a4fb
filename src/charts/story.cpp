#include "charts/story.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"

namespace attn::charts {
namespace {

using canvas::Canvas, canvas::Rect, canvas::Role;

constexpr std::string_view kOn = "story:on";
constexpr float kDot = 4;

/// The triangle of a play button.
void draw_sign(Canvas& canvas, canvas::Point m, float size, canvas::Color color) {
  const canvas::Point tip[] = {{m.x - 0.35f * size, m.y - 0.5f * size}, {m.x + 0.5f * size, m.y}, {m.x - 0.35f * size, m.y + 0.5f * size}};
  canvas.polygon(tip, color);
}

void draw_dots(Canvas& canvas, Rect line, const Story& story, Real* time) {
  const float pitch = line.width / static_cast<float>(story.stops());
  for (int k = 0; k < story.stops(); ++k) {
    const Rect place{line.x + pitch * static_cast<float>(k), line.y, pitch, line.height};
    const std::string id = "stop[" + std::to_string(k) + "]";
    const bool hot = canvas.is_hot(id);
    const Rect track{place.x + 1.5f, place.center().y - 1.5f, pitch - 3, 3};
    canvas.rect(track, canvas.color(Role::kFaint), 1.5f);
    if (const float told = story.told(k); told > 0)
      canvas.rect({track.x, track.y, track.width * told, track.height}, canvas.color(story.at(k) ? Role::kAccent : Role::kMuted), 1.5f);
    if (hot) canvas.circle({track.right(), track.center().y}, kDot, canvas.color(Role::kAccent));
    const std::string label = "stop " + std::to_string(k + 1) + " of " + std::to_string(story.stops());
    if (canvas.region(id, place, canvas::Grip::kClick, label).pressed) *time = k + 1;
  }
}

}  // namespace

int Story::stop() const { return std::min(static_cast<int>(std::ceil(time_ - 1e-6)) - 1, stops_ - 1); }

float Story::told(int stop) const { return static_cast<float>(std::clamp(time_ - stop, 0.0, 1.0)); }

float Story::told(int stop, float from, float to) const {
  const float t = std::clamp((told(stop) - from) / std::max(to - from, 1e-6f), 0.0f, 1.0f);
  return t * t * (3 - 2 * t);
}

int told_of(float share, int n) { return static_cast<int>(std::ceil(share * static_cast<float>(n) - 1e-4f)); }

bool story_press(std::string_view region) { return region == kOn; }

void draw_story(Canvas& canvas, Rect* area, const Story& story, std::span<const std::string_view> sentences, std::string_view name,
                Real* time, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const float size = std::clamp(area->width / 48, 13.0f, 26.0f), sign = 0.8f * size;
  const int lines = area->width < 40 * size ? 2 : 1;
  Rect band = area->cut_bottom(static_cast<float>(lines) * 1.35f * size + 22);
  draw_dots(canvas, band.cut_top(14), story, time);
  band.cut_top(4);
  const bool hot = canvas.is_hot(kOn);
  const canvas::Color ink = canvas.color(hot ? Role::kAccent : Role::kInk);
  const Rect button = band.cut_left(1.7f * size);
  draw_sign(canvas, {button.x + 0.6f * size, button.y + 0.7f * size}, sign, canvas.color(Role::kAccent));
  const std::string brief = "Watch " + std::string(name) + ", step by step.", again = lines == 1 ? brief + " Space goes on." : brief;
  const std::string_view sentence =
      story.all() || story.stop() < 0 ? std::string_view(again) : sentences[static_cast<size_t>(story.stop())];
  const canvas::TextStyle style{
      .color = story.all() && !hot ? canvas.color(Role::kMuted) : ink, .size = size, .baseline = canvas::Baseline::kTop};
  std::vector<std::string> shown = canvas::wrapped(canvas, sentence, style, band.width);
  if (static_cast<int>(shown.size()) > lines) {
    canvas::TextStyle smaller = style;
    for (; smaller.size > 10 && static_cast<int>(shown.size()) > lines; smaller.size -= 0.5f)
      shown = canvas::wrapped(canvas, sentence, smaller, band.width);
    canvas::draw_lines(canvas, band, shown, smaller);
  } else {
    canvas::draw_lines(canvas, band, shown, style);
  }
  canvas.region(kOn, {button.x, button.y, button.width + band.width, button.height}, canvas::Grip::kClick,
                story.all() ? "tell it from the beginning" : "go on");
}

void veil(Canvas& canvas, Rect r, float told, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  if (told < 1) canvas.rect(r, canvas.color(Role::kBackground).with_alpha(1 - told));
}

void veil_cells(Canvas& canvas, Rect cells, int rows, int cols, float told, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  if (told >= 1 || rows < 1 || cols < 1) return;
  const canvas::Color paper = canvas.color(Role::kBackground);
  const int there = told_of(told, rows * cols), row = there / cols, col = there % cols;
  const Rect next = cells.cell(std::min(row, rows - 1), col, rows, cols);
  if (col > 0) canvas.rect({next.x, next.y, cells.right() - next.x, next.height}, paper);
  const float top = col > 0 ? next.bottom() : cells.cell(std::min(row, rows - 1), 0, rows, cols).y;
  if (row < rows) canvas.rect({cells.x, top, cells.width, cells.bottom() - top}, paper);
}

void frame_told(Canvas& canvas, Rect r, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  canvas.border(r.inset(-3, -3), {canvas.color(Role::kAccent), 2.5f}, 8);
}

}  // namespace attn::charts
