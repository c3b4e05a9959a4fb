// A stage on ImGui without window and GPU.
#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

#include <memory>
#include <string_view>

#include "canvas/imgui_textures.h"
#include "unit/session/sample_lesson.h"
#include "window/stage.h"

namespace attn::window {

class StageTest : public ::testing::Test {
 protected:
  explicit StageTest(const course::Lesson& lesson = session::testing::sample_lesson()) : lab(lesson) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    resize({900, 600});
    stage = std::make_unique<Stage>(lab);
    settle();
  }
  ~StageTest() override {
    stage->release();
    stage.reset();
    ImGui::DestroyContext();
  }

  static void resize(canvas::Size size) { ImGui::GetIO().DisplaySize = {size.width, size.height}; }
  void frame() {
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    stage->draw();
    ImGui::Render();
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures)
      if (texture->Status != ImTextureStatus_OK && texture->Status != ImTextureStatus_Destroyed) {
        const bool gone = texture->Status == ImTextureStatus_WantDestroy;
        texture->SetTexID(gone ? ImTextureID_Invalid : ImTextureID(1));
        texture->SetStatus(gone ? ImTextureStatus_Destroyed : ImTextureStatus_OK);
      }
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

  api::Lab lab;
  std::unique_ptr<Stage> stage;
};

}  // namespace attn::window
