// Exact matches against the length of the source, and the table of all figures.
#include <array>
#include <span>

#include "course/definition.h"
#include "lessons/07_alignment/figures.h"
#include "lessons/07_alignment/words.h"
#include "lessons/translation/accuracy_figure.h"

namespace attn::lessons::alignment {

void draw_length(canvas::Canvas& canvas, const Params&, const Result& r, Params&) {
  const translation::TranslationNumbers& n = r.numbers;
  const std::array<translation::AccuracySeries, 2> series{{{.id = "accuracy",
                                                            .label = "with attention",
                                                            .role = canvas::Role::kOutput,
                                                            .accuracy = n.accuracy.accuracy,
                                                            .totals = n.accuracy.totals},
                                                           {.id = "accuracy-without",
                                                            .label = "without attention",
                                                            .role = canvas::Role::kKey,
                                                            .accuracy = n.rival.accuracy,
                                                            .totals = n.rival.totals,
                                                            .dashed = true}}};
  const std::string note = translation::study_note(n);
  translation::draw_accuracy(canvas, {.lengths = n.accuracy.lengths,
                                      .shortest = n.shortest,
                                      .longest = n.longest,
                                      .now = static_cast<int>(r.sentence.source.size()) - 1,
                                      .series = std::span(series).first(n.rival.lengths.rows() > 0 ? 2 : 1),
                                      .note = note});
}

std::vector<course::FigureSpec<Params, Result>> figures() {
  return {{"birth",
           "Attention is born",
           {"source", "task", "learning-rate", "seed"},
           1.35f,
           draw_birth,
           true,
           "loss-curve,loss-without",
           describe_birth},
          {"alignment", "Who looks at whom", {"task", "source", "row", "score", "timing", "reach"}, 1.5f, later<draw_alignment>},
          {"flow", "One step of the decoder", {"source", "row", "timing", "score", "input-feeding"}, 1.5f, later<draw_flow>},
          {"context", "The context as a sum", {"source", "row", "bidirectional"}, 1.5f, later<draw_context>},
          {"window", "Local attention", {"source", "row", "reach", "window"}, 1.6f, later<draw_window>},
          {"length",
           "Accuracy against length",
           {"task", "score", "timing", "reach", "bidirectional"},
           1.6f,
           later<draw_length>,
           true,
           "accuracy"},
          {"training", "Training", {"task", "weights", "learning-rate", "seed", "steps"}, 1.3f}};
}

}  // namespace attn::lessons::alignment
