// Heads over sentences and rotations, and their gradients.
#include <algorithm>

#include "compute/gl_engine.h"

namespace attn::compute {
namespace {

/// Whether a row of keys belongs to several sentences.
bool shares_keys(const kernels::SentenceHeads& batch, Index rows) {
  std::vector<bool> taken(static_cast<std::size_t>(rows));
  for (Index s = 0; s < batch.keys.count; ++s)
    for (int j = 0; j < batch.keys.length[s]; ++j) {
      const auto row = static_cast<std::size_t>(batch.keys.first[s] + j);
      if (taken[row]) return true;
      taken[row] = true;
    }
  return false;
}

}  // namespace

GpuMatrix GlEngine::upload_key_places(const kernels::SentenceHeads& batch, Index rows) {
  Mat places = Mat::Zero(rows, 4);
  for (Index s = 0; s < batch.keys.count; ++s) {
    const int n = batch.queries.length[s], m = batch.keys.length[s], first = batch.queries.first[s];
    for (int j = 0; j < m; ++j)
      places.row(batch.keys.first[s] + j) << static_cast<Real>(first + (batch.causal ? std::max(j - (m - n), 0) : 0)),
          static_cast<Real>(first + n), static_cast<Real>(j), 0;
  }
  return upload(device_, places);
}

GpuMatrix GlEngine::upload_places(const kernels::SentenceHeads& batch, Index rows) {
  Mat places = Mat::Zero(rows, 4);
  for (Index s = 0; s < batch.queries.count; ++s) {
    const int n = batch.queries.length[s], m = batch.keys.length[s];
    for (int i = 0; i < n; ++i) {
      const int position = batch.causal ? i + m - n : i;
      places.row(batch.queries.first[s] + i) << static_cast<Real>(batch.keys.first[s]), static_cast<Real>(batch.causal ? position + 1 : m),
          static_cast<Real>(position), 0;
    }
  }
  return upload(device_, places);
}

bool GlEngine::multi_head(Var q, Var k, Var v, const kernels::SentenceHeads& batch, Var offsets, Var weights, Var scores, Var y) {
  if (!can({q, k, v, offsets, y})) return false;
  const Index n = q.rows(), most = batch.keys.count ? *std::max_element(batch.keys.length, batch.keys.length + batch.keys.count) : 0;
  // The textures hold the heads one below the other. Of one sentence this is the order in which weights are kept.
  const bool one = batch.queries.count == 1 && batch.queries.length[0] == n;
  if (weights && !one) return refuse("the weights of several sentences at once are kept by the CPU only");
  if (!fits(device_, batch.heads * n, most)) return refuse("the scores are empty or larger than this GPU's textures");
  if (y.needs_gradient() && shares_keys(batch, k.rows())) return refuse("sentences share keys, whose gradients the CPU computes only");
  const int rows = static_cast<int>(n), width = static_cast<int>(q.cols()) / batch.heads;
  const Held places = hold(upload_places(batch, n));
  Pass scoring{.shader = "sentence_scores",
               .inputs = {{"queries", &of(q).texture}, {"keys", &of(k).texture}, {"places", &places->texture}},
               .ints = {{"query_rows", rows}, {"width", width}},
               .floats = {{"scale", batch.scale}}};
  Pass summing{.shader = "sentence_values",
               .ints = {{"query_rows", rows}, {"width", width}, {"cols", static_cast<int>(q.cols())}},
               .floats = {{"scale", 1.0f}}};
  if (width % 4 == 0) scoring.defines.push_back("WHOLE_BLOCKS"), summing.defines.push_back("WHOLE_BLOCKS");
  if (offsets) {
    scoring.defines.push_back("OFFSETS");
    scoring.inputs.push_back({"offsets", &of(offsets).texture});
    scoring.ints.push_back({"reach", batch.reach});
  }
  GpuMatrix raw = filled(scoring, batch.heads * n, most);
  const Held attended = hold(softmax(device_, raw, {.places = &places->texture}, rows, 1));
  summing.inputs = {{"weights", &attended->texture}, {"values", &of(v).texture}, {"places", &places->texture}};
  done(y, filled(summing, n, y.cols()));
  if (weights) hold(weights, attended);
  if (scores) put(scores, std::move(raw));
  if (!y.needs_gradient()) return true;
  kept_.insert(kept_.end(), {places, attended});
  const Heads heads{q,         k, v, offsets, batch.heads, batch.reach, batch.scale, &*places, keep(upload_key_places(batch, k.rows())),
                    &*attended};
  return with_gradient(y, [=, this](const Held& d_y) { multi_head_vjp(heads, *d_y); });
}

void GlEngine::multi_head_vjp(const Heads& h, const GpuMatrix& d_y) {
  const int n = d_y.rows, width = d_y.cols / h.heads;
  const std::vector<std::string> whole = width % 4 == 0 ? std::vector<std::string>{"WHOLE_BLOCKS"} : std::vector<std::string>{};
  const std::vector<std::pair<std::string_view, int>> sizes = {{"query_rows", n}, {"width", width}, {"cols", d_y.cols}};
  const auto to_keys = [&](const GpuMatrix& pairs, const GpuMatrix& x, Real scale) {
    return Pass{.shader = "sentence_keys",
                .defines = whole,
                .inputs = {{"pairs", &pairs.texture}, {"x", &x.texture}, {"places", &h.key_places->texture}},
                .ints = sizes,
                .floats = {{"scale", scale}}};
  };
  add_gradient(h.v, to_keys(*h.weights, d_y, 1));
  const GpuMatrix d_weights = filled({.shader = "sentence_scores",
                                      .defines = whole,
                                      .inputs = {{"queries", &d_y.texture}, {"keys", &of(h.v).texture}, {"places", &h.places->texture}},
                                      .ints = {{"query_rows", n}, {"width", width}},
                                      .floats = {{"scale", 1.0f}}},
                                     h.weights->rows, h.weights->cols);
  const GpuMatrix d_scores = softmax_vjp(*h.weights, d_weights, 1);
  add_gradient(h.q, {.shader = "sentence_values",
                     .defines = whole,
                     .inputs = {{"weights", &d_scores.texture}, {"values", &of(h.k).texture}, {"places", &h.places->texture}},
                     .ints = sizes,
                     .floats = {{"scale", h.scale}}});
  add_gradient(h.k, to_keys(d_scores, of(h.q), h.scale));
  if (!h.offsets.needs_gradient()) return;
  const int height = 2 * h.reach + 1;
  add_chunks(h.offsets,
             filled({.shader = "sentence_offsets_vjp",
                     .inputs = {{"d_scores", &d_scores.texture}, {"places", &h.places->texture}},
                     .ints = {{"query_rows", n}, {"chunk", kChunkRows}, {"reach", h.reach}, {"heads", h.heads}}},
                    chunks_of(n) * height, h.heads),
             0, height);
}

bool GlEngine::turn(Var x, int heads, const Mat& table, const int* positions, Var y) {
  if (!can({x, y}) || !positions || !fits(device_, table.rows(), table.cols())) return false;
  const GpuMatrix *const angles = keep(upload(device_, table)), *const at =
                                                                    keep(upload_column({positions, static_cast<std::size_t>(x.rows())}));
  const auto turned = [=](const GpuMatrix& z) {
    return Pass{.shader = "turn",
                .inputs = {{"x", &z.texture}, {"table", &angles->texture}, {"positions", &at->texture}},
                .ints = {{"width", z.cols / heads}}};
  };
  done(y, filled(turned(of(x)), y.rows(), y.cols()));
  return with_gradient(y, [=, this](const Held& d_y) {
    Pass back = turned(*d_y);
    back.defines.push_back("BACK");
    add_gradient(x, back);
  });
}

}  // namespace attn::compute
