// The pictures of attention on a sentence: weights with alignment lines, the mask under the brush, the matrices on the way, the heads, and
// the shuffled sentence.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/mat.h"
#include "ui/canvas.h"

namespace attn::ui {

/// All that the pictures show. n tokens ask, m answer; e is the width, h the number of heads.
struct SentencePicture {
  std::span<const std::string> tokens, context;
  const std::vector<Mat>& weights;  ///< h times [n,m]
  int head = 0;                     ///< the one shown, from 0
  const Mask& allowed;              ///< [n,m]
  const Mat &x, &c;                 ///< embeddings [n,e], [m,e]
  const Mat &wq, &wk, &wv, &wo;     ///< [e,e] as used
  const Mat &q, &k, &v;             ///< [n,e], [m,e], [m,e]
  const Mat &concat, &output;       ///< [n,e]
  bool cross = false;               ///< whether others answer than ask
  bool fixed_matrices = false;      ///< base attention: the matrices are identities and not to be edited
  std::span<const int> order;       ///< of the shuffled sentence
  std::span<const std::string> shuffled_tokens;
  const Mat& shuffled;  ///< [n,e]
  Real difference = 0;
  Real step, limit;  ///< entries of the matrices stay within [-limit, limit], at multiples of `step`, which embeddings move by too
};

/// What the hand may change. `nudge` and `nudge_other` are added to the embeddings; they grow as needed.
struct SentenceEdit {
  int& head;  ///< from 1
  Mask& mask;
  Mat &nudge, &nudge_other;
  Mat &wq, &wk, &wv, &wo;
  int& shuffle;
};

/// Weights of one head as a heat map, all heads as small ones to choose from (regions `head[i]`), and, where there is room, as lines from
/// the tokens that ask to those that answer.
void draw_sentence_weights(Canvas& canvas, const SentencePicture& picture, SentenceEdit& edit);

/// The mask to paint (cells `mask[i,j]`; a name's region `mask-row[i]` toggles the whole row) beside the weights that it leaves.
/// Returns true where a cell was painted; `edit.mask` then holds all that is allowed.
bool draw_sentence_mask(Canvas& canvas, const SentencePicture& picture, SentenceEdit& edit);

/// X, the three matrices, and Q, K, V; X and the matrices can be edited.
void draw_sentence_projections(Canvas& canvas, const SentencePicture& picture, SentenceEdit& edit);

/// Q, K and V cut into heads, a heat map for each head, their outputs side by side, W_o and the output, each with its shape.
void draw_sentence_heads(Canvas& canvas, const SentencePicture& picture, SentenceEdit& edit);

/// The output of the sentence and of the shuffled one, with a line from each token to itself.
void draw_sentence_shuffle(Canvas& canvas, const SentencePicture& picture, SentenceEdit& edit);

}  // namespace attn::ui
