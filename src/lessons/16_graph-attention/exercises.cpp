#include "lessons/16_graph-attention/exercises.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "base/later.h"
#include "base/text.h"
#include "lessons/16_graph-attention/words.h"

namespace attn::lessons::graph_attention {
namespace {

/// Whether each node sees itself and the two beside it, as around a table.
course::Verdict around_a_table(const Params& p, const Result& r, int, const compute::Backend&) {
  const Index n = p.mask.rows();
  const Mask ring = preset_mask(Preset::ring, n);
  const Index wrong = (p.mask.array() != ring.array()).count();
  if (n < 4) return {false, "With so few nodes everybody sits beside everybody; take four at least."};
  return {wrong == 0, std::to_string(r.mask.ties) + " cells may attend; " +
                          (wrong == 0 ? "they are those of a ring." : std::to_string(wrong) + " are otherwise than at a table.")};
}

/// The entropy of the club's weights as a share of that of equal weights.
course::Verdict how_even(const Params&, const Result& r, int prediction, const compute::Backend&) {
  const double even = r.graph.evenness;
  const int answer = even >= 0.9 ? 0 : even >= 0.6 ? 1 : 2;
  return {prediction == answer, "The entropies of all nodes together are " + fixed(100 * even, 1) + " % of those of equal shares."};
}

constexpr int kTurned = 19;  ///< the text calls it node 20

/// Whether at most two changes of ties make node 20 answer otherwise.
course::Verdict turn_twenty(const Params& p, const Result& r, int, const compute::Backend&) {
  if (task_of(p).name != "karate") return {false, "The exercise is about the karate club and its two clubs."};
  const auto changes = p.made.size();
  const GraphStudy& s = r.graph;
  const bool turned = s.model.chosen[kTurned] != s.before.chosen[kTurned];
  const std::string chooses = std::string(s.shown.task->classes[static_cast<size_t>(s.model.chosen[kTurned])]);
  return {turned && changes <= 2, "With " + counted(changes, "tie") + " changed node 20 chooses \u201c" + chooses + "\u201d" +
                                      (!turned        ? ", as before."
                                       : changes <= 2 ? ", otherwise than before."
                                                      : "; two changes are allowed.")};
}

/// How many keys come first for some node in version 1.
course::Verdict first_for_all(const Params&, const Result& r, int prediction, const compute::Backend&) {
  const Ranking& one = r.lookup.version[0];
  const int answer = one.favourites == 1 ? 0 : one.favourites < 10 ? 1 : 2;
  return {prediction == answer, "In version 1 " + counted(one.favourites, "key comes", "keys come") + " first for somebody, in version 2 " +
                                    std::to_string(r.lookup.version[1].favourites) + "."};
}

constexpr int kAsked = 16;  ///< the text calls it node 17

/// Whether cutting the scene's tie moves the answer for node 17.
course::Verdict far_tie(const Params&, const Result& r, int prediction, const compute::Backend&) {
  const GraphStudy& s = r.graph;
  if (s.model.logits.rows() <= kAsked || s.before.logits.rows() != s.model.logits.rows())
    return {false, "The exercise is about the karate club, which its link brings."};
  const Mat moved = (s.model.logits - s.before.logits).cwiseAbs();
  const double here = static_cast<double>(moved.row(kAsked).maxCoeff()), most = static_cast<double>(moved.maxCoeff());
  const int answer = here > 1e-5 ? (here > 0.5 * most ? 2 : 1) : 0;
  return {prediction == answer,
          "The logits of node 17 have moved by " + fixed(here, 3) + ", those of the node that moved most by " + fixed(most, 3) + "."};
}

/// Whether `depth` is the least number of layers after which something of node 17 is in all nodes.
course::Verdict to_everyone(const Params& p, const Result& r, int, const compute::Backend&) {
  if (p.own_graph.accepted() || p.source != kAsked) return {false, "The exercise is about node 17 of the karate club."};
  const auto reached = [&r](int l) { return static_cast<int>(r.reach.within(l, 0)); };
  const int all = tasks::kKarateMembers, now = reached(p.depth);
  const bool least = now == all && (p.depth == 0 || reached(p.depth - 1) < all);
  return {least, "After " + counted(p.depth, "layer") + " it is in " + std::to_string(now) + " of " + std::to_string(all) + " nodes" +
                     (now == all && !least ? "; fewer layers would do." : ".")};
}

/// What happens to the answers when all nodes get other numbers.
course::Verdict other_numbers(const Params&, const Result& r, int prediction, const compute::Backend&) {
  const int answer = r.graph.moved < 1e-4 ? 0 : 1;
  return {prediction == answer, "The logits of no node differ by more than " + rounded(r.graph.moved < 1e-4 ? 0 : r.graph.moved, 2) + "."};
}

}  // namespace

std::vector<course::ExerciseSpec<Params, Result>> exercises() {
  return {{"around-a-table", 0, later<around_a_table>}, {"other-numbers", 3, later<other_numbers>}, {"how-even", 3, later<how_even>},
          {"turn-twenty", 0, later<turn_twenty>},       {"first-for-all", 3, later<first_for_all>}, {"far-tie", 3, later<far_tie>},
          {"to-everyone", 0, later<to_everyone>}};
}

}  // namespace attn::lessons::graph_attention
