#include "lessons/16_graph-attention/study.h"

#include <limits>
#include <map>
#include <span>
#include <string>

#include "base/later.h"
#include "base/text.h"
#include "charts/graph_layout.h"
#include "lessons/16_graph-attention/learner.h"
#include "training/models.h"

namespace attn::lessons::graph_attention {
namespace {

constexpr Real kUnknown = std::numeric_limits<Real>::quiet_NaN();

/// A layout is kept, because it takes milliseconds and is needed once a frame while a model trains.
const Mat& layout_of(const std::string& key, int nodes, std::span<const Tie> ties) {
  static std::map<std::string, Mat> known;
  if (known.size() > 8) known.clear();
  Mat& places = known[key];
  if (places.rows() == nodes) return places;
  std::vector<charts::GraphTie> drawn;
  for (const Tie& tie : ties) drawn.push_back({.from = tie.from, .to = tie.to});
  return places = charts::graph_layout(nodes, drawn);
}

/// The club with the reader's changes, or the reader's own graph.
ReachStudy reach_of(const Params& p) {
  if (p.own_graph.accepted()) {
    const tasks::GraphText& own = p.own_graph;
    ReachStudy out = study_reach(dense(neighbours(own.nodes(), own.ties, own.kind, false)), p.source, p.depth);
    out.names = own.names;
    out.places = charts::with_dragged(layout_of(p.own, own.nodes(), own.ties), p.own_dragged);
    return out;
  }
  constexpr int n = tasks::kKarateMembers;
  const Mask club = changed(dense(neighbours(n, tasks::karate_ties(), TieKind::both_ways, false)), p.made);
  ReachStudy out = study_reach(club, p.source, p.depth);
  out.names = numbered("", n);
  out.places = charts::with_dragged(layout_of("", n, tasks::karate_ties()), p.dragged);
  return out;
}

Real held_out(const training::Trainer& trainer) {
  if (!trainer.measured()) return kUnknown;
  const std::vector<training::Metric> found = learner_of(trainer).found();
  return found.empty() ? kUnknown : static_cast<Real>(found.front().value);
}

Real share(const Answers& a) { return static_cast<Real>(a.right) / static_cast<Real>(a.asked); }

/// What only figures show that come later.
void study_later(const Params& p, const training::Models& models, Result* r) {
  r->mask = study_mask(p.text, p.mask);
  r->reach = reach_of(p);
  r->lookup = study_lookup(p.example, p.head, task_of(p), models);
  r->ties = study_ties(p, models);
  r->molecules = study_molecules(p, models);
  r->pixels = study_pixels(p, models);
}

}  // namespace

Result compute(const Params& p, const training::Models& models, const compute::Backend& backend) {
  Result r;
  r.graph = study_graph(p, models, backend.engine);
  const auto m = static_cast<Index>(r.graph.order.size());
  r.matrix = Mat(m, m);
  for (Index i = 0; i < m; ++i)
    for (Index j = 0; j < m; ++j)
      r.matrix(i, j) = r.graph.weights(r.graph.order[static_cast<size_t>(i)], r.graph.order[static_cast<size_t>(j)]);
  if (constexpr auto more = later<study_later>; is_loaded(reinterpret_cast<const void*>(more))) more(p, models, &r);
  r.right_shown = r.right_held_out = Mat::Constant(2, 1, kUnknown);
  r.right_held_out(0, 0) = held_out(models.trainer);
  if (r.graph.model.asked > 0) r.right_shown(0, 0) = share(r.graph.model);
  for (const auto& [name, rival] : models.beside) {
    r.right_held_out(1, 0) = held_out(rival);
    if (r.graph.rival.asked > 0) r.right_shown(1, 0) = share(r.graph.rival);
  }
  return r;
}

}  // namespace attn::lessons::graph_attention
