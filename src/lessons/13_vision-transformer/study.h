// Everything that the lesson's figures show, computed from the parameters and the models.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "base/mat.h"
#include "compute/backend.h"
#include "lessons/13_vision-transformer/learner.h"
#include "lessons/13_vision-transformer/params.h"

namespace attn::lessons::vision_transformer {

/// What a network says of the image. Everything is NaN where it has not arrived.
struct Answer {
  Mat logits, probabilities;  ///< [1,c]
  bool here = false;
  int best() const;
};

/// n patches, a of them aside, L layers of H heads, p the side of a patch, d width, c classes. Tokens are counted as 0 for the class token
/// and 1 + i for patch i. What belongs to a hidden patch is 0, and NaN where a whole row belongs to one. Where the model is a convolution,
/// all that is about attention is NaN.
struct Result {
  models::VisionSettings settings;
  std::vector<std::string> classes;
  int label = -1;             ///< what the drawing is of; -1 for the reader's own
  Mat image;                  ///< [24,24] as the model sees it: with its patches in order
  std::vector<int> seen;      ///< the patches that it sees
  models::VisionRun run;      ///< over these; without layers for a convolution
  Answer answer;              ///< of the model on the stage
  Answer plain;               ///< the same with nothing hidden, cut or in disorder
  std::array<Answer, 3> all;  ///< of each network (by Network); the one on the stage as it answers
  Mat scores, weights;        ///< [L H, 1 + n] of the token that asks
  Mat over;                   ///< [1, 1 + n] what lies over the image: weights of one head, the mean of a layer's, or the roll-out
  Mat rolled;                 ///< [1, 1 + n] how much of each token has reached the class token through all layers
  Mat maps;                   ///< [L a, H a] the weights on patches, arranged as the figure has them
  Mat reach;                  ///< [L H, n] the mean distance in pixels from each patch to where it looks
  Mat distance;               ///< [L H, 1] its mean over the patches
  Mat pixels;                 ///< [n, p p]
  Mat tokens;                 ///< [n,d] as they were projected
  Mat input;                  ///< [1 + n, d] with positions
  Mat filters, filter_bias;   ///< E [p p, d], b [1,d]
  Mat positions;              ///< [1 + n, d]; zeros where the model has none
  Mat head, head_bias;        ///< H [d,c], c [1,c]
  Mat similarity;  ///< [a a, a a] cosine of the positions of two patches: row a y + v and column a x + u compare (y,x) with (v,u)
  Mat right;       ///< [3,3] share right of each network (rows) on each kind of drawings (columns); NaN until measured

  bool attends() const { return !run.layers.empty(); }
  /// The place of a token in the run, or -1 where it is hidden.
  int row_of(int token) const;
};

/// The network on the stage, or null for a convolution.
const models::VisionTransformer* transformer_of(const training::Models& models);

/// The distance in pixels between the middles of two patches.
Real distance_between(const models::VisionSettings& s, int a, int b);

Result compute(const Params& p, const training::Models& models, const compute::Backend& backend);

/// What each size of a patch costs: tokens, scores of one image over all layers and heads, and multiply-adds in thousands. [4,3]
Mat costs();

}  // namespace attn::lessons::vision_transformer
