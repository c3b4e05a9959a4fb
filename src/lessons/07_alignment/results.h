// The numbers of an alignment as named tables with labels.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "lessons/07_alignment/alignment_lesson.h"

namespace attn::lessons::alignment {

struct AlignmentTable {
  Mat values;
  std::vector<std::string> rows, cols;
};
/// `name`: alignment, weights, scores, context, annotations, weighted, state-before, state, attentional, probabilities, output, centres,
/// accuracy, accuracy-without, loss-curve, gradient-norm, held-out. Others are a CHECK.
AlignmentTable table_of(const AlignmentView& v, std::string_view name);

/// So many of so many.
struct AlignmentCount {
  int right = 0, all = 0;
};
struct AlignmentCountName {
  std::string_view name, label, note;
};
inline constexpr std::string_view kExactNote = "Held-out sources whose whole output is right.";
inline constexpr std::array<AlignmentCountName, 5> kAlignmentCounts{{
    {"exact-match", "Exact matches, lengths of training", kExactNote},
    {"exact-match-long", "Exact matches, longer sources", kExactNote},
    {"exact-match-without", "Without attention, lengths of training", kExactNote},
    {"exact-match-long-without", "Without attention, longer sources", kExactNote},
    {"alignment-right", "Words whose largest weight is right", "Words that translate one source word, by the task\u2019s own rules."},
}};
/// `which` is an index of kAlignmentCounts. Nothing of nothing before the first measurement.
AlignmentCount count_of(const AlignmentView& v, size_t which);

}  // namespace attn::lessons::alignment
