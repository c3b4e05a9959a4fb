// The reader's changes of a graph, as text: "cut 1-2, tie 1-34" cuts the tie between nodes 1 and 2 and adds one between 1 and 34. Older
// links contain signs instead, "-1-2 +1-34". And the labels that the reader gives to nodes, as text: "1:0 34:1".
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

/// Reads `text` into `*out`, in the order of pairs; of several changes of one pair the last one counts. Returns an empty string, or why the
/// text was refused ("There is no node 40; ..."). `*out` is then left as it was.
std::string read_changes(std::string_view text, int nodes, std::vector<Change>* out);
std::string write_changes(const std::vector<Change>& changes);
/// The same with dashes, for sentences.
std::string changes_in_words(const std::vector<Change>& changes);

/// `changes` with one more that adds the tie between a and b if `ties` [n,n] lacks it, or else cuts it. `ties` are those without changes.
/// If there is already a change of this pair, it is taken back instead.
std::vector<Change> toggled(std::vector<Change> changes, const Mask& ties, int a, int b);

/// `ties` after the changes.
Mask changed(Mask ties, const std::vector<Change>& changes);

/// Node and class.
using Label = std::pair<int, int>;
/// The same as read_changes() for labels, in the order of nodes; of several labels of one node the last one counts.
std::string read_labels(std::string_view text, int nodes, int classes, std::vector<Label>* out);
std::string write_labels(const std::vector<Label>& labels);

}  // namespace attn::lessons::graph_attention
