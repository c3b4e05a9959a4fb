#include "window/scaled_surface_native.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <cfloat>

namespace attn::window {

// Input waits in ImGui's queue until a frame begins, and some events wait for several frames. Each must be scaled only once.
void ScaledSurface::begin_frame() {
  inner_->begin_frame();
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {io.DisplaySize.x / scale_, io.DisplaySize.y / scale_};
  io.DisplayFramebufferScale = {io.DisplayFramebufferScale.x * scale_, io.DisplayFramebufferScale.y * scale_};
  for (ImGuiInputEvent& event : ImGui::GetCurrentContext()->InputEventsQueue) {
    if (event.EventId <= scaled_) continue;
    scaled_ = event.EventId;
    if (event.Type != ImGuiInputEventType_MousePos || event.MousePos.PosX <= -FLT_MAX) continue;
    event.MousePos.PosX /= scale_;
    event.MousePos.PosY /= scale_;
  }
}

}  // namespace attn::window
