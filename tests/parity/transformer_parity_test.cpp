// Whole Transformers against PyTorch, whose own layers these are: every layer's output, the loss, the gradient of every parameter, and the
// first ten training losses.

#include <initializer_list>
#include <string>
#include <utility>

#include "models/transformer.h"
#include "models/transformer_decoding.h"
#include "nn/adam.h"
#include "parity/fixtures.h"
#include "unit/compare.h"

namespace attn::models {
namespace {

using test::close;
using test::Fixture;

constexpr double kAllowed = 1e-4;

/// The alternative that the n-th word of the case's name says.
template <class T>
T chosen(const Fixture& f, int n, std::initializer_list<std::pair<const char*, T>> alternatives) {
  for (const auto& [word, value] : alternatives)
    if (f.word(n) == word) return value;
  CHECK(false, "a fixture is called ", f.name);
}

bool says(const Fixture& f, const char* word) { return (f.name + " ").find(std::string(" ") + word + " ") != std::string::npos; }

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
  s.tied = says(f, "tied");
  s.scale = !says(f, "unscaled");
  s.encoder_layers = s.decoder_layers = says(f, "deep") ? 2 : 1;
  s.source_words = s.target_words = static_cast<int>(f.at("word.b").cols());
  const std::string first = has_encoder(s) ? "encoder.0" : "decoder.0";
  s.d_model = static_cast<int>(f.at(first + ".self.q.w").rows());
  s.d_ff = static_cast<int>(f.at(first + ".feed.in.w").cols());
  s.heads = 2;
  s.reach = 2;
  s.max_length = 10;
  return s;
}

std::vector<Tokens> tokens(const Mat& rows) {
  std::vector<Tokens> out;
  for (Index i = 0; i < rows.rows(); ++i) {
    out.push_back({});
    for (Index j = 0; j < rows.cols() && rows(i, j) != 0; ++j) out.back().push_back(static_cast<int>(rows(i, j)));
  }
  return out;
}

/// The model with the case's weights.
Transformer model_of(const Fixture& f) {
  Rng rng(1);
  Transformer model(settings_of(f), rng);
  for (nn::Parameter& p : model.parameters()) {
    CHECK(shape(p.value) == shape(f.at(p.name)), p.name, " is ", shape(p.value), ", in the fixture ", shape(f.at(p.name)));
    p.value = f.at(p.name);
  }
  return model;
}

TEST(Torch, TransformersLayerByLayer) {
  int layers = 0;
  for (const Fixture& f : test::fixtures("transformer.txt", "transformer")) {
    SCOPED_TRACE(f.name);
    const Transformer model = model_of(f);
    const TransformerRun ran = run(model, tokens(f.at("sources"))[0], tokens(f.at("targets"))[0]);
    EXPECT_TRUE(close(ran.logits, f.at("logits").topRows(ran.logits.rows()), kAllowed));
    for (const auto& [name, network] : {std::pair<std::string, const NetworkRun&>("encoder", ran.encoder), {"decoder", ran.decoder}})
      for (std::size_t l = 0; l < network.layers.size(); ++l, ++layers) {
        const Mat& output = network.layers[l].output;
        EXPECT_TRUE(close(output, f.at("output." + name + "." + std::to_string(l)).topRows(output.rows()), kAllowed)) << name << l;
      }
  }
  EXPECT_GE(layers, 15);
}

TEST(Torch, WholeTransformers) {
  for (const Fixture& f : test::fixtures("transformer.txt", "transformer")) {
    SCOPED_TRACE(f.name);
    Transformer model = model_of(f);
    const PairBatch batch{tokens(f.at("sources")), tokens(f.at("targets"))};
    autodiff::Tape tape;
    nn::Adam adam(model.parameters(), {.weight_decay = Real(0.1)});
    const Mat& losses = f.at("losses");
    ASSERT_EQ(losses.rows(), 10);
    for (Index step = 0; step < losses.rows(); ++step) {
      tape.clear();
      model.parameters().zero_gradients();
      const autodiff::Var loss = model.loss(tape, batch, {});
      EXPECT_TRUE(step > 0 || close(loss.value(), f.at("loss"), kAllowed));
      tape.backward(loss);
      for (const nn::Parameter& p : model.parameters()) EXPECT_TRUE(step > 0 || close(p.gradient, f.at("d_" + p.name), kAllowed)) << p.name;
      adam.step(Real(0.01), Real(0.5));
      EXPECT_TRUE(close(loss.value(), losses.row(step), kAllowed)) << "step " << step;
    }
  }
}

}  // namespace
}  // namespace attn::models
