#include "tasks/graphs.h"

#include <algorithm>

#include "base/text.h"

namespace attn::tasks {
namespace {

GraphExample draw_karate(Split, Rng&) { return karate_two(); }
GraphExample draw_karate_four(Split, Rng&) { return karate_four(); }
GraphExample draw_lookup(Split split, Rng& rng) { return draw_dictionary(kDictionaryKeys, split, rng); }
GraphExample draw_communities(Split, Rng&) { return tie_question().graph; }

std::string pairs_text(const std::vector<Tie>& ties, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, ties.size()); ++i)
    text += (i ? " " : "") + std::to_string(ties[i].from + 1) + "-" + std::to_string(ties[i].to + 1);
  return text + (ties.size() > most ? " ..." : "");
}

/// "12 nodes, 13 ties: 1-2 2-3 ..."
std::string ties_text(const GraphExample& example) {
  return std::to_string(example.nodes()) + " nodes, " + std::to_string(example.ties.size()) + " ties: " + pairs_text(example.ties, 12);
}

std::string columns_text(const GraphTask& task, const GraphExample& example, Index node) {
  std::string text;
  for (Index c = 0; c < example.features.cols(); ++c) {
    const auto x = static_cast<double>(example.features(node, c));
    const std::string name = c < static_cast<Index>(task.features.size()) ? std::string(task.features[static_cast<std::size_t>(c)]) : "";
    if (x != 0) text += (text.empty() ? "" : " ") + (x == 1 ? name : name + "=" + rounded(x, 2));
  }
  return text;
}

/// The question about an example, with its answer.
std::string answers_text(const GraphTask& task, const GraphExample& example) {
  if (task.asks == GraphAsks::graph) return std::string(task.classes[static_cast<std::size_t>(example.answer)]);
  std::string text;
  int shown = 0;
  for (std::size_t i = 0; i < example.classes.size() && shown < 6; ++i) {
    if (example.classes[i] < 0) continue;
    text +=
        (shown++ ? ", " : "") + std::to_string(i + 1) + " is " + std::string(task.classes[static_cast<std::size_t>(example.classes[i])]);
  }
  return text + " ...";
}

std::string drawn_text(const GraphTask& task, const GraphExample& example) {
  std::string text = "  " + ties_text(example) + "\n    ";
  const Index shown = std::min<Index>(example.nodes(), task.asks == GraphAsks::graph ? 12 : 4);
  for (Index i = 0; i < shown; ++i) text += (i ? ", " : "") + std::to_string(i + 1) + " " + columns_text(task, example, i);
  return text + (shown < example.nodes() ? ", ..." : "") + "\n    -> " + answers_text(task, example) + "\n";
}

std::string members_text(const GraphTask& task, const GraphExample& example, bool given) {
  std::string text;
  for (int i = 0; i < example.nodes(); ++i) {
    const bool is_given = std::find(example.given.begin(), example.given.end(), i) != example.given.end();
    if (is_given != given) continue;
    text += "  " + std::to_string(i + 1) + " is " +
            std::string(task.classes[static_cast<std::size_t>(example.classes[static_cast<std::size_t>(i)])]);
  }
  return text + "\n";
}

std::string one_graph_text(const GraphTask& task, int count) {
  if (task.asks == GraphAsks::ties) {
    const TieQuestion question = tie_question();
    const auto most = static_cast<std::size_t>(count);
    return "\nTraining\n  " + ties_text(question.graph) + "\n\nHeld out\n  tied: " + pairs_text(question.held_out, most) +
           "\n  not tied: " + pairs_text(question.non_ties, most) + "\n";
  }
  Rng rng(1);
  const GraphExample example = task.draw(Split::kTraining, rng);
  return "  " + ties_text(example) + "\n\nTraining\n" + members_text(task, example, true) + "\nHeld out\n" +
         members_text(task, example, false);
}

std::vector<GraphTask> make_tasks() {
  static const std::vector<std::string_view> clubs = {"the instructor's", "the president's"};
  static const std::vector<std::string_view> groups = {"group A", "group B", "group C", "group D"};
  static const std::vector<std::string_view> values = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
  static const std::vector<std::string_view> letters_and_values = {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j",
                                                                   "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};
  return {
      {"karate",
       "Karate club",
       "One member of each of two clubs is known; which club does each of the others join?",
       GraphAsks::nodes,
       true,
       clubs,
       {},
       draw_karate},
      {"karate-four",
       "Four groups",
       "One member of each of the karate club's four groups is known; to which do the others belong?",
       GraphAsks::nodes,
       true,
       groups,
       {},
       draw_karate_four},
      {"noisy",
       "Noisy neighbours",
       "Members have a weak hint of their class, few friends of the same class, and many strangers of others.",
       GraphAsks::nodes,
       false,
       {"red", "green", "blue"},
       {"red", "green", "blue", "stranger"},
       draw_noisy},
      {"lookup", "Dictionary", "Keys have a letter and a value; nodes that have a letter ask for its value.", GraphAsks::nodes, false,
       values, letters_and_values, draw_lookup},
      {"ties",
       "Missing ties",
       "A fifth of the ties of a graph of communities is hidden; which pairs are tied?",
       GraphAsks::ties,
       true,
       {"not tied", "tied"},
       {},
       draw_communities},
      {"molecules",
       "Molecules",
       "A molecule is poisonous if one of its nitrogens is tied to two oxygens.",
       GraphAsks::graph,
       false,
       {"harmless", "poisonous"},
       {"C", "N", "O", "S"},
       draw_molecule},
      {"pixels",
       "Pixels",
       "An image under noise is a grid of pixels, tied to those around them; which pixels are of a figure?",
       GraphAsks::nodes,
       false,
       {"ground", "figure"},
       {"bright"},
       draw_pixels},
  };
}

}  // namespace

Rng generator_of(Split split, Rng& rng) { return Rng(rng.next() ^ (split == Split::kHeldOut ? 0x9E3779B97F4A7C15u : 0)); }

const std::vector<GraphTask>& graph_tasks() {
  static const std::vector<GraphTask> tasks = make_tasks();
  return tasks;
}

const GraphTask* find_graph_task(std::string_view name) {
  for (const GraphTask& task : graph_tasks())
    if (task.name == name) return &task;
  return nullptr;
}

std::string show_graph_task(const GraphTask& task, int count) {
  std::string text = std::string(task.label) + ": " + std::string(task.help) + "\n";
  if (task.one_graph) return text + one_graph_text(task, count);
  Rng rng(1);
  for (const Split split : {Split::kTraining, Split::kHeldOut}) {
    text += split == Split::kTraining ? "\nTraining\n" : "\nHeld out\n";
    for (int i = 0; i < count; ++i) text += drawn_text(task, task.draw(split, rng));
  }
  return text;
}

}  // namespace attn::tasks
