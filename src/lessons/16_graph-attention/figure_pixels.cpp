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
  const bool paints = grip == Grip::kPaint;
  canvas.border(image, {canvas.color(canvas.is_hot(id) || paints ? Role::kAccent : Role::kMuted), paints ? 2.0f : 1.0f});
  if (const int hot = hot_pixel(canvas); hot >= 0)
    canvas.border(image.cell(hot / n, hot % n, n, n).inset(-1, -1), {canvas.color(Role::kAccent), 2});
  return {canvas.grid(id, image, n, n, grip, grip == Grip::kPaint ? "given, press or drag to paint pixels bright or dark" : title), image};
}

std::string share(int right) { return std::to_string(right) + " of " + std::to_string(tasks::kImageSide * tasks::kImageSide); }
std::string share_right(int right) { return share(right) + " right"; }

}  // namespace

void draw_pixels(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const PixelStudy& s = r.pixels;
  Rect foot = area.cut_bottom(32);
  foot.cut_top(6);
  if (p.painted.size() > 0 && charts::draw_small_button(canvas, foot.cut_left(84).inset(0, 2), "unpaint", "As drawn", "take the paint off"))
    edit.painted = Mat(0, tasks::kImageSide);
  if (p.painted.size() > 0) foot.cut_left(8);
  draw_offer(canvas, foot, "pixels",
             s.answered ? "Each pixel is a node, tied to the eight around it. Paint the large image: the networks answer at once."
                        : "Each pixel is a node, tied to the eight around it. No network has answered yet.",
             p, edit);
  // The image that is painted is large, for the hand; the others stand beside it, or below where the figure is high.
  const Halves both = halves(area, s.answered ? 0.48f : 0.5f);
  const Image given = draw_image(canvas, both.first.inset(2, 3), "Given",
                                 {"press or drag on it to paint", "press or drag: paint", "paint it"}, s.bright, "bright", Grip::kPaint);
  Mask bright = s.bright.unaryExpr(&is_bright);
  if (charts::paint_cells(given.hand, given.place, &bright)) paint_image(bright, p, &edit);
  const int count = !s.answered ? 1 : s.rival_logits.size() ? 3 : 2;
  const int cols = count < 3 ? (both.beside ? 1 : count) : both.beside ? 2 : 3, rows = (count + cols - 1) / cols;
  const auto place = [&](int k) { return both.second.cell(k / cols, k % cols, rows, cols).inset(2, 3); };
  draw_image(canvas, place(0), "Asked", {"which pixels are of a figure", "which are of a figure", "the figures"}, s.truth, "truth");
  if (count > 1) draw_image(canvas, place(1), network_name(s.kind), {share_right(s.right), share(s.right)}, s.model, "seen");
  if (count > 2)
    draw_image(canvas, place(2), network_name(s.rival_kind), {share_right(s.rival_right), share(s.rival_right)}, s.rival, "rival-seen");
}

}  // namespace attn::lessons::graph_attention
