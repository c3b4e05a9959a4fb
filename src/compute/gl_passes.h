// The passes that several kernels share. Each is one drawing with the shader of the same name. The letters are those of the kernels; h
// heads are stacked, with h = 1 for plain attention.
#pragma once

#include "compute/gl_matrix.h"
#include "kernels/scores.h"

namespace attn::compute {

/// How product.frag goes through stacked matrices, as described there.
struct Stacking {
  int blocks = 1;        ///< the number of blocks of the result
  int parts = 1;         ///< the number of products that are summed for each block
  int a_batch_rows = 0;  ///< the distance from the first row of one block in `a` to that of the next
};

/// Block b of the result = bias_b + sum over p of a_(b,p) w_(b+p). Blocks of `a` have `rows` rows; `bias` [blocks, c] may be null.
GpuMatrix product(Device& device, const GpuMatrix& a, const GpuMatrix& w, const GpuMatrix* bias, int rows, Stacking stacking = {});

/// What the score pass computes after any learned projections.
struct ScoreKind {
  const char* define = "SCORE_DOT";
  float scale = 1;
  const GpuMatrix* direction = nullptr;  ///< [1,d], for SCORE_ADDITIVE
};

/// queries [h n, d], keys [h m, d] -> [h n, m].
GpuMatrix scores(Device& device, const GpuMatrix& queries, const GpuMatrix& keys, int heads, const ScoreKind& kind);

/// Which keys a query may attend to: those of a mask [n,m], or keys w ... y - 1 of its row (x, y, z, w) of `places` [n,4]; all where both
/// are null.
struct Visible {
  const Texture* mask = nullptr;
  const Texture* places = nullptr;
};

/// scores [h n, m] -> weights [h n, m].
GpuMatrix softmax(Device& device, const GpuMatrix& scores, Visible visible, int query_rows, float temperature);

}  // namespace attn::compute
