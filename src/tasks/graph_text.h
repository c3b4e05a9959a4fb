// A reader's own graph from a text: an edge list as people and spreadsheets write it, or GraphML. (Files are written by the page:
// web/page/graph_files.js.)
//
// Edge list: a tie a line, `from,to`; the separator is found from the text (semicolon, tab, comma, white space). Names are any words or
// numbers, in quotation marks where they hold the separator. `name,,class` is a node by itself, or says the class of one; further columns
// of a tie are passed over. The first line may name the columns (from,to or source,target); `# directed` anywhere makes ties one-way.
//
// GraphML: the elements graphml, key, graph, node, edge and data; others are passed over with what is in them. A node's name is its datum
// `name` or `label`, else its id; its class is its datum `class`, `club`, `group` or `community`. Entities but the five of XML itself,
// document types and CDATA are refused.
//
// Any bytes may be passed; sizes are bounded. A bad line is left out and named by its number; when such lines outnumber the good ones, or
// the XML is not well-formed, nothing is kept.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/graph.h"

namespace attn::tasks {

inline constexpr int kMaxGraphNodes = 100, kMaxGraphTies = 1000;
inline constexpr int kMaxNodeName = 24;                   ///< code points
inline constexpr std::size_t kMaxGraphBytes = 1'000'000;  ///< longer texts are refused

struct GraphText {
  /// In the order of the text; whole numbers, where all are, in their own order.
  std::vector<std::string> names;
  std::vector<Tie> ties;  ///< each once; none from a node to itself
  TieKind kind = TieKind::both_ways;
  std::vector<int> classes;              ///< [n] of each node; -1: none
  std::vector<std::string> class_names;  ///< in the order of the text
  std::vector<std::string> messages;     ///< sentences for the reader: what was taken, which lines were left out, why nothing was kept

  int nodes() const { return static_cast<int>(names.size()); }
  bool accepted() const { return !names.empty(); }
};

/// Either form: GraphML begins with `<`.
GraphText parse_graph(std::string_view text);
GraphText parse_graphml(std::string_view text);

/// An edge list in one line, for a parameter: `from,to` with `;` between; "directed;" first where ties are one-way. graph_from_line() gives
/// the same names, ties, kind and classes, or those of the same graph with nodes in another order where names are whole numbers.
std::string graph_to_line(const GraphText& graph);
GraphText graph_from_line(std::string_view line);

}  // namespace attn::tasks
