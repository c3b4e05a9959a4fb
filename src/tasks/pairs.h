// Sequence-to-sequence toy tasks. Given a split, a length and a random generator, a task draws pairs of token sequences.
//
// Training and held-out sources are disjoint by construction: a source belongs to exactly one split, which depends on its tokens alone
// (split_of), so that no seed can mix the two. The right answer to a source is computed, not stored.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/rng.h"
#include "base/tokens.h"

namespace attn::tasks {

/// The words of one side of a task. The ids below kFirstToken have the names "<pad>", "<start>", "<end>".
class Vocabulary {
 public:
  explicit Vocabulary(std::vector<std::string> words);

  int size() const { return static_cast<int>(names_.size()); }
  const std::string& name(int id) const { return names_[static_cast<std::size_t>(id)]; }
  /// -1 for an unknown word.
  int id(std::string_view name) const;
  /// A name for each token, for the labels of rows and columns.
  std::vector<std::string> names(const Tokens& tokens) const;

 private:
  std::vector<std::string> names_;
  std::map<std::string, int, std::less<>> ids_;
};

struct Example {
  Tokens source;  ///< without kEndToken
  Tokens target;  ///< without kStartToken and kEndToken
  /// For each target token the position in `source` of the word that it translates; -1 where the task knows none (function words).
  std::vector<int> alignment;
};

enum class Split { kTraining, kHeldOut };

struct PairTask {
  std::string_view name;   ///< "reversal", "sorting", "dates", "grammar": the id in addresses and on the command line
  std::string_view label;  ///< "Reversal"
  std::string_view help;   ///< one sentence: what goes in and what comes out
  Vocabulary source, target;
  int shortest = 1, longest = 8;  ///< source lengths that training draws
  int longest_tested = 16;        ///< the length up to which draw() can make held-out sources
  std::string_view sample = {};   ///< a good source to begin with, as read() takes it

  /// Draws an example of the split. `length` asks for a source of that many tokens (or the nearest that the task can make); 0: a length as
  /// training draws it.
  Example (*draw)(const PairTask& task, Split split, int length, Rng& rng) = nullptr;
  /// Turns a reader's text into source tokens. Returns an empty string, or why it cannot, naming the word or character that is unknown.
  std::string (*read)(const PairTask& task, std::string_view text, Tokens* source) = nullptr;
  /// The text of a source or target: "the black cat sleeps", "2024-03-05", "a b c".
  std::string (*write)(const Vocabulary& words, const Tokens& tokens) = nullptr;
  /// Computes the right answer to a source, with its alignment. Returns false where the task's rules do not cover it ("cat the the").
  bool (*solve)(const PairTask& task, const Tokens& source, Example* answer) = nullptr;
};

/// `count` examples of the split, for a model to learn from or to answer. `length` is that of PairTask::draw.
PairBatch draw_batch(const PairTask& task, Split split, int length, int count, Rng& rng);

/// The split of a source, by a hash of its tokens: one source in eight is held out.
Split split_of(const Tokens& source);

/// All tasks in the order that menus show: reversal, sorting, dates, grammar.
const std::vector<PairTask>& pair_tasks();
/// Null for an unknown name.
const PairTask* find_pair_task(std::string_view name);

}  // namespace attn::tasks
