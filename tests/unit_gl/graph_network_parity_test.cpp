// Whole graph networks on the GPU against the CPU: every number that a run shows.
#include "unit/models/graph_kinds.h"
#include "unit_gl/gl_fixture.h"

namespace attn::compute {
namespace {

using GraphNetworkOnGl = Gl;

TEST_F(GraphNetworkOnGl, EqualsTheCpuInEveryKind) {
  const test::Triangles graphs;
  for (const models::GraphNetworkSettings& settings : test::graph_kinds(graphs.two.edges())) {
    SCOPED_TRACE(testing::Message() << "kind " << static_cast<int>(settings.kind) << " answer " << static_cast<int>(settings.answer)
                                    << " layers " << settings.layers);
    Rng rng(2);
    const models::GraphNetwork network(settings, rng);
    autodiff::Tape here, there(gl->engine());
    here.set_recording(false);
    const models::GraphRun a = network.run(here, graphs.input()), b = network.run(there, graphs.input());
    for (std::size_t l = 0; l < static_cast<std::size_t>(a.count); ++l) {
      EXPECT_TRUE(close(b.layers[l].features.value(), a.layers[l].features.value()));
      EXPECT_TRUE(close(b.layers[l].weights.value(), a.layers[l].weights.value()));
      EXPECT_TRUE(close(b.layers[l].output.value(), a.layers[l].output.value()));
      if (a.layers[l].scores) {
        EXPECT_TRUE(close(b.layers[l].scores.value(), a.layers[l].scores.value()));
      }
    }
    EXPECT_TRUE(close(b.logits.value(), a.logits.value()));
  }
}

}  // namespace
}  // namespace attn::compute
