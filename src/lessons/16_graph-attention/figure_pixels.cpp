// An image as a grid of pixels: what is given, what is asked for, and what two networks see.
#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <string>
#include <vector>

#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/16_graph-attention/edits.h"
#include "lessons/16_graph-attention/figure_parts.h"
#include "lessons/16_graph-attention/figures.h"
#include "lessons/16_graph-attention/words.h"

namespace attn::lessons::graph_attention {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Rect, canvas::Role;

/// The pixel under the hand in any of the images, or -1.
int hot_pixel(const Canvas& canvas) {
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  for (const std::string_view id : {"bright", "truth", "seen", "rival-seen"})
    if (hot.name == id && hot.row >= 0 && hot.col >= 0) return hot.row * tasks::kImageSide + hot.col;
  return -1;
}

/// Where an image lies, and what the hand does on it.
struct Image {
  canvas::Interaction hand;
  Rect place;
};

Image draw_image(Canvas& canvas, Rect area, std::string_view title, std::initializer_list<std::string_view> asides, const Mat& values,
                 std::string_view id, Grip grip = Grip::kHover) {
  draw_heading(canvas, &area, title);
  const Rect line = area.cut_top(16);
  canvas.text({line.x, line.y + 5}, charts::fitting(canvas, charts::quiet(canvas, 12), line.width, asides), charts::quiet(canvas, 12));
  const float side = std::max(12.0f, std::min(area.width, area.height));
  const Rect image{area.x, area.y, side, side};
  const int n = tasks::kImageSide;
  std::vector<Color> colors;
  for (Index i = 0; i < values.size(); ++i)
    colors.push_back(canvas.theme().sequential(std::round(16 * std::clamp(static_cast<float>(values.data()[i]), 0.0f, 1.0f)) / 16));
  canvas.cells(image, n, n, colors);
  canvas.border(image, {canvas.color(canvas.is_hot(id) ? Role::kAccent : Role::kMuted), 1});
  if (const int hot = hot_pixel(canvas); hot >= 0)
    canvas.border(image.cell(hot / n, hot % n, n, n).inset(-1, -1), {canvas.color(Role::kAccent), 2});
  return {canvas.grid(id, image, n, n, grip, grip == Grip::kPaint ? "given, press or drag to paint pixels bright or dark" : title), image};
}

std::string share(int right) { return std::to_string(right) + " of " + std::to_string(tasks::kImageSide * tasks::kImageSide); }
std::string counted(int right) { return share(right) + " right"; }

}  // namespace

void draw_pixels(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const PixelStudy& s = r.pixels;
  Rect foot = area.cut_bottom(32);
  foot.cut_top(6);
  if (p.painted.size() > 0 && charts::draw_small_button(canvas, foot.cut_left(84).inset(0, 2), "unpaint", "As drawn", "take the paint off"))
    edit.painted = Mat(0, tasks::kImageSide);
  if (p.painted.size() > 0) foot.cut_left(8);
  draw_offer(canvas, foot, "pixels", "Each pixel is a node, tied to the eight around it. Paint the first image.", p, edit);
  const int count = s.answered ? (s.rival_logits.size() ? 4 : 3) : 2;
  // The images stand in one row or in two, whichever makes them larger.
  const auto side = [&](int cols, int rows) {
    return std::min(area.width / static_cast<float>(cols) - 12, area.height / static_cast<float>(rows) - 44);
  };
  const int half = (count + 1) / 2, cols = side(count, 1) >= side(half, 2) ? count : half, rows = cols == count ? 1 : 2;
  const Rect wanted{0, 0, static_cast<float>(cols) * (side(cols, rows) + 24), static_cast<float>(rows) * (side(cols, rows) + 44)};
  area = area.inset(std::max(0.0f, (area.width - wanted.width) / 2), std::max(0.0f, (area.height - wanted.height) / 2));
  const auto place = [&](int k) { return area.cell(k / cols, k % cols, rows, cols).inset(6, 3); };
  const Image given = draw_image(canvas, place(0), "Given", {"under noise; paint it", "paint it"}, s.bright, "bright", Grip::kPaint);
  Mask bright = s.bright.unaryExpr(&is_bright);
  if (charts::paint_cells(given.hand, given.place, &bright)) paint_image(bright, p, &edit);
  draw_image(canvas, place(1), "Asked", {"which pixels are of a figure", "which are of a figure", "the figures"}, s.truth, "truth");
  if (count > 2) draw_image(canvas, place(2), network_name(s.kind), {counted(s.right), share(s.right)}, s.model, "seen");
  if (count > 3)
    draw_image(canvas, place(3), network_name(s.rival_kind), {counted(s.rival_right), share(s.rival_right)}, s.rival, "rival-seen");
}

}  // namespace attn::lessons::graph_attention
