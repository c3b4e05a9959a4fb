#include <EGL/egl.h>
#include <EGL/eglext.h>

#include <cstdlib>
#include <string_view>

#include "unit_gl/gl_context.h"

namespace attn::compute {
namespace {

EGLDisplay display = EGL_NO_DISPLAY;
EGLContext context = EGL_NO_CONTEXT;
EGLSurface surface = EGL_NO_SURFACE;

bool opens(EGLDisplay tried) {
  if (tried == EGL_NO_DISPLAY || !eglInitialize(tried, nullptr, nullptr)) return false;
  display = tried;
  return true;
}

// The display of the first graphics card, for drivers that know no platform without a surface, such as NVIDIA's.
EGLDisplay first_device() {
  const auto query = reinterpret_cast<PFNEGLQUERYDEVICESEXTPROC>(eglGetProcAddress("eglQueryDevicesEXT"));
  EGLDeviceEXT device;
  EGLint count = 0;
  if (query == nullptr || !query(1, &device, &count) || count == 0) return EGL_NO_DISPLAY;
  return eglGetPlatformDisplay(EGL_PLATFORM_DEVICE_EXT, device, nullptr);
}

bool open_display() {
  return display != EGL_NO_DISPLAY || opens(eglGetPlatformDisplay(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr)) ||
         opens(first_device()) || opens(eglGetDisplay(EGL_DEFAULT_DISPLAY));
}

}  // namespace

std::string make_context() {
  destroy_context();
  if (!open_display()) return "no EGL display";
  const char* const api = std::getenv("ATTN_GL_API");
  const bool es = api != nullptr && std::string_view(api) == "es";
  eglBindAPI(es ? EGL_OPENGL_ES_API : EGL_OPENGL_API);
  const EGLint wanted[] = {EGL_SURFACE_TYPE,
                           EGL_PBUFFER_BIT,
                           EGL_RENDERABLE_TYPE,
                           es ? EGL_OPENGL_ES3_BIT : EGL_OPENGL_BIT,
                           EGL_RED_SIZE,
                           8,
                           EGL_ALPHA_SIZE,
                           8,
                           EGL_DEPTH_SIZE,
                           24,
                           EGL_STENCIL_SIZE,
                           8,
                           EGL_NONE};
  EGLConfig config;
  EGLint count = 0;
  if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) return "no EGL configuration";
  const EGLint core[] = {EGL_CONTEXT_MAJOR_VERSION,           3,       EGL_CONTEXT_MINOR_VERSION, 3, EGL_CONTEXT_OPENGL_PROFILE_MASK,
                         EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
  const EGLint embedded[] = {EGL_CONTEXT_MAJOR_VERSION, 3, EGL_CONTEXT_MINOR_VERSION, 0, EGL_NONE};
  context = eglCreateContext(display, config, EGL_NO_CONTEXT, es ? embedded : core);
  if (context == EGL_NO_CONTEXT) return "no OpenGL context";
  const EGLint size[] = {EGL_WIDTH, 16, EGL_HEIGHT, 16, EGL_NONE};
  surface = eglCreatePbufferSurface(display, config, size);
  return eglMakeCurrent(display, surface, surface, context) ? "" : "the context could not be made current";
}

void destroy_context() {
  if (display == EGL_NO_DISPLAY) return;
  eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  if (surface != EGL_NO_SURFACE) eglDestroySurface(display, surface);
  if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
  surface = EGL_NO_SURFACE;
  context = EGL_NO_CONTEXT;
}

}  // namespace attn::compute
