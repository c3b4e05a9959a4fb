#include "lessons/16_graph-attention/settings.h"

#include <array>

namespace attn::lessons::graph_attention {

using models::GraphLayerKind;

bool usual_self_loops(const tasks::GraphTask& task) { return task.name != "lookup"; }

models::GraphNetworkSettings settings_of(const Choice& choice) {
  const tasks::GraphTask& task = *choice.task;
  models::GraphNetworkSettings s;
  s.kind = choice.kind;
  s.classes = static_cast<int>(task.classes.size());
  s.features = static_cast<int>(task.features.size());
  s.hidden = 16, s.heads = 4;
  if (choice.kind == GraphLayerKind::learned_convolution && !task.one_graph) s.kind = GraphLayerKind::convolution;
  if (task.one_graph) {
    Rng unused(0);
    const tasks::GraphExample graph = task.draw(tasks::Split::kTraining, unused);
    s.features = graph.nodes();
    if (choice.kind == GraphLayerKind::learned_convolution)
      s.edges = neighbours(graph.nodes(), choice.ties ? *choice.ties : graph.ties, graph.kind, choice.self_loops).edges();
  }
  if (task.name == "lookup") {
    s.layers = 1, s.heads = 1;
    s.hidden = 64;
    s.linear_answer = true;
  } else if (task.asks == tasks::GraphAsks::ties) {
    s.answer = models::GraphAnswer::pairs;
    s.classes = 8;
  } else if (task.asks == tasks::GraphAsks::graph) {
    s.answer = models::GraphAnswer::graphs;
    s.hidden = 32;
    s.activation = models::GraphActivation::relu;
  }
  return s;
}

int head_count(const models::GraphNetworkSettings& settings, int layer) {
  if (!models::is_attention(settings.kind)) return 1;
  const bool answers = settings.answer != models::GraphAnswer::graphs && !settings.linear_answer && layer + 1 == settings.layers;
  return answers ? settings.last_heads : settings.heads;
}

std::string_view kind_id(GraphLayerKind kind) {
  constexpr std::array<std::string_view, models::kGraphLayerKindCount> kIds{"gcn", "learned", "gat", "gatv2"};
  return kIds[static_cast<std::size_t>(kind)];
}

}  // namespace attn::lessons::graph_attention
