// What frames are drawn on: a window that takes input (SdlSurface), or memory (EglSurface, for native screenshots). Each has a current
// OpenGL context as long as it lives.
#pragma once

#include <string>

#include "canvas/geometry.h"

namespace attn::window {

class Surface {
 public:
  virtual ~Surface() = default;

  /// Passes to ImGui what has happened since the last call. Returns whether anything has.
  virtual bool poll() = 0;
  /// Tells ImGui the size, the scale and the time of the frame that begins.
  virtual void begin_frame() = 0;
  /// Shows the frame.
  virtual void present() = 0;
  /// `size` is in CSS pixels.
  virtual void resize(canvas::Size size) = 0;
  /// Whether the reader has closed the window.
  virtual bool closed() const { return false; }
  /// The path of a file that was dropped on the window since the last call, or empty.
  virtual std::string take_dropped() { return {}; }
  /// Blocks until something happens, but for at most `most_ms` milliseconds; -1: without a limit.
  virtual void wait(double /*most_ms*/) {}
};

}  // namespace attn::window
