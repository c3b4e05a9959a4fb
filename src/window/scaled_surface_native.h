// A surface with larger units than the surface inside it, so that everything is drawn larger while text stays sharp. It is for
// presentations, and for screens of high density whose system does not report this.
#pragma once

#include <memory>
#include <utility>

#include "window/surface.h"

namespace attn::window {

class ScaledSurface : public Surface {
 public:
  ScaledSurface(std::unique_ptr<Surface> inner, float scale) : inner_(std::move(inner)), scale_(scale) {}

  /// Sets how many units of the inner surface one unit of this is, from the next frame on.
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
  unsigned scaled_ = 0;  ///< the last of ImGui's input events whose position has been converted to this surface's units
};

}  // namespace attn::window
