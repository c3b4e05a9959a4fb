// The exercises of a page: predictions to choose from, the buttons that lock, check and retry, and the verdict.
#include <algorithm>

#include "canvas/fonts.h"
#include "reader/page_native.h"

namespace attn::reader {
namespace {

using Kind = content::Block::Kind;

constexpr float kButtonHeight = 34, kMark = 7;

}  // namespace

bool Page::ends_question(size_t i) const {
  const std::string& exercise = document_.blocks[i].exercise;
  if (exercise.empty() || document_.blocks[i].kind == Kind::kExplanation) return false;
  if (i + 1 == document_.blocks.size()) return true;
  const content::Block& next = document_.blocks[i + 1];
  return next.exercise != exercise || next.kind == Kind::kExplanation;
}

bool Page::begins_exercise(size_t i) const {
  const std::string& exercise = document_.blocks[i].exercise;
  return !exercise.empty() && (i == 0 || document_.blocks[i - 1].exercise != exercise);
}

bool Page::ends_exercise(size_t i) const {
  const std::string& exercise = document_.blocks[i].exercise;
  return !exercise.empty() && (i + 1 == document_.blocks.size() || document_.blocks[i + 1].exercise != exercise);
}

float Page::draw_prediction(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column) {
  const session::Exercises::State* state = state_of(block.exercise);
  const bool locked = state && state->locked >= 0;
  const auto marked = chosen_.find(block.exercise);
  const bool is_chosen = locked ? state->locked == block.number : marked != chosen_.end() && marked->second == block.number;
  canvas::Rect inner = column;
  inner.cut_left(26);
  const float height = draw_line(canvas, inlines(canvas, block.runs, style_of(block)), inner);
  const canvas::Point center{column.x + kMark + 2, column.y + 10};
  const canvas::Color color = canvas.color(locked ? canvas::Role::kMuted : canvas::Role::kAccent);
  canvas.ring(center, kMark, {color, 1.5f});
  if (is_chosen) canvas.circle(center, kMark - 3.5f, color);
  if (locked) return height;
  const std::string id = block.exercise + "-prediction[" + std::to_string(block.number) + "]";
  const canvas::Rect row{column.x, column.y - 3, column.width, height + 6};
  if (canvas.region(id, row, canvas::Grip::kClick, content::plain_text(block.runs)).pressed) {
    chosen_[block.exercise] = block.number;
    acted_in_ = block.exercise;
  }
  return height;
}

void Page::begin(const std::string& exercise) {
  refusal_ = lab_.session.scenes().begin(exercise);
  acted_in_ = exercise;
  chosen_.erase(exercise);
  lab_.publish_changes();
}

float Page::draw_scene_button(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column) {
  float width = 0;
  if (button(canvas, block.exercise + "-scene", content::plain_text(block.runs), {column.x, column.y}, &width, Weight::kBeside)) {
    begin(block.exercise);
  }
  return kButtonHeight;
}

float Page::draw_scene_link(canvas::Canvas& canvas, const content::Block& block, canvas::Rect column) {
  const canvas::Color accent = canvas.color(canvas::Role::kAccent);
  const canvas::Point mark{column.x + 5, column.y + 9};
  canvas.ring(mark, 4, {accent, 1.5f});
  if (lab_.session.scenes().place() == block.scene) canvas.circle(mark, 4, accent);
  std::vector<content::Run> runs = block.runs;
  for (content::Run& run : runs) run.link = {};
  const float height = draw_line(canvas, inlines(canvas, runs, style_of(block)), {column.x + 17, column.y, column.width - 17, 0});
  const canvas::Interaction hand = canvas.region("scene-" + block.scene, {column.x, column.y - 2, column.width, height + 4},
                                                 canvas::Grip::kClick, content::plain_text(runs));
  if (hand.hovered) canvas.line({column.x + 17, column.y + height}, {column.right(), column.y + height}, {accent.with_alpha(0.4f), 1});
  if (hand.pressed) {
    refusal_ = lab_.session.scenes().go_to(block.scene, session::Way::kPress);
    pressed_scene_ = block.scene;
    lab_.publish_changes();
  }
  return height;
}

bool Page::button(canvas::Canvas& canvas, std::string_view id, std::string_view label, canvas::Point at, float* width, Weight weight) {
  constexpr float kPadding = 14, kSign = 16, kRound = 8;
  const bool main = weight == Weight::kMain;
  const canvas::TextStyle style{
      .color = canvas.color(main ? canvas::Role::kBackground : canvas::Role::kInk), .size = 15, .font = canvas::Font::kStrong};
  const float sign = main ? 0 : kSign;
  *width = canvas.measure(label, style).width + 2 * kPadding + sign;
  const canvas::Rect box{at.x, at.y, *width, kButtonHeight};
  const canvas::Interaction hand = canvas.region(id, box, canvas::Grip::kClick, label);
  const canvas::Color accent = canvas.color(canvas::Role::kAccent);
  const float middle = box.center().y;
  canvas.rect(
      box,
      main ? canvas::mix(accent, canvas.color(canvas::Role::kInk), hand.hovered ? 0.2f : 0.0f) : canvas.color(canvas::Role::kBackground),
      kRound);
  if (!main) {
    canvas.border(box, {canvas.color(hand.hovered ? canvas::Role::kMuted : canvas::Role::kFaint), 1}, kRound);
    const canvas::Point arrow[] = {{box.x + kPadding, middle - 4.5f}, {box.x + kPadding + 7, middle}, {box.x + kPadding, middle + 4.5f}};
    canvas.polygon(arrow, accent);
  }
  canvas.text({box.x + kPadding + sign, middle}, label, style);
  return hand.pressed;
}

float Page::draw_answer(canvas::Canvas& canvas, const std::string& exercise, canvas::Rect column) {
  const session::Exercises::State* state = state_of(exercise);
  if (!state) return 0;
  float y = column.y + 12;
  course::Verdict now;
  const bool told = lab_.session.distance(exercise, &now) && (now.correct || lab_.session.exercises().live() == exercise);
  const bool changed = told && state->answered && now.message != state->message;
  const bool elsewhere = state->predictions == 0 && !told;  // the picture is not one that the reader made for it
  const auto say = [&](const std::string& words, canvas::Role role) {
    const Style style{{17, canvas::Font::kText, role}, 0};
    y += draw_line(canvas, inlines(canvas, {content::Run{.text = words}}, style), {column.x, y, column.width, 0}) + 10;
  };
  if (elsewhere) {
    if (state->answered && state->correct) say("You had it.", canvas::Role::kGood);
  } else if (state->answered && !changed) {
    say((state->correct ? "Right. " : "Not so. ") + state->message, state->correct ? canvas::Role::kGood : canvas::Role::kWarning);
  } else if (told) {
    say((now.correct                         ? "There. "
         : state->answered && state->correct ? "You had it. Now: "
                                             : "So far: ") +
            now.message,
        now.correct ? canvas::Role::kGood : canvas::Role::kMuted);
  }
  const auto marked = chosen_.find(exercise);
  const bool must_lock = state->predictions > 0 && state->locked < 0;
  float width = 0;
  const std::string id = exercise + "-answer";
  if (state->answered && (!changed || state->correct)) {
    if (button(canvas, id, "Try again", {column.x, y}, &width)) begin(exercise);
  } else if (must_lock && marked != chosen_.end()) {
    if (button(canvas, id, "Lock my prediction", {column.x, y}, &width))
      refusal_ = lab_.session.predict(acted_in_ = exercise, marked->second);
  } else if (must_lock) {
    const canvas::TextStyle hint{.color = canvas.color(canvas::Role::kMuted), .size = 14};
    canvas.text({column.x, y + kButtonHeight / 2}, "Choose an answer to lock it in.", hint);
  } else if (!lab_.session.scenes().is_begun(exercise)) {
    return 0;  // the scene's button comes first
  } else {
    if (button(canvas, id, "Check", {column.x, y}, &width)) refusal_ = lab_.session.check(acted_in_ = exercise, &now);
  }
  return y + kButtonHeight - column.y;
}

}  // namespace attn::reader
