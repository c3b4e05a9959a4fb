// A stage on ImGui without a window and a GPU.
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

#include <memory>
#include <string_view>

#include "unit/canvas/headless.h"
#include "unit/session/sample_lesson.h"
#include "window/stage.h"

namespace attn::window {

class StageTest : public ::testing::Test {
 protected:
  explicit StageTest(const course::Lesson& lesson = session::testing::sample_lesson()) : lab(lesson) {
    stage = std::make_unique<Stage>(lab);
    settle();
  }
  ~StageTest() override { stage->release(); }

  static void resize(canvas::Size size) { ImGui::GetIO().DisplaySize = {size.width, size.height}; }
  void frame() {
    imgui.frame([this] { stage->draw(); });
  }
  void settle() {
    for (int i = 0; i < 3; ++i) frame();
  }
  void point(canvas::Point p) {
    ImGui::GetIO().AddMousePosEvent(p.x, p.y);
    settle();
  }
  void button(bool down) {
    ImGui::GetIO().AddMouseButtonEvent(0, down);
    settle();
  }
  void tap(ImGuiKey key) {
    ImGui::GetIO().AddKeyEvent(key, true);
    settle();
    ImGui::GetIO().AddKeyEvent(key, false);
    settle();
  }
  void press(std::string_view id) {
    const canvas::Rect r = stage->rect_of(id);
    ASSERT_GT(r.width, 0) << id;
    point(r.center());
    button(true);
    button(false);
  }

  canvas::Headless imgui{{900, 600}};
  api::Lab lab;
  std::unique_ptr<Stage> stage;
};

}  // namespace attn::window
