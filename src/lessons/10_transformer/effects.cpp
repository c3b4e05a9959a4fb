#include "lessons/10_transformer/effects.h"

#include <string>

#include "lessons/10_transformer/study.h"
#include "lessons/translation/changed_words.h"

namespace attn::lessons::transformer {
namespace {

std::vector<std::string> numbers_of(const Tokens& tokens) {
  std::vector<std::string> all;
  for (const int token : tokens) all.push_back(std::to_string(token));
  return all;
}

Tokens translate(const models::Transformer& model, const Tokens& source, int longest, const models::Bending& bending) {
  return models::translate_all(model, {source}, longest, bending).front();
}

}  // namespace

HeadEffects effects_of_cuts(const models::Transformer& model, const Tokens& source, int longest) {
  const std::vector<std::string> whole = numbers_of(translate(model, source, longest, {}));
  const int heads = model.settings().heads;
  HeadEffects effects{Mat::Zero(kKinds * kLayers, heads), {}};
  for (int line = 0; line < kKinds * kLayers; ++line)
    for (int h = 0; h < heads; ++h) {
      models::Bending bending;
      bending.cut = {{static_cast<models::AttentionPart>(line / kLayers), line % kLayers, h}};
      effects.said.push_back(translate(model, source, longest, bending));
      effects.changed(line, h) = static_cast<Real>(translation::changed_words(numbers_of(effects.said.back()), whole).count);
    }
  return effects;
}

}  // namespace attn::lessons::transformer
