#include "tasks/bits.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace attn::tasks {
namespace {

/// An example of the given size that is all zeros.
BitExample blank(const BitTask& task, BitContent content, Index answer, Index answer_steps) {
  BitExample e;
  e.content = std::move(content);
  e.answer = static_cast<int>(answer);
  e.inputs = Mat::Zero(answer + answer_steps, task.inputs);
  e.targets = Mat::Zero(answer + answer_steps, task.outputs);
  return e;
}

/// Copy: the vectors, then a mark that they end, then as many steps to answer the same vectors.
BitExample lay_out_copy(const BitTask& task, BitContent content) {
  const Index n = content.bits.rows();
  BitExample e = blank(task, std::move(content), n + 1, n);
  e.inputs.topLeftCorner(n, task.bits) = e.content.bits;
  e.inputs(n, task.bits) = 1;
  e.targets.bottomRows(n) = e.content.bits;
  return e;
}

/// Repeat copy: the vectors, then the number of copies as a mark that they end. The answer is the copies, then a mark that they end.
BitExample lay_out_repeat_copy(const BitTask& task, BitContent content) {
  CHECK(content.copies >= 1, "repeat copy: ", content.copies, " copies");
  const Index n = content.bits.rows(), copies = content.copies;
  BitExample e = blank(task, std::move(content), n + 1, n * copies + 1);
  e.inputs.topLeftCorner(n, task.bits) = e.content.bits;
  e.inputs(n, task.bits) = 1;
  e.inputs(n, task.bits + 1) = number_of_copies(task, e.content.copies);
  for (Index copy = 0; copy < copies; ++copy) e.targets.block(n + 1 + copy * n, 0, n, task.bits) = e.content.bits;
  e.targets(e.targets.rows() - 1, task.bits) = 1;
  return e;
}

/// Associative recall: a mark and the vectors of each item, then one of the items again between two marks of another kind. The answer is
/// the item that followed it.
BitExample lay_out_recall(const BitTask& task, BitContent content) {
  const Index items = content.bits.rows() / kItemRows;
  CHECK(content.bits.rows() % kItemRows == 0 && items >= 2, "associative recall: items are of ", kItemRows, " vectors, and two at least");
  CHECK(content.query >= 0 && content.query + 1 < items, "associative recall: the item ", content.query, " has none after it");
  const Index asked = content.query * kItemRows, query_at = items * (kItemRows + 1);
  BitExample e = blank(task, std::move(content), query_at + kItemRows + 2, kItemRows);
  for (Index item = 0; item < items; ++item) {
    e.inputs(item * (kItemRows + 1), task.bits) = 1;
    e.inputs.block(item * (kItemRows + 1) + 1, 0, kItemRows, task.bits) = e.content.bits.middleRows(item * kItemRows, kItemRows);
  }
  e.inputs(query_at, task.bits + 1) = e.inputs(query_at + kItemRows + 1, task.bits + 1) = 1;
  e.inputs.block(query_at + 1, 0, kItemRows, task.bits) = e.content.bits.middleRows(asked, kItemRows);
  e.targets.bottomRows(kItemRows) = e.content.bits.middleRows(asked + kItemRows, kItemRows);
  return e;
}

/// Priority sort: the vectors, each with its priority, then a mark that they end. The answer is four fifths of them, the highest priority
/// first.
BitExample lay_out_sort(const BitTask& task, BitContent content) {
  const Index n = content.bits.rows(), said = std::max<Index>(1, n * 4 / 5);
  CHECK(content.priorities.rows() == n && content.priorities.cols() == 1, "priority sort: priorities ", shape(content.priorities));
  BitExample e = blank(task, std::move(content), n + 1, said);
  e.inputs.topLeftCorner(n, task.bits) = e.content.bits;
  e.inputs.block(0, task.bits, n, 1) = e.content.priorities;
  e.inputs(n, task.bits + 1) = 1;
  std::vector<Index> order(static_cast<size_t>(n));
  std::iota(order.begin(), order.end(), Index(0));
  const Mat& priority = e.content.priorities;
  std::stable_sort(order.begin(), order.end(), [&](Index a, Index b) { return priority(a, 0) > priority(b, 0); });
  for (Index i = 0; i < said; ++i) e.targets.block(n + 1 + i, 0, 1, task.bits) = e.content.bits.row(order[static_cast<size_t>(i)]);
  return e;
}

std::vector<BitTask> make_tasks() {
  BitTask copy{"copy", "Copy", "Vectors of 8 random bits and a mark that they are over; the same vectors in the same order."};
  copy.input_names = {"end"};
  copy.lay_out = lay_out_copy;

  BitTask repeat{
      "repeat-copy", "Repeat copy",
      "Vectors of 8 random bits, a mark that they are over and a number; the vectors said so often, and a mark that it was all."};
  repeat.inputs = 10, repeat.outputs = 9;
  repeat.longest = 10, repeat.most_copies = 10;
  repeat.input_names = {"end", "copies"};
  repeat.output_names = {"end"};
  repeat.lay_out = lay_out_repeat_copy;

  BitTask recall{"associative-recall", "Associative recall",
                 "Items of three vectors of 6 random bits, then one of them again; the item that came after it."};
  recall.bits = 6, recall.inputs = 8, recall.outputs = 6;
  recall.unit = "item";
  recall.shortest = 2, recall.longest = 6;
  recall.input_names = {"item", "query"};
  recall.lay_out = lay_out_recall;

  BitTask sort{"priority-sort", "Priority sort",
               "20 vectors of 8 random bits, each with a number from -1 to 1; the 16 with the highest numbers, the highest first."};
  sort.inputs = 10;
  sort.shortest = sort.longest = 20;
  sort.input_names = {"priority", "end"};
  sort.lay_out = lay_out_sort;

  BitTask small{"copy-small", "A small copy",
                "Vectors of 4 random bits and a mark that they are over; the same vectors in the same order."};
  small.bits = 4, small.inputs = 5, small.outputs = 4;
  small.longest = 5;
  small.input_names = {"end"};
  small.lay_out = lay_out_copy;
  return {copy, repeat, recall, sort, small};
}

/// A uniform number from `low` to `high`, both included.
int draw_from(int low, int high, Rng& rng) { return low + static_cast<int>(rng.below(static_cast<std::uint64_t>(high - low + 1))); }

int wrong(const BitExample& e, In said, Real border) {
  CHECK(said.rows() == e.targets.rows() && said.cols() == e.targets.cols(), "wrong_bits: targets ", shape(e.targets), ", said ",
        shape(said));
  int count = 0;
  for (Index t = e.answer; t < said.rows(); ++t)
    for (Index j = 0; j < said.cols(); ++j) count += (said(t, j) >= border) != (e.targets(t, j) >= Real(0.5));
  return count;
}

void add_line(std::string* text, std::string_view name, In column, Index from) {
  text->append(name).append(name.size() < 10 ? 10 - name.size() : 1, ' ');
  for (Index t = 0; t < column.rows(); ++t) {
    const Real x = column(t, 0);
    text->push_back(t < from ? ' ' : x == 1 ? '#' : x == 0 ? '.' : static_cast<char>('0' + std::clamp(std::lround((x + 1) * 4.5), 0L, 9L)));
  }
  text->push_back('\n');
}

}  // namespace

const std::vector<BitTask>& bit_tasks() {
  static const std::vector<BitTask> tasks = make_tasks();
  return tasks;
}

const BitTask* find_bit_task(std::string_view name) {
  for (const BitTask& task : bit_tasks())
    if (task.name == name) return &task;
  return nullptr;
}

Split split_of(const BitTask& task, In bits) {
  CHECK(bits.cols() == task.bits && task.bits <= kMostBits, "split_of: vectors of ", bits.cols(), " bits in ", task.name);
  Tokens vectors;
  for (Index t = 0; t < bits.rows(); ++t) {
    int number = 0;
    for (Index j = 0; j < bits.cols(); ++j) number = 2 * number + (bits(t, j) >= Real(0.5) ? 1 : 0);
    vectors.push_back(number);
  }
  return split_of(vectors);
}

BitSize draw_size(const BitTask& task, Rng& rng) {
  const int length = draw_from(task.shortest, task.longest, rng);
  return {length, draw_from(task.fewest_copies, task.most_copies, rng)};
}

BitContent draw_content(const BitTask& task, Split split, BitSize size, Rng& rng) {
  if (size.length == 0) size.length = draw_from(task.shortest, task.longest, rng);
  if (size.copies == 0) size.copies = draw_from(task.fewest_copies, task.most_copies, rng);
  const bool recall = task.lay_out == lay_out_recall;
  BitContent content;
  content.bits.resize(size.length * (recall ? kItemRows : 1), task.bits);
  do {
    for (Index i = 0; i < content.bits.size(); ++i) content.bits.data()[i] = static_cast<Real>(rng.below(2));
  } while (split_of(task, content.bits) != split);
  content.copies = size.copies;
  if (recall) content.query = draw_from(0, size.length - 2, rng);
  if (task.lay_out == lay_out_sort) content.priorities = uniform_matrix(size.length, 1, rng, -1, 1);
  return content;
}

BitExample lay_out(const BitTask& task, BitContent content) {
  CHECK(content.bits.rows() >= 1 && content.bits.cols() == task.bits, task.name, ": bits ", shape(content.bits));
  return task.lay_out(task, std::move(content));
}

BitExample draw_example(const BitTask& task, Split split, BitSize size, Rng& rng) {
  return lay_out(task, draw_content(task, split, size, rng));
}

int wrong_bits(const BitExample& example, In probabilities) { return wrong(example, probabilities, Real(0.5)); }
int wrong_bits_of_logits(const BitExample& example, In logits) { return wrong(example, logits, 0); }

Real number_of_copies(const BitTask& task, int copies) {
  const double count = task.most_copies - task.fewest_copies + 1;
  const double mean = (task.fewest_copies + task.most_copies) / 2.0, deviation = std::sqrt((count * count - 1) / 12);
  return static_cast<Real>(deviation > 0 ? (copies - mean) / deviation : copies - mean);
}

std::string show(const BitTask& task, const BitExample& example) {
  const auto name = [&task](Index column, const std::vector<std::string_view>& rest) {
    return column < task.bits ? "bit " + std::to_string(column + 1) : std::string(rest[static_cast<size_t>(column - task.bits)]);
  };
  std::string text;
  if (task.most_copies > 1) text += counted(example.content.copies, "copy\n", "copies\n");
  for (Index j = 0; j < task.inputs; ++j) add_line(&text, name(j, task.input_names), example.inputs.col(j), 0);
  for (Index j = 0; j < task.outputs; ++j) add_line(&text, "> " + name(j, task.output_names), example.targets.col(j), example.answer);
  return text;
}

}  // namespace attn::tasks
