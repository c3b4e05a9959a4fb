#include "recipes/shipped.h"

namespace attn::recipes {
namespace {

using models::AlignmentReach;
using models::AlignmentScore;
using models::AlignmentTiming;
using models::Seq2SeqSettings;

/// Lesson 06: no attention, an encoder of one direction.
Seq2SeqSettings plain(kernels::Cell cell = kernels::Cell::gru) {
  Seq2SeqSettings s;
  s.cell = cell;
  s.bidirectional = false;
  s.score = AlignmentScore::none;
  return s;
}

Seq2SeqSettings aligned(AlignmentScore score, AlignmentTiming timing) {
  Seq2SeqSettings s;
  s.score = score;
  s.timing = timing;
  return s;
}

TrainingPlan cosine(int steps, Real rate = Real(0.004)) {
  TrainingPlan plan;
  plan.learning_rate = rate;
  plan.decay_from = steps / 3;
  plan.decay_to = steps;
  return plan;
}

ShippedModel row(std::string_view name, std::string_view task, const Seq2SeqSettings& settings, int steps) {
  return {name, task, settings, cosine(steps), steps};
}

std::vector<ShippedModel> make_rows() {
  const Seq2SeqSettings additive = aligned(AlignmentScore::additive, AlignmentTiming::previous);
  return {row("reversal-none", "reversal", plain(), 6000), row("reversal-additive", "reversal", additive, 2000)};
}

}  // namespace

const std::vector<ShippedModel>& shipped_models() {
  static const std::vector<ShippedModel> rows = make_rows();
  return rows;
}

const ShippedModel* find_shipped(std::string_view name) {
  for (const ShippedModel& row : shipped_models())
    if (row.name == name) return &row;
  return nullptr;
}

const ShippedModel* find_shipped(std::string_view task, const models::Seq2SeqSettings& settings) {
  models::Seq2SeqSettings wanted = settings;
  wanted.source_words = wanted.target_words = 0;
  for (const ShippedModel& row : shipped_models())
    if (row.task == task && row.settings == wanted) return &row;
  return nullptr;
}

}  // namespace attn::recipes
