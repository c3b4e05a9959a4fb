// SDL on a canvas among other things of a page: it takes keys from one element only, leaves the page's title and its unloading alone.
#include <emscripten/html5.h>

#include "window/sdl_surface.h"

namespace attn::window::sdl_window {

void prepare() {
  // The element around the canvas that holds the focus; SDL's default is the whole window.
  SDL_SetHint(SDL_HINT_EMSCRIPTEN_KEYBOARD_ELEMENT, "#lab-keys");
}

bool has_display() { return true; }

void set_gl_attributes() {
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, SDL_GL_CONTEXT_PROFILE_ES);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3);
  SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, 0);
  SDL_GL_SetAttribute(SDL_GL_ALPHA_SIZE, 0);
  SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0);
}

SDL_Window* create(canvas::Size size) {
  // Without a title, since SDL would rename the document. Not resizable, since SDL would follow the browser's window: the page says when.
  SDL_Window* window = SDL_CreateWindow(nullptr, 0, 0, static_cast<int>(size.width), static_cast<int>(size.height),
                                        SDL_WINDOW_OPENGL | SDL_WINDOW_ALLOW_HIGHDPI);
  emscripten_set_beforeunload_callback(nullptr, nullptr);
  return window;
}

}  // namespace attn::window::sdl_window
