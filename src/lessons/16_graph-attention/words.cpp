#include "lessons/16_graph-attention/words.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"
#include "canvas/paragraph.h"
#include "charts/figure_text.h"
#include "charts/graph.h"
#include "charts/small_button.h"
#include "lessons/16_graph-attention/figure_parts.h"
#include "lessons/16_graph-attention/scale.h"

namespace attn::lessons::graph_attention {
namespace {

std::string percent(double share) { return fixed(100 * share, 1) + " %"; }

/// Says which node the selected node weighs most, and how even its weights are.
std::string node_words(const Params& p, const GraphStudy& s) {
  const auto degree = s.shown.graph.of(p.node).size();
  const std::string name = s.shown.names[static_cast<size_t>(p.node)];
  if (degree == 0) return "Node " + name + " sees nobody. ";
  Index most = 0;
  const Real weight = s.weights.row(p.node).maxCoeff(&most);
  std::string text = "Node " + name + " sees " + counted(degree, "node") + ", of which " + s.shown.names[static_cast<size_t>(most)] +
                     " has the largest weight, " + fixed(static_cast<double>(weight), 2);
  if (degree > 1)
    text += "; the entropy of its weights is " + fixed(static_cast<double>(s.entropy(p.node, 0)), 2) + " nats, that of equal shares " +
            fixed(static_cast<double>(s.uniform(p.node, 0)), 2);
  return text + ". ";
}

}  // namespace

std::string describe_graph(const Params& p, const Result& r) {
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
  if (is_club(p) && !p.changes.empty())
    text += "Ties changed: " + changes_in_words(p.made) + "; " + std::to_string(s.switched) + " nodes answer otherwise. ";
  text.pop_back();
  return text;
}

std::string describe_club(const Params& p, const Result& r) {
  const GraphStudy& s = r.graph;
  if (!is_club(p)) return "The picture of the club waits for a model of the club.";
  const auto node = static_cast<size_t>(p.node);
  const int side = s.model.chosen[node];
  std::string text = "Member " + s.shown.names[node] + " of the club is on the side " +
                     cited(s.shown.task->classes[static_cast<size_t>(side)]) + ", with a probability of " +
                     percent(static_cast<double>(s.model.probabilities(p.node, side))) + ".";
  if (p.made.empty()) return text;
  return text + " Ties changed: " + changes_in_words(p.made) + "; " + counted(s.switched, "member answers", "members answer") +
         " otherwise.";
}

std::string describe(const Params& p, const Result& r) { return describe_club(p, r); }

std::string describe_mask(const Params&, const Result& r) {
  std::string text = "A graph of " + std::to_string(r.mask.names.size()) + " words, and the same as a mask: ";
  text += std::to_string(r.mask.ties) + " cells may attend, " + std::to_string(r.mask.one_way) + " of them without a way back.";
  if (r.mask.blind > 0) text += " " + counted(r.mask.blind, "word sees", "words see") + " nothing.";
  return text;
}

std::string describe_lookup(const Params&, const Result& r) {
  const LookupStudy& s = r.lookup;
  std::string text = s.trained ? "Ten nodes ask ten keys, by trained models." : "Ten nodes ask ten keys, with weights drawn at random.";
  for (int version = 1; version <= 2; ++version) {
    const Ranking& one = s.version[version - 1];
    text += " Version " + std::to_string(version) + ": " + counted(one.favourites, "key comes", "keys come") + " first for somebody, " +
            std::to_string(one.swaps) + " pairs of keys change places, " + std::to_string(one.found) + " of 10 put their own key first.";
  }
  return text;
}

std::string describe_reach(const Params& p, const Result& r) {
  std::string text = "After " + counted(p.depth, "layer") + " node " + r.reach.names[static_cast<size_t>(p.source)] +
                     (p.own_graph.accepted() ? " of your graph" : " of the club") + " is in " +
                     fixed(static_cast<double>(r.reach.within(p.depth, 0)), 0) + " of " + std::to_string(r.reach.names.size()) +
                     " nodes. Of the nodes\u2019 spread there is left: ";
  const auto left = [&](Adds adds) { return percent(static_cast<double>(r.reach.spread_of(adds)(p.depth, 0))); };
  return text + left(Adds::nothing) + " with means only, " + left(Adds::input) + " with an ordinary residual, " + left(Adds::beginning) +
         " with each node\u2019s own beginning added.";
}

std::string describe_ties(const Params&, const Result& r) {
  const TieStudy& s = r.ties;
  std::string text = "A graph of " + std::to_string(tasks::kCommunities) + " communities of " + std::to_string(tasks::kCommunityMembers) +
                     " nodes, with " + std::to_string(s.question.held_out.size()) + " hidden ties and as many pairs that are not tied.";
  if (s.answered) text += " The area under the ROC curve of the model\u2019s answers is " + fixed(s.area, 3) + ".";
  return text;
}

std::string describe_molecules(const Params& p, const Result& r) {
  const MoleculeStudy& s = r.molecules;
  std::string text = "Molecule " + std::to_string(p.example) + " of " + std::to_string(s.taken.graph.nodes()) + " atoms is " +
                     (tasks::is_poisonous(s.taken.graph) ? "poisonous" : "harmless") + " by the rule";
  if (s.answered) text += "; the network says poisonous with a probability of " + percent(s.verdict);
  text += ". Beside it four harmless and four poisonous ones";
  if (s.answered) text += ", of which it is right about " + std::to_string(s.right) + " of " + std::to_string(kGallery);
  return text + ".";
}

std::string describe_pixels(const Params& p, const Result& r) {
  const PixelStudy& s = r.pixels;
  const auto all = std::to_string(s.truth.size());
  std::string text = "Image " + std::to_string(p.example) + " under noise, " + fixed(static_cast<double>(s.truth.sum()), 0) + " of its " +
                     all + " pixels of a figure.";
  if (const auto painted = (p.painted.array() != Real(0)).count(); painted > 0) text += " You painted " + std::to_string(painted) + ".";
  if (!s.answered) return text;
  text += " The " + std::string(network_name(s.kind)) + " is right about " + std::to_string(s.right);
  if (s.rival_logits.size() > 0) text += ", the " + std::string(network_name(s.rival_kind)) + " about " + std::to_string(s.rival_right);
  return text + " of " + all + ".";
}

std::string describe_scale(const Params& p, const Result&) {
  const Mat weights = scale_weights(p.scale.node - 1, p.scale.trial);
  return "Ten thousand nodes and fifty thousand ties; node " + std::to_string(p.scale.node) + " sees " + std::to_string(weights.rows()) +
         " nodes with itself, and its largest weight is " + fixed(static_cast<double>(weights.col(kScaleHeads).maxCoeff()), 2) + ".";
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

Tool tool_of(const Params& p) {
  const bool molecule = task_of(p).name == "molecules";
  if (!is_club(p) && !molecule) return Tool::look;
  if (p.tool == Tool::move || p.tool == Tool::add) return Tool::look;
  // A learned convolution has no number for a tie that is new.
  if (p.tool == Tool::tie && is_club(p) && p.network == models::GraphLayerKind::learned_convolution) return Tool::look;
  return p.tool;
}

std::string_view hint_of(const Params& p) {
  const bool club = is_club(p);
  switch (tool_of(p)) {
    case Tool::tie:
      return club ? "Drag from node to node to tie or cut them; the trained model is applied to the changed graph."
                  : "Drag from atom to atom to tie or cut them, or press a second one.";
    case Tool::label:
      return club ? "Press a node to tell training its club, the next one, or none; then train."
                  : "Press an atom: it becomes the next kind.";
    case Tool::move:
    case Tool::add:
    case Tool::look:
      break;
  }
  if (!can_move_nodes(p)) return "Press a node to see whom it weighs how much. A cross: the answer is wrong.";
  if (!club) return "Press a node to see whom it weighs how much; drag it to another place. A cross: the answer is wrong.";
  return "Press a node to see whom it weighs how much; drag it where you like, no network sees places.";
}

void draw_tools(canvas::Canvas& canvas, canvas::Rect* area, const Params& p, Params& edit) {
  const bool club = is_club(p);
  if ((!club && task_of(p).name != "molecules") || area->height < 100) return;
  struct Choice {
    Tool tool;
    std::string_view word, narrow, label;
  };
  std::vector<Choice> choices{{Tool::look, "Look and move", "Look", "a press chooses a node, a drag moves it"}};
  if (!club || p.network != models::GraphLayerKind::learned_convolution)
    choices.push_back({Tool::tie, "Tie and cut", "Tie", "a drag from node to node ties them, or cuts the tie"});
  choices.push_back(club ? Choice{Tool::label, "Give labels", "Label", "a press tells training the node\u2019s club"}
                         : Choice{Tool::label, "Change atoms", "Atoms", "a press makes an atom the next kind"});
  canvas::Rect row = area->cut_top(26).inset(0, 2);
  constexpr float kGap = 6;
  const float width = std::min(112.0f, (row.width + kGap) / static_cast<float>(choices.size()) - kGap);
  for (const auto& [tool, word, narrow, label] : choices) {
    const std::string id = "tool[" + std::to_string(static_cast<int>(tool)) + "]";
    if (charts::draw_small_button(canvas, row.cut_left(width), id, width < 100 ? narrow : word, label, tool_of(p) == tool))
      edit.tool = tool;
    row.cut_left(kGap);
  }
}

void draw_offer(canvas::Canvas& canvas, canvas::Rect row, std::string_view task, std::string_view sentence, const Params& p, Params& edit) {
  if (task_of(p).name != task) {
    constexpr std::string_view kWord = "Let a model answer";
    const float wide = std::min(canvas.measure(kWord, charts::quiet(canvas, 12)).width + 24, row.width);
    const canvas::Rect button = row.cut_right(wide).inset(0, std::max(0.0f, (row.height - 22) / 2));
    row.cut_right(10);
    if (charts::draw_small_button(canvas, button, "open-" + std::string(task), kWord, "bring the model of this task")) {
      const auto& all = tasks::graph_tasks();
      const auto found = std::find_if(all.begin(), all.end(), [task](const tasks::GraphTask& t) { return t.name == task; });
      edit.task = static_cast<int>(found - all.begin());
      edit.network = models::GraphLayerKind::attention_v2;
    }
  }
  canvas::draw_hint(canvas, row, sentence, charts::quiet(canvas, 12));
}

void draw_next_example(canvas::Canvas& canvas, canvas::Rect* row, const Params& p, Params& edit) {
  if (task_of(p).one_graph) return;
  const std::string word = "Example " + std::to_string(p.example);
  const float wide = std::min(canvas.measure(word, charts::quiet(canvas, 12)).width + 40, 0.5f * row->width);
  const canvas::Rect button = row->cut_right(wide).inset(0, std::max(0.0f, (row->height - 22) / 2));
  row->cut_right(10);
  if (charts::draw_small_button(canvas, button, "next-example", word + " \u203a", "show the next of the task\u2019s graphs"))
    edit.example = p.example % kExamples + 1;
}

}  // namespace attn::lessons::graph_attention
