// A surface whose units are larger than its own: what is drawn in it grows, text as sharp as before. For presentations, and for screens of
// many pixels whose system says nothing of it.
#pragma once

#include <memory>
#include <utility>

#include "window/surface.h"

namespace attn::window {

class ScaledSurface : public Surface {
 public:
  ScaledSurface(std::unique_ptr<Surface> inner, float scale) : inner_(std::move(inner)), scale_(scale) {}

  /// So many units of the inner surface are one of this, from the next frame on.
  void set_scale(float scale) { scale_ = scale; }
  float scale() const { return scale_; }

  bool poll() override { return inner_->poll(); }
  void begin_frame() override;
  void present() override { inner_->present(); }
  void resize(canvas::Size size) override { inner_->resize(size); }
  bool closed() const override { return inner_->closed(); }
  std::string take_dropped() override { return inner_->take_dropped(); }
  void wait(double most_ms) override { inner_->wait(most_ms); }

 private:
  std::unique_ptr<Surface> inner_;
  float scale_ = 1;
  unsigned scaled_ = 0;  ///< the last of ImGui's input events whose position is in this surface's units
};

}  // namespace attn::window
