// Batches of sentences for the tests of kernels/sentence_heads.h.
#pragma once

#include <vector>

#include "base/rng.h"
#include "kernels/sentence_heads.h"

namespace attn::test {

/// Stacked sentences of different lengths, with a row between them that belongs to none.
struct SentenceCase {
  std::vector<int> first_q, first_k, length_q, length_k;
  int heads = 1;
  bool causal = false;
  Mat q, k, v, offsets;  ///< offsets empty or [2 reach + 1, heads]

  SentenceCase(std::vector<int> queries, std::vector<int> keys, int heads, int width, bool causal, int reach = 0, std::uint64_t seed = 1)
      : length_q(std::move(queries)), length_k(std::move(keys)), heads(heads), causal(causal) {
    Rng rng(seed);
    q = normal_matrix(lay(length_q, &first_q), heads * width, rng);
    k = normal_matrix(lay(length_k, &first_k), heads * width, rng);
    v = normal_matrix(k.rows(), k.cols(), rng);
    if (reach) offsets = normal_matrix(2 * reach + 1, heads, rng);
  }
  kernels::SentenceHeads batch() const {
    return {.queries = {static_cast<Index>(length_q.size()), first_q.data(), length_q.data()},
            .keys = {static_cast<Index>(length_k.size()), first_k.data(), length_k.data()},
            .heads = heads,
            .scale = Real(0.7),
            .causal = causal,
            .offsets = offsets.size() ? offsets.data() : nullptr,
            .reach = static_cast<int>(offsets.rows() / 2)};
  }

 private:
  static Index lay(const std::vector<int>& lengths, std::vector<int>* first) {
    int row = 0;
    for (const int length : lengths) {
      first->push_back(row);
      row += length + 1;
    }
    return row;
  }
};

/// Cases with and without a mask and offsets, with one head and several, with equal and different lengths, longer than a tile and a vector.
inline std::vector<SentenceCase> sentence_cases() {
  return {{{5}, {5}, 1, 4, false},
          {{5}, {5}, 2, 3, true},
          {{3, 1, 6}, {3, 1, 6}, 2, 4, true, 2},
          {{3, 0, 6}, {2, 4, 7}, 4, 2, false},
          {{1, 1, 1}, {9, 1, 30}, 2, 5, true, 4},
          {{31, 7}, {31, 7}, 2, 16, true},
          {{19, 33}, {40, 17}, 1, 33, false, 3}};
}

}  // namespace attn::test
