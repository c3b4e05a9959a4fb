#include "lessons/16_graph-attention/changes.h"

#include <algorithm>
#include <map>

#include "base/text.h"

namespace attn::lessons::graph_attention {
namespace {

constexpr std::string_view kTie = "tie", kCut = "cut", kDash = "\u2013";

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> out;
  while (true) {
    const size_t from = text.find_first_not_of(' ');
    if (from == text.npos) return out;
    text.remove_prefix(from);
    const size_t to = std::min(text.find(' '), text.size());
    out.push_back(text.substr(0, to));
    text.remove_prefix(to);
  }
}

std::string replaced(std::string text, std::string_view old, std::string_view by) {
  for (size_t at = text.find(old); at != text.npos; at = text.find(old, at + by.size())) text.replace(at, old.size(), by);
  return text;
}

bool whole(std::string_view text, int* out) {
  double value = 0;
  if (text.empty() || text.size() > 6 || text.find_first_not_of("0123456789") != text.npos || !text_to_number(text, &value)) return false;
  *out = static_cast<int>(value);
  return true;
}

/// Reads two whole numbers that stand around `between`.
bool two(std::string_view text, char between, int* a, int* b) {
  const size_t at = text.find(between);
  return at != text.npos && whole(text.substr(0, at), a) && whole(text.substr(at + 1), b);
}

std::string no_node(int node, int nodes) {
  return "There is no node " + std::to_string(node) + "; they count from 1 to " + std::to_string(nodes) + ".";
}

}  // namespace

std::string read_changes(std::string_view text, int nodes, std::vector<Change>* out) {
  std::map<std::pair<int, int>, bool> read;
  const std::string plain = replaced(replaced(std::string(text), kDash, "-"), ",", " ");
  char said = 0;  // the sign that the last word stands for
  for (std::string_view word : words(plain)) {
    if (word == kTie || word == kCut) {
      said = word == kTie ? '+' : '-';
      continue;
    }
    const bool signs = word[0] == '+' || word[0] == '-';
    const char sign = signs ? word[0] : said;
    int a = 0, b = 0;
    if (sign == 0 || !two(word.substr(signs), '-', &a, &b))
      return cited(word) + " is no change of a tie; " + cited("tie 1-34") + " adds one and " + cited("cut 1-2") + " cuts one.";
    if (a < 1 || a > nodes) return no_node(a, nodes);
    if (b < 1 || b > nodes) return no_node(b, nodes);
    if (a == b) return "Node " + std::to_string(a) + " needs no tie to itself; the switch Self-loops gives one to all.";
    read[std::minmax(a - 1, b - 1)] = sign == '+';
  }
  out->clear();
  for (const auto& [pair, added] : read) out->push_back({pair.first, pair.second, added});
  return {};
}

std::string write_changes(const std::vector<Change>& changes) {
  std::string text;
  for (const bool added : {false, true}) {
    std::string_view before = added ? kTie : kCut;
    for (const Change& c : changes) {
      if (c.added != added) continue;
      text += std::string(text.empty() ? "" : ", ") + std::string(before) + (before.empty() ? "" : " ");
      text += std::to_string(c.a + 1) + "-" + std::to_string(c.b + 1);
      before = {};
    }
  }
  return text;
}

std::string changes_in_words(const std::vector<Change>& changes) { return replaced(write_changes(changes), "-", kDash); }

std::vector<Change> toggled(std::vector<Change> changes, const Mask& ties, int a, int b) {
  if (a == b) return changes;
  const Change wanted{std::min(a, b), std::max(a, b), !ties(a, b)};
  const auto before = [](const Change& x, const Change& y) { return std::pair(x.a, x.b) < std::pair(y.a, y.b); };
  const auto at = std::lower_bound(changes.begin(), changes.end(), wanted, before);
  if (at != changes.end() && at->a == wanted.a && at->b == wanted.b)
    changes.erase(at);
  else
    changes.insert(at, wanted);
  return changes;
}

Mask changed(Mask ties, const std::vector<Change>& changes) {
  for (const Change& c : changes) ties(c.a, c.b) = ties(c.b, c.a) = c.added;
  return ties;
}

std::string read_labels(std::string_view text, int nodes, int classes, std::vector<Label>* out) {
  std::map<int, int> read;
  for (const std::string_view word : words(text)) {
    int node = 0, label = 0;
    if (!two(word, ':', &node, &label)) return cited(word) + " is no label; 1:0 gives node 1 the class 0.";
    if (node < 1 || node > nodes) return no_node(node, nodes);
    if (label >= classes)
      return "There is no class " + std::to_string(label) + "; they count from 0 to " + std::to_string(classes - 1) + ".";
    read[node - 1] = label;
  }
  out->assign(read.begin(), read.end());
  return {};
}

std::string write_labels(const std::vector<Label>& labels) {
  std::string text;
  for (const auto& [node, label] : labels)
    text += std::string(text.empty() ? "" : " ") + std::to_string(node + 1) + ":" + std::to_string(label);
  return text;
}

}  // namespace attn::lessons::graph_attention
