// How the heads of a model form while it learns: the test of copying at each frame of its film. And whose output is whose key (composition
// of heads, Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits"), measured in the same test.
//
// A key is made of the stream, and the stream is a sum: of what each earlier head wrote, and of all else, which are tokens, places and
// biases. With the norm's deviation as it is, the score q.k is a sum of the same parts. Each part's lead is its score at the place that is
// right minus its mean score over all places that can be seen; the mean of that over all questions is what is shown. All parts together are
// the lead of the whole score.
#pragma once

#include <vector>

#include "base/mat.h"
#include "lessons/11_language-models/corpus.h"
#include "models/gpt.h"

namespace attn::training {
class Trainer;
}

namespace attn::lessons::language_models {

struct FormingFrame {
  int step = 0;
  double first_half = 0, second_half = 0;  ///< of the test, in nats a token
  Mat previous_token, induction;           ///< [L,h]
};

/// The frames of a model. What was tested stays until another training begins.
class Forming {
 public:
  /// Tests the frames that have come since, and the weights that are shown. `model` is the one that `trainer` trains.
  void follow(const training::Trainer& trainer, const models::Gpt& model, const Corpus& corpus, int block);
  const std::vector<FormingFrame>& frames() const { return frames_; }  ///< the step rises

 private:
  std::vector<FormingFrame> frames_;
  int block_ = 0;
  Real first_sum_ = 0;  ///< of the weights of the first frame, which tell one training from another
};

/// By how much the right place is ahead in the scores of the heads of a layer, by who wrote the keys.
struct KeySources {
  std::vector<Mat> lead_of_each;  ///< of each sequence
  Mat lead;  ///< [l h + 1,h] the mean: of head i, counted over the layers before, for head j of the layer; the last row is all else
};
/// Of a causal model.
KeySources key_sources(const models::Gpt& model, const Corpus& corpus, int block, int layer);

/// What the figure of forming heads shows.
struct FormingStudy {
  Forming own, rival;  ///< the model's, and that of the one beside it while both learn
  int layer = 0;
  KeySources sources;  ///< of that layer, of the weights that are shown; empty of the first layer, and where the model is not causal
};

}  // namespace attn::lessons::language_models
