// One head over a painted memory: how its weighting comes about, stage by stage, and what it reads.
#include <algorithm>
#include <string>
#include <vector>

#include "canvas/number_text.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "lessons/17_neural-turing-machine/addressing_story.h"
#include "lessons/17_neural-turing-machine/figure_parts.h"
#include "lessons/17_neural-turing-machine/figures.h"

namespace attn::lessons::neural_turing_machine {
namespace {

using canvas::Canvas, canvas::Grip, canvas::Interaction, canvas::Rect, canvas::Role, charts::Story;

/// The name of a stage above its panel, and below the name the number that decides it.
void draw_caption(Canvas& canvas, Rect head, std::string_view name, std::string_view narrow, const std::string& number, bool last) {
  const float size = head.height > 55 ? 13.0f : 11.0f;
  canvas::TextStyle style = charts::strong(canvas, size);
  if (!last) style.font = canvas::Font::kText;
  draw_fitting(canvas, {head.x, head.y + size / 2 + 1}, head.width, {name, narrow}, style);
  if (!number.empty()) canvas.text({head.x, head.y + 1.5f * size + 6}, number, charts::quiet(canvas, size));
}

AddressingPlaces places_in(Rect area) {
  AddressingPlaces places;
  const Rect top = area.cut_top(std::clamp(0.15f * area.height, 50.0f, 84.0f));
  places.roomy = area.height > 270;
  area.cut_top(places.roomy ? 16 : 8);
  places.foot = area.cut_bottom(std::clamp(0.1f * area.height, 22.0f, 46.0f));
  area.cut_bottom(places.roomy ? 16 : 2);
  places.names = area.cut_left(std::clamp(0.035f * area.width, 18.0f, 30.0f));
  const float all = places.names.width + area.width, gap = std::clamp(0.018f * all, 6.0f, 18.0f);
  places.memory = area.cut_left(std::min(0.27f * all, 4 * 64.0f));
  const float key = std::min({0.42f * top.height, places.memory.height / kCells, 36.0f}), read = std::min(places.foot.height - 4, 34.0f);
  places.key = {places.memory.x, top.bottom() - key, places.memory.width, key};
  places.read = {places.memory.x, places.foot.bottom() - read, places.memory.width, read};
  const float wide = (area.width - kPanels * gap) / kPanels;
  for (size_t k = 0; k < kPanels; ++k) {
    places.panels[k] = {area.x + gap + static_cast<float>(k) * (wide + gap), area.y, wide, area.height};
    places.captions[k] = {places.panels[k].x, top.y, wide, top.height};
  }
  return places;
}

void draw_names(Canvas& canvas, const AddressingPlaces& places) {
  const Rect names = places.names, rows = places.memory;
  const canvas::TextStyle title = charts::quiet(canvas, 10.5f, canvas::Align::kRight);
  if (places.roomy) canvas.text({names.right() - 6, rows.y - 7}, "cell", title);
  const canvas::TextStyle style = charts::quiet(canvas, std::clamp(0.4f * rows.height / kCells, 10.0f, 13.0f), canvas::Align::kRight);
  for (int i = 0; i < kCells; ++i) {
    const Rect row = rows.cell(i, 0, kCells, 1);
    canvas.text({names.right() - 6, row.center().y}, std::to_string(i + 1), style);
    if (i > 0)
      canvas.line({rows.right(), row.y}, {places.panels[kSharpened].right(), row.y}, {canvas.color(Role::kFaint).with_alpha(0.6f), 1});
  }
}

void draw_letter(Canvas& canvas, Rect beside, std::string_view letter, Role role) {
  canvas.text({beside.x - 7, beside.center().y}, letter,
              {.color = canvas.color(role), .size = 16, .font = canvas::Font::kMathItalic, .align = canvas::Align::kRight});
}

/// The key and the memory, which come first.
void draw_given(Canvas& canvas, const Story& story, const AddressingPlaces& places, const Params& p, Params& edit) {
  if (story.told(kGiven) == 0) return;
  draw_names(canvas, places);
  const Interaction on_memory =
      draw_numbers(canvas, places.memory, "memory", p.memory, Grip::kDrag, "memory, a row for each cell, drag up or down");
  charts::edit_cells(on_memory, p.memory, &edit.memory, Real(kStep), 1);
  charts::veil_cells(canvas, places.memory.inset(-1, -1), kCells, kWidth, story.told(kGiven, 0, 0.7f));
  const Rect key = places.key;
  const float told = story.told(kGiven, 0.6f, 1);
  if (told == 0) return;
  const Interaction on_key = draw_numbers(canvas, key, "key", p.key, Grip::kDrag, "key: what the head looks for, drag up or down");
  charts::edit_cells(on_key, p.key, &edit.key, Real(kStep), 1);
  charts::veil_cells(canvas, key.inset(-1, -1), 1, kWidth, told);
  draw_letter(canvas, key, "k", Role::kKey);
  draw_fitting(canvas, {key.x, key.y - 10}, key.width, {"key, above the memory", "key, memory"}, charts::quiet(canvas, 11));
}

/// A column of bars beside the memory.
struct Stage {
  Panel panel;
  AddressingStop stop;  ///< the stop that tells it; its bars are there at the end of it
  std::string_view name, narrow, id, label;
  const Mat& weights;  ///< [1,N]
  std::string number;  ///< which decides it
};

/// Draws the stage as far as it has been told, without what moves.
void draw_stage(Canvas& canvas, const Story& story, const AddressingPlaces& places, const Stage& stage) {
  const float told = story.told(stage.stop);
  if (told == 0) return;
  draw_caption(canvas, places.captions[stage.panel], stage.name, stage.narrow, stage.number, stage.panel == kSharpened);
  const Rect panel = places.panels[stage.panel];
  if (places.roomy) draw_bar_axis(canvas, panel, kCells, Grip::kHover);
  if (told == 1) return void(draw_bars(canvas, panel, stage.id, stage.weights.transpose(), Grip::kHover, stage.label));
  const float x = Bars(panel, kCells, Grip::kHover).x;
  if (stage.panel != kContent) canvas.line({x, panel.y}, {x, panel.bottom()}, {canvas.color(Role::kMuted), 1});
}

void draw_before(Canvas& canvas, const Story& story, const AddressingPlaces& places, const Mat& previous, Params& edit) {
  if (story.told(kGate) == 0) return;
  const Rect panel = places.panels[kBefore], caption = places.captions[kBefore];
  draw_caption(canvas, caption, "step before", "before", "", false);
  if (places.roomy) draw_bar_axis(canvas, panel, kCells, Grip::kDrag);
  const Mat before = previous.transpose();
  const Interaction hand = draw_bars(canvas, panel, "before", before, Grip::kDrag, "weights of the step before, drag sideways");
  if (const auto to = dragged_bar(hand, panel, before)) {
    edit.previous = before;
    give_share(&edit.previous, hand.held ? hand.first_row : hand.row, *to);
  }
  charts::veil(canvas, {caption.x, caption.y, caption.width, panel.bottom() - caption.y + 16}, story.told(kGate, 0, 0.25f));
}

void draw_moves(Canvas& canvas, const Story& story, const AddressingPlaces& places, const Mat& shift, Params& edit) {
  if (story.told(kShift) == 0) return;
  const Rect caption = places.captions[kShifted];
  draw_shift(canvas, {caption.x, caption.y + 15, std::min(caption.width, 90.0f), caption.height - 15}, "moves", shift, &edit.shift);
}

/// The weights from stage to stage.
void draw_stages(Canvas& canvas, const Story& story, const AddressingPlaces& places, const Params& p, const HandResult& r, Params& edit) {
  const auto number = [](const char* letter, Real value, int digits) {
    return letter + (" = " + canvas::shown_rounded(static_cast<double>(value), digits));
  };
  const kernels::Address& at = r.head.at;
  const bool shared = story.told(kShared) > 0;
  if (shared)
    draw_stage(canvas, story, places,
               {kContent, kShared, "content", "content", "content", "weights by content", at.content, number("\u03b2", p.strength, 3)});
  else if (story.told(kCompared) > 0)
    draw_caption(canvas, places.captions[kContent], "content", "content", "cosine", false);
  draw_before(canvas, story, places, r.head.previous, edit);
  draw_stage(canvas, story, places, {kGated, kGate, "gated", "gated", "gated", "weights after the gate", at.gated, number("g", p.gate, 2)});
  draw_stage(canvas, story, places, {kShifted, kShift, "shifted", "shifted", "shifted", "weights after the shift", at.shifted, ""});
  draw_moves(canvas, story, places, r.head.says.shift, edit);
  draw_stage(canvas, story, places,
             {kSharpened, kSharpening, "sharpened", "sharp", "weights", "weights after sharpening, those of the head", at.weights,
              number("\u03b3", p.sharpen, 3)});
}

/// What is read, below the columns of the memory, and how sharp the weighting is.
void draw_reading(Canvas& canvas, const Story& story, const AddressingPlaces& places, const HandResult& r) {
  if (story.told(kReading) == 0) return;
  const Rect cells = places.read;
  draw_letter(canvas, cells, "r", Role::kOutput);
  if (story.told(kReading) < 1) return;
  draw_numbers(canvas, cells, "read", r.read, Grip::kHover, "what the head reads: the weighted mean of the cells");
  const std::string largest = canvas::shown_fixed(static_cast<double>(r.head.at.weights.maxCoeff()), 2),
                    spread = canvas::shown_fixed(static_cast<double>(r.effective), 1);
  draw_fitting(canvas, {cells.right() + 14, cells.center().y}, places.foot.right() - cells.right() - 14,
               {"read: the weighted mean of the cells. Largest weight " + largest + ", as wide as " + spread + " cells",
                "largest weight " + largest + ", as wide as " + spread + " cells", "largest weight " + largest},
               charts::quiet(canvas, 12));
}

}  // namespace

void draw_addressing(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const Story story(p.walk, kAddressingStops);
  const std::vector<std::string> said = addressing_sentences(p, r.hand);
  const std::vector<std::string_view> sentences(said.begin(), said.end());
  charts::draw_story(canvas, &area, story, sentences, "one head", &edit.walk);
  area.cut_bottom(4);
  AddressingPlaces places = places_in(area);
  if (places.foot.width > 560) {
    const Rect scale = places.foot.cut_right(118);
    if (story.told(kGiven) > 0)
      charts::draw_color_scale(canvas, {scale.x, scale.center().y, scale.width, 13}, charts::CellMatrix::Colors::kSigned);
  }
  draw_given(canvas, story, places, p, edit);
  draw_stages(canvas, story, places, p, r.hand, edit);
  draw_reading(canvas, story, places, r.hand);
  if (!story.all()) draw_motion(canvas, story, places, p.memory, r.hand);
}

}  // namespace attn::lessons::neural_turing_machine
