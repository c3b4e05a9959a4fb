#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "charts/graph.h"
#include "charts/handle.h"

namespace attn::charts {
namespace {

constexpr int kShapes = 6;

struct GroupRow {
  std::uint32_t light, dark;
};
// They differ in lightness as well as in hue, and from the colours of roles: teal, gold, brick, grey violet, olive, pale rose.
constexpr std::array<GroupRow, kShapes> kGroups = {{
    {0x1B7F86, 0x3FB8BF},
    {0xE3B341, 0xF3DE8A},
    {0x7C3F34, 0xB3705F},
    {0x9491B5, 0x6A6890},
    {0x76801F, 0xA9B44C},
    {0xE6B5B0, 0xE9C6C2},
}};

canvas::Color rgb(std::uint32_t hex) {
  const auto channel = [hex](int shift) { return static_cast<float>((hex >> shift) & 0xFF) / 255.0f; };
  return {channel(16), channel(8), channel(0), 1};
}

/// The corners of a regular polygon, the first one on top. With `inner` below 1 every second corner is nearer to the centre, as in a star.
std::vector<canvas::Point> polygon_about(canvas::Point c, int corners, float radius, float inner = 1) {
  std::vector<canvas::Point> points;
  for (int i = 0; i < corners; ++i) {
    const float angle = 2 * std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(corners);
    const float r = i % 2 == 1 ? inner * radius : radius;
    points.push_back({c.x + r * std::sin(angle), c.y - r * std::cos(angle)});
  }
  return points;
}

}  // namespace

canvas::Color group_color(const canvas::Theme& theme, int group) {
  if (group < 0) return theme.of(canvas::Role::kSurface);
  const GroupRow& row = kGroups[static_cast<size_t>(group % kShapes)];
  return rgb(theme.dark() ? row.dark : row.light);
}

std::string group_letter(int group) { return group < 0 ? std::string() : std::string(1, static_cast<char>('A' + group % 26)); }

void draw_group_mark(canvas::Canvas& canvas, canvas::Point center, int group, float radius, canvas::Color fill, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  constexpr std::array kMarks = {canvas::Role::kQuery, canvas::Role::kKey, canvas::Role::kValue, canvas::Role::kOutput};
  const int shape = group < 0 ? 0 : group % kShapes;
  if (shape < static_cast<int>(kMarks.size())) return draw_mark(canvas, center, kMarks[static_cast<size_t>(shape)], radius, fill);
  if (shape == 4)
    canvas.polygon(polygon_about(center, 5, 1.15f * radius), fill);
  else
    canvas.polygon(polygon_about(center, 10, 1.45f * radius, 0.6f), fill);
}

float draw_graph_legend(canvas::Canvas& canvas, canvas::Rect area, const GraphLegend& legend, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  constexpr float kSize = 12, kLine = 20, kGap = 18, kSample = 20;
  const canvas::TextStyle style{canvas.color(canvas::Role::kInk), kSize};
  const canvas::Color ink = canvas.color(canvas::Role::kInk);
  canvas::Point pen{area.x, area.y + kLine / 2};
  bool any = false;
  /// Draws one entry: `sample`, which is called with its centre, then `words`.
  const auto entry = [&](float width, std::string_view words, auto sample) {
    const float whole = width + (words.empty() ? 0 : 6 + canvas.measure(words, style).width);
    if (pen.x > area.x && pen.x + whole > area.right()) pen = {area.x, pen.y + kLine};
    sample(canvas::Point{pen.x + width / 2, pen.y});
    if (!words.empty()) canvas.text({pen.x + width + 6, pen.y}, words, style);
    pen.x += whole + kGap;
    any = true;
  };
  for (size_t g = 0; g < legend.groups.size(); ++g)
    entry(14, legend.groups[g],
          [&](canvas::Point at) { draw_group_mark(canvas, at, static_cast<int>(g), 6, group_color(canvas.theme(), static_cast<int>(g))); });
  if (legend.known)
    entry(16, "label given", [&](canvas::Point at) {
      canvas.ring(at, 7, {ink, 1.5f});
      canvas.circle(at, 4, canvas.color(canvas::Role::kMuted));
    });
  if (legend.wrong)
    entry(12, "wrong", [&](canvas::Point at) {
      for (const float s : {1.0f, -1.0f})
        canvas.line({at.x - 4, at.y - 4 * s}, {at.x + 4, at.y + 4 * s}, {canvas.color(canvas::Role::kWarning), 2});
    });
  if (!legend.weights.empty())
    entry(76, legend.weights, [&](canvas::Point at) {
      // A wedge, which is wide and strong where the weight is large.
      constexpr int kSteps = 12;
      for (int i = 0; i < kSteps; ++i) {
        const float t = (static_cast<float>(i) + 0.5f) / kSteps, w = 76.0f / kSteps, h = 1 + 7 * t;
        canvas.rect({at.x - 38 + w * static_cast<float>(i), at.y - h / 2, w + 0.5f, h}, canvas.theme().sequential(0.25f + 0.75f * t));
      }
    });
  if (legend.arrows)
    entry(kSample, "looks at", [&](canvas::Point at) {
      const canvas::Point tip{at.x + kSample / 2, at.y};
      const canvas::Point head[] = {tip, {tip.x - 7, tip.y - 4}, {tip.x - 7, tip.y + 4}};
      canvas.line({at.x - kSample / 2, at.y}, {tip.x - 5, at.y}, {canvas.color(canvas::Role::kMuted), 1.5f});
      canvas.polygon(head, canvas.color(canvas::Role::kMuted));
    });
  return any ? pen.y + kLine / 2 - area.y : 0;
}

}  // namespace attn::charts
