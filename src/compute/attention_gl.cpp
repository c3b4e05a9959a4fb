#include <array>
#include <cmath>

#include "compute/backend_gl.h"
#include "compute/gl_passes.h"
#include "compute/gl_state.h"
#include "kernels/mask.h"

namespace attn::compute {
namespace {

using kernels::Score;

bool all_fit(const Device& device, In q, In k, In v, const kernels::AttentionOptions& options) {
  const kernels::ScoreWeights& learned = options.weights;
  const Index n = q.rows(), m = k.rows();
  bool good = fits(device, n, q.cols()) && fits(device, m, k.cols()) && fits(device, m, v.cols()) && fits(device, n, m) &&
              fits(device, n, v.cols());
  if (options.score == Score::bilinear) good = good && fits(device, learned.m.rows(), learned.m.cols()) && fits(device, n, k.cols());
  if (options.score == Score::additive) {
    const Index a = learned.wq.cols();
    good = good && fits(device, q.cols(), a) && fits(device, k.cols(), a) && fits(device, n, a) && fits(device, m, a);
  }
  return good;
}

GpuMatrix scores_of(Device& device, In q, In k, const kernels::AttentionOptions& options) {
  GpuMatrix queries = upload(device, q), keys = upload(device, k);
  switch (options.score) {
    case Score::dot:
      return scores(device, queries, keys, 1, {});
    case Score::scaled_dot:
      return scores(device, queries, keys, 1, {.scale = 1 / std::sqrt(static_cast<float>(q.cols()))});
    case Score::distance:
      return scores(device, queries, keys, 1, {.define = "SCORE_DISTANCE", .scale = -0.5f});
    case Score::bilinear:
      return scores(device, product(device, queries, upload(device, options.weights.m), nullptr, queries.rows), keys, 1, {});
    case Score::additive:
      break;
  }
  const GpuMatrix query_part = product(device, queries, upload(device, options.weights.wq), nullptr, queries.rows);
  const GpuMatrix key_part = product(device, keys, upload(device, options.weights.wk), nullptr, keys.rows);
  const Mat& w = options.weights.w;
  const GpuMatrix direction = upload(device, Eigen::Map<const Mat>(w.data(), 1, w.size()));
  return scores(device, query_part, key_part, 1, {.define = "SCORE_ADDITIVE", .direction = &direction});
}

}  // namespace

bool attention_gl(Device& device, In q, In k, In v, const kernels::AttentionOptions& options, kernels::Attention* result,
                  std::string* why) {
  kernels::check_attention(q, k, v, options);
  if (!all_fit(device, q, k, v, options)) {
    *why = "a matrix is empty or larger than this GPU's textures";
    return false;
  }
  StateGuard guard;
  const GpuMatrix raw = scores_of(device, q, k, options);
  const Mask causal = options.causal ? kernels::causal_mask(q.rows(), k.rows(), options.mask) : Mask();
  const Mask* allowed = options.causal ? &causal : options.mask;
  const Texture mask = allowed ? upload_mask(device, *allowed) : Texture();
  const GpuMatrix weights = softmax(device, raw, {.mask = allowed ? &mask : nullptr}, raw.rows, options.temperature);
  const GpuMatrix output = product(device, weights, upload(device, v), nullptr, weights.rows);
  std::vector<Mat> read = download(device, std::array{&raw, &weights, &output});
  *result = {std::move(read[0]), std::move(read[1]), std::move(read[2])};
  if (device.healthy()) return true;
  *why = "the graphics driver reported an error";
  return false;
}

}  // namespace attn::compute
