// A scene that the reader lays out, the caption that the network tells of it, and where one of its words looks.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/14_visual-attention/figure_parts.h"
#include "lessons/14_visual-attention/words.h"

namespace attn::lessons::visual_attention {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Interaction, canvas::Point, canvas::Rect, canvas::Role;

Tool tool_of(const Params& p, const Result& r) { return r.attends() ? p.tool : Tool::move; }

/// A new thing where there is most room, of a kind that is not there yet.
tasks::Thing new_thing(const tasks::Things& things) {
  tasks::Thing best;
  double room = -1;
  for (double y = 5; y <= 27; y += 2)
    for (double x = 5; x <= 27; x += 2) {
      double least = std::min({x, y, tasks::kSceneSide - x, tasks::kSceneSide - y}) + 2;
      for (const tasks::Thing& thing : things) least = std::min(least, std::hypot(x - thing.x, y - thing.y) - tasks::reach_of(thing));
      if (least > room) room = least, best.x = x, best.y = y;
    }
  const auto count = static_cast<int>(things.size());
  best.shape = static_cast<tasks::ThingShape>((count + 2) % tasks::kThingShapes);
  best.color = static_cast<tasks::ThingColor>((2 * count + 3) % tasks::kThingColors);
  return best;
}

/// The buttons of the scene, and those of the thing that was pressed last. Each has its place, whether it is there or not.
void draw_scene_buttons(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  const Rect first = area.cut_top((area.height - 5) / 2);
  area.cut_top(5);
  const bool hard = p.network == Network::hard, paints = tool_of(p, r) == Tool::paint;
  const int count = hard ? 6 : 4;
  const auto button = [&](Rect row, int at, int all, std::string_view id, std::string_view text, std::string_view label,
                          bool chosen = false, std::string_view brief = {}) {
    const Rect place = row.cell(0, at, 1, all).inset(2, 0);
    const std::string fits = charts::fitting(canvas, charts::quiet(canvas, std::clamp(0.42f * place.height, 12.0f, 15.0f)), place.width - 8,
                                             {text, brief.empty() ? text : brief});
    return charts::draw_small_button(canvas, place, id, fits, label, chosen);
  };
  if (button(first, 0, count, "next", "Next picture", "bring another held-out picture", false, "Next"))
    edit.example = p.example % kExamples + 1;
  if (r.attends()) {
    if (button(first, 1, count, "move", "Move", "the hand moves things", !paints)) edit.tool = Tool::move;
    if (button(first, 2, count, "paint", "Paint", "the hand paints where the word looks", paints)) edit.tool = Tool::paint;
    if (painted_mask(p, r.word).any() && button(first, 3, count, "unbend", "Own map", "give the word its own map back", false, "Own"))
      paint(edit, r.word, Mask::Constant(kAside, kAside, false));
  }
  if (hard && button(first, 4, count, "draw", "Draw", "draw the place of each word anew")) edit.draw = p.draw % kDraws + 1;
  if (hard && p.draw > 0 && button(first, 5, count, "likeliest", "Likeliest", "take the likeliest place of each word", false, "Best"))
    edit.draw = 0;

  const auto things = static_cast<int>(p.things.rows());
  if (things < tasks::kMostThings && button(area, 0, 5, "add", "Add", "add a thing")) {
    tasks::Things all = things_of(p);
    all.push_back(new_thing(all));
    edit.things = as_rows(all), edit.chosen = things + 1;
  }
  if (p.chosen == 0 || p.chosen > things) return;
  const Index row = p.chosen - 1;
  const std::string name = thing_name(r.things[static_cast<std::size_t>(row)]);
  const auto turn = [&](Index col, int kinds) {
    edit.things(row, col) = static_cast<Real>((static_cast<int>(p.things(row, col)) + 1) % kinds);
  };
  if (button(area, 1, 5, "shape", "Shape", "another shape for the " + name)) turn(0, tasks::kThingShapes);
  if (button(area, 2, 5, "color", "Colour", "another colour for the " + name)) turn(1, tasks::kThingColors);
  if (button(area, 3, 5, "size", "Size",
             (r.things[static_cast<std::size_t>(row)].big ? "make it small: the " : "make it big: the ") + name))
    turn(2, 2);
  if (button(area, 4, 5, "remove", "Remove", "take away the " + name)) {
    tasks::Things all = things_of(p);
    all.erase(all.begin() + row);
    edit.things = as_rows(all), edit.chosen = std::min(p.chosen, things - 1);
  }
}

/// Moves the things by hand, and says which was pressed.
void move_things(Canvas& canvas, Rect sheet, const Params& p, const Result& r, Params& edit) {
  const float scale = sheet.width / tasks::kSceneSide;
  for (int i = 0; i < static_cast<int>(r.things.size()); ++i) {
    const tasks::Thing& thing = r.things[static_cast<std::size_t>(i)];
    const Rect box = box_of(sheet, thing);
    const std::string id = canvas::cell_id("thing", i, 0);
    const Interaction hand = canvas.region(id, box, Grip::kDrag, thing_name(thing) + ", drag to move it");
    if (i + 1 == p.chosen) canvas.border(box.inset(-4, -4), {canvas.color(Role::kQuery), 2, true}, 5);
    if (canvas.is_hot(id)) canvas.border(box.inset(-4, -4), {canvas.color(Role::kAccent), 2}, 5);
    if (hand.pressed || hand.nudge_x != 0 || hand.nudge_y != 0) edit.chosen = i + 1;
    Point to{static_cast<float>(thing.x) + static_cast<float>(hand.nudge_x),
             static_cast<float>(thing.y) + static_cast<float>(hand.nudge_y)};
    if (hand.held && hand.travel > 0) {
      const Point middle = hand.position - hand.grab;
      to = {(middle.x - sheet.x) / scale, (middle.y - sheet.y) / scale};
    } else if (hand.nudge_x == 0 && hand.nudge_y == 0) {
      continue;
    }
    edit.things(i, 3) = std::clamp(to.x, 0.0f, static_cast<float>(tasks::kSceneSide));
    edit.things(i, 4) = std::clamp(to.y, 0.0f, static_cast<float>(tasks::kSceneSide));
  }
}

/// The scene over the map of the word.
void draw_sheet(Canvas& canvas, Rect sheet, const Params& p, const Result& r, Params& edit) {
  const Tool tool = tool_of(p, r);
  const Mat used = r.telling.used.row(r.word);
  draw_scene(canvas, sheet, r.things, used);
  const Interaction hand = canvas.grid("map", sheet, kAside, kAside, tool == Tool::paint ? Grip::kPaint : Grip::kHover,
                                       tool == Tool::paint ? "where the word looks, press or drag to paint" : "where the word looks");
  charts::draw_hot_cell(canvas, "map", sheet, kAside, kAside);
  const Mask painted = painted_mask(p, r.word);
  if (r.attends())
    for (int j = 0; j < kPlaces; ++j)
      if (painted(j / kAside, j % kAside))
        canvas.border(sheet.cell(j / kAside, j % kAside, kAside, kAside).inset(2, 2), {canvas.color(Role::kAccent), 2});
  if (p.network == Network::hard) {
    Index place = 0;
    used.row(0).maxCoeff(&place);
    canvas.border(sheet.cell(static_cast<int>(place) / kAside, static_cast<int>(place) % kAside, kAside, kAside),
                  {canvas.color(Role::kOutput), 3});
  }
  if (tool == Tool::move) return move_things(canvas, sheet, p, r, edit);
  Mask mask = painted;
  if (charts::paint_cells(hand, sheet, &mask)) paint(edit, r.word, mask);
}

/// What the word could have been: the likeliest words as bars.
void draw_candidates(Canvas& canvas, Rect area, const Result& r) {
  const Mat shares = r.probabilities.row(r.word);
  std::vector<int> order(static_cast<std::size_t>(shares.cols()));
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return shares(0, a) > shares(0, b); });
  const auto count = std::clamp(static_cast<int>(area.height / 24), 1, 8);
  const float names = canvas.measure("right of", charts::strong(canvas, 13)).width + 10,
              numbers = canvas.measure("100 %", charts::strong(canvas, 13)).width + 6;
  for (int k = 0; k < count; ++k) {
    const int word = order[static_cast<std::size_t>(k)];
    Rect line = area.cut_top(24);
    const Rect whole = line;
    const std::string id = canvas::cell_id("says", word, 0), name(tasks::kSceneWords[static_cast<std::size_t>(word)]);
    const canvas::TextStyle style = k == 0 ? charts::strong(canvas, 13) : charts::quiet(canvas, 13);
    const Rect left = line.cut_left(names), right = line.cut_right(numbers);
    canvas.text({left.x, left.center().y}, name, style);
    const Rect track = line.inset(0, 5);
    canvas.rect(track, canvas.color(Role::kSurface), 3);
    const Color fill = canvas.color(Role::kOutput);
    canvas.rect({track.x, track.y, std::max(1.0f, static_cast<float>(shares(0, word)) * track.width), track.height},
                k == 0 ? fill : fill.with_alpha(0.55f), 3);
    canvas::TextStyle number = style;
    number.align = canvas::Align::kRight;
    canvas.text({right.right(), right.center().y}, fixed(100 * static_cast<double>(shares(0, word)), 0) + " %", number);
    if (canvas.is_hot(id)) canvas.border(whole.inset(-2, 1), {canvas.color(Role::kAccent), 1.5f}, 4);
    canvas.region(id, whole, Grip::kHover, "how likely the word is " + name);
  }
}

}  // namespace

void draw_tell(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const bool beside = area.width > area.height;
  constexpr float kButtons = 61, kButtonsWide = 400, kFoot = 22;
  // The buttons stand over the picture, or where that is too narrow for them over everything.
  const float picture = std::min(area.height - kButtons - kFoot - 6, area.width * 0.62f);
  const bool over_all = !beside || picture < kButtonsWide;
  if (over_all) {
    draw_scene_buttons(canvas, area.cut_top(kButtons), p, r, edit);
    area.cut_top(6);
  }
  Rect left = beside ? area.cut_left(picture) : area.cut_top(std::min(area.width + kFoot, area.height * 0.62f));
  if (!over_all) {
    draw_scene_buttons(canvas, left.cut_top(kButtons), p, r, edit);
    left.cut_top(6);
  }
  left.cut_bottom(kFoot);
  const Rect sheet = square_in(left);
  draw_sheet(canvas, sheet, p, r, edit);
  draw_weight_scale(canvas, {sheet.x, sheet.bottom() + 4, sheet.width, kFoot - 4}, r.telling.used.row(r.word).maxCoeff());
  if (beside)
    area.cut_left(22);
  else
    area.cut_top(8);
  if (beside) {
    const Rect head = area.cut_top(26);
    charts::draw_heading(canvas, head, "It says", "press a word to see where it looks", 17);
  }
  constexpr float kCandidates = 98;  // three of them with their heading
  const Rect words{area.x, area.y, area.width, std::max(0.35f * area.height, area.height - kCandidates)};
  area.cut_top(draw_caption(canvas, words, p, r, edit) + 8);
  const std::string title = quoted(r.word_at(r.word)) + ": how likely each word was";
  draw_note(canvas, &area, title, "how likely");
  draw_candidates(canvas, area, r);
}

}  // namespace attn::lessons::visual_attention
