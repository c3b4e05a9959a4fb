#include "charts/weight_columns.h"

#include <algorithm>

#include "base/check.h"
#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"

namespace attn::charts {
namespace {

void draw_scale(canvas::Canvas& canvas, canvas::Rect plot, float size) {
  const canvas::TextStyle style = quiet(canvas, size, canvas::Align::kRight);
  for (const auto& [value, label] : {std::pair{0.0f, "0"}, {0.5f, "½"}, {1.0f, "1"}}) {
    const float y = plot.bottom() - value * plot.height;
    canvas.line({plot.x, y}, {plot.right(), y}, {canvas.color(canvas::Role::kFaint), value == 0 ? 1.5f : 1});
    canvas.text({plot.x - 6, y}, label, style);
  }
}

}  // namespace

canvas::Interaction draw_weight_columns(canvas::Canvas& canvas, canvas::Rect area, In weights, const WeightColumns& look,
                                        canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  const int m = static_cast<int>(weights.cols());
  CHECK(static_cast<size_t>(m) == look.labels.size(), "weight columns: ", shape(weights), " weights, ", look.labels.size(), " labels");
  const float size = std::clamp(area.height / 9, 10.0f, 14.0f);
  canvas::Rect plot = area;
  plot.cut_left(size + 6);
  plot.cut_top(size + 4);
  const canvas::Rect names = plot.cut_bottom(size + 8);
  draw_scale(canvas, plot, size - 1);

  const float pitch = plot.width / static_cast<float>(std::max(m, 1)), width = std::min(0.68f * pitch, 56.0f);
  canvas::TextStyle number{
      .color = canvas.color(canvas::Role::kInk), .size = size, .align = canvas::Align::kCenter, .baseline = canvas::Baseline::kBottom};
  canvas::TextStyle name{
      .color = canvas.color(canvas::Role::kKey), .size = size, .font = canvas::Font::kStrong, .align = canvas::Align::kCenter};
  const bool numbers_fit = canvas.measure("0.00", number).width < pitch - 2;
  for (int i = 0; i < m; ++i) {
    const float w = static_cast<float>(weights(0, i)), center = plot.x + (static_cast<float>(i) + 0.5f) * pitch;
    const canvas::Rect bar{center - width / 2, plot.bottom() - w * plot.height, width, w * plot.height};
    const canvas::Color fill = look.fills.empty() ? canvas.theme().sequential(0.25f + 0.75f * w) : look.fills[static_cast<size_t>(i)];
    canvas.rect(bar, fill, std::min(2.0f, bar.height / 2));
    if (canvas.is_hot(canvas::cell_id(look.id, 0, i))) canvas.border(bar.inset(-2, -2), {canvas.color(canvas::Role::kAccent), 2}, 3);
    if (numbers_fit) canvas.text({center, bar.y - 2}, canvas::shown_fixed(w, 2), number);
    const std::string& label = look.labels[static_cast<size_t>(i)];
    if (canvas.measure(label, name).width < pitch - 1) canvas.text({center, names.center().y + 1}, label, name);
  }
  if (m == 0) return {};
  return canvas.grid(look.id, {plot.x, plot.y - size - 4, plot.width, plot.height + size + 4 + names.height}, 1, m, canvas::Grip::kHover,
                     "weights of the keys");
}

}  // namespace attn::charts
