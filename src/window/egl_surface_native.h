// Draws frames in memory, without a display, by EGL on Mesa's surfaceless platform or on whatever device EGL finds.
#pragma once

#include <memory>
#include <string>

#include "window/surface.h"

namespace attn::window {

/// A surface of exactly `size` pixels with a current OpenGL 3.3 context. Null, with the reason in `*error`, where EGL offers none. ImGui's
/// context must exist.
std::unique_ptr<Surface> open_egl_surface(canvas::Size size, std::string* error);

/// The `size` pixels that the current context has drawn last, as the content of a PNG file.
std::string take_png(canvas::Size size);

}  // namespace attn::window
