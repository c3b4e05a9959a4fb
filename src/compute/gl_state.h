// Leaves OpenGL's state as it was found, because the window's toolkit and renderer share the context and rely on what they have set.
#pragma once

#include <array>

namespace attn::compute {

/// Saves what a Device changes (program, framebuffers, vertex array, pixel buffers, the first kUnits texture units, viewport, tests), sets
/// what it needs, and restores everything at the end of the scope. Colour mask and pixel transfer (alignment, row length, skips) are not
/// restored but left at OpenGL's defaults. In WebGL asking for them would take as long as a whole small kernel, and renderers set them
/// before each use.
class StateGuard {
 public:
  static constexpr int kUnits = 6;  ///< the most samplers that a pass can have

  StateGuard();
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

 private:
  static constexpr int kSwitches = 5;

  int program_, vertex_array_, draw_framebuffer_, read_framebuffer_, active_unit_, pack_buffer_, unpack_buffer_;
  std::array<int, 4> viewport_;
  std::array<int, kUnits> textures_, samplers_;
  std::array<bool, kSwitches> switches_;
};

}  // namespace attn::compute
