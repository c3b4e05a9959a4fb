// Matrices on a Device, in the layout that shaders/common.glsl describes.
#pragma once

#include "base/mat.h"
#include "compute/gl_device.h"

namespace attn::compute {

/// [rows, cols] as a texture of ceil(cols / 4) x rows texels.
struct GpuMatrix {
  Texture texture;
  int rows = 0, cols = 0;
};

/// The number of texels in a row of `cols` numbers.
inline int blocks(Index cols) { return static_cast<int>((cols + 3) / 4); }

/// Whether a matrix of this shape fits into one texture: it is not empty, its sides are within the GPU's limit, and it has at most 64 MB.
bool fits(const Device& device, Index rows, Index cols);

/// A matrix with undefined contents, which a pass will fill. Here and below the shape must be one that fits.
GpuMatrix make_matrix(Device& device, Index rows, Index cols);
GpuMatrix upload(Device& device, In matrix);
/// The matrix cut into `parts` of equal width, which are stacked: [r, c] -> [parts r, c / parts].
GpuMatrix upload_split(Device& device, In matrix, int parts);
/// A mask [n,m] for a sampler in which 0 means that a query may not attend.
Texture upload_mask(Device& device, const Mask& mask);
/// `count` numbers one after the other, `row_blocks` texels in each row of the texture. The last row is filled up with zeros.
Texture upload_folded(Device& device, const Real* numbers, Index count, int row_blocks);

Mat download(Device& device, const GpuMatrix& matrix);
/// Many, for which the GPU is waited for once.
std::vector<Mat> download(Device& device, std::span<const GpuMatrix* const> matrices);
std::vector<float> read_texels(Device& device, const Texture& texture);

}  // namespace attn::compute
