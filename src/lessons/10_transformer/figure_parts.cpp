// What the figures share, and the table of all.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/later.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "course/definition.h"
#include "lessons/10_transformer/figure_parts.h"
#include "lessons/10_transformer/figures.h"
#include "lessons/10_transformer/words.h"

namespace attn::lessons::transformer {

std::vector<std::string> candidate_names(const Result& r) {
  std::vector<std::string> names;
  for (const int token : r.next.candidates) names.push_back(shown_name(r.task->target, token));
  return names;
}

std::vector<size_t> shown_candidates(const Result& r, size_t count) {
  std::vector<size_t> places(r.next.candidates.size());
  std::iota(places.begin(), places.end(), size_t{0});
  Index trained = 0;
  r.next.probabilities.row(1).maxCoeff(&trained);
  const int said = r.sentence.said[static_cast<size_t>(r.step)];
  std::stable_partition(places.begin(), places.end(),
                        [&](size_t k) { return r.next.candidates[k] == said || static_cast<Index>(k) == trained; });
  places.resize(std::min(count, places.size()));
  std::sort(places.begin(), places.end());
  return places;
}

void draw_said(canvas::Canvas& canvas, canvas::Rect line, const Result& r, Params& edit) {
  canvas::TextStyle style{.color = {}, .size = 13, .align = canvas::Align::kCenter};
  float total = 0;
  for (const std::string& word : r.sentence.output) total += canvas.measure(word, style).width + 10;
  const float scale = std::min(1.0f, line.width / std::max(total, 1.0f));
  style.size = std::max(9.0f, 13 * std::min(1.0f, 1.1f * scale));
  const bool crowded = scale < 0.6f;  // there is room for no other word than that of the step shown
  canvas::TextStyle measured = style;
  measured.size = 13;
  float x = line.x;
  for (size_t i = 0; i < r.sentence.output.size(); ++i) {
    const canvas::Rect place{x, line.y, scale * (canvas.measure(r.sentence.output[i], measured).width + 10), line.height};
    x = place.right();
    const bool shown = static_cast<int>(i) == r.step, changed = !r.sentence.former[i].empty();
    style.color = canvas.color(canvas::Role::kOutput);
    style.font = shown ? canvas::Font::kStrong : canvas::Font::kText;
    if (shown) canvas.rect(place.inset(1, 1), canvas.color(canvas::Role::kAccent).with_alpha(0.14f), 4);
    if (changed) canvas.border(place.inset(1, 1), {canvas.color(canvas::Role::kWarning), 1.5f, true}, 4);
    if (!crowded) {
      canvas.text(place.center(), canvas::elided(canvas, r.sentence.output[i], style, place.width - 1), style);
    } else if (!shown) {
      canvas.circle(place.center(), 2, canvas.color(canvas::Role::kOutput));
    }
    const std::string id = canvas::cell_id("output", static_cast<int>(i), 0);
    if (canvas.region(id, place, canvas::Grip::kClick, "show the step that says " + r.sentence.output[i]).pressed)
      edit.step = static_cast<int>(i) + 1;
  }
  if (!crowded || r.sentence.output.empty()) return;
  style.font = canvas::Font::kStrong;
  const std::string& word = r.sentence.output[static_cast<size_t>(r.step)];
  const float half = canvas.measure(word, style).width / 2;
  const float middle = line.x + (x - line.x) * (static_cast<float>(r.step) + 0.5f) / static_cast<float>(r.sentence.output.size());
  canvas.text({std::clamp(middle, line.x + half, std::max(line.x + half, line.right() - half)), line.center().y}, word, style);
}

void draw_as_cut(canvas::Canvas& canvas, canvas::Rect r) {
  canvas.rect(r, canvas.color(canvas::Role::kBackground).with_alpha(0.78f));
  const canvas::Stroke stroke{canvas.color(canvas::Role::kWarning).with_alpha(0.8f), 2};
  canvas.line({r.x, r.y}, {r.right(), r.bottom()}, stroke);
  canvas.line({r.x, r.bottom()}, {r.right(), r.y}, stroke);
}

void draw_small_weights(canvas::Canvas& canvas, canvas::Rect r, const Mat& weights) {
  constexpr float kShades = 12;  // at this size no eye tells more apart, and stills are smaller with few
  std::vector<canvas::Color> colors;
  colors.reserve(static_cast<size_t>(weights.size()));
  for (Index k = 0; k < weights.size(); ++k)
    colors.push_back(canvas.theme().sequential(std::round(kShades * static_cast<float>(weights.data()[k])) / kShades));
  canvas.cells(r, static_cast<int>(weights.rows()), static_cast<int>(weights.cols()), colors);
}

std::vector<course::FigureSpec<Params, Result>> figures() {
  return {{"whole",
           "The whole Transformer",
           {"source", "walk", "heads", "task", "open", "kind", "layer", "head"},
           1.35f,
           draw_whole,
           true,
           {},
           describe_whole},
          {"attention",
           "Three kinds of attention",
           {"task", "source", "heads", "kind", "layer", "head", "step", "below", "padding", "row"},
           1.4f,
           later<draw_attention>},
          {"decoding",
           "Word by word",
           {"source", "step", "cache", "decoding", "width", "temperature", "top-k", "top-p", "draw"},
           1.4f,
           later<draw_decoding>,
           true,
           {},
           later<describe_decoding>},
          {"costs", "What a layer costs", {"length", "breadth"}, 1.5f, later<draw_costs>, false, {}, later<describe_costs>},
          {"long-text",
           "A long source",
           {"long-text", "task", "heads", "layer", "head"},
           1.25f,
           later<draw_long_source>,
           false,
           {},
           later<describe_long_source>,
           0,
           later<prepare_long_source>},
          {"scale", "Beside real models", {"fly", "heads", "task"}, 1.4f, later<draw_scale>, false, {}, later<describe_scale>},
          {"training", "Training", {"task", "heads", "weights", "learning-rate", "seed", "steps"}, 1.3f}};
}

}  // namespace attn::lessons::transformer
