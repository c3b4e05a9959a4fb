// The reader's changes of a graph, as text: "+1-34 -1-2" adds a tie between nodes 1 and 34 and cuts the one between 1 and 2. And labels
// that the reader gives: "1:0 34:1".
//
// Nodes count from 1 in texts and from 0 in the program. Ties go both ways here; a pair is written with its smaller node first.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mat.h"

namespace attn::lessons::graph_attention {

struct Change {
  int a = 0, b = 0;  ///< a < b
  bool added = false;
  bool operator==(const Change&) const = default;
};

/// Reads `text`; an empty string, or why it was refused ("there is no node 40"), and then `*out` is untouched. Of several changes of a pair
/// the last one counts. In the order of pairs.
std::string read_changes(std::string_view text, int nodes, std::vector<Change>* out);
std::string write_changes(const std::vector<Change>& changes);

/// Adds a tie that is missing, cuts one that is there: `ties` [n,n] as it is without changes. Taking a change back leaves no trace.
std::vector<Change> toggled(std::vector<Change> changes, const Mask& ties, int a, int b);

/// `ties` with the changes made.
Mask changed(Mask ties, const std::vector<Change>& changes);

/// Node and class.
using Label = std::pair<int, int>;
/// As read_changes(); of several labels of a node the last one counts, in the order of nodes.
std::string read_labels(std::string_view text, int nodes, int classes, std::vector<Label>* out);
std::string write_labels(const std::vector<Label>& labels);

}  // namespace attn::lessons::graph_attention
