// Fine-tuning: what a text is taken for, and how many held-out stories are right against the number of labels, from pre-training and from
// random weights.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "charts/small_button.h"
#include "lessons/11_language-models/figures.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

/// One of the two ways to begin, with the look that tells it from the other one.
struct Start {
  const Tuned& tuned;
  std::string_view curve, label;  ///< results
  std::string name, brief;
  Color color;
  Role shape;
  float width;
};

std::array<Start, 2> starts_of(const Canvas& canvas, const Tuning& tuning) {
  return {
      Start{tuning.pretrained, "tuned", "label", "from pre-training", "pre-trained", canvas.color(Role::kInk), Role::kOutput, 2.5f},
      Start{tuning.random, "from-random", "random-label", "from random weights", "random", canvas.color(Role::kMuted), Role::kValue, 1.5f}};
}

// ---- the text --------------------------------------------------------------------------------------------------------------------------

std::vector<Rect> lay_out_labelled(const Canvas& canvas, const std::vector<std::string>& words, const canvas::TextStyle& style, float width,
                                   float* height) {
  const float line = 1.75f * style.size;
  std::vector<Rect> places;
  float x = 0, y = 0;
  for (const std::string& word : words) {
    const float wide = std::min(width, canvas.measure(word, style).width + 8);
    if (x > 0 && x + wide > width) x = 0, y += line;
    places.push_back({x, y, wide, line - 5});
    x += wide + 3;
  }
  *height = y + line;
  return places;
}

/// The ground of an answer, as strong as 0 to 1.
Color answer_color(const Canvas& canvas, size_t answer, float strength) {
  return canvas.theme().diverging(answer == 0 ? strength : -strength);
}

/// The text, each token on the ground of the answer that it votes for. Returns its height.
float draw_labelled_text(Canvas& canvas, Rect area, const Result& r) {
  const Tuning& tuning = *r.tuning;
  std::vector<std::string> words;
  for (const int token : tuning.text) words.push_back(r.corpus->name(token));
  canvas::TextStyle style{.color = {}, .size = 20, .align = canvas::Align::kCenter};
  float height = 0;
  std::vector<Rect> places = lay_out_labelled(canvas, words, style, area.width, &height);
  for (; height > area.height && style.size > 10; style.size -= 0.5f) places = lay_out_labelled(canvas, words, style, area.width, &height);
  const Mat leaning = tuning.pretrained.votes.col(0) - tuning.pretrained.votes.col(1);
  const float most = std::max(1.0f, static_cast<float>(leaning.cwiseAbs().maxCoeff()));
  for (size_t t = 0; t < words.size(); ++t) {
    const Rect at{area.x + places[t].x, area.y + places[t].y, places[t].width, places[t].height};
    if (at.bottom() > area.bottom() + 6) break;
    const float lean = static_cast<float>(leaning(static_cast<Index>(t), 0)) / most;
    const Color ground = answer_color(canvas, lean >= 0 ? 0 : 1, 0.85f * std::abs(lean));
    const std::string id = canvas::cell_id("leaning", static_cast<int>(t), 0);
    canvas.rect(at, ground, 3);
    style.color = canvas.theme().on(ground);
    canvas.text(at.center(), canvas::elided(canvas, words[t], style, at.width), style);
    if (canvas.is_hot(id)) canvas.border(at.inset(-1, -1), {canvas.color(Role::kAccent), 1.5f}, 4);
    canvas.region(id, at, Grip::kHover, "what " + words[t] + " votes for");
  }
  return std::min(height, area.height);
}

// ---- what it is taken for --------------------------------------------------------------------------------------------------------------

/// A bar that the two answers share.
void draw_label(Canvas& canvas, Rect row, const Start& start, bool brief) {
  const canvas::TextStyle name = charts::strong(canvas, 13);
  canvas.text({row.x, row.center().y}, brief ? start.brief : start.name, name);
  row.cut_left(brief ? 82.0f : 140.0f);
  const Rect bar = row.inset(0, 3);
  const float between = bar.width * static_cast<float>(start.tuned.probabilities(0, 0));
  const std::array<Rect, 2> parts{Rect{bar.x, bar.y, between, bar.height}, Rect{bar.x + between, bar.y, bar.width - between, bar.height}};
  for (size_t k = 0; k < parts.size(); ++k) {
    const Color ground = answer_color(canvas, k, 0.7f);
    canvas.rect(parts[k], ground);
    const std::string id = canvas::cell_id(start.label, static_cast<int>(k), 0);
    const std::string value = canvas::shown_fixed(static_cast<double>(start.tuned.probabilities(0, static_cast<Index>(k))), 2);
    canvas::TextStyle style = charts::strong(canvas, 12, canvas::Align::kCenter);
    style.color = canvas.theme().on(ground);
    const std::string full = std::string(kAnswers[k]) + " " + value;
    if (canvas.measure(full, style).width + 6 < parts[k].width) canvas.text(parts[k].center(), full, style);
    if (canvas.is_hot(id)) canvas.border(parts[k].inset(1, 1), {canvas.color(Role::kAccent), 2}, 3);
    const float least = 14;  // a part of no width can be pointed at, too
    const float x = parts[k].width >= least ? parts[k].x : k == 0 ? bar.x : bar.right() - least;
    canvas.region(id, {x, bar.y, std::max(least, parts[k].width), bar.height}, Grip::kHover,
                  "taken for a " + std::string(kAnswers[k]) + ", " + start.name);
  }
}

// ---- right against labels --------------------------------------------------------------------------------------------------------------

void draw_tuned_curve(Canvas& canvas, const charts::Axes& axes, const Params& p, const Start& start, Params& edit) {
  std::vector<double> xs, ys;
  for (size_t k = 0; k < kLabelCounts.size(); ++k) {
    xs.push_back(kLabelCounts[k]);
    ys.push_back(static_cast<double>(start.tuned.accuracy(static_cast<Index>(k), 0)));
  }
  charts::draw_curve(canvas, axes, xs, ys, {start.color, start.width});
  for (size_t k = 0; k < xs.size(); ++k) {
    if (!std::isfinite(ys[k])) continue;
    const Point at = axes.to_pixel(xs[k], ys[k]);
    const std::string id = canvas::cell_id(start.curve, static_cast<int>(k), 0), labels = std::to_string(kLabelCounts[k]) + " labels";
    const bool shown = kLabelCounts[k] == p.labels();
    if (canvas.is_hot(id)) canvas.ring(at, 10, {canvas.color(Role::kAccent), 2});
    charts::draw_mark(canvas, at, start.shape, shown ? 7.0f : 5.0f, start.color);
    if (canvas.region(id, {at.x - 12, at.y - 12, 24, 24}, Grip::kClick, labels + ", " + start.name + ", show this model").pressed)
      edit.labels_log2 = static_cast<int>(std::lround(std::log2(kLabelCounts[k])));
  }
}

/// The shares at the number of labels that is shown, below their points: the curves rise to the right.
void draw_tuned_shares(Canvas& canvas, const charts::Axes& axes, const Params& p, const std::array<Start, 2>& starts) {
  const auto at = std::find(kLabelCounts.begin(), kLabelCounts.end(), p.labels());
  const auto k = static_cast<Index>(at - kLabelCounts.begin());
  std::array<float, 2> ys{};
  for (size_t s = 0; s < starts.size(); ++s) {
    const auto share = static_cast<double>(starts[s].tuned.accuracy(k, 0));
    if (!std::isfinite(share)) return;
    ys[s] = std::min(axes.y.to_pixel(share) + 17, axes.plot.bottom() - 8);
  }
  if (std::abs(ys[0] - ys[1]) < 17) (ys[0] <= ys[1] ? ys[0] : ys[1]) -= 34;  // above its point
  const bool right = k + 1 < static_cast<Index>(kLabelCounts.size());
  const float x = axes.x.to_pixel(p.labels());
  for (size_t s = 0; s < starts.size(); ++s) {
    canvas::TextStyle style = charts::strong(canvas, 14, right ? canvas::Align::kLeft : canvas::Align::kRight);
    style.color = starts[s].color;
    canvas.text({right ? x + 8 : x - 8, ys[s]}, fixed(100 * static_cast<double>(starts[s].tuned.accuracy(k, 0)), 0) + " %", style);
  }
}

void draw_tuned(Canvas& canvas, Rect area, const Params& p, const Result& r, Params& edit) {
  using Look = charts::LegendEntry::Look;
  const std::array<Start, 2> starts = starts_of(canvas, *r.tuning);
  std::vector<charts::LegendEntry> legend;
  for (const Start& s : starts) legend.push_back({s.name, s.color, Look::kMark, s.shape});
  legend.push_back({"guessing", canvas.color(Role::kMuted), Look::kDashes});
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 4);
  const bool wide = area.width > 460;
  Rect plot = area;
  plot.height -= 18;  // for the numbers of labels
  const charts::Axes axes = charts::draw_axes(canvas, plot, {.label = "", .min = 6, .max = 700, .logarithmic = true, .shows_ticks = false},
                                              {.label = wide ? "held-out stories right" : "right", .min = 0.4, .max = 1.02}, 12);
  for (const int count : kLabelCounts) {
    const float x = axes.x.to_pixel(count);
    const bool shown = count == p.labels();
    canvas.line({x, axes.plot.y}, {x, axes.plot.bottom()}, {canvas.color(shown ? Role::kMuted : Role::kFaint), shown ? 1.5f : 1.0f});
    const std::string number = std::to_string(count), words = number + " labels";
    canvas.text({x, axes.plot.bottom() + 11}, wide ? words : number,
                shown ? charts::strong(canvas, 12, canvas::Align::kCenter) : charts::quiet(canvas, 12, canvas::Align::kCenter));
  }
  const float guess = axes.y.to_pixel(0.5);
  canvas.line({axes.plot.x, guess}, {axes.plot.right(), guess}, {canvas.color(Role::kMuted), 1.5f, true});
  for (auto s = starts.rbegin(); s != starts.rend(); ++s) draw_tuned_curve(canvas, axes, p, *s, edit);
  draw_tuned_shares(canvas, axes, p, starts);
}

}  // namespace

void draw_tuning(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  const canvas::TextStyle said{.color = canvas.color(Role::kMuted), .size = 14, .baseline = canvas::Baseline::kTop};
  if (!r.tuning) {
    area.cut_top(0.3f * area.height);
    area.cut_top(canvas::draw_paragraph(canvas, area, kNothingTuned, said) + 12);
    if (charts::draw_small_button(canvas, {area.x, area.y, std::min(area.width, 150.0f), 32}, "begin-tuning", "Read these",
                                  "have it read stories with a label"))
      edit.reads = Reads::labelled, edit.learning_rate = Real(0.003), edit.warm_up = 10, edit.batch = 8;
    return;
  }
  const bool wide = area.width > 520;
  const Tuning& tuning = *r.tuning;
  if (tuning.waits) area.cut_top(canvas::draw_paragraph(canvas, area, kPretrainingIsAway, said) + 8);
  charts::draw_heading(canvas, area.cut_top(24), "A girl or a boy?", wide ? "each word on the ground of the answer that it votes for" : "",
                       14);
  const Rect text{area.x, area.y, area.width, std::clamp(0.2f * area.height, 84.0f, 130.0f)};
  area.cut_top(draw_labelled_text(canvas, text, r) + 4);
  for (const Start& start : starts_of(canvas, tuning)) draw_label(canvas, area.cut_top(28), start, !wide);
  area.cut_top(12);
  draw_tuned(canvas, area, p, r, edit);
}

}  // namespace attn::lessons::language_models
