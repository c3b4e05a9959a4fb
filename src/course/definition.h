// How a Spec becomes a Lesson: define(), and what the frame adds to what a lesson declares. Comes with course/lesson.h.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "course/lesson.h"

namespace attn::course {

/// The cell i, j of a matrix, mask or points parameter as the reader gave it.
formula::Explanation explain_input(const params::Row& row, const void* params, int i, int j);

/// Rows for the parameters of `lesson` that are matrices, masks or points, but for those that have a result's name.
std::vector<Lesson::ResultRow> input_rows(const Lesson& lesson);

/// The curves of the model in training, with the earlier runs.
training::Curves curves_of(const training::Models& models);
/// The curves that stand beside a result.
using CurvesOf = const training::Curves& (*)(const void* result);
/// Adds the results of the curves to those of the lesson, unless it has its own of that name.
void add_curve_rows(CurvesOf curves, std::vector<Lesson::ResultRow>* rows);
/// The controls of the figure `training`: those that the lesson names, and after `learning-rate` the others of training_table()
/// (course/training.h) that `rows` have.
std::vector<std::string_view> training_controls(const std::vector<std::string_view>& named, const params::Rows& rows);
/// The results that it draws.
inline constexpr std::string_view kTrainingCurves = "loss-curve,held-out,gradient-norm";
/// Draws the figure `training`.
void draw_curves(canvas::Canvas& canvas, const training::Curves& curves);
/// Draws that the figure's code is on the way.
void draw_coming(canvas::Canvas& canvas);

/// Of each lesson one, in its later part.
template <class P, class R>
void mark_later_part() {}

/// A lesson's result and the curves of its model.
template <class R>
struct WithCurves : R {
  training::Curves curves;
};

template <class P, class S>
Lesson::Training erase(const TrainingSpec<P, S>& spec) {
  const auto p = [](const void* x) -> const P& { return *static_cast<const P*>(x); };
  const auto s = [](const void* x) -> const S& { return *static_cast<const S*>(x); };
  const auto writable = [](void* x) -> S& { return *static_cast<S*>(x); };
  Lesson::Training made{
      .start = [p, f = spec.start](const void* x) { return f(p(x)); },
      .weights = [p, f = spec.weights](const void* x) { return f(p(x)); },
      .load = [p, writable, f = spec.load](const void* x, void* state, std::string_view bytes) { return f(p(x), writable(state), bytes); },
      .more_weights = [p, f = spec.more_weights](const void* x) { return f ? f(p(x)) : std::vector<std::string>{}; },
      .load_more = [p, writable, f = spec.load_more](const void* x, void* state, std::string_view name,
                                                     std::string_view bytes) { return f(p(x), writable(state), name, bytes); },
      .step = [p, writable, f = spec.step](const void* x, void* state) { f(p(x), writable(state)); },
      .steps = [s, f = spec.steps](const void* state) { return f(s(state)); },
      .measure = [p, writable, f = spec.measure](const void* x, void* state) { return f(p(x), writable(state)); },
      .halt = [p, s, f = spec.halt](const void* x, const void* state) { return f(p(x), s(state)); },
      .metrics = [p, s, f = spec.metrics](const void* x, const void* state) { return f(p(x), s(state)); },
      .curves = {},
      .show_runs = {},
      .save = {},
      .open = {},
  };
  if (!spec.curves) return made;
  made.curves = [s, f = spec.curves](const void* state) { return f(s(state)); };
  made.show_runs = [writable, f = spec.show_runs](void* state, const training::Book& runs) { f(writable(state), runs); };
  made.save = [s, f = spec.save](const void* state) { return f(s(state)); };
  made.open = [p, writable, f = spec.open](const void* x, void* state, const training::OwnWeights& own) {
    return f(p(x), writable(state), own);
  };
  return made;
}

template <class P, class R, class S = void>
Lesson define(Spec<P, R, S> spec) {
  const auto p = [](const void* x) -> const P& { return *static_cast<const P*>(x); };
  const auto r = [](const void* x) -> const R& { return *static_cast<const R*>(x); };
  Lesson lesson;
  lesson.slug = spec.about.slug, lesson.title = spec.about.title, lesson.summary = spec.about.summary;
  lesson.rows = spec.params.rows();
  lesson.settle = [p, settle = spec.settle](const void* before, void* after) {
    if (settle) settle(p(before), *static_cast<P*>(after));
  };
  lesson.defaults = [settle = spec.settle] {
    auto fresh = std::make_shared<P>();
    if (settle) settle(P(*fresh), *fresh);
    return fresh;
  };
  lesson.copy = [p](const void* x) { return std::make_shared<P>(p(x)); };
  lesson.compute = [p, f = spec.compute](const void* x, const void* state, const compute::Backend& backend) {
    std::shared_ptr<const R> result;
    if constexpr (Spec<P, R, S>::kHasCurves) {
      const S& models = *static_cast<const S*>(state);
      result = std::make_shared<const WithCurves<R>>(WithCurves<R>{f(p(x), models, backend), curves_of(models)});
    } else if constexpr (Spec<P, R, S>::kTrained) {
      result = std::make_shared<const R>(f(p(x), *static_cast<const S*>(state), backend));
    } else {
      result = std::make_shared<const R>(f(p(x), backend));
    }
    return result;
  };
  if constexpr (Spec<P, R, S>::kTrained) lesson.training = erase(spec.training);
  for (const auto& row : spec.results)
    lesson.results.push_back({row.name, row.label, [p, r, f = row.read](const void* x, const void* y) { return f(p(x), r(y)); },
                              [p, r, f = row.explain](const void* x, const void* y, int i, int j) {
                                return f && is_here(f) ? f(p(x), r(y), i, j) : formula::Explanation{};
                              },
                              row.handle, row.name.place});
  CurvesOf curves = nullptr;
  if constexpr (Spec<P, R, S>::kHasCurves) {
    curves = [](const void* y) -> const training::Curves& { return static_cast<const WithCurves<R>*>(static_cast<const R*>(y))->curves; };
    add_curve_rows(curves, &lesson.results);
  }
  lesson.inputs = input_rows(lesson);
  lesson.describe = [p, r, f = spec.describe](const void* x, const void* y) { return f(p(x), r(y)); };
  for (const auto& figure : spec.figures)
    lesson.figures.push_back({figure.id, figure.title, figure.draw ? figure.controls : training_controls(figure.controls, lesson.rows),
                              figure.aspect,
                              [p, r, curves, f = figure.draw](canvas::Canvas& canvas, const void* x, const void* y, void* edit) {
                                if (!f) return draw_curves(canvas, curves(y));
                                is_here(f) ? f(canvas, p(x), r(y), *static_cast<P*>(edit)) : draw_coming(canvas);
                              },
                              figure.model, figure.draw ? figure.curves : kTrainingCurves,
                              [p, r, own = figure.describe, whole = spec.describe](const void* x, const void* y) {
                                return own && is_here(own) ? own(p(x), r(y)) : whole(p(x), r(y));
                              }});
  for (const auto& exercise : spec.exercises)
    lesson.exercises.push_back({exercise.id, exercise.predictions,
                                [p, r, f = exercise.check](const void* x, const void* y, int k, const compute::Backend& backend) {
                                  return f(p(x), r(y), k, backend);
                                }});
  if (spec.metrics) lesson.metrics = [p, r, f = spec.metrics](const void* x, const void* y) { return f(p(x), r(y)); };
  if (spec.complaint) lesson.complaint = [p, f = spec.complaint](const void* x, std::string_view id) { return f(p(x), id); };
  if (spec.last_step)
    lesson.last_step = [p, r, f = spec.last_step](const void* x, const void* y, std::string_view id) { return f(p(x), r(y), id); };
  if (spec.recipes) lesson.recipes = spec.recipes;
  if (spec.take_data)
    lesson.take_data = [f = spec.take_data](void* x, std::string_view text) {
      return is_here(f) ? f(*static_cast<P*>(x), text) : Import{false, "What reads your data has not been loaded yet."};
    };
  lesson.is_whole = [] { return is_loaded(reinterpret_cast<const void*>(later<mark_later_part<P, R>>)); };
  return lesson;
}

}  // namespace attn::course
