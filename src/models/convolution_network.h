// A small convolutional network beside the Vision Transformer: three layers of 3 by 3 windows with ReLU, of which the second and the third
// take every other pixel, then the mean over all places, and a linear layer that says the class (LeCun et al. 1998; the mean in place of
// flat layers is from Lin et al. 2014, section 3.2).
//
//   h_1 = relu(conv(x)) [s, s, c],   h_2 = relu(conv(h_1)) [s/2, s/2, 2c],   h_3 = relu(conv(h_2)) [s/4, s/4, 2c]
//   logits = mean over places of h_3, times H, plus b
//
// A number of h_3 sees 9 by 9 pixels. What lies further apart is only together in the mean, which does not know where anything was. (The
// zeros about the image tell the windows at its edge that they are there.)
//
// Parameters: conv.l.{weight [9 channels, o], bias [1,o]}, head.{weight [2c,classes], bias [1,classes]}.
#pragma once

#include <array>
#include <span>

#include "autodiff/tape.h"
#include "base/rng.h"
#include "nn/parameters.h"

namespace attn::models {

struct ConvolutionSettings {
  int side = 24;  ///< s, a multiple of 4; at least 12 where images are not padded
  int channels = 16;
  int classes = 10;
  bool padded = true;  ///< whether zeros about each image keep its size; else windows lie within it, and images shrink
  bool operator==(const ConvolutionSettings&) const = default;
};

class ConvolutionNetwork {
 public:
  ConvolutionNetwork(const ConvolutionSettings& settings, Rng& rng);
  ConvolutionNetwork(ConvolutionNetwork&&) = default;  // no copies: layers_ refers to entries of parameters_

  const ConvolutionSettings& settings() const { return settings_; }
  nn::Parameters& parameters() { return parameters_; }
  const nn::Parameters& parameters() const { return parameters_; }

  /// The mean [1,1] of -ln p of the labels over images [b, s s]. backward() on the tape adds to the gradients of parameters().
  autodiff::Var loss(autodiff::Tape& tape, In images, std::span<const int> labels) const;
  /// The logits [b,classes] of images [b, s s].
  Mat logits(In images) const;

 private:
  autodiff::Var logits(autodiff::Tape& tape, In images) const;

  struct Layer {
    nn::Parameter *weight = nullptr, *bias = nullptr;
  };
  ConvolutionSettings settings_;
  nn::Parameters parameters_;
  std::array<Layer, 3> layers_;
  Layer head_;
};

}  // namespace attn::models
