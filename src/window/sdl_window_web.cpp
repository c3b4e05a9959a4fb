// SDL on a canvas that is only a part of a page. It takes keys from one element only, and does not touch the page's title and its
// unloading.
#include <emscripten/html5.h>

#include "window/sdl_surface.h"

namespace attn::window::sdl_window {

void prepare() {
  // SDL listens for keys on the element around the canvas that has the focus; its default is the whole window.
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
  // There is no title, because SDL would rename the document. It is not resizable, because SDL would follow the browser's window; the page
  // resizes it instead.
  SDL_Window* window = SDL_CreateWindow(nullptr, 0, 0, static_cast<int>(size.width), static_cast<int>(size.height),
                                        SDL_WINDOW_OPENGL | SDL_WINDOW_ALLOW_HIGHDPI);
  emscripten_set_beforeunload_callback(nullptr, nullptr);
  return window;
}

}  // namespace attn::window::sdl_window
