#include "models/convolution_network.h"

#include <algorithm>
#include <string>

#include "autodiff/convolution.h"
#include "autodiff/ops.h"
#include "base/check.h"
#include "nn/layers.h"

namespace attn::models {

using autodiff::Tape;
using autodiff::Var;

ConvolutionNetwork::ConvolutionNetwork(const ConvolutionSettings& settings, Rng& rng) : settings_(settings) {
  const auto& [side, channels, classes, padded] = settings_;
  CHECK(side >= (padded ? 4 : 12) && side % 4 == 0 && channels >= 1 && classes >= 2, "ConvolutionNetwork: a side of ", side, ", ", channels,
        " channels, ", classes, " classes");
  const std::array<Index, 4> widths{1, channels, 2 * channels, 2 * channels};
  const auto add = [&](const std::string& name, Index in, Index out, double factor) {
    return Layer{&parameters_.add(name + ".weight", Mat(nn::glorot_uniform(in, out, rng) * static_cast<Real>(factor))),
                 &parameters_.add(name + ".bias", Mat::Zero(1, out))};
  };
  for (std::size_t l = 0; l < layers_.size(); ++l) layers_[l] = add("conv." + std::to_string(l), 9 * widths[l], widths[l + 1], 1.4);
  head_ = add("head", widths[3], classes, 1);
}

Var ConvolutionNetwork::logits(Tape& tape, In images) const {
  const Index side = settings_.side, pixels = side * side;
  CHECK(images.cols() == pixels, "ConvolutionNetwork: images of ", images.cols(), " pixels, not ", pixels);
  Var x = tape.make(images.rows() * pixels, 1, false);
  for (Index i = 0; i < images.rows(); ++i) x.value().middleRows(i * pixels, pixels) = images.row(i).transpose();
  kernels::ConvolutionShape shape{.images = images.rows(), .height = side, .width = side, .padding = settings_.padded ? 1 : 0};
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    shape.channels = x.cols(), shape.stride = l == 0 ? 1 : 2;
    x = autodiff::relu(autodiff::convolve(x, nn::on(tape, *layers_[l].weight), nn::on(tape, *layers_[l].bias), shape));
    shape.height = shape.out_height(), shape.width = shape.out_width();
  }
  return autodiff::linear(autodiff::mean_of_images(x, shape.pixels()), nn::on(tape, *head_.weight), nn::on(tape, *head_.bias));
}

Var ConvolutionNetwork::loss(Tape& tape, In images, std::span<const int> labels) const {
  CHECK(images.rows() == static_cast<Index>(labels.size()) && !labels.empty(), "ConvolutionNetwork::loss: ", images.rows(), " images, ",
        labels.size(), " labels");
  return autodiff::cross_entropy(logits(tape, images), labels);
}

Mat ConvolutionNetwork::logits(In images) const {
  constexpr Index kAtOnce = 16;
  Mat out(images.rows(), settings_.classes);
  for (Index i = 0; i < images.rows(); i += kAtOnce) {
    Tape tape;
    tape.set_recording(false);
    const Index count = std::min(kAtOnce, images.rows() - i);
    out.middleRows(i, count) = logits(tape, images.middleRows(i, count)).value();
  }
  return out;
}

}  // namespace attn::models
