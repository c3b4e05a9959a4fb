// The reader draws, the model says what it sees, and its weights lie over the drawing.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/13_vision-transformer/figure_parts.h"
#include "lessons/13_vision-transformer/words.h"

namespace attn::lessons::vision_transformer {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Interaction, canvas::Point, canvas::Rect, canvas::Role;

struct ToolButton {
  Tool tool;
  std::string_view word, label;
};
constexpr std::array kTools{ToolButton{Tool::draw, "Draw", "the hand draws on the sheet"},
                            ToolButton{Tool::erase, "Rub out", "the hand rubs ink out"},
                            ToolButton{Tool::ask, "Ask", "the hand chooses the patch that asks"},
                            ToolButton{Tool::hide, "Hide", "the hand hides a patch from the model, or shows it again"}};

/// What the hand can do with the network on the stage: a convolution has no patches.
Tool tool_of(const Params& p, const Result& r) { return r.attends() || p.tool == Tool::erase ? p.tool : Tool::draw; }

/// The buttons, in one row.
void draw_look_buttons(Canvas& canvas, Rect row, const Params& p, const Result& r, Params& edit) {
  const int tools = r.attends() ? 4 : 2;
  const bool bent = p.order != 0 || p.cut.rows() > 0 || !p.seen.all();
  const int count = tools + 2 + (bent ? 1 : 0);
  const auto place = [&](int k) { return row.cell(0, k, 1, count).inset(2, 0); };
  for (int k = 0; k < tools; ++k) {
    const ToolButton& button = kTools[static_cast<std::size_t>(k)];
    if (charts::draw_small_button(canvas, place(k), "tool[" + std::to_string(k) + "]", button.word, button.label,
                                  tool_of(p, r) == button.tool))
      edit.tool = button.tool;
  }
  if (charts::draw_small_button(canvas, place(tools), "clear", "Clear", "take a clean sheet")) {
    edit.drawing = Mat::Zero(tasks::kDrawingSide, tasks::kDrawingSide);
    edit.tool = Tool::draw;
  }
  if (charts::draw_small_button(canvas, place(tools + 1), "next", "Next", "show another held-out drawing"))
    edit.example = p.example % kExamples + 1, edit.drawing = Mat(0, tasks::kDrawingSide);
  if (bent &&
      charts::draw_small_button(canvas, place(tools + 2), "again", "All back", "show every patch at its place, and put all heads back"))
    edit.order = 0, edit.cut = Mat(0, 2), edit.seen = Mask::Constant(p.seen.rows(), p.seen.cols(), true);
}

/// Puts what the hand does on the sheet into the drawing.
void draw_by_hand(const Interaction& hand, Rect sheet, const Params& p, Tool tool, Params& edit) {
  if (!hand.pressed && !hand.held && !hand.released) return;
  const auto side = static_cast<double>(tasks::kDrawingSide);
  const auto pixel = [&](Point at) {
    return tasks::PenPoint{static_cast<double>((at.x - sheet.x) / sheet.width) * side,
                           static_cast<double>((at.y - sheet.y) / sheet.height) * side};
  };
  tasks::Stroke stroke{pixel(hand.position - hand.delta), pixel(hand.position)};
  if (hand.pressed && !hand.held) stroke = {{hand.col + 0.5, hand.row + 0.5}};  // a key
  const std::vector<int> order = order_of(p);
  Mat image = in_order(drawing_of(p), order), touched = Mat::Zero(image.rows(), image.cols());
  tasks::add_stroke(stroke, static_cast<double>(tool == Tool::erase ? 2 * p.pen : p.pen), &touched);
  image = tool == Tool::erase ? Mat(image.cwiseMin((1 - touched.array()).matrix())) : Mat(image.cwiseMax(touched));
  std::vector<int> back(order.size());
  for (std::size_t place = 0; place < order.size(); ++place) back[static_cast<std::size_t>(order[place])] = static_cast<int>(place);
  edit.drawing = in_order(image, back);
}

/// Chooses or hides patches.
void touch_patches(Canvas& canvas, Rect sheet, const Params& p, const Result& r, Tool tool, Params& edit) {
  const models::VisionSettings& s = r.settings;
  for (int i = 0; i < s.patches(); ++i) {
    const Interaction hand =
        canvas.region(canvas::cell_id("over", 0, 1 + i), patch_in(sheet, i, s.patches_aside()), Grip::kClick,
                      token_name(s, 1 + i) + (tool == Tool::hide ? ", press to hide or show it" : ", press to let it ask"));
    if (!hand.pressed) continue;
    if (tool == Tool::hide) {
      bool& seen = edit.seen(i / s.patches_aside(), i % s.patches_aside());
      seen = !seen;
    } else {
      edit.asks = p.asks == 1 + i ? 0 : 1 + i;
    }
  }
}

std::string over_title(const Params& p, const Result& r) {
  const std::string who = p.asks == 0 ? "the class token" : token_name(r.settings, p.asks);
  if (p.over == Over::rollout) return "What reached " + who;
  return "Where " + who + " looks, layer " + std::to_string(p.layer) + (p.over == Over::head ? ", head " + std::to_string(p.head) : "");
}

void draw_sheet(Canvas& canvas, Rect sheet, const Params& p, const Result& r, Params& edit) {
  const models::VisionSettings& s = r.settings;
  const int aside = s.patches_aside();
  const Tool tool = tool_of(p, r);
  const Mat weights = r.over.rightCols(s.patches());
  draw_image(canvas, sheet, r.image, r.attends() ? weights : Mat(), most_of(weights));
  if (r.attends()) {
    draw_cuts(canvas, sheet, aside, 1);
    for (int i = 0; i < s.patches(); ++i) {
      const Rect place = patch_in(sheet, i, aside);
      if (r.row_of(1 + i) < 0) {
        canvas.rect(place, canvas.color(Role::kSurface));
        canvas.line({place.x, place.y}, {place.right(), place.bottom()}, {canvas.color(Role::kMuted), 1});
        canvas.line({place.right(), place.y}, {place.x, place.bottom()}, {canvas.color(Role::kMuted), 1});
      }
      if (canvas.is_hot(canvas::cell_id("over", 0, 1 + i))) canvas.border(place.inset(1, 1), {canvas.color(Role::kAccent), 2});
    }
    if (p.asks > 0) canvas.border(patch_in(sheet, p.asks - 1, aside).inset(1.5f, 1.5f), {canvas.color(Role::kQuery), 3});
  }
  const Interaction hand =
      canvas.grid("drawing", sheet, tasks::kDrawingSide, tasks::kDrawingSide, Grip::kPaint,
                  tool == Tool::erase ? "the drawing, press or drag to rub out" : "the drawing, press or drag to draw");
  if (tool == Tool::draw || tool == Tool::erase)
    draw_by_hand(hand, sheet, p, tool, edit);
  else
    touch_patches(canvas, sheet, p, r, tool, edit);
}

/// The scale of what lies over the drawing, and the class token, which has no place on it.
void draw_key(Canvas& canvas, Rect row, const Params& p, const Result& r, Params& edit) {
  const canvas::TextStyle style = charts::quiet(canvas, 12);
  const std::string weight = fixed(static_cast<double>(r.over(0, 0)), 2), text = "itself " + weight;
  const Rect chip = row.cut_right(std::min(row.width * 0.5f, 150.0f)).inset(0, 1);
  const bool asks = p.asks == 0;
  if (canvas
          .region("over[0,0]", chip, asks ? Grip::kHover : Grip::kClick,
                  asks ? "the class token, which asks" : "the class token, press to let it ask")
          .pressed)
    edit.asks = 0;
  canvas.rect(chip, canvas.theme().sequential(0.7f * static_cast<float>(r.over(0, 0))), 5);
  canvas.border(chip,
                {canvas.color(asks                         ? Role::kQuery
                              : canvas.is_hot("over[0,0]") ? Role::kAccent
                                                           : Role::kMuted),
                 asks ? 3.0f : 1.0f},
                5);
  canvas::TextStyle centred{.color = canvas.color(Role::kInk), .size = 12, .align = canvas::Align::kCenter};
  const std::string full = "class token: " + (asks ? text : weight), brief = "class: " + weight;
  canvas.text(chip.center(), charts::fitting(canvas, centred, chip.width - 8, {full, brief, "class"}), centred);
  row.cut_right(8);
  const Real most = most_of(r.over.rightCols(r.settings.patches()));
  const std::string high = fixed(static_cast<double>(most), 2);
  const Rect bar = row.cut_left(std::min(70.0f, row.width * 0.3f)).inset(0, 6);
  std::vector<Color> steps;
  for (int k = 0; k < 12; ++k) steps.push_back(canvas.theme().sequential(0.7f * static_cast<float>(k) / 11));
  canvas.cells(bar, 1, 12, steps);
  canvas.border(bar, {canvas.color(Role::kFaint), 1});
  row.cut_left(6);
  const std::string scale = "weight, from 0 to " + high, brief_scale = "0 to " + high;
  canvas.text({row.x, row.center().y}, charts::fitting(canvas, style, row.width, {scale, brief_scale, high}), style);
}

}  // namespace

void draw_look(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const bool beside = area.width > 1.15f * area.height;
  const Rect buttons = area.cut_top(std::clamp(area.height * 0.07f, 24.0f, 32.0f));
  draw_look_buttons(canvas, buttons, p, r, edit);
  area.cut_top(8);
  const float foot_height = r.attends() ? 26.0f : 0.0f;
  Rect left = beside ? area.cut_left(std::min(area.height - foot_height, area.width * 0.68f))
                     : area.cut_top(std::min(area.width + foot_height, area.height * 0.62f));
  if (beside)
    area.cut_left(22);
  else
    area.cut_top(8);
  if (r.attends()) {
    left.cut_bottom(foot_height);
    const Rect sheet = square_in(left);
    draw_sheet(canvas, sheet, p, r, edit);
    draw_key(canvas, {sheet.x, sheet.bottom() + 4, sheet.width, foot_height - 4}, p, r, edit);
  } else {
    draw_sheet(canvas, square_in(left), p, r, edit);
  }
  const std::string what = r.classes[static_cast<std::size_t>(r.answer.best())];
  const float size = std::clamp(area.width / 6.5f, 14.0f, beside ? 26.0f : 18.0f);
  const Rect head = area.cut_top(size + 8);
  const std::string drawn_as = r.label >= 0 && r.label != r.answer.best() ? "drawn as " + r.classes[static_cast<std::size_t>(r.label)] : "";
  const canvas::TextStyle strong = charts::strong(canvas, size);
  const std::string says = p.task == Task::digits ? "It says " + what : "It says: " + what;
  canvas.text({head.x, head.center().y}, says, strong);
  const float width = canvas.measure(says, strong).width + 12;
  if (head.width > width + 60)
    canvas.text({head.x + width, head.center().y + size * 0.12f},
                charts::fitting(canvas, charts::quiet(canvas, 12), head.width - width, {drawn_as, ""}), charts::quiet(canvas, 12));
  if (r.attends() && beside) {
    const Rect line = area.cut_bottom(20);
    const std::string title = over_title(p, r);
    canvas.text({line.x, line.center().y}, charts::fitting(canvas, charts::quiet(canvas, 12), line.width, {title, ""}),
                charts::quiet(canvas, 12));
  }
  const float high = beside ? std::min(area.height - 10, static_cast<float>(r.classes.size()) * 38) : area.height;
  draw_bars(canvas, area.cut_top(high), r, r.answer.probabilities, "classes", 0, true);
}

}  // namespace attn::lessons::vision_transformer
