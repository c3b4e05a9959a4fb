// ImGui without window or GPU: a context whose renderer only pretends, and a hand that moves and presses.
#pragma once

#include <imgui.h>

#include <functional>

#include "canvas/imgui_canvas.h"
#include "canvas/imgui_fonts.h"
#include "canvas/imgui_textures.h"

namespace attn::canvas {

class Harness {
 public:
  using Draw = std::function<void()>;

  explicit Harness(float width = 600, float height = 400) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.DisplaySize = {width, height};
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    load_imgui_fonts();
    ImGui::GetStyle().FontSizeBase = 14;
    ImGui::GetStyle().WindowBorderSize = 0;
  }
  ~Harness() {
    release_textures();
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) texture->SetStatus(ImTextureStatus_Destroyed);
    ImGui::DestroyContext();
  }

  /// Runs one frame in a borderless window that covers everything.
  void frame(const Draw& draw) {
    ImGuiIO& io = ImGui::GetIO();
    io.DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(io.DisplaySize);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0, 0));
    ImGui::Begin(
        "stage", nullptr,
        ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground);
    draw();
    ImGui::End();
    ImGui::PopStyleVar();
    ImGui::Render();
    collect_textures();
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) pretend(*texture);
  }

  void move(Point p) { ImGui::GetIO().AddMousePosEvent(p.x, p.y); }
  void press(bool down) { ImGui::GetIO().AddMouseButtonEvent(0, down); }
  void key(ImGuiKey key, bool down) { ImGui::GetIO().AddKeyEvent(key, down); }

  int vertices() const { return ImGui::GetDrawData()->TotalVtxCount; }

 private:
  static void pretend(ImTextureData& texture) {
    if (texture.Status == ImTextureStatus_WantCreate) texture.SetTexID(1);
    if (texture.Status == ImTextureStatus_WantDestroy) {
      texture.SetTexID(ImTextureID_Invalid);
      texture.SetStatus(ImTextureStatus_Destroyed);
    } else {
      texture.SetStatus(ImTextureStatus_OK);
    }
  }
};

}  // namespace attn::canvas
