#include "compute/gl_matrix.h"

#include <algorithm>

namespace attn::compute {
namespace {

constexpr Index kMostTexels = Index{1} << 22;

using StridedRows = Eigen::Map<const Mat, 0, Eigen::OuterStride<>>;

// Copies `matrix` to the rows from `row` on of padded texels, whose rows are `pitch` numbers apart.
void copy_rows(In matrix, int pitch, float* texels) {
  for (Index row = 0; row < matrix.rows(); ++row) {
    const Real* from = matrix.data() + row * matrix.outerStride();
    std::copy(from, from + matrix.cols(), texels + row * pitch);
  }
}

// The numbers of a matrix [rows, cols] out of its texels.
Mat numbers_of(const std::vector<float>& texels, const GpuMatrix& matrix) {
  return StridedRows(texels.data(), matrix.rows, matrix.cols, Eigen::OuterStride<>(4 * blocks(matrix.cols)));
}

}  // namespace

bool fits(const Device& device, Index rows, Index cols) {
  if (rows < 1 || cols < 1) return false;
  const Index width = (cols + 3) / 4;
  return width <= device.max_size() && rows <= device.max_size() && width * rows <= kMostTexels;
}

GpuMatrix make_matrix(Device& device, Index rows, Index cols) {
  return {device.texture(blocks(cols), static_cast<int>(rows)), static_cast<int>(rows), static_cast<int>(cols)};
}

GpuMatrix upload(Device& device, In matrix) { return upload_split(device, matrix, 1); }

GpuMatrix upload_split(Device& device, In matrix, int parts) {
  const Index part_cols = matrix.cols() / parts;
  GpuMatrix result = make_matrix(device, matrix.rows() * parts, part_cols);
  const int pitch = 4 * result.texture.width();
  if (parts == 1 && pitch == matrix.cols() && matrix.outerStride() == pitch) {
    device.upload(result.texture, matrix.data());
    return result;
  }
  std::vector<float> texels(static_cast<std::size_t>(pitch) * result.rows, 0.0f);
  for (int part = 0; part < parts; ++part) {
    copy_rows(matrix.middleCols(part * part_cols, part_cols), pitch, texels.data() + part * matrix.rows() * pitch);
  }
  device.upload(result.texture, texels.data());
  return result;
}

Texture upload_mask(Device& device, const Mask& mask) {
  static_assert(sizeof(bool) == 1);
  Texture result = device.texture(blocks(mask.cols()), static_cast<int>(mask.rows()), Format::bytes);
  const int pitch = 4 * result.width();
  std::vector<unsigned char> texels(static_cast<std::size_t>(pitch) * result.height(), 0);
  for (Index row = 0; row < mask.rows(); ++row) {
    std::copy_n(mask.data() + row * mask.cols(), mask.cols(), texels.data() + row * pitch);
  }
  device.upload(result, texels.data());
  return result;
}

Texture upload_folded(Device& device, const Real* numbers, Index count, int row_blocks) {
  const int rows = (blocks(count) + row_blocks - 1) / row_blocks;
  Texture result = device.texture(row_blocks, rows);
  std::vector<float> texels(std::size_t{4} * row_blocks * rows, 0.0f);
  std::copy_n(numbers, count, texels.data());
  device.upload(result, texels.data());
  return result;
}

std::vector<float> read_texels(Device& device, const Texture& texture) {
  std::vector<float> texels(std::size_t{4} * texture.width() * texture.height());
  device.read(texture, texels.data());
  return texels;
}

std::vector<Mat> download(Device& device, std::span<const GpuMatrix* const> matrices) {
  std::vector<std::vector<float>> texels;
  std::vector<Device::Reading> readings;
  for (const GpuMatrix* matrix : matrices) {
    texels.emplace_back(std::size_t{4} * matrix->texture.width() * matrix->texture.height());
    readings.push_back({&matrix->texture, texels.back().data()});
  }
  device.read(readings);
  std::vector<Mat> out;
  for (std::size_t i = 0; i < matrices.size(); ++i) out.push_back(numbers_of(texels[i], *matrices[i]));
  return out;
}

Mat download(Device& device, const GpuMatrix& matrix) {
  Mat result(matrix.rows, matrix.cols);
  if (matrix.cols % 4 == 0) {
    device.read(matrix.texture, result.data());
    return result;
  }
  return numbers_of(read_texels(device, matrix.texture), matrix);
}

}  // namespace attn::compute
