// Attention over a graph: which nodes a node may look at, and what it makes of them.
#include "course/definition.h"

#include "lessons/16_graph-attention/exercises.h"
#include "lessons/16_graph-attention/figures.h"
#include "lessons/16_graph-attention/params.h"
#include "lessons/16_graph-attention/results.h"
#include "lessons/16_graph-attention/shipped.h"
#include "lessons/16_graph-attention/study.h"
#include "lessons/16_graph-attention/words.h"

namespace attn::lessons::graph_attention {
namespace {

using models::GraphLayerKind;

/// The model that stands beside: attention beside a convolution, and a convolution beside attention. For the dictionary it is the other
/// version of attention.
const training::Recipe* rival(const Params& p) {
  GraphLayerKind kind = models::is_attention(p.network) ? GraphLayerKind::convolution : GraphLayerKind::attention;
  if (task_of(p).name == "lookup")
    kind = p.network == GraphLayerKind::attention_v2 ? GraphLayerKind::attention : GraphLayerKind::attention_v2;
  Params usual = p;
  usual.given.clear(), usual.learnt_changes.clear();
  return shipped_model(choice_of(usual, kind));
}

std::string complaint(const Params& p, std::string_view id) {
  if (id == "changes") return p.changes_refused;
  if (id == "learnt") return p.learnt_refused;
  if (id == "own") return p.own_refused;
  if (id == "atoms") return p.atoms_refused;
  if (id == "bonds") return p.bonds_refused;
  return id == "labels" ? p.labels_refused : std::string();
}

void draw_large(canvas::Canvas& canvas, const Params& p, const Result&, Params& edit) { draw_scale(canvas, p.scale, &edit.scale); }

/// The code that the first figure does not need comes later.
std::vector<course::FigureSpec<Params, Result>> figures() {
  return {
      {"club", "Club", {"network", "changes"}, 1.35f, draw_club, true, {}, describe_club},
      {"mask", "Mask", {"text"}, 1.6f, later<draw_mask>, false, {}, later<describe_mask>},
      {"graph", "Graph", {"task", "network", "pane", "layer", "head", "changes"}, 1.5f, later<draw_graph>, true, {}, later<describe_graph>},
      {"sum", "Sum", {"walk", "task", "network", "layer", "head"}, 1.5f, later<draw_sum>, true, {}, later<describe_sum>},
      {"choice", "Choice", {"task", "network", "layer", "head"}, 1.6f, later<draw_choice>, true, {}, later<describe_graph>},
      {"lookup", "Keys", {"example"}, 1.7f, later<draw_lookup>, true, {}, later<describe_lookup>},
      {"reach",
       "Layers",
       {"depth", "own"},
       1.55f,
       later<draw_reach>,
       false,
       "spread,spread-residual,spread-kept,within",
       later<describe_reach>},
      {"ties", "Ties", {"network"}, 1.6f, later<draw_ties>, true, {}, later<describe_ties>},
      {"molecules", "Poison", {"network", "example"}, 1.6f, later<draw_molecules>, true, {}, later<describe_molecules>},
      {"pixels", "Pixels", {"network", "example"}, 1.5f, later<draw_pixels>, true, {}, later<describe_pixels>},
      {"scale", "Scale", {"scale-zoom", "scale-node"}, 1.4f, later<draw_large>, false, {}, later<describe_scale>},
      {"training",
       "Training",
       {"task", "network", "self-loops", "labels", "learnt", "weights", "learning-rate", "seed"},
       1.4f,
       nullptr,
       true,
       {},
       later<describe_graph>}};
}

}  // namespace

extern const course::About about = {
    "graph-attention", "Graph attention",
    "Attention where the mask is a graph: a karate club, a dictionary, molecules, and who listens to whom."};

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, training::Models>({
      .about = about,
      .results = results(),
      .figures = figures(),
      .exercises = exercises(),
      .complaint = complaint,
      .take_data = later<take_graph>,
      .training = course::trained<Params>({.make = [](const Params& p) { return make_learner(choice_of(p, p.network)); },
                                           .shipped = [](const Params& p) { return shipped_model(choice_of(p, p.network)); },
                                           .beside = [](const Params& p) { return training::at_most_one(rival(p)); }}),
      .recipes = recipes,
  });
  return made;
}

}  // namespace attn::lessons::graph_attention
