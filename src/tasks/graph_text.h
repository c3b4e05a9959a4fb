// Reads a reader's own graph from a text, which is either an edge list as people and spreadsheets write it, or GraphML. (Files are written
// by the page: web/page/graph_files.js.)
//
// An edge list has one tie a line, `from,to`. The separator is guessed from the text (semicolon, tab, comma, white space). Names are any
// words or numbers, in quotation marks where they contain the separator. `name,,class` is a node without a tie, or gives a node its class.
// Further columns of a tie are ignored. The first line may name the columns (from,to or source,target). `# directed` on any line makes ties
// one-way.
//
// Of GraphML it reads the elements graphml, key, graph, node, edge and data; others are skipped with all that is in them. A node's name is
// its datum `name` or `label`, else its id. Its class is its datum `class`, `club`, `group` or `community`. Document types, CDATA and all
// entities except XML's own five are refused.
//
// Any bytes may be passed; sizes are bounded. A bad line is left out, and a message gives its number. When bad lines outnumber the good
// ones, or the XML is not well-formed, nothing is kept.
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
  /// The nodes' names in the order of the text or, where all are whole numbers, in the order of the numbers.
  std::vector<std::string> names;
  std::vector<Tie> ties;  ///< each tie once, and none from a node to itself
  TieKind kind = TieKind::both_ways;
  std::vector<int> classes;              ///< [n] the class of each node; -1: none
  std::vector<std::string> class_names;  ///< in the order of the text
  std::vector<std::string> messages;     ///< tell the reader what was taken, which lines were left out, or why nothing was kept

  int nodes() const { return static_cast<int>(names.size()); }
  bool accepted() const { return !names.empty(); }
};

/// Reads either form; a text that begins with `<` is GraphML.
GraphText parse_graph(std::string_view text);
GraphText parse_graphml(std::string_view text);

/// The graph as an edge list in one line, for a parameter: `from,to` with `;` between them, and "directed;" first where ties are one-way.
/// graph_from_line() returns the same names, ties, kind and classes; but where names are whole numbers, the nodes may be in another order.
std::string graph_to_line(const GraphText& graph);
GraphText graph_from_line(std::string_view line);

}  // namespace attn::tasks
