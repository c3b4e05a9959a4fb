// Recurrent steps, alignment.
#include <algorithm>

#include "compute/gl_engine.h"

namespace attn::compute {

bool GlEngine::recurrent_step(const autodiff::RecurrentStep& s, Var next_c, Var y) {
  if (needs_gradient(y) || !can({s.projected, s.h, s.c, s.wh, s.bh, next_c, y})) return false;
  const Index batch = y.rows(), units = y.cols();
  const GpuMatrix zeros = upload(device_, Mat::Zero(batch, units));
  const GpuMatrix &h = s.h ? of(s.h) : zeros, &c = s.c ? of(s.c) : zeros;
  const GpuMatrix recurrent = product(device_, h, of(s.wh), &of(s.bh), static_cast<int>(batch));
  const auto cell = [&](const char* what, const GpuMatrix* state) {
    Pass pass{.shader = "recurrent_step",
              .defines = {what},
              .inputs = {{"projected", &of(s.projected).texture}, {"recurrent", &recurrent.texture}},
              .ints = {{"units", static_cast<int>(units)}}};
    if (state) pass.inputs.push_back({"state", &state->texture});
    return filled(pass, batch, units);
  };
  const bool all_active = !s.active || std::all_of(s.active, s.active + batch, [](bool active) { return active; });
  const std::vector<int> active(s.active ? s.active : nullptr, s.active ? s.active + batch : nullptr);
  const auto kept = [&](GpuMatrix fresh, const GpuMatrix& before) {
    if (all_active) return fresh;
    const GpuMatrix chosen = upload_column(active);
    return filled({.shader = "select_rows", .inputs = {{"yes", &fresh.texture}, {"no", &before.texture}, {"chosen", &chosen.texture}}},
                  batch, units);
  };
  if (s.cell == kernels::Cell::rnn) return done(y, kept(cell("RNN", nullptr), h));
  if (s.cell == kernels::Cell::gru) return done(y, kept(cell("GRU", &h), h));
  const GpuMatrix fresh = cell("LSTM_CELL", &c);
  done(y, kept(cell("LSTM_OUTPUT", &fresh), h));
  put(next_c, kept(cell("LSTM_CELL", &c), c));
  return true;
}

bool GlEngine::align(const autodiff::AlignStep& s, Var scores, Var weights, Var y) {
  if (needs_gradient(y) || !can({s.query, s.keys, s.values, s.w, s.centre, scores, y})) return false;
  const Index batch = s.query.rows(), positions = scores.cols();
  const int count = static_cast<int>(batch);
  Mat reach = Mat::Zero(batch, 4);
  for (Index i = 0; i < batch; ++i) {
    const int first = s.first[static_cast<std::size_t>(i)], end = s.last[static_cast<std::size_t>(i)] + 1;
    reach.row(i) << 0, static_cast<Real>(std::max(first, end)), 0, static_cast<Real>(first);
  }
  const GpuMatrix places = upload(device_, reach);
  Pass scoring{.shader = "align_scores",
               .inputs = {{"queries", &of(s.query).texture}, {"keys", &of(s.keys).texture}, {"places", &places.texture}},
               .ints = {{"batch", count}, {"depth_blocks", blocks(s.query.cols())}}};
  GpuMatrix direction;
  if (s.w) {
    direction = upload(device_, Eigen::Map<const Mat>(s.w.value().data(), 1, s.query.cols()));
    scoring.defines.push_back("ADDITIVE");
    scoring.inputs.push_back({"direction", &direction.texture});
  }
  GpuMatrix raw = filled(scoring, batch, positions);
  GpuMatrix attended = softmax(device_, raw, {.places = &places.texture}, count, 1);
  if (s.centre)
    attended = filled({.shader = "align_centre",
                       .inputs = {{"weights", &attended.texture}, {"centres", &of(s.centre).texture}},
                       .floats = {{"deviation", s.deviation}}},
                      batch, positions);
  done(y, filled({.shader = "align_values",
                  .inputs = {{"weights", &attended.texture}, {"values", &of(s.values).texture}, {"places", &places.texture}},
                  .ints = {{"batch", count}}},
                 batch, y.cols()));
  put(scores, std::move(raw));
  put(weights, std::move(attended));
  return true;
}

}  // namespace attn::compute
