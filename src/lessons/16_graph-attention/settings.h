// What a model of this lesson is made for, and how large it is.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/graph.h"
#include "models/graph_network.h"
#include "tasks/graphs.h"

namespace attn::lessons::graph_attention {

/// Another task, kind, label or tie is another training.
struct Choice {
  const tasks::GraphTask* task = nullptr;  ///< one of tasks::graph_tasks()
  models::GraphLayerKind kind = models::GraphLayerKind::attention;
  bool self_loops = true;  ///< whether nodes see themselves
  /// Where there is one graph: the nodes whose class training is told, and the class; empty: the task's own.
  std::vector<std::pair<int, int>> labels = {};
  /// Where nodes of one graph are asked: ties in place of the task's own.
  std::optional<std::vector<Tie>> ties = {};
};

/// Whether nodes see themselves in the shipped models. Who asks a dictionary sees its keys and nothing else.
bool usual_self_loops(const tasks::GraphTask& task);

/// A number for each edge is learned only where there is one graph: elsewhere a learned convolution is one with fixed norms.
models::GraphNetworkSettings settings_of(const Choice& choice);
/// Heads of a layer, from 0.
int head_count(const models::GraphNetworkSettings& settings, int layer);

/// "gcn", "learned", "gat", "gatv2": the end of a recipe's name ("karate-gat").
std::string_view kind_id(models::GraphLayerKind kind);

}  // namespace attn::lessons::graph_attention
