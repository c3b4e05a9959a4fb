// The weights of one head on the text, large. Of a long text it shows the last tokens.
#include "lessons/11_language-models/large_head.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

constexpr std::string_view kHeadWeights = "head-weights";
constexpr int kMostWithNumbers = 24;     ///< tokens; of more, single weights are not written as numbers
constexpr float kLeastHeadCell = 10.5f;  ///< of which every row has room for its name
constexpr std::string_view kHeadEarlier = "earlier";
constexpr float kHeadNames = 6;  ///< between the names and the cells

/// The square of the last tokens of a long text, which are as many as their names have room for. The weights on tokens before them are
/// summed in a column of their own, so that rows still add up to 1.
struct HeadLastTokens {
  Rect cells, earlier;
  int first = 0, count = 0;
  bool causal = true;
  float cell = 0, name_size = 10;
  bool upright = false;
  Rect column_names, row_names;

  /// How many of the columns row i may look at.
  int seen(int i) const { return causal ? i + 1 : count; }
};

HeadLastTokens arrange_head_tokens(const Canvas& canvas, Rect area, const std::vector<std::string>& names) {
  constexpr float kBetween = 1.6f;  // columns for what is earlier, with the gap after it
  HeadLastTokens l;
  const auto n = static_cast<int>(names.size());
  float widest = 0;  // of letters that are one pixel high
  for (const std::string& name : names) widest = std::max(widest, canvas.measure(name, {.color = {}, .size = 10}).width / 10);
  l.upright = 10 * widest > kLeastHeadCell;
  float extra = 0, beside = 0, above = 0;
  const auto leave_room = [&] {
    const float along = l.name_size * widest + kHeadNames;
    beside = std::min(along, 0.3f * area.width);
    if (extra > 0) beside = std::max(beside, canvas.measure(kHeadEarlier, charts::quiet(canvas, 10)).width - l.cell + 1);
    above = l.upright ? std::min(along, 0.3f * area.height) : l.name_size + kHeadNames;
  };
  const auto fits = [&] { return std::min((area.width - beside) / kLeastHeadCell - extra, (area.height - above) / kLeastHeadCell); };
  l.cell = kLeastHeadCell;
  leave_room();
  l.count = n;
  if (fits() < static_cast<float>(n)) {
    extra = kBetween;
    leave_room();
    l.count = std::clamp(static_cast<int>(fits()), std::min(4, n), n);
    if (l.count == n) extra = 0;
  }
  l.first = n - l.count;
  const auto count = static_cast<float>(l.count);
  for (const bool settled : {false, true}) {  // larger cells allow larger names, and these leave a little less for the cells
    l.cell = std::min((area.width - beside) / (count + extra), (area.height - above) / count);
    if (settled) break;
    l.name_size = std::clamp(l.cell - 2.5f, 10.0f, 13.0f);
    leave_room();
  }
  l.earlier = {area.x + beside, area.y + above, extra > 0 ? l.cell : 0.0f, count * l.cell};
  l.cells = {area.x + beside + extra * l.cell, area.y + above, count * l.cell, count * l.cell};
  l.row_names = {area.x, l.cells.y, beside - kHeadNames, l.cells.height};
  l.column_names = {l.cells.x, area.y, l.cells.width, above - kHeadNames};
  return l;
}

/// Hatches the cells right of the diagonal, which may not be looked at, by strokes that end at its stairs.
void hatch_head_future(Canvas& canvas, const HeadLastTokens& l) {
  constexpr float kStep = 6;
  const Color color = canvas.color(Role::kMuted).with_alpha(0.4f);
  const float side = l.cells.width;
  std::vector<canvas::Segment> strokes;
  for (float sum = kStep; sum < 2 * side; sum += kStep) {
    const float middle = sum / 2, corner = l.cell * std::floor(middle / l.cell);
    const float leave = std::min(corner + l.cell - middle, middle - corner);  // half the stroke's way through the diagonal's cell
    const Point stairs{middle + leave, middle - leave}, edge{std::min(sum, side), std::max(0.0f, sum - side)};
    if (edge.x <= stairs.x) continue;
    strokes.push_back({{l.cells.x + edge.x, l.cells.y + edge.y}, {l.cells.x + stairs.x, l.cells.y + stairs.y}, color, 1});
  }
  canvas.segments(strokes);
}

void draw_head_token_names(Canvas& canvas, const HeadLastTokens& l, const std::vector<std::string>& names) {
  const canvas::RegionId hot = canvas::parse_region_id(canvas.hot());
  const bool ours = hot.name == kHeadWeights;
  for (int k = 0; k < l.count; ++k) {
    const std::string& name = names[static_cast<size_t>(l.first + k)];
    canvas::TextStyle style{.color = canvas.color(Role::kQuery), .size = l.name_size, .align = canvas::Align::kRight};
    if (ours && hot.row == l.first + k) style.font = canvas::Font::kStrong;
    const float y = l.cells.cell(k, 0, l.count, l.count).center().y;
    canvas.text({l.row_names.right(), y}, canvas::elided(canvas, name, style, l.row_names.width + 1), style);
    style.color = canvas.color(Role::kKey), style.align = l.upright ? canvas::Align::kLeft : canvas::Align::kCenter;
    style.angle = l.upright ? -90 : 0, style.font = ours && hot.col == l.first + k ? canvas::Font::kStrong : canvas::Font::kText;
    const float x = l.cells.cell(0, k, l.count, l.count).center().x;
    canvas.text({x, l.column_names.bottom() - (l.upright ? 0 : l.name_size / 2)},
                canvas::elided(canvas, name, style, l.upright ? l.column_names.height + 1 : 2 * l.cell), style);
  }
  if (l.earlier.width <= 0) return;
  canvas.text({l.earlier.right(), l.column_names.bottom() - 5}, kHeadEarlier, charts::quiet(canvas, 10, canvas::Align::kRight));
}

void draw_head_token_numbers(Canvas& canvas, const HeadLastTokens& l, const Mat& weights) {
  canvas::TextStyle style{.color = {}, .size = std::min(0.42f * l.cell, 14.0f), .align = canvas::Align::kCenter};
  if (style.size < 10) return;
  for (int i = 0; i < l.count; ++i)
    for (int j = 0; j < l.seen(i); ++j) {
      const auto value = static_cast<float>(weights(l.first + i, l.first + j));
      if (value < 0.005f) continue;
      std::string text = canvas::shown_fixed(value, 2);
      if (value < 0.995f) text.erase(0, 1);
      style.color = canvas.theme().on(canvas.theme().sequential(value));
      canvas.text(l.cells.cell(i, j, l.count, l.count).center(), text, style);
    }
}

/// The cells are regions with the places of the whole matrix.
void declare_head_cells(Canvas& canvas, const HeadLastTokens& l, const std::vector<std::string>& names) {
  if (l.first == 0) {
    canvas.grid(kHeadWeights, l.cells, l.count, l.count, Grip::kHover, "attention weights, a row for each token");
    return;
  }
  for (int i = 0; i < l.count; ++i)
    for (int j = 0; j < l.seen(i); ++j)
      canvas.region(canvas::cell_id(kHeadWeights, l.first + i, l.first + j), l.cells.cell(i, j, l.count, l.count), Grip::kHover,
                    names[static_cast<size_t>(l.first + i)] + " looks at " + names[static_cast<size_t>(l.first + j)]);
}

void draw_head_tokens(Canvas& canvas, const HeadLastTokens& l, const Mat& weights, const std::vector<std::string>& names) {
  std::vector<Color> colors, earlier;
  std::vector<canvas::Segment> hairs;
  for (int i = 0; i < l.count; ++i) {
    earlier.push_back(canvas.theme().sequential(static_cast<float>(weights.row(l.first + i).head(l.first).sum())));
    for (int j = 0; j < l.count; ++j)
      colors.push_back(j >= l.seen(i) ? canvas.color(Role::kSurface)
                                      : canvas.theme().sequential(static_cast<float>(weights(l.first + i, l.first + j))));
    if (i == 0) continue;
    const Rect cell = l.cells.cell(i, i, l.count, l.count);
    const float right = l.causal ? cell.right() : l.cells.right(), top = l.causal ? cell.y - l.cell : l.cells.y;
    hairs.push_back({{l.cells.x, cell.y}, {right, cell.y}, canvas.color(Role::kFaint), 1});
    hairs.push_back({{cell.x, top}, {cell.x, l.cells.bottom()}, canvas.color(Role::kFaint), 1});
  }
  canvas.cells(l.cells, l.count, l.count, colors);
  canvas.segments(hairs);
  if (l.causal) hatch_head_future(canvas, l);
  draw_head_token_numbers(canvas, l, weights);
  const bool hot = canvas.is_hot(kHeadWeights);
  const canvas::Stroke border{canvas.color(hot ? Role::kAccent : Role::kMuted), hot ? 2.0f : 1.0f};
  canvas.border(l.cells, border);
  if (l.earlier.width > 0) {
    canvas.cells(l.earlier, l.count, 1, earlier);
    canvas.border(l.earlier, {canvas.color(Role::kMuted), 1});
  }
  draw_head_token_names(canvas, l, names);
  declare_head_cells(canvas, l, names);
  const canvas::RegionId cell = canvas::parse_region_id(canvas.hot());
  const int i = cell.row - l.first, j = cell.col - l.first;
  if (cell.name == kHeadWeights && i >= 0 && j >= 0 && i < l.count && j < l.count)
    canvas.border(l.cells.cell(i, j, l.count, l.count).inset(1, 1), {canvas.color(Role::kAccent), 2});
}

}  // namespace

void strike_head(Canvas& canvas, Rect r, float word_size) {
  canvas.rect(r, canvas.color(Role::kBackground).with_alpha(0.78f));
  const canvas::Stroke stroke{canvas.color(Role::kWarning).with_alpha(0.8f), 2};
  canvas.line({r.x, r.y}, {r.right(), r.bottom()}, stroke);
  canvas.line({r.x, r.bottom()}, {r.right(), r.y}, stroke);
  canvas::TextStyle style = charts::strong(canvas, word_size, canvas::Align::kCenter);
  style.color = canvas.color(Role::kWarning);
  const canvas::Size word = canvas.measure("cut", style);
  if (word.width + 8 > r.width || word_size + 4 > r.height) return;
  canvas.rect({r.center().x - word.width / 2 - 4, r.center().y - word_size / 2 - 3, word.width + 8, word_size + 6},
              canvas.color(Role::kBackground), 3);
  canvas.text(r.center(), "cut", style);
}

int draw_large_head(Canvas& canvas, Rect area, const Params& p, const Result& r, int layer, int head) {
  const Mat& weights = r.run->layers[static_cast<size_t>(layer)].self.weights[static_cast<size_t>(head)];
  const auto n = static_cast<int>(weights.rows());
  const bool causal = r.settings.causal;
  Mask allowed(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) allowed(i, j) = !causal || j <= i;
  const charts::CellMatrix matrix{.id = kHeadWeights,
                                  .values = weights,
                                  .allowed = &allowed,
                                  .rows = r.text.read,
                                  .cols = r.text.read,
                                  .label = "attention weights, a row for each token",
                                  .square = true,
                                  .largest_cell = 54};
  const Rect cells = charts::cells_in(canvas, area, matrix);
  if (n <= kMostWithNumbers && cells.width >= kLeastHeadCell * static_cast<float>(n)) {
    charts::draw_cell_matrix(canvas, area, matrix);
    if (is_cut(p, layer, head)) strike_head(canvas, cells.inset(1, 1), 14);
    return n;
  }
  HeadLastTokens last = arrange_head_tokens(canvas, area, r.text.read);
  last.causal = causal;
  draw_head_tokens(canvas, last, weights, r.text.read);
  if (is_cut(p, layer, head)) strike_head(canvas, last.cells.inset(1, 1), 14);
  return last.count;
}

}  // namespace attn::lessons::language_models
