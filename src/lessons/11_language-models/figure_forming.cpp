// How the heads form: what a block that is said twice costs after so many steps, the scores of all heads below it, and who writes what the
// heads of a later layer find.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/number_text.h"
#include "canvas/paragraph.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/handle.h"
#include "charts/plot.h"
#include "charts/small_button.h"
#include "lessons/11_language-models/figures.h"
#include "lessons/11_language-models/learner.h"
#include "lessons/11_language-models/words.h"

namespace attn::lessons::language_models {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Point, canvas::Rect, canvas::Role;

constexpr float kFormingRoom = 54;  ///< right of both charts, for the last numbers

int last_step(const Result& r) { return std::max(1, r.prepared->forming.own.frames().back().step); }

/// A curve over the steps with a mark at each frame: the cells `id[k,column]`.
struct FormingCurve {
  std::string_view id;
  int column = 0;
  std::string name;
  std::vector<double> steps, values;
  Color color;
  Role shape;
  float width = 2.5f;
};

void draw_forming_curve(Canvas& canvas, const charts::Axes& axes, const FormingCurve& c) {
  charts::draw_curve(canvas, axes, c.steps, c.values, {c.color, c.width});
  const float between = axes.plot.width / static_cast<float>(std::max<size_t>(2, c.steps.size()) - 1),
              radius = std::clamp(0.22f * between, 2.0f, 4.0f);
  for (size_t k = 0; k < c.steps.size(); ++k) {
    const Point at = axes.to_pixel(c.steps[k], std::clamp(c.values[k], axes.y.min, axes.y.max));
    const std::string id = canvas::cell_id(c.id, static_cast<int>(k), c.column);
    if (canvas.is_hot(id)) canvas.ring(at, radius + 4, {canvas.color(Role::kAccent), 2});
    charts::draw_mark(canvas, at, c.shape, radius, c.color);
    const float reach = std::clamp(between / 2, 4.0f, 9.0f);
    canvas.region(id, {at.x - reach, at.y - 8, 2 * reach, 16}, Grip::kHover,
                  c.name + " after " + counted(static_cast<int>(c.steps[k]), "step"));
  }
}

/// The last number of each curve at the right end, moved apart where they would touch.
void draw_last_numbers(Canvas& canvas, const charts::Axes& axes, const std::vector<FormingCurve>& curves) {
  constexpr float kSize = 13;
  std::vector<std::pair<float, const FormingCurve*>> at;
  for (const FormingCurve& c : curves)
    if (!c.values.empty()) at.emplace_back(axes.y.to_pixel(std::clamp(c.values.back(), axes.y.min, axes.y.max)), &c);
  std::sort(at.begin(), at.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  for (size_t k = 1; k < at.size(); ++k) at[k].first = std::max(at[k].first, at[k - 1].first + kSize + 2);
  if (!at.empty()) at.back().first = std::min(at.back().first, axes.plot.bottom() - 2);
  for (size_t k = at.size(); k-- > 1;) at[k - 1].first = std::min(at[k - 1].first, at[k].first - kSize - 2);
  for (const auto& [y, c] : at) {
    canvas::TextStyle style = charts::strong(canvas, kSize);
    style.color = c->color;
    canvas.text({axes.plot.right() + 8, y}, canvas::shown_fixed(c->values.back(), 2), style);
  }
}

std::vector<double> steps_of(const std::vector<FormingFrame>& frames) {
  std::vector<double> out;
  for (const FormingFrame& frame : frames) out.push_back(frame.step);
  return out;
}
std::vector<double> losses_of(const std::vector<FormingFrame>& frames) {
  std::vector<double> out;
  for (const FormingFrame& frame : frames) out.push_back(frame.second_half);
  return out;
}
std::vector<double> scores_of_head(const std::vector<FormingFrame>& frames, Mat FormingFrame::*score, Index at) {
  std::vector<double> out;
  for (const FormingFrame& frame : frames) out.push_back(static_cast<double>((frame.*score).data()[at]));
  return out;
}
/// The head with the largest score in the end, counted over all layers.
Index best_formed(const std::vector<FormingFrame>& frames, Mat FormingFrame::*score) {
  const Mat& last = frames.back().*score;
  return std::max_element(last.data(), last.data() + last.size()) - last.data();
}

void draw_shown_step(Canvas& canvas, const charts::Axes& axes, const Result& r) {
  if (r.step >= last_step(r)) return;
  const float x = axes.x.to_pixel(r.step);
  canvas.line({x, axes.plot.y}, {x, axes.plot.bottom()}, {canvas.color(Role::kAccent), 1.5f});
}

void draw_forming_losses(Canvas& canvas, Rect area, const Result& r) {
  using Look = charts::LegendEntry::Look;
  const FormingStudy& study = r.prepared->forming;
  std::vector<FormingCurve> curves = {{"second-half-by-step", 0, counted(r.settings.layers, "layer"), steps_of(study.own.frames()),
                                       losses_of(study.own.frames()), canvas.color(Role::kInk), Role::kOutput}};
  if (!study.rival.frames().empty())
    curves.push_back({"rival-second-half-by-step", 0, "beside it: " + counted(r.rival_layers, "layer"), steps_of(study.rival.frames()),
                      losses_of(study.rival.frames()), canvas.color(Role::kMuted), Role::kValue, 1.5f});
  std::vector<charts::LegendEntry> legend;
  for (const FormingCurve& c : curves) legend.push_back({c.name, c.color, Look::kMark, c.shape});
  const double guess = std::log(static_cast<double>(std::max(2, r.settings.vocabulary - kFirstToken)));
  legend.push_back({"guessing", canvas.color(Role::kMuted), Look::kDashes});
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 2);
  double most = guess;
  for (const FormingCurve& c : curves)
    for (const double value : c.values) most = std::max(most, value);
  const charts::Axes axes = charts::draw_axes(
      canvas, area,
      {.label = "", .min = 0, .max = static_cast<double>(last_step(r)), .shows_ticks = false, .whole = true, .room = kFormingRoom},
      {.label = area.width > 420 ? "nats a token, said again" : "nats", .min = 0, .max = 1.05 * most, .room = 30}, 12);
  const float y = axes.y.to_pixel(guess);
  canvas.line({axes.plot.x, y}, {axes.plot.right(), y}, {canvas.color(Role::kMuted), 1.5f, true});
  draw_shown_step(canvas, axes, r);
  for (auto c = curves.rbegin(); c != curves.rend(); ++c) draw_forming_curve(canvas, axes, *c);
  draw_last_numbers(canvas, axes, curves);
}

void draw_forming_scores(Canvas& canvas, Rect area, const Result& r) {
  using Look = charts::LegendEntry::Look;
  const std::vector<FormingFrame>& frames = r.prepared->forming.own.frames();
  struct Score {
    std::string_view id, name;
    Mat FormingFrame::*score;
    Color color;
    Role shape;
  };
  const Score scores[] = {{"induction-by-step", "induction", &FormingFrame::induction, canvas.color(Role::kQuery), Role::kQuery},
                          {"previous-by-step", "previous token", &FormingFrame::previous_token, canvas.color(Role::kKey), Role::kKey}};
  std::vector<FormingCurve> best;
  std::vector<std::string> names;
  for (const Score& score : scores) {
    const Index at = best_formed(frames, score.score);
    const auto head = static_cast<int>(at);
    names.push_back(std::string(score.name) + ", head " + head_name(head / r.settings.heads, head % r.settings.heads));
    best.push_back({score.id, head, names.back(), steps_of(frames), scores_of_head(frames, score.score, at), score.color, score.shape});
  }
  std::vector<charts::LegendEntry> legend;
  for (const FormingCurve& c : best) legend.push_back({c.name, c.color, Look::kMark, c.shape});
  area.cut_top(charts::draw_legend(canvas, area, legend, 12) + 2);
  const charts::Axes axes = charts::draw_axes(
      canvas, area, {.label = "steps", .min = 0, .max = static_cast<double>(last_step(r)), .whole = true, .room = kFormingRoom},
      {.label = area.width > 420 ? "score of each head" : "score", .min = 0, .max = 1, .room = 30}, 12);
  draw_shown_step(canvas, axes, r);
  for (const Score& score : scores)
    for (Index at = 0; at < (frames.back().*score.score).size(); ++at)
      charts::draw_curve(canvas, axes, steps_of(frames), scores_of_head(frames, score.score, at), {score.color.with_alpha(0.35f), 1});
  for (const FormingCurve& c : best) draw_forming_curve(canvas, axes, c);
  draw_last_numbers(canvas, axes, best);
}

/// By how much the right place is ahead, by who wrote the keys.
void draw_key_sources(Canvas& canvas, Rect area, const Result& r) {
  const FormingStudy& study = r.prepared->forming;
  const Mat& lead = study.sources.lead;
  const canvas::TextStyle said{.color = canvas.color(Role::kMuted), .size = 13, .baseline = canvas::Baseline::kTop};
  charts::draw_heading(canvas, area.cut_top(24), "Who writes the keys?", "", 14);
  if (lead.size() == 0) {
    canvas::draw_paragraph(canvas, area, "In the first layer nobody has written anything: its keys are made of tokens and places.", said);
    return;
  }
  const std::vector<std::string> rows = key_writers(r), cols = key_readers(r);
  const charts::CellMatrix matrix{.id = "key-lead",
                                  .values = lead,
                                  .colors = charts::CellMatrix::Colors::kSigned,
                                  .limit = std::max(1.0f, static_cast<float>(lead.cwiseAbs().maxCoeff())),
                                  .rows = rows,
                                  .cols = cols,
                                  .row_role = Role::kInk,
                                  .col_role = Role::kQuery,
                                  .label = "by how much the right place is ahead through what one head wrote, in the scores of another",
                                  .square = true,
                                  .largest_cell = 52,
                                  .digits = 1};
  const bool flat = area.width > 2 * area.height;  // then the words stand beside the table
  Rect cells = area;
  if (flat)
    cells.width *= 0.48f;
  else
    cells.height -= 92;
  const Rect drawn = charts::cells_in(canvas, cells, matrix);
  charts::draw_cell_matrix(canvas, cells, matrix);
  charts::draw_hot_cell(canvas, "key-lead", drawn, static_cast<int>(lead.rows()), static_cast<int>(lead.cols()));
  area = flat ? Rect{drawn.right() + 14, drawn.y, area.right() - drawn.right() - 14, area.bottom() - drawn.y}
              : Rect{area.x, drawn.bottom() + 8, area.width, area.bottom() - drawn.bottom() - 8};
  canvas::draw_paragraph(canvas, area, key_sources_text(r), said);
}

/// Says why there are no curves, with a button that begins where there are some.
void draw_nothing_forms(Canvas& canvas, Rect area, std::string_view why, Params& edit) {
  const canvas::TextStyle said{.color = canvas.color(Role::kMuted), .size = 14, .baseline = canvas::Baseline::kTop};
  area.cut_top(0.3f * area.height);
  area.cut_top(canvas::draw_paragraph(canvas, area, why, said) + 12);
  if (charts::draw_small_button(canvas, {area.x, area.y, std::min(area.width, 190.0f), 32}, "begin-forming", "Train letters anew",
                                "train on letters that repeat, from random weights"))
    edit.reads = Reads::copies, edit.weights = Params::Weights::seed, edit.steps = 400;
}

}  // namespace

void prepare_forming(const Params& p, const Result& r) {
  if (!r.models) return;
  const training::Models& models = *r.models;
  const LanguageLearner& learner = learner_of(models.trainer);
  FormingStudy& study = r.prepared->forming;
  study.own.follow(models.trainer, learner.model(), learner.corpus(), p.block);
  if (r.rival_learns) {
    const LanguageLearner& twin = learner_of(models.twins.front());
    study.rival.follow(models.twins.front(), twin.model(), twin.corpus(), p.block);
  } else {
    study.rival = {};
  }
  study.layer = p.layer > 1 ? p.layer - 1 : r.settings.layers - 1;
  const bool has_writers = study.layer > 0 && r.settings.causal;
  study.sources = has_writers ? key_sources(learner.model(), learner.corpus(), p.block, study.layer) : KeySources();
}

void draw_forming(Canvas& canvas, const Params&, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  if (r.prepared->forming.own.frames().empty())
    return draw_nothing_forms(canvas, area, "Heads are seen forming where a model of ours learns.", edit);
  if (r.prepared->forming.own.frames().size() < 2)
    return draw_nothing_forms(canvas, area, "These weights came ready. Press Train, and each frame of the film is tested for its heads.",
                              edit);
  Rect sources;
  if (area.width > 620) {
    sources = area.cut_right(0.34f * area.width);
    sources.cut_left(24);
  } else {
    sources = area.cut_bottom(0.36f * area.height);
    sources.cut_top(8);
  }
  const Rect losses = area.cut_top(0.46f * area.height);
  area.cut_top(6);
  draw_forming_losses(canvas, losses, r);
  draw_forming_scores(canvas, area, r);
  draw_key_sources(canvas, sources, r);
}

}  // namespace attn::lessons::language_models
