// One training step of a GRU encoder-decoder with additive attention, as PERFORMANCE measures it beside the peers: forward, backward,
// clipping by the global norm, AdamW. Batch 32, 10 source and 10 target steps (the end token included), 30 words, embedding 32, hidden 64.
#pragma once

#include <memory>
#include <vector>

#include "kernel_cases.h"
#include "models/seq2seq.h"
#include "pair_training.h"

namespace attn::bench {

class Seq2SeqStep : public PairTraining<models::Seq2Seq> {
 public:
  static constexpr int kSteps = 10, kEmbedding = 32, kHidden = 64;

  explicit Seq2SeqStep(bool bidirectional)
      : PairTraining(models::Seq2SeqSettings{
            .source_words = kWords, .target_words = kWords, .embedding = kEmbedding, .hidden = kHidden, .bidirectional = bidirectional}) {
    for (auto* side : {&batch_.sources, &batch_.targets})
      for (int i = 0; i < kBatch; ++i) side->push_back(words(kSteps - 1));
  }
};

/// The multiplications and additions of the products of one step; the backward pass counts as two forward passes.
inline double seq2seq_flops(bool bidirectional) {
  constexpr double rows = Seq2SeqStep::kBatch * Seq2SeqStep::kSteps, e = Seq2SeqStep::kEmbedding, u = Seq2SeqStep::kHidden;
  const double encoder = 3 * u * (e + (bidirectional ? u / 2 : u)), decoder = 3 * u * (e + u + u);
  const double attention = u * u + u * u + 2 * Seq2SeqStep::kSteps * u, words = 2 * u * Seq2SeqStep::kWords;
  return 3 * 2 * rows * (encoder + decoder + attention + words);
}

inline std::vector<Case> seq2seq_cases() {
  std::vector<Case> cases;
  for (const bool bidirectional : {false, true}) {
    const auto step = std::make_shared<Seq2SeqStep>(bidirectional);
    cases.push_back({bidirectional ? "training step, encoder in both directions" : "training step, encoder in one direction",
                     seq2seq_flops(bidirectional), 0, [step] { return (*step)(); }});
  }
  return cases;
}

}  // namespace attn::bench
