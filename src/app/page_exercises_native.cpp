// The exercises of a page: predictions to choose from, the buttons that lock, check and retry, and the verdict.
#include <algorithm>

#include "app/page_native.h"
#include "ui/fonts.h"

namespace attn::app {
namespace {

using Kind = content::Block::Kind;

constexpr float kButtonHeight = 32, kMark = 7;

}  // namespace

const Exercises::State* Page::state_of(std::string_view exercise) const {
  for (const Exercises::State& state : lab_.session.exercises().states())
    if (state.id == exercise) return &state;
  return nullptr;
}

bool Page::ends_question(size_t i) const {
  const std::string& exercise = document_.blocks[i].exercise;
  if (exercise.empty() || document_.blocks[i].kind == Kind::kExplanation) return false;
  if (i + 1 == document_.blocks.size()) return true;
  const content::Block& next = document_.blocks[i + 1];
  return next.exercise != exercise || next.kind == Kind::kExplanation;
}

float Page::draw_prediction(ui::Canvas& canvas, const content::Block& block, ui::Rect column) {
  const Exercises::State* state = state_of(block.exercise);
  const bool locked = state && state->locked >= 0;
  const auto marked = chosen_.find(block.exercise);
  const bool is_chosen = locked ? state->locked == block.number : marked != chosen_.end() && marked->second == block.number;
  ui::Rect inner = column;
  inner.cut_left(26);
  const float height = draw_line(canvas, inlines(canvas, block.runs, style_of(block)), inner);
  const ui::Point center{column.x + kMark + 2, column.y + 10};
  const ui::Color color = canvas.color(locked ? ui::Role::kMuted : ui::Role::kAccent);
  canvas.ring(center, kMark, {color, 1.5f});
  if (is_chosen) canvas.circle(center, kMark - 3.5f, color);
  if (locked) return height;
  const std::string id = block.exercise + "-prediction[" + std::to_string(block.number) + "]";
  const ui::Rect row{column.x, column.y - 3, column.width, height + 6};
  if (canvas.region(id, row, ui::Grip::kClick, content::plain_text(block.runs)).pressed) chosen_[block.exercise] = block.number;
  return height;
}

bool Page::button(ui::Canvas& canvas, std::string_view id, std::string_view label, ui::Point at, float* width) {
  const ui::TextStyle style{
      .color = canvas.color(ui::Role::kBackground), .size = 14, .font = ui::Font::kStrong, .align = ui::Align::kCenter};
  *width = canvas.measure(label, style).width + 28;
  const ui::Rect box{at.x, at.y, *width, kButtonHeight};
  const ui::Interaction hand = canvas.region(id, box, ui::Grip::kClick, label);
  canvas.rect(box, ui::mix(canvas.color(ui::Role::kAccent), canvas.color(ui::Role::kInk), hand.hovered ? 0.2f : 0.0f), 6);
  canvas.text(box.center(), label, style);
  return hand.pressed;
}

float Page::draw_answer(ui::Canvas& canvas, const std::string& exercise, ui::Rect column) {
  const Exercises::State* state = state_of(exercise);
  if (!state) return 0;
  float y = column.y + 12;
  if (state->answered) {
    const content::Run verdict{.text = (state->correct ? "Right. " : "Not so. ") + state->message, .strong = false};
    const Style style{16, ui::Font::kText, state->correct ? ui::Role::kGood : ui::Role::kWarning, 0};
    y += draw_line(canvas, inlines(canvas, {verdict}, style), {column.x, y, column.width, 0}) + 10;
  }
  const auto marked = chosen_.find(exercise);
  const bool must_lock = state->predictions > 0 && state->locked < 0;
  float width = 0;
  const std::string id = exercise + "-answer";
  if (state->answered) {
    if (button(canvas, id, "Try again", {column.x, y}, &width)) {
      lab_.session.exercises().retry(exercise);
      chosen_.erase(exercise);
    }
  } else if (must_lock && marked != chosen_.end()) {
    if (button(canvas, id, "Lock my prediction", {column.x, y}, &width))
      refusal_ = lab_.session.exercises().predict(exercise, marked->second);
  } else if (must_lock) {
    const ui::TextStyle hint{.color = canvas.color(ui::Role::kMuted), .size = 14};
    canvas.text({column.x, y + kButtonHeight / 2}, "Choose an answer to lock it in.", hint);
  } else if (button(canvas, id, "Check", {column.x, y}, &width)) {
    course::Verdict verdict;
    refusal_ = lab_.session.check(exercise, &verdict);
  }
  return y + kButtonHeight - column.y;
}

}  // namespace attn::app
