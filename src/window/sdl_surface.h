// The window that SDL makes: the browser's canvas, or a window on the desktop.
#pragma once

#include <SDL.h>

#include <memory>
#include <string>
#include <utility>

#include "window/surface.h"

namespace attn::window {

class SdlSurface : public Surface {
 public:
  /// Null, with the reason in `*error`, where there is no display or no OpenGL 3.3 / ES 3.0. ImGui's context must exist.
  static std::unique_ptr<SdlSurface> open(canvas::Size size, std::string* error);
  ~SdlSurface() override;

  bool poll() override;
  void begin_frame() override;
  void present() override { SDL_GL_SwapWindow(window_); }
  void resize(canvas::Size size) override { SDL_SetWindowSize(window_, static_cast<int>(size.width), static_cast<int>(size.height)); }
  bool closed() const override { return closed_; }
  std::string take_dropped() override { return std::exchange(dropped_, {}); }
  void wait(double most_ms) override {
    most_ms < 0 ? SDL_WaitEvent(nullptr) : SDL_WaitEventTimeout(nullptr, static_cast<int>(most_ms) + 1);
  }

 private:
  SdlSurface() = default;
  SDL_Window* window_ = nullptr;
  SDL_GLContext context_ = nullptr;
  bool closed_ = false;
  std::string dropped_;
};

/// What differs between the browser and a desktop. It is implemented twice, in sdl_window_web.cpp and sdl_window_native.cpp.
namespace sdl_window {
/// Gives SDL its hints, before it starts.
void prepare();
/// Whether SDL has started on a display that somebody can see. Without one it would also start, on a display that nobody sees.
bool has_display();
/// Sets the context's version and pixel format, before the window is made.
void set_gl_attributes();
SDL_Window* create(canvas::Size size);
/// On the desktop: makes the window with the current context fill its screen, or ends that.
void switch_full_screen();
/// On the desktop: sets the title of that window.
void set_title(const std::string& title);
}  // namespace sdl_window

}  // namespace attn::window
