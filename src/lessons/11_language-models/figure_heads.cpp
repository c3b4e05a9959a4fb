// All heads: where each looks, how well it does the two jobs that copying takes, and the chosen one large.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/plot.h"
#include "charts/small_button.h"
#include "lessons/11_language-models/figures.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

// ---- all heads small -------------------------------------------------------------------------------------------------------------------

constexpr float kHeadLegend = 11.5f;  ///< the size of its letters
constexpr float kLeastFullTile = 56;  ///< of a small head with its name and with numbers beside its bars
constexpr int kHeadScores = 2;

/// The colour of a score's bar. The first one is darker, so that they differ without a hue, and it is always the upper one.
Color head_score_color(const Canvas& canvas, int score) {
  return canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kInk), score == 0 ? 0.85f : 0.42f);
}

/// How the small heads are arranged: `across` layers beside each other, each in `lines` lines of `per_line` heads. Full ones have a name
/// and numbers. The others have neither, and their layer has a name.
struct HeadTiles {
  int across = 1, lines = 1, per_line = 1, layers = 1;
  float side = 0;
  bool full = false;

  float pitch() const { return side + (full ? 49.0f : 20.0f); }
  float layer_height() const { return (full ? 0.0f : 15.0f) + static_cast<float>(lines) * pitch(); }
  float gap() const { return full ? 12.0f : 6.0f; }
  int layer_rows() const { return (layers + across - 1) / across; }
  float height() const { return static_cast<float>(layer_rows()) * layer_height(); }
  float width() const { return static_cast<float>(across) * (static_cast<float>(per_line) * (side + gap()) + 6) - gap() - 6; }
};

/// The same with the largest tiles that `room` allows.
HeadTiles largest_head_tiles(HeadTiles t, canvas::Size room, float largest) {
  for (const bool full : {true, false}) {
    t.full = full, t.side = 0;
    const auto columns = static_cast<float>(t.across * t.per_line), rows = static_cast<float>(t.layer_rows());
    const float wide = (room.width - 6 * static_cast<float>(t.across - 1)) / columns - t.gap();
    const float high = (room.height - rows * t.layer_height()) / (rows * static_cast<float>(t.lines));
    t.side = std::max(8.0f, std::min({wide, high, largest}));
    if (t.side >= kLeastFullTile) break;
  }
  return t;
}

/// One layer below the other. A layer with many heads is broken into lines where that makes them larger.
HeadTiles head_tiles_in_column(const Result& r, canvas::Size room) {
  HeadTiles best;
  for (int lines = 1; lines <= r.settings.heads; lines *= 2) {
    const HeadTiles t =
        largest_head_tiles({.lines = lines, .per_line = (r.settings.heads + lines - 1) / lines, .layers = r.settings.layers}, room, 170);
    if (t.side > best.side) best = t;
  }
  return best;
}

/// Two layers beside each other, for a band above the large head.
HeadTiles head_tiles_in_band(const Result& r, canvas::Size room) {
  return largest_head_tiles({.across = std::min(2, r.settings.layers), .per_line = r.settings.heads, .layers = r.settings.layers}, room,
                            90);
}

/// The weights as a small picture. Where there are many, a point is the largest of several, so that no line of large ones is lost.
void draw_small_head_map(Canvas& canvas, Rect r, const Mat& weights) {
  constexpr Index kMostPoints = 48;
  constexpr float kShades = 12;  // at this size no eye tells more apart, and stills are smaller with few
  const Index n = weights.rows(), step = (n + kMostPoints - 1) / kMostPoints, points = (n + step - 1) / step;
  std::vector<Color> colors;
  colors.reserve(static_cast<size_t>(points * points));
  for (Index i = 0; i < n; i += step)
    for (Index j = 0; j < n; j += step) {
      const auto largest = static_cast<float>(weights.block(i, j, std::min(step, n - i), std::min(step, n - j)).maxCoeff());
      colors.push_back(canvas.theme().sequential(std::round(kShades * largest) / kShades));
    }
  canvas.cells(r, static_cast<int>(points), static_cast<int>(points), colors);
}

/// Drawn over a head that is cut: makes it pale and strikes it through.
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

/// The two scores of a head as bars, with numbers where they are full.
void draw_head_scores(Canvas& canvas, Rect place, const Result& r, int layer, int head, bool full) {
  for (int score = 0; score < kHeadScores; ++score) {
    const Mat& all = score == 0 ? r.copying.previous_token : r.copying.induction;
    if (layer >= all.rows() || head >= all.cols()) continue;
    const auto value = std::clamp(static_cast<float>(all(layer, head)), 0.0f, 1.0f);
    const std::string id = canvas::cell_id(score == 0 ? "previous-token" : "induction", layer, head);
    const bool hot = canvas.is_hot(id);
    const Rect line = place.cell(score, 0, kHeadScores, 1);
    const float numbers = full ? 27.0f : 0.0f, thick = full ? 6.0f : 4.0f;
    const Rect track{line.x, line.center().y - thick / 2, line.width - numbers, thick};
    canvas.rect(track, canvas.color(Role::kSurface), 1);
    canvas.rect({track.x, track.y, std::max(1.0f, value * track.width), thick},
                hot ? canvas.color(Role::kAccent) : head_score_color(canvas, score), 1);
    if (full) {
      const canvas::TextStyle style =
          hot ? charts::strong(canvas, 10.5f, canvas::Align::kRight) : charts::quiet(canvas, 10.5f, canvas::Align::kRight);
      canvas.text({line.right(), line.center().y}, canvas::shown_fixed(value, 2), style);
    } else if (hot) {
      canvas.border(track.inset(-1, -1), {canvas.color(Role::kAccent), 1}, 1);
    }
    canvas.region(id, line, Grip::kHover,
                  (score == 0 ? "previous-token score of head " : "induction score of head ") + head_name(layer, head));
  }
}

void draw_head_tile(Canvas& canvas, Point at, const HeadTiles& tiles, const Params& p, const Result& r, int layer, int head, Params& edit) {
  const bool chosen = layer + 1 == p.layer && head + 1 == p.head;
  const std::string id = canvas::cell_id("head", layer, head), name = head_name(layer, head);
  const bool hot = canvas.is_hot(id);
  Rect place{at.x, at.y, tiles.side, tiles.pitch()};
  if (tiles.full) {
    const Rect line = place.cut_top(15);
    const canvas::TextStyle style = chosen ? charts::strong(canvas, 11.5f) : charts::quiet(canvas, 11.5f);
    canvas.text({line.x, line.center().y - 1}, name, style);
  }
  const Rect map = place.cut_top(tiles.side);
  const auto& weights = r.run.layers[static_cast<size_t>(layer)].self.weights;
  draw_small_head_map(canvas, map, weights[static_cast<size_t>(head)]);
  if (is_cut(p, layer, head)) strike_head(canvas, map.inset(1, 1), 11);
  canvas.border(chosen ? map.inset(-1, -1) : map,
                {canvas.color(chosen || hot ? Role::kAccent : Role::kFaint), chosen ? 2.5f
                                                                             : hot  ? 2.0f
                                                                                    : 1.0f},
                2);
  if (canvas.region(id, map, Grip::kClick, "show head " + name).pressed) edit.layer = layer + 1, edit.head = head + 1;
  place.cut_top(tiles.full ? 3.0f : 2.0f);
  draw_head_scores(canvas, place.cut_top(tiles.full ? 24.0f : 12.0f), r, layer, head, tiles.full);
}

void draw_head_tiles(Canvas& canvas, Rect area, const HeadTiles& tiles, const Params& p, const Result& r, Params& edit) {
  const float wide = static_cast<float>(tiles.per_line) * (tiles.side + tiles.gap()) + 6;
  for (int layer = 0; layer < r.settings.layers; ++layer) {
    Rect group{area.x + wide * static_cast<float>(layer % tiles.across),
               area.y + tiles.layer_height() * static_cast<float>(layer / tiles.across), wide, tiles.layer_height()};
    if (!tiles.full) {
      const Rect line = group.cut_top(15);
      canvas.text({line.x, line.center().y}, "layer " + std::to_string(layer + 1), charts::quiet(canvas, 11));
    }
    for (int head = 0; head < r.settings.heads; ++head) {
      const auto column = static_cast<float>(head % tiles.per_line), row = static_cast<float>(head / tiles.per_line);
      draw_head_tile(canvas, {group.x + column * (tiles.side + tiles.gap()), group.y + row * tiles.pitch()}, tiles, p, r, layer, head,
                     edit);
    }
  }
}

/// Says which bar is which, and returns the height that it takes.
float draw_score_legend(Canvas& canvas, Rect area) {
  using Look = charts::LegendEntry::Look;
  const std::vector<charts::LegendEntry> entries = {
      {area.width > 150 ? "previous token" : "previous", head_score_color(canvas, 0), Look::kFill},
      {"induction", head_score_color(canvas, 1), Look::kFill}};
  return charts::draw_legend(canvas, area, entries, kHeadLegend) + 6;
}

// ---- the chosen head -------------------------------------------------------------------------------------------------------------------

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
  float cell = 0, name_size = 10;
  bool upright = false;
  Rect column_names, row_names;
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
    for (int j = 0; j <= i; ++j) {
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
    for (int j = 0; j <= i; ++j)
      canvas.region(canvas::cell_id(kHeadWeights, l.first + i, l.first + j), l.cells.cell(i, j, l.count, l.count), Grip::kHover,
                    names[static_cast<size_t>(l.first + i)] + " looks at " + names[static_cast<size_t>(l.first + j)]);
}

void draw_head_tokens(Canvas& canvas, const HeadLastTokens& l, const Mat& weights, const std::vector<std::string>& names) {
  std::vector<Color> colors, earlier;
  std::vector<canvas::Segment> hairs;
  for (int i = 0; i < l.count; ++i) {
    earlier.push_back(canvas.theme().sequential(static_cast<float>(weights.row(l.first + i).head(l.first).sum())));
    for (int j = 0; j < l.count; ++j)
      colors.push_back(j > i ? canvas.color(Role::kSurface)
                             : canvas.theme().sequential(static_cast<float>(weights(l.first + i, l.first + j))));
    if (i == 0) continue;
    const Rect cell = l.cells.cell(i, i, l.count, l.count);
    hairs.push_back({{l.cells.x, cell.y}, {cell.right(), cell.y}, canvas.color(Role::kFaint), 1});
    hairs.push_back({{cell.x, cell.y - l.cell}, {cell.x, l.cells.bottom()}, canvas.color(Role::kFaint), 1});
  }
  canvas.cells(l.cells, l.count, l.count, colors);
  canvas.segments(hairs);
  hatch_head_future(canvas, l);
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

/// Draws the chosen head's weights on the text. Returns how many of the last tokens it shows.
int draw_large_head(Canvas& canvas, Rect area, const Params& p, const Result& r, int layer, int head) {
  const Mat& weights = r.run.layers[static_cast<size_t>(layer)].self.weights[static_cast<size_t>(head)];
  const auto n = static_cast<int>(weights.rows());
  Mask allowed(n, n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) allowed(i, j) = j <= i;
  const charts::CellMatrix matrix{.id = kHeadWeights,
                                  .values = weights,
                                  .allowed = &allowed,
                                  .rows = r.text.names,
                                  .cols = r.text.names,
                                  .label = "attention weights, a row for each token",
                                  .square = true,
                                  .largest_cell = 54};
  const Rect cells = charts::cells_in(canvas, area, matrix);
  if (n <= kMostWithNumbers && cells.width >= kLeastHeadCell * static_cast<float>(n)) {
    charts::draw_cell_matrix(canvas, area, matrix);
    if (is_cut(p, layer, head)) strike_head(canvas, cells.inset(1, 1), 14);
    return n;
  }
  const HeadLastTokens last = arrange_head_tokens(canvas, area, r.text.names);
  draw_head_tokens(canvas, last, weights, r.text.names);
  if (is_cut(p, layer, head)) strike_head(canvas, last.cells.inset(1, 1), 14);
  return last.count;
}

/// The head's name and the buttons. The one that cuts stays in its place.
void draw_head_title(Canvas& canvas, Rect line, const Params& p, int layer, int head, Params& edit) {
  const bool cut = is_cut(p, layer, head), narrow = line.width < 240;
  const Rect button = line.cut_right(narrow ? 86.0f : 110.0f).inset(0, 1);
  if ((cut || p.cut.rows() < kMostCut) && charts::draw_small_button(canvas, button, "cut-head", cut ? "Put it back" : "Cut this head",
                                                                    cut ? "put this head back" : "replace this head's output by zeros"))
    toggle_cut(edit, layer, head);
  line.cut_right(6);
  if (p.cut.rows() > 0) {
    const Rect all = line.cut_right(narrow ? 58.0f : 92.0f).inset(0, 1);
    if (charts::draw_small_button(canvas, all, "uncut-all", narrow ? "All back" : "Put all back", "put all heads back"))
      edit.cut = Mat(0, 2);
    line.cut_right(6);
  }
  const canvas::TextStyle style = charts::strong(canvas, 14);
  const std::string name = head_name(layer, head), brief = "Head " + name;
  const std::string full = "Layer " + std::to_string(layer + 1) + ", head " + std::to_string(head + 1);
  canvas.text({line.x, line.center().y}, charts::fitting(canvas, style, line.width, {full, brief, name}), style);
}

/// What is shown and what the cuts did; on the right, the scale of the colours.
void draw_head_note(Canvas& canvas, Rect line, const Params& p, const Result& r, int shown) {
  const bool roomy = line.width > 250;
  const Rect scale = line.cut_right(roomy ? 110.0f : 64.0f);
  charts::draw_color_scale(canvas, {scale.x, scale.center().y - 6, scale.width, 12}, charts::CellMatrix::Colors::kWeights);
  line.cut_right(8);
  const auto n = static_cast<int>(r.text.tokens.size());
  const std::string of_all = " of " + std::to_string(n);
  const std::string window = shown < n ? "the last " + std::to_string(shown) + of_all + " tokens" : "";
  const canvas::TextStyle style = charts::quiet(canvas, 12);
  std::string words;
  if (r.bent) {
    const std::string heads = counted(p.cut.rows(), "head") + " cut: ";
    const std::string whole = r.changed == 0 ? "no token changed" : std::to_string(r.changed) + of_all + " tokens changed";
    const std::string brief = r.changed == 0 ? "no change" : std::to_string(r.changed) + of_all + " changed";
    const std::string both = window.empty() ? heads + whole : heads + whole + " (here " + window + ")";
    words = charts::fitting(canvas, style, line.width, {both, heads + whole, whole, brief});
  } else if (!window.empty()) {
    const std::string brief = "last " + std::to_string(shown) + of_all;
    words = charts::fitting(canvas, style, line.width, {"Where each token looks: " + window, window, brief});
  } else {
    words = charts::fitting(canvas, style, line.width, {"A row for each token: where it looks", "A row for each token"});
  }
  canvas.text({line.x, line.center().y}, words, style);
}

}  // namespace

void draw_heads(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  if (r.run.layers.empty() || r.text.tokens.empty()) return;
  Rect area = charts::page(canvas, 8);
  const bool beside = area.width > 1.15f * area.height;
  if (beside) {
    const float large = area.height - 56;  // of the large head, if height alone decides
    Rect left = area.cut_left(std::clamp(area.width - large - 60, 0.33f * area.width, 0.46f * area.width));
    Rect column = left;
    column.cut_top(draw_score_legend(canvas, left));
    const HeadTiles tiles = head_tiles_in_column(r, {column.width, column.height});
    draw_head_tiles(canvas, column, tiles, p, r, edit);
    const float spare = std::max(0.0f, left.width - std::max(tiles.width(), std::min(left.width, 210.0f)));
    area.x -= spare, area.width += spare;
    area.cut_left(std::clamp(0.03f * area.width, 10.0f, 28.0f));
  } else {
    area.cut_top(draw_score_legend(canvas, area));
    const HeadTiles tiles = head_tiles_in_band(r, {area.width, 0.36f * area.height});
    draw_head_tiles(canvas, area.cut_top(tiles.height()), tiles, p, r, edit);
    area.cut_top(4);
  }
  const int layer = std::clamp(p.layer, 1, r.settings.layers) - 1, head = std::clamp(p.head, 1, r.settings.heads) - 1;
  draw_head_title(canvas, area.cut_top(24), p, layer, head, edit);
  area.cut_top(8);
  const Rect note = area.cut_bottom(18);
  area.cut_bottom(4);
  draw_head_note(canvas, note, p, r, draw_large_head(canvas, area, p, r, layer, head));
}

}  // namespace attn::lessons::language_models
