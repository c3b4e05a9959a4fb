// ImGui without a window and a GPU: a context that lives as long as the object, with a renderer that draws nothing.
#pragma once

#include <imgui.h>

#include "canvas/geometry.h"

namespace attn::canvas {

class Headless {
 public:
  explicit Headless(Size size) {
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasTextures;
    io.DisplaySize = {size.width, size.height};
  }
  ~Headless() { ImGui::DestroyContext(); }
  Headless(const Headless&) = delete;
  Headless& operator=(const Headless&) = delete;

  /// Runs the next frame with what `draw` draws. Every texture becomes what ImGui asks for.
  template <class Draw>
  void frame(const Draw& draw) {
    ImGui::GetIO().DeltaTime = 1.0f / 60;
    ImGui::NewFrame();
    draw();
    ImGui::Render();
    for (ImTextureData* texture : ImGui::GetPlatformIO().Textures) {
      if (texture->Status == ImTextureStatus_OK || texture->Status == ImTextureStatus_Destroyed) continue;
      const bool gone = texture->Status == ImTextureStatus_WantDestroy;
      texture->SetTexID(gone ? ImTextureID_Invalid : ImTextureID(1));
      texture->SetStatus(gone ? ImTextureStatus_Destroyed : ImTextureStatus_OK);
    }
  }
};

}  // namespace attn::canvas
