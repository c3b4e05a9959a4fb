// Whole Transformers against PyTorch, whose own layers these are: every layer's output, the loss, the gradient of every parameter, and the
// first ten training losses.

#include <initializer_list>
#include <string>
#include <utility>

#include "models/transformer.h"
#include "models/transformer_decoding.h"
#include "parity/training_fixture.h"

namespace attn::models {
namespace {

using test::close;
using test::Fixture;
using test::tokens;

/// The alternative that the n-th word of the case's name says.
template <class T>
T chosen(const Fixture& f, int n, std::initializer_list<std::pair<const char*, T>> alternatives) {
  for (const auto& [word, value] : alternatives)
    if (f.word(n) == word) return value;
  CHECK(false, "a fixture is called ", f.name);
}

TransformerSettings settings_of(const Fixture& f) {
  TransformerSettings s;
  s.shape = chosen<TransformerShape>(f, 1,
                                     {{"encoder", TransformerShape::encoder},
                                      {"decoder", TransformerShape::decoder},
                                      {"encoder_decoder", TransformerShape::encoder_decoder}});
  s.positions = chosen<PositionKind>(f, 2,
                                     {{"none", PositionKind::none},
                                      {"sinusoidal", PositionKind::sinusoidal},
                                      {"learned", PositionKind::learned},
                                      {"relative", PositionKind::relative},
                                      {"rotary", PositionKind::rotary}});
  s.norm = chosen<NormPlace>(f, 3, {{"pre", NormPlace::pre}, {"post", NormPlace::post}, {"none", NormPlace::none}});
  s.activation = chosen<Activation>(f, 4, {{"relu", Activation::relu}, {"gelu", Activation::gelu}});
  s.tied = f.says("tied");
  s.scale = !f.says("unscaled");
  s.encoder_layers = s.decoder_layers = f.says("deep") ? 2 : 1;
  s.source_words = s.target_words = static_cast<int>(f.at("word.b").cols());
  const std::string first = has_encoder(s) ? "encoder.0" : "decoder.0";
  s.d_model = static_cast<int>(f.at(first + ".self.q.w").rows());
  s.d_ff = static_cast<int>(f.at(first + ".feed.in.w").cols());
  s.heads = 2;
  s.reach = 2;
  s.max_length = 10;
  return s;
}

/// The model with the case's weights.
Transformer model_of(const Fixture& f) {
  Rng rng(1);
  Transformer model(settings_of(f), rng);
  test::take_weights(model.parameters(), f);
  return model;
}

TEST(Torch, TransformersLayerByLayer) {
  int layers = 0;
  for (const Fixture& f : test::fixtures("transformer.txt", "transformer")) {
    SCOPED_TRACE(f.name);
    const Transformer model = model_of(f);
    const TransformerRun ran = run(model, tokens(f.at("sources"))[0], tokens(f.at("targets"))[0]);
    EXPECT_TRUE(close(ran.logits, f.at("logits").topRows(ran.logits.rows()), test::kTrained));
    for (const auto& [name, network] : {std::pair<std::string, const NetworkRun&>("encoder", ran.encoder), {"decoder", ran.decoder}})
      for (std::size_t l = 0; l < network.layers.size(); ++l, ++layers) {
        const Mat& output = network.layers[l].output;
        EXPECT_TRUE(close(output, f.at("output." + name + "." + std::to_string(l)).topRows(output.rows()), test::kTrained)) << name << l;
      }
  }
  EXPECT_GE(layers, 15);
}

TEST(Torch, WholeTransformers) {
  for (const Fixture& f : test::fixtures("transformer.txt", "transformer")) {
    SCOPED_TRACE(f.name);
    Transformer model = model_of(f);
    const PairBatch batch{tokens(f.at("sources")), tokens(f.at("targets"))};
    test::expect_training(model.parameters(), {.weight_decay = Real(0.1)}, Real(0.01), f,
                          [&](autodiff::Tape& tape) { return model.loss(tape, batch, {}); });
  }
}

}  // namespace
}  // namespace attn::models
