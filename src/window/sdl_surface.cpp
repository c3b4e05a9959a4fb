#include "window/sdl_surface.h"

#include <imgui.h>
#include <imgui_impl_sdl2.h>

#include <algorithm>
#include <cfloat>

namespace attn::window {
namespace {

std::string reason(const char* what) { return std::string(what) + ": " + SDL_GetError() + "."; }

}  // namespace

std::unique_ptr<SdlSurface> SdlSurface::open(canvas::Size size, std::string* error) {
  SDL_SetMainReady();
  sdl_window::prepare();
  if (SDL_Init(SDL_INIT_VIDEO) != 0) {
    *error = reason("There is no display to open a window on");
    return nullptr;
  }
  if (!sdl_window::has_display()) {
    *error = "There is no display to open a window on.";
    SDL_Quit();
    return nullptr;
  }
  std::unique_ptr<SdlSurface> surface(new SdlSurface);
  sdl_window::set_gl_attributes();
  surface->window_ = sdl_window::create(size);
  if (surface->window_) surface->context_ = SDL_GL_CreateContext(surface->window_);
  if (!surface->context_) {
    *error = reason("The display offers no OpenGL context");
    return nullptr;
  }
  ImGui_ImplSDL2_InitForOpenGL(surface->window_, surface->context_);
  return surface;
}

SdlSurface::~SdlSurface() {
  if (context_) {
    ImGui_ImplSDL2_Shutdown();
    SDL_GL_DeleteContext(context_);
  }
  if (window_) SDL_DestroyWindow(window_);
  SDL_Quit();
}

namespace {

/// Names the window in events where SDL does not: for a button released outside, and for keys before the first change of focus. ImGui would
/// drop such events.
void name_window(SDL_Event* event, Uint32 ours) {
  Uint32* named = event->type == SDL_MOUSEBUTTONUP                         ? &event->button.windowID
                  : event->type == SDL_KEYDOWN || event->type == SDL_KEYUP ? &event->key.windowID
                  : event->type == SDL_TEXTINPUT                           ? &event->text.windowID
                                                                           : nullptr;
  if (named && *named == 0) *named = ours;
}

}  // namespace

bool SdlSurface::poll() {
  bool happened = false;
  SDL_Event event;
  while (SDL_PollEvent(&event)) {
    happened = true;
    name_window(&event, SDL_GetWindowID(window_));
    // Where a finger was lifted SDL says nothing of its place when it comes down there again, and ImGui has been told to forget it (below).
    if (event.type == SDL_MOUSEBUTTONDOWN && event.button.which == SDL_TOUCH_MOUSEID)
      ImGui::GetIO().AddMousePosEvent(static_cast<float>(event.button.x), static_cast<float>(event.button.y));
    ImGui_ImplSDL2_ProcessEvent(&event);
    if (event.type == SDL_QUIT) closed_ = true;
    if (event.type == SDL_DROPFILE) {
      dropped_ = event.drop.file;
      SDL_free(event.drop.file);
    }
    // A finger that was lifted points at nothing. What it touched last stays selected, but is not hovered any more.
    if (event.type == SDL_MOUSEBUTTONUP && event.button.which == SDL_TOUCH_MOUSEID) ImGui::GetIO().AddMousePosEvent(-FLT_MAX, -FLT_MAX);
  }
  return happened;
}

void SdlSurface::begin_frame() {
  ImGui_ImplSDL2_NewFrame();
  // The clocks of hardened browsers may not advance between frames, and a hidden tab gets no frames. ImGui needs a time above 0 without
  // leaps.
  ImGuiIO& io = ImGui::GetIO();
  io.DeltaTime = std::clamp(io.DeltaTime, 1e-4f, 0.1f);
}

}  // namespace attn::window
