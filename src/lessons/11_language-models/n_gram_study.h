// Counted n-grams of what a corpus gives for training, and their loss on its held-out windows: what a language model has to beat.
#pragma once

#include <limits>
#include <memory>

#include "base/rng.h"
#include "lessons/11_language-models/corpus.h"
#include "tasks/ngrams.h"

namespace attn::lessons::language_models {

class NGramStudy {
 public:
  /// Windows have the length of `context`. `corpus` outlives the study.
  NGramStudy(const Corpus& corpus, int context);

  /// Does a piece of a few milliseconds. Returns whether there is more to do.
  bool work();
  /// In nats a token; NaN before the work is done.
  double loss() const { return tokens_ && measured_ == kWindows ? nats_ / tokens_ : std::numeric_limits<double>::quiet_NaN(); }

  static constexpr int kWindows = 256;  ///< held-out windows

 private:
  const Corpus& corpus_;
  int context_;
  tasks::NGrams n_grams_;
  Rng training_, held_out_;
  int read_ = 0, measured_ = 0;
  double nats_ = 0;
  int tokens_ = 0;
};

/// The study of a corpus, which everyone shares who is about the same one.
std::shared_ptr<NGramStudy> n_grams_of(const std::shared_ptr<const Corpus>& corpus, int context);

}  // namespace attn::lessons::language_models
