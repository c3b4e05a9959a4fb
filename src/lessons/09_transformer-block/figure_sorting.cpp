// The trained block that sorts: the reader's letters above, the parts as a column of switches, what flows between them read as letters, and
// the answer below.
#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/regions.h"
#include "charts/arrows.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/09_transformer-block/figures.h"

namespace attn::lessons::transformer_block {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

/// Where everything stands: a column of parts on the left; on the right the readings, and between both the attention and the count.
struct Places {
  Rect letters, answer, parts, attention, count;
  Rect before, between, after;  ///< empty where there is no room
  float size;                   ///< of letters in names and captions
};

Places arrange(const Canvas& canvas) {
  Rect area = charts::page(canvas);
  Places at;
  at.size = std::clamp(area.width / 62, 11.0f, 17.0f);
  const bool roomy = area.width >= 560;
  const float tile = std::clamp(0.085f * area.height, 26.0f, 62.0f), gap = std::clamp(0.022f * area.height, 5.0f, 16.0f);
  at.letters = area.cut_top(tile), area.cut_top(gap);
  at.answer = area.cut_bottom(tile), area.cut_bottom(gap);
  at.parts = area.cut_left(std::clamp(0.26f * area.width, 116.0f, 300.0f));
  area.cut_left(roomy ? 2.2f * at.size : 10);
  const float names = at.parts.right() + (roomy ? 2.2f * at.size : 10);
  for (Rect* line : {&at.letters, &at.answer}) line->width -= names - line->x, line->x = names;
  if (!roomy) {
    at.attention = area.cut_top(0.52f * (area.height - gap)), area.cut_top(gap);
    at.count = at.attention;
    at.attention = at.count.cut_left(std::min(at.attention.height, 0.52f * at.attention.width));
    at.count.cut_left(10);
    at.after = area;
    return at;
  }
  Rect middle = area.cut_left(std::min(0.4f * area.width, 0.62f * area.height));
  area.cut_left(1.6f * at.size);
  const float least = 8.2f * at.size;  // for the count
  at.attention = middle.cut_top(std::min(middle.height - least - gap, middle.width + 1.5f * at.size)), middle.cut_top(gap);
  at.count = middle.cut_bottom(std::min(middle.height, 11 * at.size));
  const float high = (area.height - 2 * gap) / 3;
  at.before = area.cut_top(high), area.cut_top(gap);
  at.between = area.cut_top(high), area.cut_top(gap);
  at.after = area;
  return at;
}

Rect tile_of(Rect line, int i) {
  const float wide = std::min(line.height, line.width / 8 - 2);
  return Rect{line.x + (wide + 4) * static_cast<float>(i), line.y, wide, line.height}.inset(1, 1);
}

void draw_letter(Canvas& canvas, Rect tile, const std::string& letter, Color color) {
  canvas.text(tile.center(), letter,
              {.color = color,
               .size = std::clamp(0.52f * tile.height, 13.0f, 28.0f),
               .font = canvas::Font::kStrong,
               .align = canvas::Align::kCenter});
}

/// The reader's letters. A press makes a letter the next one of the alphabet.
void draw_letters(Canvas& canvas, const Places& at, const Params& p, Params& edit) {
  const std::vector<std::string> names = letter_names(p.sorted);
  const canvas::TextStyle style = charts::strong(canvas, at.size), quiet = charts::quiet(canvas, at.size - 1);
  const bool two = at.letters.height >= 2.6f * at.size;
  const float middle = at.letters.center().y, half = two ? 0.7f * at.size : 0;
  canvas.text({at.parts.x, middle - half}, charts::fitting(canvas, style, at.parts.width, {"your letters", "letters"}), style);
  if (two)
    canvas.text({at.parts.x, middle + half},
                charts::fitting(canvas, quiet, at.letters.x - at.parts.x - 6, {"press a letter or a part", "press a part"}), quiet);
  for (int i = 0; i < static_cast<int>(names.size()); ++i) {
    const Rect tile = tile_of(at.letters, i);
    const std::string id = "letter[" + std::to_string(i) + "]";
    const bool hot = canvas.is_hot(id);
    canvas.rect(tile, canvas.color(Role::kSurface), 5);
    canvas.border(tile, {canvas.color(hot ? Role::kAccent : Role::kMuted), hot ? 2.0f : 1.0f}, 5);
    draw_letter(canvas, tile, names[static_cast<size_t>(i)], canvas.color(Role::kInk));
    const canvas::Interaction hand = canvas.region(id, tile, Grip::kClick, "letter " + std::to_string(i + 1) + ", press for the next one");
    const int step = hand.pressed ? 1 : hand.nudge_x - hand.nudge_y;
    if (step == 0) continue;
    Tokens changed = p.sorted;
    int& letter = changed[static_cast<size_t>(i)];
    letter = kFirstToken + ((letter - kFirstToken + step) % kLetters + kLetters) % kLetters;
    edit.letters.clear();
    for (const std::string& name : letter_names(changed)) edit.letters += name;
  }
}

/// The switch of one part: its name, struck through where it is left out.
void draw_part(Canvas& canvas, Rect box, int k, const Params& p, float size, Params& edit) {
  constexpr std::array<std::string_view, kBlockParts> kBrief{"attention", "sum", "norm", "network", "sum", "norm"};
  const std::string id = "part[" + std::to_string(k) + "]";
  const bool there = p.parts(0, k), hot = canvas.is_hot(id);
  const Color ink = canvas.color(there ? Role::kInk : Role::kWarning);
  canvas.rect(
      box, there ? canvas::mix(canvas.color(Role::kBackground), canvas.color(Role::kAccent), 0.13f) : canvas.color(Role::kBackground), 7);
  canvas.border(box, {hot ? canvas.color(Role::kAccent) : there ? canvas.color(Role::kMuted) : ink, hot ? 2.5f : 1.3f, !there && !hot}, 7);
  const float track = std::min(0.5f * box.height, 1.25f * size), wide = 1.8f * track;
  const Rect knob{box.right() - wide - 0.6f * size, box.center().y - track / 2, wide, track};
  canvas.rect(knob, canvas.color(there ? Role::kAccent : Role::kFaint), track / 2);
  canvas.circle({there ? knob.right() - track / 2 : knob.x + track / 2, knob.center().y}, track / 2 - 2, canvas.color(Role::kBackground));
  const canvas::TextStyle style{.color = ink, .size = size, .font = canvas::Font::kStrong};
  const std::string_view name = kPartNames[static_cast<size_t>(k)];
  const float room = knob.x - box.x - 0.7f * size - 4;
  const bool brief = canvas.measure("second norm", style).width > room;  // of all of them, so that they read alike
  const Point from{box.x + 0.7f * size, box.center().y};
  const std::string_view shown = brief ? kBrief[static_cast<size_t>(k)] : name;
  canvas.text(from, shown, style);
  if (!there) canvas.line({from.x - 3, from.y}, {from.x + canvas.measure(shown, style).width + 3, from.y}, {ink, 2});
  if (canvas.region(id, box, Grip::kClick, std::string(name) + (there ? ", press to leave it out" : ", press to put it back")).pressed)
    edit.parts(0, k) = !there;
}

/// The parts from top to bottom, with the line that passes the attention and the network by and comes back at the sums.
void draw_parts(Canvas& canvas, const Places& at, const Params& p, Params& edit) {
  Rect area = at.parts;
  const float rail = std::clamp(0.09f * area.width, 12.0f, 24.0f), size = std::min(1.08f * at.size, 17.0f);
  area.cut_left(rail);
  const float unit = area.height / kBlockParts, gap = std::clamp(0.24f * unit, 5.0f, 22.0f);
  const auto box = [&](int k) { return Rect{area.x, area.y + unit * static_cast<float>(k) + gap / 2, area.width, unit - gap}; };
  const float center = area.center().x, left = area.x - 0.6f * rail;
  const auto stroke = [&](bool flows) {
    return canvas::Stroke{canvas.color(flows ? Role::kMuted : Role::kFaint), flows ? 2.0f : 1.5f, !flows};
  };
  const float above = at.letters.bottom() + 3;
  for (int k = 0; k < kBlockParts; ++k) {
    const float from = k == 0 ? above : box(k - 1).bottom();
    const bool joins = k == kFirstSum || k == kSecondSum;  // what comes from a part that is left out is nothing
    charts::draw_arrow(canvas, {center, from}, {center, box(k).y}, stroke(!joins || p.parts(0, k - 1)));
    if (!joins) continue;
    const float branch = k == kFirstSum ? 0.5f * (above + box(0).y) : 0.5f * (box(k - 2).bottom() + box(k - 1).y);
    const canvas::Stroke bypass = stroke(p.parts(0, k));
    canvas.line({center, branch}, {left, branch}, bypass);
    canvas.line({left, branch}, {left, box(k).center().y}, bypass);
    charts::draw_arrow(canvas, {left, box(k).center().y}, {area.x, box(k).center().y}, bypass);
  }
  charts::draw_arrow(canvas, {center, box(kBlockParts - 1).bottom()}, {center, at.answer.y - 3}, stroke(true));
  for (int k = 0; k < kBlockParts; ++k) draw_part(canvas, box(k), k, p, size, edit);
}

/// A reading: a row for each letter of the reader, a column for each of the alphabet.
void draw_reading(Canvas& canvas, Rect area, std::string_view id, std::string_view heading, std::string_view aside, const Mat& shares,
                  const std::vector<std::string>& rows, float size) {
  if (area.height < 40) return;
  charts::draw_heading(canvas, area.cut_top(1.5f * size), heading, aside, size);
  const Rect names = area.cut_top(13);
  const float side = 16;
  const int n = static_cast<int>(rows.size());
  const Rect cells{area.x + side, area.y, area.width - side, std::min(area.height, static_cast<float>(n) * 1.5f * size)};
  std::vector<Color> colors;
  for (Index c = 0; c < shares.size(); ++c) colors.push_back(canvas.theme().sequential(static_cast<float>(shares.data()[c])));
  canvas.cells(cells, n, kLetters, colors);
  canvas.border(cells, {canvas.color(Role::kFaint), 1});
  const float pitch = cells.width / kLetters, small = std::clamp(0.9f * pitch, 10.0f, 12.0f);
  for (int j = 0; j < kLetters; ++j)
    canvas.text({cells.cell(0, j, n, kLetters).center().x, names.center().y}, alphabet()[static_cast<size_t>(j)],
                charts::quiet(canvas, small, canvas::Align::kCenter));
  for (int i = 0; i < n; ++i) {
    const Rect row = cells.cell(i, 0, n, kLetters);
    canvas.text({cells.x - 5, row.center().y}, rows[static_cast<size_t>(i)],
                charts::quiet(canvas, std::clamp(row.height - 2, 10.0f, 12.0f), canvas::Align::kRight));
    Index best = 0;
    const Real share = shares.row(i).maxCoeff(&best);
    const Rect cell = cells.cell(i, static_cast<int>(best), n, kLetters);
    if (share > Real(0.4) && std::min(cell.width + 3, cell.height) >= 10)
      canvas.text(cell.center(), alphabet()[static_cast<size_t>(best)],
                  {.color = canvas.theme().on(canvas.theme().sequential(static_cast<float>(share))),
                   .size = std::clamp(cell.height - 2, 10.0f, 12.0f),
                   .font = canvas::Font::kStrong,
                   .align = canvas::Align::kCenter});
  }
  canvas.grid(id, cells, n, kLetters, Grip::kHover, heading);
  charts::draw_hot_cell(canvas, id, cells, n, kLetters);
}

void draw_attention(Canvas& canvas, const Places& at, const Params& p, const Result& r, const std::vector<std::string>& names) {
  Rect area = at.attention;
  const std::string head = "head " + std::to_string(p.sorting_head);
  charts::draw_heading(canvas, area.cut_top(1.5f * at.size), at.before.height > 0 ? "who looks at whom" : head,
                       at.before.height > 0 ? head : "", at.size);
  charts::draw_cell_matrix(canvas, area,
                           {.id = "sorting-weights",
                            .values = r.sorting.run.attention.weights[static_cast<size_t>(p.sorting_head - 1)],
                            .rows = names,
                            .cols = names,
                            .label = "attention weight",
                            .square = true,
                            .largest_cell = 48});
  if (!p.parts(0, kAttentionPart)) {  // what it finds goes nowhere
    const Rect cells = canvas.rect_of("sorting-weights");
    canvas.rect(cells, canvas.color(Role::kBackground).with_alpha(0.75f));
    canvas.line({cells.x, cells.bottom()}, {cells.right(), cells.y}, {canvas.color(Role::kWarning), 2});
  }
}

std::string percent(const SortCount& count) { return fixed(100 * count.share(), 1) + " %"; }

/// How many letters of the held-out words are right, with the present parts and with all.
void draw_count(Canvas& canvas, const Places& at, const Params& p, const Result& r, Params& edit) {
  Rect area = at.count;
  const float size = at.size, large = std::clamp(std::min(0.28f * area.height, area.width / 4), 1.4f * size, 3.6f * size);
  const bool whole = p.parts.all();
  const canvas::TextStyle quiet = charts::quiet(canvas, size - 1);
  const std::string words = std::to_string(kHeldOutWords);
  const auto line = [&](std::initializer_list<std::string_view> wordings) {
    canvas.text({area.x, area.cut_top(1.45f * size).center().y}, charts::fitting(canvas, quiet, area.width, wordings), quiet);
  };
  line({"letters right in " + words + " new words", "right in " + words + " words", "in " + words + " words"});
  const Rect number = area.cut_top(1.25f * large);
  canvas::TextStyle style = charts::strong(canvas, large);
  if (!whole) style.color = canvas.color(Role::kWarning);
  canvas.text({number.x, number.center().y}, percent(r.sorting.count), style);
  canvas.region("held-out-letters",
                {number.x, number.y, std::min(canvas.measure(percent(r.sorting.count), style).width, area.width), number.height},
                Grip::kHover, "share of held-out letters that are right");
  const Rect bar{area.x, area.y, std::min(area.width, 14 * size), std::min(0.5f * size, area.height)};
  area.cut_top(0.9f * size);
  canvas.rect(bar, canvas.color(Role::kSurface), bar.height / 2);
  canvas.rect({bar.x, bar.y, bar.width * static_cast<float>(r.sorting.count.share()), bar.height},
              canvas.color(whole ? Role::kGood : Role::kWarning), bar.height / 2);
  if (!r.sorting.trained) return line({"no weights yet: a random block", "not trained yet"});
  if (whole) return;
  const std::string all = percent(r.sorting.whole);
  line({"with all parts " + all, "all parts: " + all, all});
  if (area.height < 20) return;
  if (charts::draw_small_button(canvas, {area.x, area.y, std::min(9 * size, area.width), std::clamp(1.9f * size, 20.0f, area.height)},
                                "all-parts", "all parts back", "put all parts back"))
    edit.parts.setConstant(true);
}

void draw_answer(Canvas& canvas, const Places& at, const Result& r) {
  const SortRun& run = r.sorting.run;
  const std::vector<std::string> names = letter_names(run.answer);
  const int n = static_cast<int>(names.size());
  const canvas::TextStyle style = charts::strong(canvas, at.size);
  canvas.text({at.parts.x, at.answer.center().y},
              charts::fitting(canvas, style, at.parts.width, {"the block\u2019s answer", "its answer", "answer"}), style);
  for (int i = 0; i < n; ++i) {
    const bool right = run.answer[static_cast<size_t>(i)] == run.target[static_cast<size_t>(i)];
    const Rect tile = tile_of(at.answer, i);
    const Color color = canvas.color(right ? Role::kGood : Role::kWarning);
    const std::string id = canvas::cell_id("answers", i, 0);
    canvas.rect(tile, canvas::mix(canvas.color(Role::kBackground), color, right ? 0.2f : 0.1f), 5);
    canvas.border(tile, {canvas.is_hot(id) ? canvas.color(Role::kAccent) : color, canvas.is_hot(id) ? 2.5f : 1.5f, !right}, 5);
    draw_letter(canvas, tile, names[static_cast<size_t>(i)], right ? canvas.color(Role::kInk) : color);
    if (!right) canvas.line({tile.x + 5, tile.bottom() - 5}, {tile.right() - 5, tile.y + 5}, {color, 2});
    canvas.region(id, tile, Grip::kHover, "probability of the letter that is answered");
  }
  const Rect last = tile_of(at.answer, n - 1);
  const std::string count = std::to_string(run.right) + " of " + std::to_string(n) + " right";
  const float room = at.answer.right() - last.right() - 12;
  if (canvas.measure(count, style).width <= room) canvas.text({last.right() + 12, last.center().y}, count, style);
}

}  // namespace

void draw_sorting(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const Places at = arrange(canvas);
  const SortRun& run = r.sorting.run;
  const std::vector<std::string> names = letter_names(run.source);
  draw_parts(canvas, at, p, edit);
  draw_letters(canvas, at, p, edit);
  draw_attention(canvas, at, p, r, names);
  draw_count(canvas, at, p, r, edit);
  draw_reading(canvas, at.before, "before", "what goes in", "read as letters", run.before.shares, names, at.size);
  draw_reading(canvas, at.between, "between", "halfway through", "read as letters", run.between.shares, names, at.size);
  draw_reading(canvas, at.after, "after", "what comes out", "a row answers its strongest letter", run.after.shares, names, at.size);
  draw_answer(canvas, at, r);
}

}  // namespace attn::lessons::transformer_block
