// Draws clouds (canvas/cloud.h) by OpenGL. Nodes and ties lie in buffers of the GPU from when they are first drawn, and a shader gives each
// its place and smooth edges, so that a frame in which only the view differs sends no more than a few numbers. Each has four vertices of
// its own, because software renderers are several times slower with as many instances of one quad.
#pragma once

#include <imgui.h>

#include <memory>
#include <vector>

#include "canvas/cloud.h"

namespace attn::window {

class Clouds : public canvas::CloudKeeper {
 public:
  /// Becomes canvas::cloud_keeper().
  Clouds();
  /// Needs the context in which it has drawn, or what is left of it.
  ~Clouds() override;
  Clouds(const Clouds&) = delete;
  Clouds& operator=(const Clouds&) = delete;

  bool draw(ImDrawList& list, const std::shared_ptr<const canvas::Cloud>& cloud, const canvas::CloudView& view, float opacity) override;
  /// Deletes what has not been drawn lately. Call it once a frame, before anything is drawn.
  void collect();

 private:
  struct Kept {
    std::shared_ptr<const canvas::Cloud> cloud;
    int last_used = 0;                           ///< the frame
    unsigned vertex_array = 0, buffers[2] = {};  ///< vertices and indices, of ties and then nodes; 0 until they are sent
  };
  struct Seen;
  /// Makes the shaders when they are first wanted. Returns whether the context takes them.
  bool has_shaders();
  Kept& kept(const std::shared_ptr<const canvas::Cloud>& cloud);
  static void send_to_gpu(Kept* kept);
  static void release(const Kept& kept);
  void render(const Seen& seen, const ImVec4& clip);

  std::vector<Kept> kept_;
  bool tried_ = false;
  unsigned program_ = 0;
  int place_ = -1, size_ = -1, opacity_ = -1;  ///< the shader's uniforms
};

}  // namespace attn::window
