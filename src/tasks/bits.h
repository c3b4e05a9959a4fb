// Sequences of random bits that a machine reads, a step each, and then has to answer from memory: the tasks of Graves et al. 2014,
// section 4.
//
// While it answers it is given nothing but zeros. What says that a part begins or ends has an input of its own, so that no pattern of bits
// can be taken for it. Training and held-out sequences are disjoint by their bits alone (split_of), whatever is asked about them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "base/rng.h"
#include "tasks/pairs.h"

namespace attn::tasks {

inline constexpr int kItemRows = 3;   ///< associative recall: an item is so many vectors
inline constexpr int kMostBits = 16;  ///< of a vector

/// How large an example is to be. 0: as training draws it.
struct BitSize {
  int length = 0;  ///< vectors; of associative recall: items
  int copies = 0;  ///< of repeat copy
};

/// What a sequence says, before it is laid out in steps: what a reader may draw.
struct BitContent {
  Mat bits;             ///< [n, task.bits] of 0 and 1; associative recall: kItemRows rows for each item, one after the other
  int copies = 1;       ///< repeat copy: how often the vectors are to be said
  int query = 0;        ///< associative recall: the item, from 0, that is shown again; the one after it is the answer
  Mat priorities = {};  ///< [n,1] priority sort: from -1 to 1; else empty
};

/// What goes in and what has to come out, a row each step. The answer is all steps from `answer` on; before it the targets are zeros that
/// nobody asks for.
struct BitExample {
  BitContent content;
  Mat inputs;   ///< [steps, task.inputs]
  Mat targets;  ///< [steps, task.outputs] of 0 and 1
  int answer = 0;

  int steps() const { return static_cast<int>(inputs.rows()); }
  int answer_steps() const { return steps() - answer; }
  int answer_bits() const { return answer_steps() * static_cast<int>(targets.cols()); }
};

struct BitTask {
  std::string_view name;   ///< "copy", "repeat-copy", "associative-recall", "priority-sort", "copy-small"
  std::string_view label;  ///< "Repeat copy"
  std::string_view help;   ///< one sentence: what goes in and what comes out
  int bits = 8;            ///< of a vector
  int inputs = 9, outputs = 8;
  std::string_view unit = "vector";                               ///< what lengths count, in the singular; `s` makes many of it
  int shortest = 1, longest = 20;                                 ///< that training draws
  int fewest_copies = 1, most_copies = 1;                         ///< likewise
  std::vector<std::string_view> input_names = {};                 ///< of the inputs after the bits: "end"
  std::vector<std::string_view> output_names = {};                ///< of the outputs after the bits
  BitExample (*lay_out)(const BitTask&, BitContent c) = nullptr;  ///< as lay_out() below
};

/// Copy, repeat copy, associative recall, priority sort, and a small copy that is learnt in seconds.
const std::vector<BitTask>& bit_tasks();
/// Null for an unknown name.
const BitTask* find_bit_task(std::string_view name);

/// The split to which a sequence belongs, by its vectors in their order.
Split split_of(const BitTask& task, In bits);

/// A length, and copies, as training draws them: each as often as another.
BitSize draw_size(const BitTask& task, Rng& rng);
/// Content of the split, of a size that may be larger than training's; what `size` leaves open is drawn.
BitContent draw_content(const BitTask& task, Split split, BitSize size, Rng& rng);
/// The example that says `content`, which may be a reader's. CHECKs that it is the task's: at least one vector (associative recall: two
/// whole items, and a query that is not the last), `bits` wide, a priority for each where the task has them.
BitExample lay_out(const BitTask& task, BitContent content);
/// The two in one.
BitExample draw_example(const BitTask& task, Split split, BitSize size, Rng& rng);

/// Bits of the answer on whose other side of 1/2 the machine's outputs (probabilities, [steps, task.outputs]) stand.
int wrong_bits(const BitExample& example, In probabilities);
/// The same of the numbers before the sigmoid, where the sides meet at 0.
int wrong_bits_of_logits(const BitExample& example, In logits);

/// The number that repeat copy is given for its copies: of mean 0 and variance 1 over those that training draws.
Real number_of_copies(const BitTask& task, int copies);

/// As text, a line for each input and each output, a sign each step: '#' for 1, '.' for 0, ' ' where nothing is asked, and for other
/// numbers a digit, 0 for -1 and less to 9 for nearly 1 and more. Above them how many copies are asked for, where the task has them.
std::string show(const BitTask& task, const BitExample& example);

}  // namespace attn::tasks
