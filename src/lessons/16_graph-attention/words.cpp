#include "lessons/16_graph-attention/words.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "charts/graph.h"
#include "charts/matrix_block.h"
#include "lessons/16_graph-attention/figure_parts.h"

namespace attn::lessons::graph_attention {
namespace {

std::string percent(double share) { return fixed(100 * share, 1) + " %"; }

/// Of the selected node: whom it weighs most, and how even it is.
std::string node_words(const Params& p, const GraphStudy& s) {
  const auto degree = s.shown.graph.of(p.node).size();
  const std::string name = s.shown.names[static_cast<size_t>(p.node)];
  if (degree == 0) return "Node " + name + " sees nobody. ";
  Index most = 0;
  const Real weight = s.weights.row(p.node).maxCoeff(&most);
  std::string text = "Node " + name + " sees " + std::to_string(degree) + (degree == 1 ? " node" : " nodes") + ", of which " +
                     s.shown.names[static_cast<size_t>(most)] + " has the largest weight, " + fixed(static_cast<double>(weight), 2);
  if (degree > 1)
    text += "; the entropy of its weights is " + fixed(static_cast<double>(s.entropy(p.node, 0)), 2) + " nats, that of equal shares " +
            fixed(static_cast<double>(s.uniform(p.node, 0)), 2);
  return text + ". ";
}

}  // namespace

std::string describe(const Params& p, const Result& r) {
  const GraphStudy& s = r.graph;
  const tasks::GraphTask& task = *s.shown.task;
  std::string text = std::string(task.label) + ", " + std::string(network_name(s.kind)) + ": " + std::to_string(s.shown.example.nodes()) +
                     " nodes, " + std::to_string(s.shown.graph.edges()) + " places of the matrix where one may look at another. ";
  text += node_words(p, s);
  text += "All entropies together are " + percent(s.evenness) + " of those of equal shares. ";
  if (s.model.asked > 0)
    text += "The model is right about " + std::to_string(s.model.right) + " of " + std::to_string(s.model.asked) + ". ";
  if (s.rival.asked > 0)
    text += "The " + std::string(network_name(s.rival_kind)) + " beside it is right about " + std::to_string(s.rival.right) + ". ";
  if (std::isfinite(r.right_held_out(0, 0)))
    text += "On held-out data " + percent(static_cast<double>(r.right_held_out(0, 0))) + " are right";
  if (std::isfinite(r.right_held_out(0, 0)) && std::isfinite(r.right_held_out(1, 0)))
    text += ", beside it " + percent(static_cast<double>(r.right_held_out(1, 0)));
  if (std::isfinite(r.right_held_out(0, 0))) text += ". ";
  if (!p.changes.empty())
    text += "Ties changed: " + write_changes(p.made) + "; " + std::to_string(s.switched) + " nodes answer otherwise. ";
  text += "After " + std::to_string(p.depth) + (p.depth == 1 ? " layer" : " layers") + " node " +
          r.reach.names[static_cast<size_t>(p.source)] + (p.own_graph.accepted() ? " of your graph" : " of the club") + " is in " +
          fixed(static_cast<double>(r.reach.within(p.depth, 0)), 0) + " of " + std::to_string(r.reach.names.size()) +
          " nodes, and the nodes\u2019 spread is " + percent(static_cast<double>(r.reach.spread(p.depth, 0))) + " of what it was. ";
  text += "The painted mask has " + std::to_string(r.mask.ties) + " cells that may attend, " + std::to_string(r.mask.one_way) +
          " of them without a way back.";
  return text;
}

std::string_view network_name(models::GraphLayerKind kind) {
  constexpr std::array<std::string_view, models::kGraphLayerKindCount> kNames{"convolution", "learned convolution", "attention",
                                                                              "attention, version 2"};
  return kNames[static_cast<size_t>(kind)];
}

std::vector<std::string> class_names(const tasks::GraphTask& task) {
  std::vector<std::string> names(task.classes.begin(), task.classes.end());
  if (task.name == "noisy")
    for (size_t i = 0; i < names.size(); ++i) names[i] = "class " + charts::group_letter(static_cast<int>(i));
  return names;
}

std::string_view hint_of(const Params& p) {
  if (!is_club(p)) return "Press a node to see whom it weighs how much. A cross: the answer is wrong.";
  switch (p.tool) {
    case Tool::move:
      return "Drag a node to another place. Places are for the eye: no network sees them.";
    case Tool::tie:
      return "Drag from node to node to tie or cut them; the trained model is applied to the changed graph.";
    case Tool::label:
      return "Press a node to tell training its club, the next one, or none; then train.";
    case Tool::look:
      break;
  }
  return "Press a node to see whom it weighs how much. A second outline: its club was told. A cross: the answer is wrong.";
}

void draw_offer(canvas::Canvas& canvas, canvas::Rect row, std::string_view task, std::string_view sentence, const Params& p, Params& edit) {
  if (task_of(p).name != task) {
    constexpr std::string_view kWord = "Let a model answer";
    const float wide = std::min(canvas.measure(kWord, quiet(canvas, 12)).width + 24, row.width);
    const canvas::Rect button = row.cut_right(wide).inset(0, std::max(0.0f, (row.height - 22) / 2));
    row.cut_right(10);
    if (charts::draw_small_button(canvas, button, "open-" + std::string(task), kWord, "bring the model of this task")) {
      const auto& all = tasks::graph_tasks();
      const auto found = std::find_if(all.begin(), all.end(), [task](const tasks::GraphTask& t) { return t.name == task; });
      edit.task = static_cast<int>(found - all.begin());
      edit.network = models::GraphLayerKind::attention_v2;
    }
  }
  canvas::draw_hint(canvas, row, sentence, quiet(canvas, 12));
}

void draw_next_example(canvas::Canvas& canvas, canvas::Rect* row, const Params& p, Params& edit) {
  if (task_of(p).one_graph) return;
  const std::string word = "Example " + std::to_string(p.example);
  const float wide = std::min(canvas.measure(word, quiet(canvas, 12)).width + 40, 0.5f * row->width);
  const canvas::Rect button = row->cut_right(wide).inset(0, std::max(0.0f, (row->height - 22) / 2));
  row->cut_right(10);
  if (charts::draw_small_button(canvas, button, "next-example", word + " \u203a", "show the next of the task\u2019s graphs"))
    edit.example = p.example % kExamples + 1;
}

}  // namespace attn::lessons::graph_attention
