// Convolution of images: what a small window sees, times the same weights everywhere. With windows that touch and do not overlap it is the
// patch projection of the Vision Transformer (Dosovitskiy et al. 2021, section 3.1).
//
//   y[i] = x[window of i] w + b
//
// The rows of x are pixels: image by image, each row by row from the top left, with the channels side by side. The rows of w belong to the
// places of the window in the same order, the channels of each side by side. (As everywhere in networks, the window is not turned round.)
#pragma once

#include "base/mat.h"

namespace attn::kernels {

struct ConvolutionShape {
  Index images = 1, height = 1, width = 1, channels = 1;
  Index side = 3;     ///< of the window
  Index stride = 1;   ///< from window to window
  Index padding = 1;  ///< pixels of zeros about the image
  bool operator==(const ConvolutionShape&) const = default;

  Index out_height() const { return (height + 2 * padding - side) / stride + 1; }
  Index out_width() const { return (width + 2 * padding - side) / stride + 1; }
  Index pixels() const { return height * width; }               ///< of one image
  Index windows() const { return out_height() * out_width(); }  ///< on one image
  Index seen() const { return side * side * channels; }         ///< numbers in a window
};
/// An empty string, or why there is no such convolution: sizes below 1, or a window that does not fit on the padded image.
const char* check(const ConvolutionShape& s);

/// The windows [images windows(), seen()] of x [images pixels(), channels], zeros where they hang over.
void windows_into(In x, const ConvolutionShape& s, Out windows);
/// d_x += what windows_into took from each pixel, given d_windows.
void add_windows_vjp(In d_windows, const ConvolutionShape& s, Out d_x);

/// x [images pixels(), channels], w [seen(), o], b [1,o] or [0,0] -> y [images windows(), o].
void convolve_into(In x, In w, In b, const ConvolutionShape& s, Out y);
/// Adds to d_x, d_w and d_b, which are [0,0] where they are not needed, given d_y.
void add_convolve_vjp(In x, In w, In d_y, const ConvolutionShape& s, Out d_x, Out d_w, Out d_b);

Mat convolve(In x, In w, In b, const ConvolutionShape& s);
Mat convolve_reference(In x, In w, In b, const ConvolutionShape& s);
struct ConvolutionGrads {
  Mat d_x, d_w, d_b;
};
ConvolutionGrads convolve_vjp(In x, In w, In d_y, const ConvolutionShape& s);

}  // namespace attn::kernels
