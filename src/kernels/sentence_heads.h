// Multi-head attention over a batch of sentences, without its projections. The queries of a sentence attend to the keys of the same
// sentence, in each head separately (Vaswani et al. 2017, section 3.2.2).
//
//   score_ij = scale q_i.k_j + offsets(clip(j - p_i, -reach, reach) + reach, head),   weights = softmax over the visible j,
//   output_i = sum_j weights_ij v_j,   head h in columns h d/heads ... of q, k, v and output
//
// p_i is the query's position. It is i, or in causal attention i + m - n: the queries are the last of the m positions, and query i sees the
// keys 0 ... p_i. Hidden keys cost nothing, and neither does the padding of shorter sentences.
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
  Sentences queries, keys;  ///< have the same count; a sentence with queries must have keys
  int heads = 1;            ///< divides d
  Real scale = 1;
  bool causal = false;            ///< needs n <= m in each sentence
  const Real* offsets = nullptr;  ///< [2 reach + 1, heads], or null
  int reach = 0;
};
/// How many weights all sentences have together. They are stored sentence by sentence and head by head, each head as n rows of m.
Index weights_size(const SentenceHeads& batch);
/// Where the weights of a head of a sentence begin.
Index weights_begin(const SentenceHeads& batch, Index sentence, int head);

/// How many scores are computed, for all heads together: those of the keys that each query sees.
std::int64_t visible_scores(const SentenceHeads& batch);
/// CHECKs that the sentences lie within q [queries,d] and k and v [keys,d], and that the heads divide d.
void check_sentence_heads(const SentenceHeads& batch, Index queries, Index keys, Index d);

/// q [.,d], k and v [.,d] -> the queries' rows of output [.,d], at their places in q. Other rows are left as they are. `weights` and
/// `scores` [weights_size()] are written unless they are null, with 0 for what is hidden. Returns visible_scores(batch).
/// Once its working memory has grown, it allocates nothing.
std::int64_t sentence_heads_into(const SentenceHeads& batch, In q, In k, In v, Real* weights, Real* scores, Out output);
std::int64_t sentence_heads_reference(const SentenceHeads& batch, In q, In k, In v, Real* weights, Real* scores, Out output);

/// Each gradient is added to, and is [0,0] or null where it is not needed.
struct SentenceHeadsGradient {
  Out d_q, d_k, d_v;
  Real* d_offsets = nullptr;
};
/// Gradients of a scalar through the output, given the forward's weights and d_output.
void add_sentence_heads_vjp(const SentenceHeads& batch, In q, In k, In v, const Real* weights, In d_output, SentenceHeadsGradient gradient);

}  // namespace attn::kernels
