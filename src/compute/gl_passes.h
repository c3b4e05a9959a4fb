// The passes that several kernels share, each one drawing of the shader of the same name. Letters as in the kernels; h heads lie below
// each other, h = 1 for plain attention.
#pragma once

#include "compute/gl_matrix.h"
#include "kernels/scores.h"

namespace attn::compute {

/// How product.frag walks through stacked matrices; see there.
struct Stacking {
  int blocks = 1;        ///< of the result
  int parts = 1;         ///< summed
  int a_batch_rows = 0;  ///< from one block's first row of `a` to the next block's
};

/// result block b = bias_b + sum over p of a_(b,p) w_(b+p); blocks of `a` have `rows` rows, `bias` [blocks, c] may be null.
GpuMatrix product(Device& device, const GpuMatrix& a, const GpuMatrix& w, const GpuMatrix* bias, int rows, Stacking stacking = {});

/// What the score pass computes once learned projections are done.
struct ScoreKind {
  const char* define = "SCORE_DOT";
  float scale = 1;
  const GpuMatrix* direction = nullptr;  ///< [1,d], for SCORE_ADDITIVE
};

/// queries [h n, d], keys [h m, d] -> [h n, m].
GpuMatrix scores(Device& device, const GpuMatrix& queries, const GpuMatrix& keys, int heads, const ScoreKind& kind);

/// scores [h n, m], mask [n,m] or null -> weights [h n, m].
GpuMatrix softmax(Device& device, const GpuMatrix& scores, const Texture* mask, int query_rows, float temperature);

}  // namespace attn::compute
