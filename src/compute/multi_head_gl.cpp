#include <array>
#include <cmath>

#include "compute/backend_gl.h"
#include "compute/gl_passes.h"
#include "compute/gl_state.h"

namespace attn::compute {
namespace {

// Stacked heads [h n, u] -> heads side by side [n, h u].
Mat side_by_side(const std::vector<Mat>& heads) {
  const Index n = heads.front().rows(), u = heads.front().cols();
  Mat result(n, u * static_cast<Index>(heads.size()));
  for (std::size_t head = 0; head < heads.size(); ++head) result.middleCols(static_cast<Index>(head) * u, u) = heads[head];
  return result;
}

// Stacked heads [h n, c] -> h matrices.
std::vector<Mat> by_head(const Mat& stacked, int heads) {
  const Index rows = stacked.rows() / heads;
  std::vector<Mat> result;
  for (int head = 0; head < heads; ++head) result.push_back(stacked.middleRows(head * rows, rows));
  return result;
}

// x [n,e] times w [e,e] plus an optional bias, with one block of rows for each head: [h n, e/h].
GpuMatrix project(Device& device, In x, const Mat& w, const Mat& bias, int heads) {
  const GpuMatrix input = upload(device, x), split = upload_split(device, w, heads);
  const Stacking stacking{.blocks = heads};
  if (bias.size() == 0) return product(device, input, split, nullptr, input.rows, stacking);
  const GpuMatrix head_bias = upload(device, Eigen::Map<const Mat>(bias.data(), heads, bias.size() / heads));
  return product(device, input, split, &head_bias, input.rows, stacking);
}

// Heads [h n, u] times wo [h u, e] plus an optional bias: [n,e].
GpuMatrix put_together(Device& device, const GpuMatrix& stacked, const Mat& wo, const Mat& bias, int heads) {
  const GpuMatrix w = upload(device, wo);
  const Stacking stacking{.parts = heads};
  if (bias.size() == 0) return product(device, stacked, w, nullptr, stacked.rows / heads, stacking);
  const GpuMatrix row = upload(device, Eigen::Map<const Mat>(bias.data(), 1, bias.size()));
  return product(device, stacked, w, &row, stacked.rows / heads, stacking);
}

}  // namespace

bool multi_head_gl(Device& device, In q, In k, In v, const kernels::MultiHeadWeights& weights, int heads, const Mask* mask,
                   kernels::MultiHead* result, std::string* why) {
  kernels::check_multi_head(q, k, v, weights, heads, mask);
  const Index n = q.rows(), m = k.rows(), e = q.cols(), width = e / heads;
  if (!fits(device, n, e) || !fits(device, m, e) || !fits(device, heads * e, width) || !fits(device, heads * n, width) ||
      !fits(device, heads * m, width) || !fits(device, heads * n, m)) {
    *why = "a matrix is empty or larger than this GPU's textures";
    return false;
  }
  StateGuard guard;
  const GpuMatrix queries = project(device, q, weights.wq, weights.bq, heads);
  const GpuMatrix keys = project(device, k, weights.wk, weights.bk, heads);
  const GpuMatrix values = project(device, v, weights.wv, weights.bv, heads);
  const GpuMatrix raw = scores(device, queries, keys, heads, {.scale = 1 / std::sqrt(static_cast<float>(width))});
  const Texture mask_texture = mask ? upload_mask(device, *mask) : Texture();
  const GpuMatrix attended = softmax(device, raw, {.mask = mask ? &mask_texture : nullptr}, queries.rows / heads, 1);
  const int rows = queries.rows / heads;
  const GpuMatrix stacked = product(device, attended, values, nullptr, rows, {.blocks = heads, .a_batch_rows = rows});
  const GpuMatrix output = put_together(device, stacked, weights.wo, weights.bo, heads);

  std::vector<Mat> read = download(device, std::array{&queries, &keys, &values, &raw, &attended, &stacked, &output});
  result->q = side_by_side(by_head(read[0], heads));
  result->k = side_by_side(by_head(read[1], heads));
  result->v = side_by_side(by_head(read[2], heads));
  result->scores = by_head(read[3], heads);
  result->weights = by_head(read[4], heads);
  result->heads = by_head(read[5], heads);
  result->concat = side_by_side(result->heads);
  result->output = std::move(read[6]);
  if (device.healthy()) return true;
  *why = "the graphics driver reported an error";
  return false;
}

}  // namespace attn::compute
