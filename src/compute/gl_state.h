// Leaves OpenGL as it was found: the window's toolkit and renderer share the context and rely on what they set.
#pragma once

#include <array>

namespace attn::compute {

/// Saves what a Device changes (program, framebuffers, vertex array, the first kUnits texture units, viewport, tests, colour mask, pixel
/// transfer) and sets what it needs; puts everything back at the end of the scope.
class StateGuard {
 public:
  static constexpr int kUnits = 4;  ///< a pass has at most this many samplers

  StateGuard();
  ~StateGuard();
  StateGuard(const StateGuard&) = delete;
  StateGuard& operator=(const StateGuard&) = delete;

 private:
  static constexpr int kSwitches = 5;
  static constexpr int kTransfers = 8;

  int program_, vertex_array_, draw_framebuffer_, read_framebuffer_, active_unit_, pack_buffer_, unpack_buffer_;
  std::array<int, 4> viewport_;
  std::array<int, kUnits> textures_, samplers_;
  std::array<bool, kSwitches> switches_;
  std::array<int, kTransfers> transfers_;
  std::array<unsigned char, 4> colour_mask_;
};

}  // namespace attn::compute
