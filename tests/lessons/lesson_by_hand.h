// A lesson's figure with a simulated hand. It draws frames of ImGui without a window, and applies edits as the app does.
#pragma once

#include "canvas/svg_canvas.h"
#include "lesson_under_test.h"
#include "unit/canvas/imgui_harness.h"

namespace attn {

class LessonByHand {
 public:
  LessonByHand(LessonUnderTest* lesson, std::string_view figure)
      : lesson_(lesson), figure_(named("figure", figure, lesson->lesson().figures, kId)) {
    frame();
    frame();
  }

  canvas::Rect rect(std::string_view id) const { return canvas_.rect_of(id); }

  /// Drags what is at `from` to `to`, both in pixels of an 800 x 570 figure.
  void drag(canvas::Point from, canvas::Point to) {
    hand_.move(from);
    frame();
    hand_.press(true);
    frame();
    hand_.move({(from.x + to.x) / 2, (from.y + to.y) / 2});
    frame();
    hand_.move(to);
    frame();
    hand_.press(false);
    frame();
    frame();
  }
  void drag_by(std::string_view id, canvas::Point by) {
    const canvas::Rect r = rect(id);
    EXPECT_GT(r.width, 0) << id << " is not on the figure";
    drag(r.center(), r.center() + by);
  }
  void click(std::string_view id) { drag_by(id, {}); }
  void tap(ImGuiKey key) {
    hand_.key(key, true);
    frame();
    hand_.key(key, false);
    frame();
  }

 private:
  void frame() {
    auto edit = lesson_->lesson().copy(lesson_->params());
    hand_.frame([&] {
      canvas_.begin({0, 0, 800, 570});
      figure_.draw(canvas_, lesson_->params(), lesson_->result(), edit.get());
      canvas_.end();
    });
    for (const auto& row : lesson_->lesson().rows) {
      if (params::equal(row, lesson_->params(), edit.get())) continue;
      const std::string why = params::set_value(row, lesson_->params(), row.get(edit.get()));
      EXPECT_EQ(why, "");
    }
    lesson_->set("");
  }

  LessonUnderTest* lesson_;
  const course::Lesson::Figure& figure_;
  canvas::Harness hand_{800, 570};
  canvas::ImGuiCanvas canvas_;
};

/// Checks, at sizes from a small phone to a desktop, that every region of every figure is inside the figure, and that drawing alone changes
/// no parameter. It is for states that no link of the text leads to; the others are checked in suite/every_state_test.cpp.
inline void expect_figures_within_bounds(LessonUnderTest& lesson) {
  for (const canvas::Size size :
       {canvas::Size{320, 240}, canvas::Size{320, 300}, canvas::Size{374, 277}, canvas::Size{820, 600}, canvas::Size{1280, 800}})
    for (const auto& figure : lesson.lesson().figures) {
      canvas::SvgCanvas canvas(size, canvas::Theme());
      auto edit = lesson.lesson().copy(lesson.params());
      figure.draw(canvas, lesson.params(), lesson.result(), edit.get());
      for (const canvas::Region& region : canvas.regions().all()) {
        EXPECT_GE(region.rect.x, 0) << figure.id << " " << region.id;
        EXPECT_GE(region.rect.y, 0) << figure.id << " " << region.id;
        EXPECT_LE(region.rect.right(), size.width + 0.5f) << figure.id << " " << region.id;
        EXPECT_LE(region.rect.bottom(), size.height + 0.5f) << figure.id << " " << region.id;
      }
      for (const auto& row : lesson.lesson().rows)
        EXPECT_TRUE(params::equal(row, lesson.params(), edit.get())) << figure.id << " changed " << row.id;
    }
}

}  // namespace attn
