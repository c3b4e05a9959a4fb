#include "models/graph_network.h"

#include "nn/adam.h"
#include "unit/compare.h"
#include "unit/models/graph_kinds.h"

namespace attn::models {
namespace {

using test::close;
using test::Triangles;

TEST(GraphNetwork, ShapesAreWhatTheSettingsSay) {
  const Triangles data;
  for (const GraphNetworkSettings& s : test::graph_kinds(data.two.edges())) {
    SCOPED_TRACE(to_name(s.kind));
    Rng rng(2);
    const GraphNetwork model(s, rng);
    autodiff::Tape tape;
    const GraphRun run = model.run(tape, data.input());
    EXPECT_EQ(run.count, s.layers);
    EXPECT_EQ(run.logits.rows(), s.answer == GraphAnswer::graphs ? 2 : 10);
    EXPECT_EQ(run.logits.cols(), 4);
    const bool last_answers = s.answer == GraphAnswer::pairs || (s.answer == GraphAnswer::nodes && !s.linear_answer);
    for (int l = 0; l < s.layers; ++l) {
      const GraphLayerRun& layer = run.layers[static_cast<std::size_t>(l)];
      const bool answers = l == s.layers - 1 && last_answers;
      EXPECT_EQ(layer.weights.rows(), data.two.edges());
      EXPECT_EQ(layer.weights.cols(), !is_attention(s.kind) ? 1 : answers ? s.last_heads : s.heads);
      EXPECT_EQ(static_cast<bool>(layer.scores), is_attention(s.kind));
      EXPECT_EQ(layer.output.cols(), answers ? 4 : 8);
      EXPECT_FALSE(layer.weights.needs_gradient());
    }
  }
}

TEST(GraphNetwork, EveryParameterGetsAGradientAndTheLossFalls) {
  const Triangles data;
  for (const GraphNetworkSettings& s : test::graph_kinds(data.two.edges())) {
    SCOPED_TRACE(std::string(to_name(s.kind)) + " " + std::to_string(static_cast<int>(s.answer)) + std::to_string(s.encoder));
    Rng rng(3);
    GraphNetwork model(s, rng);
    nn::Adam adam(model.parameters(), {});
    autodiff::Tape tape;
    Real before = 0, after = 0;
    for (int step = 0; step < 100; ++step) {
      tape.clear();
      model.parameters().zero_gradients();
      const autodiff::Var loss = test::loss_of(s, model.run(tape, data.input()));
      tape.backward(loss);
      after = loss.value()(0, 0);
      if (step == 0) {
        before = after;
        for (const nn::Parameter& p : model.parameters()) EXPECT_GT(p.gradient.norm(), 0) << p.name;
      }
      adam.step(Real(0.02));
    }
    EXPECT_LT(after, before / 2);
  }
}

TEST(GraphNetwork, ABatchOfGraphsAnswersAsEachAlone) {
  const Triangles data;
  for (const GraphNetworkSettings& s : test::graph_kinds(0)) {
    if (s.kind == GraphLayerKind::learned_convolution) continue;
    Rng rng(4);
    const GraphNetwork model(s, rng);
    autodiff::Tape tape;
    const Mat both = model.run(tape, data.input()).logits.value();
    for (int g = 0; g < 2; ++g) {
      const Mat x = data.x.middleRows(5 * g, 5);
      const Mat alone = model.run(tape, {.graph = &data.one, .x = &x}).logits.value();
      EXPECT_TRUE(close(alone, both.middleRows(g * alone.rows(), alone.rows())));
    }
  }
}

TEST(GraphNetwork, EachLayerSeesOneStepFurther) {
  const Neighbours path = neighbours(6, std::vector<Tie>{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}}, TieKind::both_ways, true);
  for (int layers = 1; layers <= 4; ++layers) {
    Rng rng(5);
    const GraphNetwork model({.features = 3, .layers = layers, .hidden = 8, .heads = 2}, rng);
    Mat x = normal_matrix(6, 3, rng);
    autodiff::Tape tape;
    const Mat before = model.run(tape, {.graph = &path, .x = &x}).logits.value();
    x.row(5).array() += 1;
    const Mat after = model.run(tape, {.graph = &path, .x = &x}).logits.value();
    for (int i = 0; i < 6; ++i) EXPECT_EQ((after.row(i) - before.row(i)).isZero(0), 5 - i > layers) << i << " with " << layers;
  }
}

TEST(GraphNetwork, SettingsThatCannotBeBuiltAreNamed) {
  const GraphNetworkSettings good{.features = 3};
  EXPECT_EQ(check_settings(good), "");
  const auto wrong = [&](auto change) {
    GraphNetworkSettings s = good;
    change(s);
    return check_settings(s);
  };
  EXPECT_NE(wrong([](auto& s) { s.features = 0; }).find("feature"), std::string::npos);
  EXPECT_NE(wrong([](auto& s) { s.classes = 0; }).find("class"), std::string::npos);
  EXPECT_NE(wrong([](auto& s) { s.layers = 17; }).find("1 to 16 layers"), std::string::npos);
  EXPECT_NE(wrong([](auto& s) { s.heads = 3; }).find("3 heads do not divide a width of 64"), std::string::npos);
  EXPECT_NE(wrong([](auto& s) { s.last_heads = 0; }).find("head"), std::string::npos);
  EXPECT_NE(wrong([](auto& s) { s.kind = GraphLayerKind::learned_convolution; }).find("edges"), std::string::npos);
}

}  // namespace
}  // namespace attn::models
