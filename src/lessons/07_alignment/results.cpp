#include "lessons/07_alignment/alignment_tables.h"

#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/text.h"

namespace attn::lessons::alignment {
namespace {

std::vector<std::string> numbers_from_one(Index count) {
  std::vector<std::string> names;
  for (Index k = 1; k <= count; ++k) names.push_back(std::to_string(k));
  return names;
}

std::vector<std::string> whole_numbers(In column) {
  std::vector<std::string> names;
  for (Index i = 0; i < column.rows(); ++i) names.push_back(fixed(static_cast<double>(column(i, 0)), 0));
  return names;
}

std::vector<std::string> target_names(const AlignmentView& v) {
  std::vector<std::string> names;
  for (int token = 0; token < v.task->target.size(); ++token) names.push_back(v.task->target.name(token));
  return names;
}

/// One number for each unit.
AlignmentTable units(Mat values, std::vector<std::string> rows) {
  std::vector<std::string> cols = numbers_from_one(values.cols());
  return {std::move(values), std::move(rows), std::move(cols)};
}

AlignmentTable said(const AlignmentView& v) {
  Mat probability(static_cast<Index>(v.output.size()), 1);
  for (size_t i = 0; i < v.output.size(); ++i) probability(static_cast<Index>(i), 0) = std::exp(v.translation.steps[i].log_probability);
  return {probability, v.output, {"probability"}};
}

AlignmentTable by_length(const lessons::translation::AccuracyTable& table) {
  return {table.accuracy, whole_numbers(table.lengths), {"accuracy"}};
}

AlignmentTable curve(const Mat& points, const char* name) { return {points.rightCols(1), whole_numbers(points), {name}}; }

}  // namespace

AlignmentTable table_of(const AlignmentView& v, std::string_view name) {
  const models::DecoderStep& now = v.translation.steps[static_cast<size_t>(v.step)];
  const std::vector<std::string> step{v.output[static_cast<size_t>(v.step)]};
  if (name == "alignment") return {v.weights, v.output, v.source};
  if (name == "weights") return {now.weights, step, v.source};
  if (name == "scores") return {v.scores, step, v.source};
  if (name == "context") return units(now.context, step);
  if (name == "annotations") return units(v.translation.encoding.annotations, v.source);
  if (name == "weighted") return units(v.weighted, v.source);
  if (name == "state-before") return units(v.before, step);
  if (name == "state") return units(now.state.bottomRows(1), step);
  if (name == "attentional") return units(now.attentional, now.attentional.rows() > 0 ? step : std::vector<std::string>{});
  if (name == "probabilities") return {now.probabilities, step, target_names(v)};
  if (name == "output") return said(v);
  if (name == "centres") return {(v.centres.array() + 1).matrix(), v.output, {"centre"}};
  if (name == "accuracy") return by_length(v.numbers.accuracy);
  if (name == "accuracy-without") return by_length(v.numbers.rival);
  if (name == "loss-curve") return curve(v.numbers.losses, "loss");
  if (name == "gradient-norm") return curve(v.numbers.gradient_norms, "norm");
  CHECK(name == "held-out", "no table ", name);
  return curve(v.numbers.checks, "accuracy");
}

AlignmentCount count_of(const AlignmentView& v, size_t which) {
  const lessons::translation::LengthStudy::Point* const points[] = {&v.numbers.within, &v.numbers.beyond, &v.numbers.rival_within,
                                                                    &v.numbers.rival_beyond};
  if (which < 4) return {points[which]->right, points[which]->total};
  return {v.numbers.within.aligned, v.numbers.within.content};
}

}  // namespace attn::lessons::alignment
