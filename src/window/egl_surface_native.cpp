#include "window/egl_surface_native.h"

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <cairo.h>
#include <imgui.h>

#include <cstdint>
#include <vector>

#include "base/check.h"
#include "compute/gl_platform.h"

namespace attn::window {
namespace {

class EglSurface : public Surface {
 public:
  bool open(canvas::Size size, std::string* error);
  ~EglSurface() override;

  bool poll() override { return false; }
  void begin_frame() override {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {size_.width, size_.height};
    io.DisplayFramebufferScale = {1, 1};
    io.DeltaTime = 1.0f / 60;
  }
  void present() override { glFinish(); }
  void resize(canvas::Size) override {}

 private:
  bool choose_config(EGLConfig* config) const;
  canvas::Size size_;
  EGLDisplay display_ = EGL_NO_DISPLAY;
  EGLSurface surface_ = EGL_NO_SURFACE;
  EGLContext context_ = EGL_NO_CONTEXT;
};

/// The first display that can be initialised. It tries one without a window system, then EGL's own choice.
EGLDisplay initialized_display() {
  const auto get_platform_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  for (const bool surfaceless : {true, false}) {
    if (surfaceless && !get_platform_display) continue;
    const EGLDisplay display = surfaceless ? get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr)
                                           : eglGetDisplay(EGL_DEFAULT_DISPLAY);
    if (display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr)) return display;
  }
  return EGL_NO_DISPLAY;
}

bool EglSurface::choose_config(EGLConfig* config) const {
  constexpr EGLint kAttributes[] = {
      EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_RED_SIZE, 8, EGL_GREEN_SIZE, 8, EGL_BLUE_SIZE, 8,
      EGL_NONE};
  EGLint count = 0;
  return eglChooseConfig(display_, kAttributes, config, 1, &count) && count == 1;
}

bool EglSurface::open(canvas::Size size, std::string* error) {
  size_ = size;
  const auto fail = [error](const char* what) {
    *error = std::string("No picture without a display: ") + what + ".";
    return false;
  };
  display_ = initialized_display();
  if (display_ == EGL_NO_DISPLAY) return fail("EGL finds no device");
  EGLConfig config = nullptr;
  if (!eglBindAPI(EGL_OPENGL_API) || !choose_config(&config)) return fail("EGL offers no OpenGL with off-screen surfaces");
  const EGLint extent[] = {EGL_WIDTH, static_cast<EGLint>(size.width), EGL_HEIGHT, static_cast<EGLint>(size.height), EGL_NONE};
  surface_ = eglCreatePbufferSurface(display_, config, extent);
  if (surface_ == EGL_NO_SURFACE) return fail("EGL refuses a picture of this size");
  constexpr EGLint kVersion[] = {
      EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
      EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  context_ = eglCreateContext(display_, config, EGL_NO_CONTEXT, kVersion);
  if (context_ == EGL_NO_CONTEXT || !eglMakeCurrent(display_, surface_, surface_, context_)) return fail("OpenGL 3.3 is missing");
  return true;
}

EglSurface::~EglSurface() {
  if (display_ == EGL_NO_DISPLAY) return;
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
  if (surface_ != EGL_NO_SURFACE) eglDestroySurface(display_, surface_);
  eglTerminate(display_);
}

}  // namespace

std::unique_ptr<Surface> open_egl_surface(canvas::Size size, std::string* error) {
  auto surface = std::make_unique<EglSurface>();
  if (!surface->open(size, error)) return nullptr;
  return surface;
}

std::string take_png(canvas::Size size) {
  const int width = static_cast<int>(size.width), height = static_cast<int>(size.height);
  std::vector<uint8_t> rgba(4 * static_cast<size_t>(width) * static_cast<size_t>(height));
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
  cairo_surface_t* image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  unsigned char* target = cairo_image_surface_get_data(image);
  const int stride = cairo_image_surface_get_stride(image);
  for (int y = 0; y < height; ++y) {
    const uint8_t* from = rgba.data() + 4 * static_cast<size_t>(width) * static_cast<size_t>(height - 1 - y);  // rows from bottom up
    auto* to = reinterpret_cast<uint32_t*>(target + y * stride);
    for (int x = 0; x < width; ++x, from += 4) to[x] = uint32_t{from[0]} << 16 | uint32_t{from[1]} << 8 | uint32_t{from[2]};
  }
  cairo_surface_mark_dirty(image);
  std::string file;
  const auto append = [](void* to_file, const unsigned char* bytes, unsigned length) {
    static_cast<std::string*>(to_file)->append(reinterpret_cast<const char*>(bytes), length);
    return CAIRO_STATUS_SUCCESS;
  };
  CHECK(cairo_surface_write_to_png_stream(image, append, &file) == CAIRO_STATUS_SUCCESS);
  cairo_surface_destroy(image);
  return file;
}

}  // namespace attn::window
