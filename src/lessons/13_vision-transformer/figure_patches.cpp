// An image as a sentence: its patches, how one of them becomes a token, and what the size of a patch costs.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "lessons/13_vision-transformer/figure_parts.h"
#include "lessons/13_vision-transformer/words.h"

namespace attn::lessons::vision_transformer {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Rect, canvas::Role;

Real largest_of(const Mat& numbers) {
  Real most = Real(1e-6);
  for (Index i = 0; i < numbers.size(); ++i)
    if (std::isfinite(numbers.data()[i])) most = std::max(most, std::abs(numbers.data()[i]));
  return most;
}

void caption(Canvas& canvas, Rect* area, std::string_view text, std::string_view brief = {}) {
  const Rect line = area->cut_top(17);
  canvas.text({line.x, line.y + 7}, charts::fitting(canvas, charts::quiet(canvas, 12), line.width, {text, brief.empty() ? text : brief}),
              charts::quiet(canvas, 12));
}

/// The patches apart, each of which can be pressed.
void draw_apart(Canvas& canvas, Rect sheet, const Params& p, const Result& r, Params& edit) {
  const int aside = r.settings.patches_aside(), shown = patch_shown(p, r);
  draw_image(canvas, sheet, r.image);
  draw_cuts(canvas, sheet, aside, std::clamp(sheet.width / 60, 3.0f, 7.0f));
  for (int i = 0; i < r.settings.patches(); ++i) {
    const std::string id = canvas::cell_id("patch", i, 0);
    const Rect place = patch_in(sheet, i, aside).inset(1.5f, 1.5f);
    if (i == shown) canvas.border(place, {canvas.color(Role::kQuery), 3});
    if (canvas.is_hot(id)) canvas.border(place.inset(-1, -1), {canvas.color(Role::kAccent), 2});
    if (canvas.region(id, place, Grip::kClick, token_name(r.settings, 1 + i) + ", press to see its token").pressed) edit.asks = 1 + i;
  }
}

/// Pixels times a filter.
void draw_product(Canvas& canvas, Rect area, const Params& p, const Result& r) {
  const int side = r.settings.patch, patch = patch_shown(p, r);
  const Real limit = largest_of(r.filters);
  const float gap = 30, width = std::min((area.width - gap) / 2, area.height);
  const auto cells = [&](Rect at, std::string_view id, bool is_signed) {
    std::vector<Color> colors;
    for (int k = 0; k < side * side; ++k) {
      const Real x = is_signed ? r.filters(k, p.filter) : r.pixels(patch, k);
      colors.push_back(is_signed ? canvas.theme().diverging(static_cast<float>(x / limit))
                                 : canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kInk), static_cast<float>(x)));
    }
    canvas.cells(at, side, side, colors);
    canvas.border(at, {canvas.color(is_signed ? Role::kMuted : Role::kQuery), is_signed ? 1.0f : 2.0f});
    charts::draw_hot_cell(canvas, id, at, side, side, 0);
    canvas.grid(id, at, side, side, Grip::kHover, is_signed ? "the filter" : "the pixels of the patch");
  };
  const Rect first{area.x, area.y, width, width}, second{area.x + width + gap, area.y, width, width};
  cells(first, "pixel", false);
  cells(second, "filter", true);
  canvas.text({first.right() + gap / 2, first.center().y}, "\u00b7",
              {.color = canvas.color(Role::kInk), .size = 24, .align = canvas::Align::kCenter});
}

/// All filters as small pictures, one for each number of a token.
void draw_filters(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  const int count = r.settings.width, side = r.settings.patch;
  const Real limit = largest_of(r.filters);
  int cols = 1;
  float best = 0;
  for (int c = 1; c <= count; ++c) {
    const float size = std::min(area.width / static_cast<float>(c), area.height / static_cast<float>((count + c - 1) / c));
    if (size > best) best = size, cols = c;
  }
  best = std::min(best, 46.0f);
  std::vector<Color> colors(static_cast<std::size_t>(side * side));
  for (int k = 0; k < count; ++k) {
    const Rect tile{area.x + best * static_cast<float>(k % cols), area.y + best * static_cast<float>(k / cols), best, best};
    const Rect at = tile.inset(1, 1);
    for (int i = 0; i < side * side; ++i)
      colors[static_cast<std::size_t>(i)] = canvas.theme().diverging(std::round(8 * static_cast<float>(r.filters(i, k) / limit)) / 8);
    canvas.cells(at, side, side, colors);
    const std::string id = canvas::cell_id("filters", k, 0);
    if (k == p.filter) canvas.border(tile, {canvas.color(Role::kInk), 2});
    if (canvas.is_hot(id)) canvas.border(tile, {canvas.color(Role::kAccent), 2});
    if (canvas.region(id, tile, Grip::kClick, "filter " + std::to_string(k) + ", press to look at it").pressed) edit.filter = k;
  }
}

/// The token, its position and their sum.
void draw_token(Canvas& canvas, Rect area, const Params& p, const Result& r) {
  const int patch = patch_shown(p, r);
  const Mat token = r.tokens.row(patch), position = r.positions.row(1 + patch), input = r.input.row(1 + patch);
  const Real limit = std::max({largest_of(token), largest_of(position), largest_of(input)});
  struct Line {
    std::string_view name, brief, id, label;
    const Mat& numbers;
  };
  const Line lines[] = {{"token", "token", "token", "the token, a number for each filter", token},
                        {"+ position", "+ pos.", "position", "the position, learned for this place", position},
                        {"= input", "= in", "input", "what enters the first layer", input}};
  const float names = std::clamp(area.width * 0.2f, 42.0f, 76.0f);
  for (int k = 0; k < 3; ++k) {
    Rect line = area.cell(k, 0, 3, 1).inset(0, 2);
    const Rect name = line.cut_left(names);
    canvas.text({name.x, name.center().y},
                charts::fitting(canvas, charts::quiet(canvas, 12), name.width - 4, {lines[k].name, lines[k].brief}),
                charts::quiet(canvas, 12));
    draw_signed_row(canvas, line, lines[k].numbers, limit, lines[k].id, lines[k].label, p.filter);
  }
}

/// What each size of a patch costs; the chosen one is strong.
void draw_costs(Canvas& canvas, Rect area, const Params& p) {
  const Mat all = costs();
  constexpr std::string_view kHeads[] = {"patch", "tokens", "scores", "multiply-adds"};
  constexpr std::string_view kBrief[] = {"patch", "tokens", "scores", "mult.-adds"};
  constexpr std::string_view kBriefest[] = {"px", "tok.", "sc.", "mult."};
  const auto rows = static_cast<int>(all.rows()) + 1;
  const auto cell = [&](int row, int col) { return area.cell(row, col, rows, 4); };
  const float size = std::clamp(area.height / static_cast<float>(rows) * 0.7f, 10.0f, 13.0f);
  for (int c = 0; c < 4; ++c)
    canvas.text({cell(0, c).x, cell(0, c).center().y},
                charts::fitting(canvas, charts::quiet(canvas, size), cell(0, c).width - 4, {kHeads[c], kBrief[c], kBriefest[c]}),
                charts::quiet(canvas, size));
  for (int i = 0; i + 1 < rows; ++i) {
    const bool chosen = i == p.patch;
    const canvas::TextStyle style = chosen ? charts::strong(canvas, size) : charts::quiet(canvas, size);
    if (chosen) canvas.rect(area.cell(i + 1, 0, rows, 1).inset(-4, 0), canvas.color(Role::kAccent).with_alpha(0.12f), 4);
    const Rect name = cell(i + 1, 0);
    canvas.text({name.x, name.center().y}, std::to_string(kPatches[static_cast<std::size_t>(i)]) + " px", style);
    for (int c = 0; c < 3; ++c) {
      const Rect at = cell(i + 1, c + 1);
      const std::string id = canvas::cell_id("cost", i, c);
      if (canvas.is_hot(id)) canvas.border(at.inset(-3, 1), {canvas.color(Role::kAccent), 1.5f}, 4);
      canvas.text({at.x, at.center().y}, thousands(std::lround(static_cast<double>(all(i, c)))) + (c == 2 ? " k" : ""), style);
      canvas.region(id, at.inset(-3, 0), Grip::kHover, kHeads[c + 1]);
    }
  }
}

}  // namespace

void draw_patches(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const bool beside = area.width > 1.15f * area.height;
  Rect left = beside ? area.cut_left(std::min(area.width * 0.5f, area.height - 132)) : area.cut_top(area.height * 0.4f);
  if (beside)
    area.cut_left(24);
  else
    area.cut_top(8);
  if (beside) {
    Rect table = left.cut_bottom(std::min(122.0f, left.height * 0.28f));
    table.cut_top(8);
    draw_costs(canvas, table, p);
  } else {
    Rect table = area.cut_bottom(std::min(100.0f, area.height * 0.24f));
    table.cut_top(6);
    draw_costs(canvas, table, p);
  }
  caption(canvas, &left, "The drawing as " + std::to_string(r.settings.patches()) + " patches: press one",
          std::to_string(r.settings.patches()) + " patches: press one");
  draw_apart(canvas, square_in(left), p, r, edit);
  if (!r.attends()) {
    caption(canvas, &area, "A convolution cuts no patches: it lays its windows everywhere.", "A convolution cuts no patches.");
    return;
  }
  Rect token = area.cut_bottom(std::clamp(area.height * 0.2f, 54.0f, 90.0f));
  area.cut_bottom(8);
  caption(canvas, &area,
          "One patch, and filter " + std::to_string(p.filter) + ": their product, summed, is number " + std::to_string(p.filter),
          "Patch and filter " + std::to_string(p.filter));
  draw_product(canvas, area.cut_top(beside ? std::min(area.height * 0.46f, area.width * 0.45f) : area.height * 0.5f), p, r);
  area.cut_top(8);
  caption(canvas, &area, "All " + std::to_string(r.settings.width) + " filters, one for each number of the token: press one",
          "All filters: press one");
  draw_filters(canvas, area, p, r, edit);
  draw_token(canvas, token, p, r);
}

}  // namespace attn::lessons::vision_transformer
