// The only place that knows which OpenGL this build is compiled against. In the browser it is ES 3.0 as WebGL2. Natively it is the
// functions of the core profile, which work in a context of either kind; the shaders depend on the kind of context.
#pragma once

#include <cstddef>
#include <cstring>

#if defined(__EMSCRIPTEN__)

#include <GLES3/gl3.h>
#include <emscripten/html5.h>
#include <webgl/webgl2.h>

namespace attn::compute {
inline bool has_context() { return emscripten_webgl_get_current_context() > 0; }
inline bool context_lost() { return emscripten_is_webgl_context_lost(emscripten_webgl_get_current_context()); }
/// Whether a program may still be used. In WebGL programs end only with their context, and asking glIsProgram would be slow.
inline bool seems_usable(GLuint) { return !context_lost(); }
/// WebGL leaves extensions off until they are asked for.
/// The first bytes of the buffer that pixels are packed into, once they are there.
inline void read_packed(std::size_t bytes, void* to) { glGetBufferSubData(GL_PIXEL_PACK_BUFFER, 0, static_cast<GLsizeiptr>(bytes), to); }
inline void enable_extension(const char* name) { emscripten_webgl_enable_extension(emscripten_webgl_get_current_context(), name); }
}  // namespace attn::compute

#else

#define GL_GLEXT_PROTOTYPES
#include <GL/glcorearb.h>

namespace attn::compute {
inline bool has_context() { return glGetString(GL_VERSION) != nullptr; }
inline bool context_lost() { return false; }
inline bool seems_usable(GLuint program) { return glIsProgram(program); }
inline void read_packed(std::size_t bytes, void* to) {
  const void* from = glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, static_cast<GLsizeiptr>(bytes), GL_MAP_READ_BIT);
  if (from == nullptr) return;  // an error is noted
  std::memcpy(to, from, bytes);
  glUnmapBuffer(GL_PIXEL_PACK_BUFFER);
}
inline void enable_extension(const char*) {}
}  // namespace attn::compute

#endif
