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

/// Texels that a row of `cols` numbers takes.
inline int blocks(Index cols) { return static_cast<int>((cols + 3) / 4); }

/// Whether a matrix of this shape, not empty, can lie in one texture (its sides within the GPU's limit, at most 64 MB).
bool fits(const Device& device, Index rows, Index cols);

/// Contents undefined, to be drawn. Like the others below, for shapes that fit.
GpuMatrix make_matrix(Device& device, Index rows, Index cols);
GpuMatrix upload(Device& device, In matrix);
/// The matrix cut into `parts` of equal width, laid below each other: [r, c] -> [parts r, c / parts].
GpuMatrix upload_split(Device& device, In matrix, int parts);
/// [n,m] for a sampler that says 0 = may not attend.
Texture upload_mask(Device& device, const Mask& mask);
/// `count` numbers, one after the other, `row_blocks` texels to a texture row, the last one filled up with zeros.
Texture upload_folded(Device& device, const Real* numbers, Index count, int row_blocks);

Mat download(Device& device, const GpuMatrix& matrix);
/// Rows row ... row + rows - 1 of what was read at once; `texels` comes from read_texels().
Mat cut(const std::vector<float>& texels, int cols, int row, int rows);
std::vector<float> read_texels(Device& device, const Texture& texture);

}  // namespace attn::compute
