// Builds a graph while it is read from a text, and enforces the limits on its size.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tasks/graph_text.h"

namespace attn::tasks {

/// It finds names by linear search, since a graph has few of them.
class GraphBuilder {
 public:
  /// Adds a tie, or a node with the label of its class. Returns an empty string, or why it was refused.
  std::string add_tie(std::string_view from, std::string_view to);
  std::string add_node(std::string_view name, std::string_view label);
  void left_out(int line, const std::string& why) { bad_.push_back("Line " + std::to_string(line) + " was left out: " + why + "."); }
  void count_good() { ++good_; }
  void say(std::string message) { says_.push_back(std::move(message)); }
  /// Whether `name` is a node already.
  bool has(std::string_view name) const;

  /// The graph that was read, in order and with its messages. It is empty where bad lines outnumber the good ones, or there are too many
  /// nodes.
  GraphText finish(TieKind kind);

 private:
  int place(std::string_view name);
  void put_numbers_in_order();

  GraphText graph_;
  std::vector<std::string> bad_, says_;
  std::size_t good_ = 0, again_ = 0;
};

/// Why a text cannot be a node's name, or an empty string.
std::string refuse_name(std::string_view name);

/// A graph of which nothing was kept.
GraphText refused_graph(std::string why);

}  // namespace attn::tasks
