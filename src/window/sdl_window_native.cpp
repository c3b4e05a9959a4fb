#include <string_view>

#include "window/sdl_surface.h"

namespace attn::window::sdl_window {

void prepare() {
  SDL_SetHint(SDL_HINT_IME_SHOW_UI, "1");
  SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0");
}

bool has_display() {
  const std::string_view driver = SDL_GetCurrentVideoDriver();
  return SDL_GetHint(SDL_HINT_VIDEODRIVER) || (driver != "offscreen" && driver != "dummy" && driver != "evdev");  // a hint asks for it
}

void set_gl_attributes() {
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_CORE);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1);
}

SDL_Window* create(canvas::Size size) {
  SDL_Window* window = SDL_CreateWindow("Attention Lab", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, static_cast<int>(size.width),
                                        static_cast<int>(size.height), SDL_WINDOW_OPENGL | SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
  if (window) SDL_SetWindowMinimumSize(window, 320, 300);
  return window;
}

void switch_full_screen() {
  SDL_Window* window = SDL_GL_GetCurrentWindow();
  const bool fills = (SDL_GetWindowFlags(window) & SDL_WINDOW_FULLSCREEN_DESKTOP) != 0;
  SDL_SetWindowFullscreen(window, fills ? 0 : SDL_WINDOW_FULLSCREEN_DESKTOP);
}

void set_title(const std::string& title) { SDL_SetWindowTitle(SDL_GL_GetCurrentWindow(), title.c_str()); }

}  // namespace attn::window::sdl_window
