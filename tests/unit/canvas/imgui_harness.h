// A canvas in an ImGui window that covers everything, and a simulated hand that moves and presses.
#pragma once

#include <imgui.h>

#include <functional>

#include "canvas/imgui_canvas.h"
#include "canvas/imgui_fonts.h"
#include "canvas/imgui_textures.h"
#include "unit/canvas/headless.h"

namespace attn::canvas {

class Harness {
 public:
  using Draw = std::function<void()>;

  explicit Harness(float width = 600, float height = 400) : imgui_({width, height}) {
    load_imgui_fonts();
    ImGui::GetStyle().FontSizeBase = 14;
    ImGui::GetStyle().WindowBorderSize = 0;
  }
  ~Harness() {
    release_textures();
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) texture->SetStatus(ImTextureStatus_Destroyed);
  }

  /// Runs one frame in a borderless window that covers everything.
  void frame(const Draw& draw) {
    imgui_.frame([&] {
      ImGui::SetNextWindowPos({0, 0});
      ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
      ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
      ImGui::Begin(
          "stage", nullptr,
          ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground);
      draw();
      ImGui::End();
      ImGui::PopStyleVar();
    });
    collect_textures();
  }

  void move(Point p) { ImGui::GetIO().AddMousePosEvent(p.x, p.y); }
  void press(bool down) { ImGui::GetIO().AddMouseButtonEvent(0, down); }
  void key(ImGuiKey key, bool down) { ImGui::GetIO().AddKeyEvent(key, down); }

  int vertices() const { return ImGui::GetDrawData()->TotalVtxCount; }

 private:
  Headless imgui_;
};

}  // namespace attn::canvas
