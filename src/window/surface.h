// Where frames go: a window with hands on it (SdlSurface), or memory (EglSurface, native screenshots). Each holds a current OpenGL
// context while it lives.
#pragma once

#include <string>

#include "canvas/geometry.h"

namespace attn::window {

class Surface {
 public:
  virtual ~Surface() = default;

  /// Hands what happened since the last call to ImGui. Returns whether anything did.
  virtual bool poll() = 0;
  /// Tells ImGui the size, the scale and the time of the frame that begins.
  virtual void begin_frame() = 0;
  /// Shows the frame.
  virtual void present() = 0;
  /// In CSS pixels.
  virtual void resize(canvas::Size size) = 0;
  /// The reader closed the window.
  virtual bool closed() const { return false; }
  /// The path of a file that was dropped on the window since the last call, or empty.
  virtual std::string take_dropped() { return {}; }
  /// Blocks until something happens, at most so many milliseconds; -1: as long as that takes.
  virtual void wait(double /*most_ms*/) {}
};

}  // namespace attn::window
