#include "tasks/graph_builder.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "tasks/lines.h"

namespace attn::tasks {
namespace {

constexpr size_t kDigits = 9;

bool is_whole(std::string_view text) {
  return !text.empty() && text.size() <= kDigits && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// The index of `name` in `names`, or the size of `names` where it is not among them.
int place_of(const std::vector<std::string>& names, std::string_view name) {
  return static_cast<int>(std::find(names.begin(), names.end(), name) - names.begin());
}

}  // namespace

bool GraphBuilder::has(std::string_view name) const { return place_of(graph_.names, name) < graph_.nodes(); }

std::string refuse_name(std::string_view name) {
  if (name.empty()) return "a node's name is missing";
  if (!is_utf8(name)) return "a name is not UTF-8 text";
  if (code_point_count(name) > static_cast<size_t>(kMaxNodeName))
    return cited(name) + " is longer than " + std::to_string(kMaxNodeName) + " characters";
  for (const char c : name)
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return "a name holds control characters";
  return {};
}

GraphText refused_graph(std::string why) {
  GraphText graph;
  graph.messages.push_back(std::move(why));
  return graph;
}

int GraphBuilder::place(std::string_view name) {
  const int at = place_of(graph_.names, name);
  if (at == graph_.nodes()) graph_.names.emplace_back(name), graph_.classes.push_back(-1);
  return at;
}

std::string GraphBuilder::add_tie(std::string_view from, std::string_view to) {
  for (const std::string_view name : {from, to})
    if (std::string why = refuse_name(name); !why.empty()) return why;
  if (from == to) return cited(from) + " would be tied to itself";
  const int added = static_cast<int>(!has(from)) + static_cast<int>(!has(to));
  if (graph_.nodes() + added > kMaxGraphNodes) return "there are " + std::to_string(kMaxGraphNodes) + " nodes already";
  if (static_cast<int>(graph_.ties.size()) >= kMaxGraphTies) return "there are " + std::to_string(kMaxGraphTies) + " ties already";
  const int a = place(from), b = place(to);
  if (std::find(graph_.ties.begin(), graph_.ties.end(), Tie{a, b}) != graph_.ties.end())
    ++again_;
  else
    graph_.ties.push_back({a, b});
  return {};
}

std::string GraphBuilder::add_node(std::string_view name, std::string_view label) {
  if (std::string why = refuse_name(name); !why.empty()) return why;
  if (!label.empty())
    if (std::string why = refuse_name(label); !why.empty()) return why;
  if (!has(name) && graph_.nodes() >= kMaxGraphNodes) return "there are " + std::to_string(kMaxGraphNodes) + " nodes already";
  const auto at = static_cast<size_t>(place(name));
  if (label.empty()) return {};
  graph_.classes[at] = place_of(graph_.class_names, label);
  if (graph_.classes[at] == static_cast<int>(graph_.class_names.size())) graph_.class_names.emplace_back(label);
  return {};
}

void GraphBuilder::put_numbers_in_order() {
  if (!std::all_of(graph_.names.begin(), graph_.names.end(), is_whole)) return;
  std::vector<std::pair<int, int>> order;  // a number and its index
  for (size_t i = 0; i < graph_.names.size(); ++i) order.emplace_back(std::stoi(graph_.names[i]), static_cast<int>(i));
  std::sort(order.begin(), order.end());
  std::vector<int> at(order.size());
  GraphText sorted = graph_;
  for (size_t i = 0; i < order.size(); ++i) {
    const auto old = static_cast<size_t>(order[i].second);
    at[old] = static_cast<int>(i);
    sorted.names[i] = graph_.names[old], sorted.classes[i] = graph_.classes[old];
  }
  for (Tie& tie : sorted.ties) tie = {at[static_cast<size_t>(tie.from)], at[static_cast<size_t>(tie.to)]};
  graph_ = std::move(sorted);
}

GraphText GraphBuilder::finish(TieKind kind) {
  if (good_ == 0 && bad_.empty()) return refused_graph("There is no node in it, so nothing was taken.");
  if (good_ == 0 || bad_.size() > good_) {
    GraphText graph = refused_graph("This is no graph that can be read: " + counted(bad_.size(), "line", "lines") + " of " +
                                    std::to_string(bad_.size() + good_) + " could not be taken, so nothing was.");
    name_bad_lines(bad_, &graph.messages);
    return graph;
  }
  graph_.kind = kind;
  if (kind == TieKind::both_ways) {  // b,a is the same tie as a,b
    std::vector<Tie> kept;
    for (const Tie& tie : graph_.ties)
      if (std::find(kept.begin(), kept.end(), Tie{tie.to, tie.from}) == kept.end()) kept.push_back(tie);
    again_ += graph_.ties.size() - kept.size();
    graph_.ties = std::move(kept);
  }
  put_numbers_in_order();
  graph_.messages.push_back(counted(graph_.names.size(), "node", "nodes") + " and " + counted(graph_.ties.size(), "tie", "ties") +
                            " taken" + (kind == TieKind::one_way ? ", one-way." : "."));
  if (again_ > 0) graph_.messages.push_back(counted(again_, "tie was", "ties were") + " there twice and counted once.");
  graph_.messages.insert(graph_.messages.end(), says_.begin(), says_.end());
  name_bad_lines(bad_, &graph_.messages);
  return std::move(graph_);
}

}  // namespace attn::tasks
