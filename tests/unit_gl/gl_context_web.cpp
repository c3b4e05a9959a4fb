#include <emscripten/html5.h>

#include "unit_gl/gl_context.h"

namespace attn::compute {
namespace {
EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = 0;
}

std::string make_context() {
  if (context > 0) return "";
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  attributes.enableExtensionsByDefault = false;  // the device has to ask for what it needs
  context = emscripten_webgl_create_context("#canvas", &attributes);
  if (context <= 0) return "no WebGL2 context";
  return emscripten_webgl_make_context_current(context) == EMSCRIPTEN_RESULT_SUCCESS ? "" : "the context could not be made current";
}

void destroy_context() {}

}  // namespace attn::compute
