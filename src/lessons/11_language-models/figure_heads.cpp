// All heads: where each looks, how well it does the two jobs that copying takes, and the chosen one large.
#include <algorithm>
#include <cmath>
#include <iterator>
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
#include "lessons/11_language-models/large_head.h"
#include "lessons/11_language-models/said.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

// ---- all heads small -------------------------------------------------------------------------------------------------------------------

constexpr float kHeadLegend = 11.5f;                             ///< the size of its letters
constexpr float kLeastFullTile = 56;                             ///< of a small head with its name and with numbers beside its bars
constexpr int kFewLayers = kMostLayers, kFewHeads = kMostHeads;  ///< with more of either, a row stands for a layer and a column for a head

/// A score of every head, from the upper bar to the lower one. The bars differ by shade and not by hue.
struct HeadScore {
  std::string_view id, name, brief;
  Mat Copying::*all;
  float shade;
};
constexpr HeadScore kHeadScores[] = {{"previous-token", "previous token", "previous", &Copying::previous_token, 0.85f},
                                     {"induction", "induction", "induction", &Copying::induction, 0.55f},
                                     {"first-token", "first token", "first", &Copying::first_token, 0.3f}};
constexpr int kScoreCount = static_cast<int>(std::size(kHeadScores));

Color head_score_color(const Canvas& canvas, const HeadScore& score) {
  return canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kInk), score.shade);
}
std::string label_of(const HeadScore& score, int layer, int head) {
  return std::string(score.name) + ", score of head " + head_name(layer, head);
}

bool are_many_heads(const Result& r) { return r.settings.layers > kFewLayers || r.settings.heads > kFewHeads; }

/// How the small heads are arranged: `across` layers beside each other, each in `lines` lines of `per_line` heads. Full ones have a name
/// and numbers. The others have neither, and their layer has a name.
struct HeadTiles {
  int across = 1, lines = 1, per_line = 1, layers = 1;
  float side = 0;
  bool full = false;

  float pitch() const { return side + (full ? 59.0f : 20.0f); }
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

/// Many heads as a table.
struct HeadTable {
  static constexpr float kNames = 20, kTop = 15, kGap = 3, kBars = 11;
  float side = 0;
  float pitch_x() const { return side + kGap; }
  float pitch_y() const { return side + kBars + kGap; }
  float height(int layers) const { return kTop + static_cast<float>(layers) * pitch_y(); }
  float width(int heads) const { return kNames + static_cast<float>(heads) * pitch_x(); }
};
HeadTable head_table(const Result& r, canvas::Size room) {
  const auto layers = static_cast<float>(r.settings.layers), heads = static_cast<float>(r.settings.heads);
  const float wide = (room.width - HeadTable::kNames) / heads - HeadTable::kGap;
  const float high = (room.height - HeadTable::kTop) / layers - HeadTable::kBars - HeadTable::kGap;
  return {std::clamp(std::min(wide, high), 5.0f, 48.0f)};
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

/// The scores of a head as bars, with numbers where they are full.
void draw_head_scores(Canvas& canvas, Rect place, const Result& r, int layer, int head, bool full) {
  for (int i = 0; i < kScoreCount; ++i) {
    const HeadScore& score = kHeadScores[i];
    const Mat& all = r.copying.*score.all;
    if (layer >= all.rows() || head >= all.cols()) continue;
    const auto value = std::clamp(static_cast<float>(all(layer, head)), 0.0f, 1.0f);
    const std::string id = canvas::cell_id(score.id, layer, head);
    const bool hot = canvas.is_hot(id);
    const Rect line = place.cell(i, 0, kScoreCount, 1);
    const float numbers = full ? 27.0f : 0.0f, thick = full ? 6.0f : std::min(4.0f, line.height - 0.5f);
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
    canvas.region(id, line, Grip::kHover, label_of(score, layer, head));
  }
}

/// The map of a head, which a press chooses.
void draw_head_choice(Canvas& canvas, Rect map, const Params& p, const Result& r, int layer, int head, Params& edit) {
  const bool chosen = layer + 1 == p.layer && head + 1 == p.head;
  const std::string id = canvas::cell_id("head", layer, head);
  const bool hot = canvas.is_hot(id);
  draw_small_head_map(canvas, map, r.run->layers[static_cast<size_t>(layer)].self.weights[static_cast<size_t>(head)]);
  if (is_cut(p, layer, head)) strike_head(canvas, map.inset(1, 1), 11);
  canvas.border(chosen ? map.inset(-1, -1) : map,
                {canvas.color(chosen || hot ? Role::kAccent : Role::kFaint), chosen ? 2.5f
                                                                             : hot  ? 2.0f
                                                                                    : 1.0f},
                2);
  if (canvas.region(id, map, Grip::kClick, "show head " + head_name(layer, head)).pressed) edit.layer = layer + 1, edit.head = head + 1;
}

void draw_head_table(Canvas& canvas, Rect area, const HeadTable& table, const Params& p, const Result& r, Params& edit) {
  const canvas::TextStyle name = charts::quiet(canvas, 10.5f, canvas::Align::kCenter);
  for (int head = 0; head < r.settings.heads; ++head)
    canvas.text({area.x + HeadTable::kNames + table.pitch_x() * static_cast<float>(head) + table.side / 2, area.y + 6},
                std::to_string(head + 1), head + 1 == p.head ? charts::strong(canvas, 10.5f, canvas::Align::kCenter) : name);
  for (int layer = 0; layer < r.settings.layers; ++layer) {
    const float y = area.y + HeadTable::kTop + table.pitch_y() * static_cast<float>(layer);
    canvas.text({area.x + 8, y + table.side / 2}, std::to_string(layer + 1),
                layer + 1 == p.layer ? charts::strong(canvas, 10.5f, canvas::Align::kCenter) : name);
    for (int head = 0; head < r.settings.heads; ++head) {
      const Rect map{area.x + HeadTable::kNames + table.pitch_x() * static_cast<float>(head), y, table.side, table.side};
      draw_head_choice(canvas, map, p, r, layer, head, edit);
      draw_head_scores(canvas, {map.x, map.bottom() + 1, map.width, HeadTable::kBars - 1}, r, layer, head, false);
    }
  }
}

/// Where maps would be too small to see: the scores as tables beside each other. A press on a cell chooses its head.
void draw_score_tables(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  constexpr float kBetween = 14;
  const canvas::TextStyle name = charts::quiet(canvas, 10.5f, canvas::Align::kRight), title = charts::strong(canvas, 11.5f);
  const Rect line = area.cut_top(16);
  area.cut_left(HeadTable::kNames);
  for (int layer = 0; layer < r.settings.layers; ++layer)
    canvas.text({area.x - 6, area.cell(layer, 0, r.settings.layers, 1).center().y}, std::to_string(layer + 1), name);
  const float wide = (area.width - kBetween * (kScoreCount - 1)) / kScoreCount;
  for (int i = 0; i < kScoreCount; ++i) {
    const HeadScore& score = kHeadScores[i];
    const Rect table{area.x + static_cast<float>(i) * (wide + kBetween), area.y, wide, area.height};
    const Mat& all = r.copying.*score.all;
    canvas.text({table.x, line.y + 6}, charts::fitting(canvas, title, wide, {score.name, score.brief}), title);
    for (int layer = 0; layer < r.settings.layers; ++layer)
      for (int head = 0; head < r.settings.heads; ++head) {
        const Rect cell = table.cell(layer, head, r.settings.layers, r.settings.heads).inset(0.5f, 0.5f);
        const bool known = layer < all.rows() && head < all.cols(), chosen = layer + 1 == p.layer && head + 1 == p.head;
        const std::string id = canvas::cell_id(score.id, layer, head);
        canvas.rect(
            cell,
            known ? canvas.theme().sequential(std::clamp(static_cast<float>(all(layer, head)), 0.0f, 1.0f)) : canvas.color(Role::kSurface),
            1);
        if (is_cut(p, layer, head)) canvas.line({cell.x, cell.y}, {cell.right(), cell.bottom()}, {canvas.color(Role::kWarning), 2});
        if (chosen || canvas.is_hot(id)) canvas.border(cell.inset(-1, -1), {canvas.color(Role::kAccent), chosen ? 2.5f : 1.5f}, 2);
        if (canvas.region(id, cell, Grip::kClick, label_of(score, layer, head)).pressed) edit.layer = layer + 1, edit.head = head + 1;
      }
  }
}

void draw_head_tile(Canvas& canvas, Point at, const HeadTiles& tiles, const Params& p, const Result& r, int layer, int head, Params& edit) {
  Rect place{at.x, at.y, tiles.side, tiles.pitch()};
  if (tiles.full) {
    const bool chosen = layer + 1 == p.layer && head + 1 == p.head;
    const Rect line = place.cut_top(15);
    const canvas::TextStyle style = chosen ? charts::strong(canvas, 11.5f) : charts::quiet(canvas, 11.5f);
    canvas.text({line.x, line.center().y - 1}, head_name(layer, head), style);
  }
  draw_head_choice(canvas, place.cut_top(tiles.side), p, r, layer, head, edit);
  place.cut_top(tiles.full ? 3.0f : 2.0f);
  draw_head_scores(canvas, place.cut_top(tiles.full ? 34.0f : 12.0f), r, layer, head, tiles.full);
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
  std::vector<charts::LegendEntry> entries;
  for (const HeadScore& score : kHeadScores)
    entries.push_back({area.width > 220 ? score.name : score.brief, head_score_color(canvas, score), Look::kFill});
  return charts::draw_legend(canvas, area, entries, kHeadLegend) + 6;
}

// ---- the chosen head -------------------------------------------------------------------------------------------------------------------

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
  if (!is_read(r)) return draw_unread(canvas, r);
  Rect area = charts::page(canvas, 8);
  const bool many = are_many_heads(r), beside = many ? area.width > 560 : area.width > 1.15f * area.height;
  if (many) {
    Rect all = beside ? area.cut_left(std::clamp(area.height * static_cast<float>(r.settings.heads) / static_cast<float>(r.settings.layers),
                                                 0.3f * area.width, 0.5f * area.width))
                      : area.cut_top(0.48f * area.height);
    constexpr float kLeastMap = 14;
    if (const HeadTable table = head_table(r, {all.width, all.height - 20}); table.side >= kLeastMap) {
      all.cut_top(draw_score_legend(canvas, all));
      draw_head_table(canvas, all, table, p, r, edit);
      const float spare = beside ? all.width - table.width(r.settings.heads) : all.height - table.height(r.settings.layers);
      beside ? (area.x -= spare, area.width += spare) : (area.y -= spare, area.height += spare);
    } else {
      draw_score_tables(canvas, all, p, r, edit);
    }
    beside ? area.cut_left(20) : area.cut_top(4);
  } else if (beside) {
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
