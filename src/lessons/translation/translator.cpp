#include "lessons/translation/translator.h"

#include "models/translation.h"

namespace attn::lessons::translation {
namespace {

models::Seq2SeqSettings with_vocabularies(const tasks::PairTask& task, models::Seq2SeqSettings settings) {
  settings.source_words = task.source.size();
  settings.target_words = task.target.size();
  return settings;
}

}  // namespace

Translator::Translator(const tasks::PairTask& task, const models::Seq2SeqSettings& settings, const training::Plan& plan,
                       const TranslatorOptions& options)
    : PairTrainee(task, plan, options), model_(with_vocabularies(task, settings), random().weights) {}

autodiff::Var Translator::loss_of(autodiff::Tape& tape, const models::PairBatch& batch, Rng* dropout) {
  return model_.loss(tape, batch, {.label_smoothing = options().label_smoothing, .dropout = options().dropout, .rng = dropout});
}

std::vector<Tokens> Translator::speak(const std::vector<Tokens>& sources, int max_length, std::vector<Mat>* alignments) const {
  return models::translate_all(model_, sources, max_length, alignments);
}

training::Make make_translator(const tasks::PairTask& task, const models::Seq2SeqSettings& settings, const TranslatorOptions& options) {
  return [&task, settings, options](const training::Plan& plan) { return std::make_unique<Translator>(task, settings, plan, options); };
}

}  // namespace attn::lessons::translation
