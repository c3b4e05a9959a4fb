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
#include "lessons/09_transformer-block/sorting_rows.h"
#include "lessons/09_transformer-block/sorting_story.h"

namespace attn::lessons::transformer_block {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role, charts::Story;

constexpr float kFaded = 0.25f;  ///< share of its colour that is left of what the story has not come to

void draw_letter(Canvas& canvas, Rect tile, const std::string& letter, Color color) {
  canvas.text(tile.center(), letter,
              {.color = color,
               .size = std::clamp(0.52f * tile.height, 13.0f, 28.0f),
               .font = canvas::Font::kStrong,
               .align = canvas::Align::kCenter});
}

/// The reader's letters. A press makes a letter the next one of the alphabet.
void draw_letters(Canvas& canvas, const SortingPlaces& at, const Params& p, Params& edit) {
  const std::vector<std::string> names = letter_names(p.sorted);
  const canvas::TextStyle style = charts::strong(canvas, at.size), quiet = charts::quiet(canvas, at.size - 1);
  const bool two = at.letters.height >= 2.6f * at.size;
  const float middle = at.letters.center().y, half = two ? 0.7f * at.size : 0;
  canvas.text({at.parts.x, middle - half}, charts::fitting(canvas, style, at.parts.width, {"your letters", "letters"}), style);
  if (two)
    canvas.text({at.parts.x, middle + half},
                charts::fitting(canvas, quiet, at.letters.x - at.parts.x - 6, {"press a letter or a part", "press a part"}), quiet);
  for (int i = 0; i < static_cast<int>(names.size()); ++i) {
    const Rect tile = at.letter(i);
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

/// The parts from top to bottom, with the line that passes the attention and the network by and comes back at the sums. Parts that the
/// story has not come to are faded.
void draw_parts(Canvas& canvas, const SortingPlaces& at, const Story& story, const Params& p, Params& edit) {
  constexpr std::array<SortingStop, kBlockParts + 1> kReached{kScores,      kFirstAdded,  kFirstNormed, kFedForward,
                                                              kSecondAdded, kSecondAdded, kAnswered};
  const float center = at.box(0).center().x, size = std::min(1.08f * at.size, 17.0f);
  const auto stroke = [&](bool flows) {
    return canvas::Stroke{canvas.color(flows ? Role::kMuted : Role::kFaint), flows ? 2.0f : 1.5f, !flows};
  };
  const auto above = [&](int k) { return k == 0 ? at.letters.bottom() + 3 : at.box(k - 1).bottom(); };
  for (int k = 0; k < kBlockParts; ++k) {
    const bool joins = k == kFirstSum || k == kSecondSum;  // what comes from a part that is left out is nothing
    charts::draw_arrow(canvas, {center, above(k)}, {center, at.box(k).y}, stroke(!joins || p.parts(0, k - 1)));
    if (!joins) continue;
    const Point branch = at.branch(static_cast<Part>(k)), sum{at.box(k).x, at.box(k).center().y};
    const canvas::Stroke bypass = stroke(p.parts(0, k));
    canvas.line(branch, {at.rail, branch.y}, bypass);
    canvas.line({at.rail, branch.y}, {at.rail, sum.y}, bypass);
    charts::draw_arrow(canvas, {at.rail, sum.y}, sum, bypass);
  }
  charts::draw_arrow(canvas, {center, above(kBlockParts)}, {center, at.answer.y - 3}, stroke(true));
  for (int k = 0; k < kBlockParts; ++k) draw_part(canvas, at.box(k), k, p, size, edit);
  for (int k = 0; k <= kBlockParts; ++k) {
    const float reached = story.told(kReached[static_cast<size_t>(k)], 0, 0.2f), top = above(k);
    const float bottom = k < kBlockParts ? at.box(k).bottom() + 1 : at.answer.y;
    charts::veil(canvas, {at.parts.x, top, at.parts.width + 1, bottom - top}, kFaded + (1 - kFaded) * reached);
  }
}

/// A reading: a row for each letter of the reader, a column for each of the alphabet.
struct Reading {
  std::string_view id, heading, aside;
  const Mat& shares;
  int told;  ///< rows that are there already
};

void draw_reading(Canvas& canvas, const SortingPlaces& at, Rect area, const Reading& reading, const std::vector<std::string>& rows) {
  if (area.height < 40) return;
  const int n = static_cast<int>(rows.size()), told = reading.told;
  const Rect whole = area;
  const Rect cells = at.cells(area, n),
             there{cells.x, cells.y, cells.width, cells.height * static_cast<float>(told) / static_cast<float>(n)};
  charts::draw_heading(canvas, area.cut_top(1.5f * at.size), reading.heading, reading.aside, at.size);
  std::vector<Color> colors;
  for (Index c = 0; c < told * kLetters; ++c) colors.push_back(canvas.theme().sequential(static_cast<float>(reading.shares.data()[c])));
  if (told > 0) canvas.cells(there, told, kLetters, colors);
  canvas.border(cells, {canvas.color(Role::kFaint), 1});
  const float pitch = cells.width / kLetters, small = std::clamp(0.9f * pitch, 10.0f, 12.0f);
  for (int j = 0; j < kLetters; ++j)
    canvas.text({cells.cell(0, j, n, kLetters).center().x, 0.5f * (area.y + cells.y)}, alphabet()[static_cast<size_t>(j)],
                charts::quiet(canvas, small, canvas::Align::kCenter));
  for (int i = 0; i < told; ++i) {
    const Rect row = cells.cell(i, 0, n, kLetters);
    canvas.text({cells.x - 5, row.center().y}, rows[static_cast<size_t>(i)],
                charts::quiet(canvas, std::clamp(row.height - 2, 10.0f, 12.0f), canvas::Align::kRight));
    Index best = 0;
    const Real share = reading.shares.row(i).maxCoeff(&best);
    const Rect cell = cells.cell(i, static_cast<int>(best), n, kLetters);
    if (share > Real(0.4) && std::min(cell.width + 3, cell.height) >= 10)
      canvas.text(cell.center(), alphabet()[static_cast<size_t>(best)],
                  {.color = canvas.theme().on(canvas.theme().sequential(static_cast<float>(share))),
                   .size = std::clamp(cell.height - 2, 10.0f, 12.0f),
                   .font = canvas::Font::kStrong,
                   .align = canvas::Align::kCenter});
  }
  if (told == 0) return charts::veil(canvas, whole, kFaded);  // its place is there, as those of the parts are
  canvas.grid(reading.id, there, told, kLetters, Grip::kHover, reading.heading);
  charts::draw_hot_cell(canvas, reading.id, there, told, kLetters);
}

void draw_readings(Canvas& canvas, const SortingPlaces& at, const Story& story, const SortRun& run, const std::vector<std::string>& names) {
  const int n = static_cast<int>(names.size());
  draw_reading(canvas, at, at.before, {"before", "what goes in", "read as letters", run.before.shares, turns_over(story, kRows, n)}, names);
  draw_reading(canvas, at, at.between,
               {"between", "halfway through", "read as letters", run.between.shares, turns_over(story, kFirstNormed, n)}, names);
  draw_reading(
      canvas, at, at.after,
      {"after", "what comes out", "a row answers its strongest letter", run.after.shares, turns_over(story, kSecondAdded, n, kAddedBy)},
      names);
}

/// The weights between the letters, and before they are told the scores that they are made of.
void draw_attention(Canvas& canvas, const SortingPlaces& at, const Story& story, const Params& p, const Result& r,
                    const std::vector<std::string>& names) {
  if (at.attention.height < 40) return;
  Rect area = at.attention;
  const std::string head = "head " + std::to_string(p.sorting_head);
  const bool shared = story.told(kShares) == 1;
  charts::draw_heading(canvas, area.cut_top(1.5f * at.size),
                       !shared    ? "scores"
                       : at.roomy ? "who looks at whom"
                                  : head,
                       at.roomy || !shared ? head : "", at.size);
  charts::CellMatrix weights{.id = "sorting-weights",
                             .values = r.sorting.run.attention.weights[static_cast<size_t>(p.sorting_head - 1)],
                             .rows = names,
                             .cols = names,
                             .label = "attention weight",
                             .square = true,
                             .largest_cell = 48};
  if (story.told(kScores) == 0) {
    canvas.border(charts::cells_in(canvas, area, weights), {canvas.color(Role::kFaint), 1});
    return charts::veil(canvas, at.attention, kFaded);
  }
  if (shared)
    charts::draw_cell_matrix(canvas, area, weights);
  else if (is_here(later<draw_scores>))
    later<draw_scores>(canvas, area, story, p, r, weights);
  if (!p.parts(0, kAttentionPart)) {  // what it finds goes nowhere
    const Rect cells = charts::cells_in(canvas, area, weights);
    canvas.rect(cells, canvas.color(Role::kBackground).with_alpha(0.75f));
    canvas.line({cells.x, cells.bottom()}, {cells.right(), cells.y}, {canvas.color(Role::kWarning), 2});
  }
}

std::string percent(const SortCount& count) { return fixed(100 * count.share(), 1) + " %"; }

/// Draws the share of held-out letters that are right with its left edge in the middle of `area`'s left side. Returns its width.
float draw_share(Canvas& canvas, Rect area, const Params& p, const Result& r, float size) {
  canvas::TextStyle style = charts::strong(canvas, size);
  if (!p.parts.all()) style.color = canvas.color(Role::kWarning);
  const std::string share = percent(r.sorting.count);
  const float width = std::min(canvas.measure(share, style).width, area.width);
  canvas.text({area.x, area.center().y}, share, style);
  canvas.region("held-out-letters", {area.x, area.y, width, area.height}, Grip::kHover, "share of held-out letters that are right");
  return width;
}

/// The same in a line, where there is room for no more.
void draw_count_line(Canvas& canvas, Rect line, const Params& p, const Result& r, float size) {
  line.cut_left(draw_share(canvas, line, p, r, 1.4f * size) + 0.6f * size);
  const std::string words = std::to_string(kHeldOutWords) + " words";
  const canvas::TextStyle quiet = charts::quiet(canvas, size - 1);
  const std::string text =
      r.sorting.trained ? charts::fitting(canvas, quiet, line.width, {"of the letters in " + words, "in " + words, "right"})
                        : charts::fitting(canvas, quiet, line.width, {"no weights yet: a random block", "not trained yet", "untrained"});
  canvas.text({line.x, line.center().y}, text, quiet);
}

/// How many letters of the held-out words are right, with the present parts and with all.
void draw_count(Canvas& canvas, const SortingPlaces& at, const Params& p, const Result& r, Params& edit) {
  Rect area = at.count;
  const float size = at.size, large = std::clamp(std::min(0.28f * area.height, area.width / 4), 1.4f * size, 3.6f * size);
  const bool whole = p.parts.all();
  const canvas::TextStyle quiet = charts::quiet(canvas, size - 1);
  const std::string words = std::to_string(kHeldOutWords);
  if (area.height < 4 * size) return draw_count_line(canvas, area, p, r, size);
  const auto line = [&](std::initializer_list<std::string_view> wordings) {
    canvas.text({area.x, area.cut_top(1.45f * size).center().y}, charts::fitting(canvas, quiet, area.width, wordings), quiet);
  };
  line({"letters right in " + words + " new words", "right in " + words + " words", "in " + words + " words"});
  draw_share(canvas, area.cut_top(1.25f * large), p, r, large);
  const Rect bar{area.x, area.y, std::min(area.width, 14 * size), std::min(0.5f * size, area.height)};
  area.cut_top(0.9f * size);
  canvas.rect(bar, canvas.color(Role::kSurface), bar.height / 2);
  canvas.rect({bar.x, bar.y, bar.width * static_cast<float>(r.sorting.count.share()), bar.height},
              canvas.color(whole ? Role::kGood : Role::kWarning), bar.height / 2);
  if (!r.sorting.trained) return line({"no weights yet: a random block", "not trained yet"});
  if (whole) return;
  const std::string all = percent(r.sorting.whole);
  const bool roomy = area.height >= 20 + 1.45f * size;
  if (roomy) line({"with all parts " + all, "all parts: " + all, all});
  if (area.height < 18) return;
  const Rect button{area.x, area.y, std::min(9 * size, area.width), std::clamp(1.9f * size, 18.0f, area.height)};
  if (charts::draw_small_button(canvas, button, "all-parts", roomy ? "all parts back" : "all back: " + all, "put all parts back"))
    edit.parts.setConstant(true);
}

void draw_answer(Canvas& canvas, const SortingPlaces& at, const Story& story, const Result& r) {
  if (story.told(kAnswered) == 0) return;
  const SortRun& run = r.sorting.run;
  const std::vector<std::string> names = letter_names(run.answer);
  const int n = static_cast<int>(names.size()), told = turns_over(story, kAnswered, n);
  const canvas::TextStyle style = charts::strong(canvas, at.size);
  canvas.text({at.parts.x, at.answer.center().y},
              charts::fitting(canvas, style, at.parts.width, {"the block\u2019s answer", "its answer", "answer"}), style);
  for (int i = 0; i < told; ++i) {
    const bool right = run.answer[static_cast<size_t>(i)] == run.target[static_cast<size_t>(i)];
    const Rect tile = at.answered(i);
    const Color color = canvas.color(right ? Role::kGood : Role::kWarning);
    const std::string id = canvas::cell_id("answers", i, 0);
    canvas.rect(tile, canvas::mix(canvas.color(Role::kBackground), color, right ? 0.2f : 0.1f), 5);
    canvas.border(tile, {canvas.is_hot(id) ? canvas.color(Role::kAccent) : color, canvas.is_hot(id) ? 2.5f : 1.5f, !right}, 5);
    draw_letter(canvas, tile, names[static_cast<size_t>(i)], right ? canvas.color(Role::kInk) : color);
    if (!right) canvas.line({tile.x + 5, tile.bottom() - 5}, {tile.right() - 5, tile.y + 5}, {color, 2});
    canvas.region(id, tile, Grip::kHover, "probability of the letter that is answered");
  }
  if (told < n) return;
  const Rect last = at.answered(n - 1);
  const std::string count = std::to_string(run.right) + " of " + std::to_string(n) + " right";
  const float room = at.answer.right() - last.right() - 12;
  if (canvas.measure(count, style).width <= room) canvas.text({last.right() + 12, last.center().y}, count, style);
}

}  // namespace

void draw_sorting(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  const Story story(static_cast<double>(p.walk), kSortingStops);
  const std::vector<std::string> names = letter_names(r.sorting.run.source);
  Rect area = charts::page(canvas);
  const bool telling = !story.all() && is_here(later<draw_sorting_motion>);
  std::vector<std::string> sentences(kSortingStops);
  if (telling) sentences = later<sorting_sentences>(p, r);
  charts::draw_story(canvas, &area, story, std::vector<std::string_view>(sentences.begin(), sentences.end()), "one block", &edit.walk);
  area.cut_bottom(4);  // for the frame round the answer
  const SortingPlaces at = sorting_places(area, static_cast<int>(names.size()), story);
  draw_parts(canvas, at, story, p, edit);
  draw_letters(canvas, at, p, edit);
  draw_attention(canvas, at, story, p, r, names);
  if (story.all()) draw_count(canvas, at, p, r, edit);
  draw_readings(canvas, at, story, r.sorting.run, names);
  draw_answer(canvas, at, story, r);
  if (telling) later<draw_row_numbers>(canvas, at, story, p, r.sorting.run);
  if (telling) later<draw_sorting_motion>(canvas, at, story, p, r);
}

}  // namespace attn::lessons::transformer_block
