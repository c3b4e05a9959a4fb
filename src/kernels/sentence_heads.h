// Multi-head attention of a batch of sentences, between its projections: each sentence's queries look at its own keys, each head for itself
// (Vaswani et al. 2017, section 3.2.2).
//
//   score_ij = scale q_i.k_j + offsets(clip(j - p_i, -reach, reach) + reach, head),   weights = softmax over the visible j,
//   output_i = sum_j weights_ij v_j,   head h in columns h d/heads ... of q, k, v and output
//
// p_i is the query's position: i, and with more keys than queries in causal attention i + m - n, the queries being the last of the m
// positions, of which they see 0 ... p_i. What is hidden, and what a shorter sentence does not have, costs nothing.
//
// A row of the result is the same to the last bit whether its sentence is computed at once or continued row by row, and whatever else is in
// the batch. n queries, m keys of a sentence.
#pragma once

#include <cstdint>

#include "base/mat.h"

namespace attn::kernels {

/// Sentence i of `count` has rows first[i] ... first[i] + length[i] - 1 of a matrix.
struct Sentences {
  Index count = 0;
  const int* first = nullptr;
  const int* length = nullptr;
};

struct SentenceHeads {
  Sentences queries, keys;  ///< of equal count; a sentence with queries has keys
  int heads = 1;            ///< divides d
  Real scale = 1;
  bool causal = false;            ///< n <= m in each sentence
  const Real* offsets = nullptr;  ///< [2 reach + 1, heads], or null
  int reach = 0;
};
/// Numbers of all sentences' weights: sentence by sentence, head by head, rows of m, n of them.
Index weights_size(const SentenceHeads& batch);
/// Where those of a sentence's head begin.
Index weights_begin(const SentenceHeads& batch, Index sentence, int head);

/// q [.,d], k and v [.,d] -> the queries' rows of output [.,d] (as q); other rows are left as they are. `weights` and `scores`
/// [weights_size()] are written where they are not null: hidden ones are 0. Returns the scores that were wanted, of all heads: what is
/// visible. Takes no memory from the system once its working memory has grown.
std::int64_t sentence_heads_into(const SentenceHeads& batch, In q, In k, In v, Real* weights, Real* scores, Out output);
std::int64_t sentence_heads_reference(const SentenceHeads& batch, In q, In k, In v, Real* weights, Real* scores, Out output);

/// Each is added to; [0,0] or null where it is not wanted.
struct SentenceHeadsGradient {
  Out d_q, d_k, d_v;
  Real* d_offsets = nullptr;
};
/// Gradients of a scalar through the output, given the forward's weights and d_output.
void add_sentence_heads_vjp(const SentenceHeads& batch, In q, In k, In v, const Real* weights, In d_output, SentenceHeadsGradient gradient);

}  // namespace attn::kernels
