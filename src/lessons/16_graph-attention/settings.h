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

/// What a model is trained for. A change of any of these begins another training.
struct Choice {
  const tasks::GraphTask* task = nullptr;  ///< one of tasks::graph_tasks()
  models::GraphLayerKind kind = models::GraphLayerKind::attention;
  bool self_loops = true;  ///< whether nodes see themselves
  /// If the task has one graph: the nodes whose class training is told, with the class; empty for the task's own.
  std::vector<std::pair<int, int>> labels = {};
  /// If the task asks about the nodes of one graph: ties that replace the task's own.
  std::optional<std::vector<Tie>> ties = {};
};

/// Whether nodes see themselves in the shipped models. A node that asks a dictionary sees its keys and nothing else.
bool usual_self_loops(const tasks::GraphTask& task);

/// The settings of a network for `choice`. A number for each edge can be learned only if the task has one graph; for other tasks a learned
/// convolution is replaced by one with fixed norms.
models::GraphNetworkSettings settings_of(const Choice& choice);
/// The number of heads in layer `layer`, from 0.
int head_count(const models::GraphNetworkSettings& settings, int layer);

/// "gcn", "learned", "gat", "gatv2": the end of a recipe's name ("karate-gat").
std::string_view kind_id(models::GraphLayerKind kind);

}  // namespace attn::lessons::graph_attention
