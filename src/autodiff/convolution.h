// Convolution of images on a tape, as in kernels/convolution.h, and the mean of each image's pixels.
#pragma once

#include "autodiff/tape.h"
#include "kernels/convolution.h"

namespace attn::autodiff {

/// x [images pixels(), channels], w [seen(), o], bias [1,o] or absent -> [images windows(), o]. An engine computes it where x is given
/// and not computed, as a product of the windows, which are cut here.
Var convolve(Var x, Var w, Var bias, const kernels::ConvolutionShape& shape);

/// The mean of each `pixels` rows: [images pixels, o] -> [images, o].
Var mean_of_images(Var x, Index pixels);

}  // namespace attn::autodiff
