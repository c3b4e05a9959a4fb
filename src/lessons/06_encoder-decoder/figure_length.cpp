// Accuracy against the length of the source.
#include <vector>

#include "lessons/06_encoder-decoder/figures.h"
#include "lessons/translation/accuracy_figure.h"

namespace attn::lessons::encoder_decoder {

void draw_length(canvas::Canvas& canvas, const Params& p, const Result& r, Params&) {
  const auto& n = r.numbers;
  std::vector<translation::AccuracySeries> series = {{.id = "accuracy",
                                                      .label = "this model",
                                                      .role = canvas::Role::kOutput,
                                                      .accuracy = n.accuracy.accuracy,
                                                      .totals = n.accuracy.totals}};
  if (n.rival.lengths.rows() > 0)
    series.push_back({.id = "accuracy-other",
                      .label = p.model.reverse_source ? "reads the source as written" : "reads the source from its end",
                      .role = canvas::Role::kKey,
                      .accuracy = n.rival.accuracy,
                      .totals = n.rival.totals,
                      .dashed = true});
  const std::string note = translation::study_note(n);
  translation::draw_accuracy(canvas, {.lengths = n.accuracy.lengths,
                                      .shortest = n.shortest,
                                      .longest = n.longest,
                                      .now = static_cast<int>(p.shown.size()),
                                      .series = series,
                                      .note = note});
}

}  // namespace attn::lessons::encoder_decoder
