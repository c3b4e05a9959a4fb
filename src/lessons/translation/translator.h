// A recurrent sequence-to-sequence model in training on one toy task.
#pragma once

#include <vector>

#include "lessons/translation/pair_trainee.h"
#include "models/seq2seq.h"

namespace attn::lessons::translation {

class Translator final : public PairTrainee {
 public:
  /// The sizes of the vocabularies in `settings` are replaced by those of the task.
  Translator(const tasks::PairTask& task, const models::Seq2SeqSettings& settings, const training::Plan& plan,
             const TranslatorOptions& options = {});

  const models::Seq2Seq& model() const { return model_; }
  nn::Parameters& parameters() override { return model_.parameters(); }

 private:
  autodiff::Var loss_of(autodiff::Tape& tape, const models::PairBatch& batch, Rng* dropout) override;
  std::vector<Tokens> speak(const std::vector<Tokens>& sources, int max_length, std::vector<Mat>* alignments) const override;

  models::Seq2Seq model_;
};

training::Make make_translator(const tasks::PairTask& task, const models::Seq2SeqSettings& settings, const TranslatorOptions& options = {});

/// The translator that a trainer made by make_translator() trains.
inline const Translator& translator_of(const training::Trainer& trainer) { return static_cast<const Translator&>(trainer.trainee()); }

}  // namespace attn::lessons::translation
