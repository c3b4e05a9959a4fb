// Frames in memory, without a display: EGL on Mesa's surfaceless platform, or on whatever device EGL finds.
#pragma once

#include <memory>
#include <string>

#include "window/surface.h"

namespace attn::window {

/// A surface of exactly `size` pixels with a current OpenGL 3.3 context. Null, with the reason in `*error`, where EGL offers none.
/// ImGui's context has to exist.
std::unique_ptr<Surface> open_egl_surface(canvas::Size size, std::string* error);

/// What the current context has drawn last, `size` pixels, as the content of a PNG file.
std::string take_png(canvas::Size size);

}  // namespace attn::window
