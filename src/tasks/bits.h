// Tasks on sequences of random bit vectors, which a machine reads one vector a step and then has to answer from memory (Graves et al. 2014,
// section 4).
//
// While the machine answers it is given nothing but zeros. The marks that say where a part begins or ends have inputs of their own, so that
// no pattern of bits can be mistaken for a mark. Training and held-out sequences are disjoint by their bits alone (split_of), whatever is
// asked about them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "base/rng.h"
#include "tasks/pairs.h"

namespace attn::tasks {

inline constexpr int kItemRows = 3;   ///< associative recall: the number of vectors of an item
inline constexpr int kMostBits = 16;  ///< the most bits of a vector

/// How large an example is to be. 0 means a size as training draws it.
struct BitSize {
  int length = 0;  ///< the number of vectors; in associative recall of items
  int copies = 0;  ///< repeat copy: the number of copies
};

/// The content of a sequence before it is laid out in steps. A reader may draw it.
struct BitContent {
  Mat bits;             ///< [n, task.bits] of 0 and 1; in associative recall kItemRows rows for each item, one after the other
  int copies = 1;       ///< repeat copy: how often the vectors have to be answered
  int query = 0;        ///< associative recall: the item, from 0, that is shown again; the one after it is the answer
  Mat priorities = {};  ///< [n,1] priority sort: from -1 to 1; else empty
};

/// The inputs and the right outputs, a row for each step. The answer is all steps from `answer` on. The targets before it are zeros that do
/// not count.
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
  int bits = 8;            ///< the number of bits of a vector
  int inputs = 9, outputs = 8;
  std::string_view unit = "vector";                               ///< what lengths count, in the singular; an `s` makes the plural
  int shortest = 1, longest = 20;                                 ///< the lengths that training draws
  int fewest_copies = 1, most_copies = 1;                         ///< the numbers of copies that training draws
  std::vector<std::string_view> input_names = {};                 ///< of the inputs after the bits: "end"
  std::vector<std::string_view> output_names = {};                ///< of the outputs after the bits
  BitExample (*lay_out)(const BitTask&, BitContent c) = nullptr;  ///< as lay_out() below
};

/// Copy, repeat copy, associative recall, priority sort, and a small copy that is learned in seconds.
const std::vector<BitTask>& bit_tasks();
/// Null for an unknown name.
const BitTask* find_bit_task(std::string_view name);

/// The split to which a sequence belongs. It depends on the vectors and their order only.
Split split_of(const BitTask& task, In bits);

/// A length and a number of copies as training draws them, from uniform distributions.
BitSize draw_size(const BitTask& task, Rng& rng);
/// Draws content of the split. Its size may be larger than in training; what `size` leaves at 0 is drawn.
BitContent draw_content(const BitTask& task, Split split, BitSize size, Rng& rng);
/// The example with the given content, which may come from a reader. CHECKs that the content fits the task: it has at least one vector (in
/// associative recall two whole items, and a query that is not the last), vectors of `bits` bits, and where the task has priorities one for
/// each vector.
BitExample lay_out(const BitTask& task, BitContent content);
/// Draws the content and lays it out.
BitExample draw_example(const BitTask& task, Split split, BitSize size, Rng& rng);

/// How many bits of the answer are wrong when the machine's outputs (probabilities, [steps, task.outputs]) are rounded to 0 or 1.
int wrong_bits(const BitExample& example, In probabilities);
/// The same for the logits, which are rounded at 0.
int wrong_bits_of_logits(const BitExample& example, In logits);

/// The number by which repeat copy is told how many copies to make. It has mean 0 and variance 1 over the numbers of copies that training
/// draws.
Real number_of_copies(const BitTask& task, int copies);

/// The example as text, with a line for each input and each output and a character for each step: '#' for 1, '.' for 0, ' ' where nothing
/// is asked. Other numbers are shown as digits, from 0 for -1 and less to 9 for nearly 1 and more. Where the task has copies, a line above
/// says how many are asked for.
std::string show(const BitTask& task, const BitExample& example);

}  // namespace attn::tasks
