// How a lesson is written: two structs of its own, Params and Result, four functions whose names every lesson has (HasTable to HasDescribe
// below), and what it states as a Spec<Params, Result>, or as a Spec<Params, Result, Model> where a model is trained. define() turns that
// into a Lesson. Only files that write a lesson include this; everyone else knows a lesson by course/lesson.h. Each
// src/lessons/NN_slug/lesson.cpp ends with
//
//   namespace attn::lessons::pooling {  // `-` of the slug becomes `_`
//   extern const course::About about = {"pooling", "A soft dictionary", "Attention looks a query up ..."};
//   const course::Lesson& lesson() {
//     static const course::Lesson made = course::define<Params, Result>({.about = about, ...});
//     return made;
//   }
//   }
//
// (Under another namespace the linker misses attn::lessons::<slug>::lesson() and about.) The build finds the folder, takes its order from
// NN, and demands assets/lessons/NN_slug.md and tests/lessons/NN_slug_test.cpp beside it.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/later.h"
#include "canvas/canvas.h"
#include "compute/backend.h"
#include "course/draw.h"
#include "course/lesson.h"
#include "course/trained.h"
#include "training/models.h"

namespace attn::course {

/// A result has a name by which it is read, lit from the text (`show:name`), explained and exported. Its cells are the regions `name[i,j]`.
///
/// A parameter that is a matrix, a mask or points is read and explained under its id without a row here. A result that has the same name
/// takes its place.
template <class P, class R>
struct ResultSpec {
  canvas::Declared name;
  std::string_view label;
  Tensor (*read)(const P&, const R&);  ///< may be a later<> (base/later.h): until its code is there the table is empty
  /// Says how the cell i, j came about. A vector has j = 0, a scalar i = j = 0, and a tensor [h,n,m] has h n rows. It is called only for
  /// cells that read() has, and answers with an empty title where there is nothing to say.
  formula::Explanation (*explain)(const P&, const R&, int i, int j) = nullptr;
  std::string_view handle = {};  ///< the regions `handle` and `handle[i]` of a figure stand for a row of it
};

/// Row `i` of a constant table of results.
template <const auto& rows, std::size_t i>
struct RowOf;
template <class P, class R, std::size_t n, const ResultSpec<P, R> (&rows)[n], std::size_t i>
struct RowOf<rows, i> {
  static formula::Explanation explain(const P& p, const R& r, int row, int col) {
    constexpr auto f = rows[i].explain;
    return f(p, r, row, col);
  }
  static Tensor read(const P& p, const R& r) {
    constexpr auto f = rows[i].read;
    return f(p, r);
  }
};
template <const auto& rows, std::size_t... i>
constexpr auto with_later_explanations(std::index_sequence<i...>) {
  auto made = std::to_array(rows);
  ((made[i].explain = later<RowOf<rows, i>::explain>), ...);
  return made;
}
template <const auto& rows>
inline constexpr auto kExplainedLater = with_later_explanations<rows>(std::make_index_sequence<std::size(rows)>());

/// The rows of constant tables, one table after another. Their explanations come with the lesson's later part (base/later.h), which a
/// lesson says here once instead of in each row:
///
///   constexpr ResultSpec<Params, Result> kRows[] = {{"entropy", "Entropy of the weights", read_entropy, explain_entropy}, ...};
///   std::vector<ResultSpec<Params, Result>> results() { return explained_later<kRows>(); }
template <const auto& first, const auto&... more>
auto explained_later() {
  std::vector all(kExplainedLater<first>.begin(), kExplainedLater<first>.end());
  (all.insert(all.end(), kExplainedLater<more>.begin(), kExplainedLater<more>.end()), ...);
  return all;
}

template <const auto& rows, std::size_t... i>
constexpr auto with_all_later(std::index_sequence<i...>) {
  auto made = std::to_array(rows);
  ((made[i].read = later<RowOf<rows, i>::read>, made[i].explain = later<RowOf<rows, i>::explain>), ...);
  return made;
}
/// The rows of a constant table of which everything comes with the later part: results that only figures have which come later, too.
template <const auto& rows>
inline constexpr auto kAllLater = with_all_later<rows>(std::make_index_sequence<std::size(rows)>());

/// A figure. Only the figure `training` of a trained lesson has no `draw`, because the course draws it. `draw` and `describe` may be a
/// later<> (base/later.h).
template <class P, class R>
struct FigureSpec {
  std::string_view id, title;
  /// The ids of the parameters whose widgets stand beside this figure, in order. A parameter that no figure names has no widget: readers
  /// change it by the hand on the picture, by links and by calls.
  std::vector<std::string_view> controls;
  float aspect = 1.4f;  ///< preferred width / height of the drawing
  Draw<P, R>* draw = nullptr;
  bool model = true;  ///< whether the buttons of training stand below it, if the lesson has a model in training
  /// The results that it draws as curves, separated by commas, the most important first. A curve runs along the longer side of its table;
  /// the numbers in the names of that side are its abscissas. Results that are drawn as cells are not listed.
  std::string_view curves = {};
  /// Says what the figure shows, in a sentence or two with its numbers. describe() does it for figures without one.
  std::string (*describe)(const P&, const R&) = nullptr;
  int pace = 0;  ///< the most training steps a second that a run takes while it is shown, so that it can be watched; 0: as many as it can
  /// Computes what this figure alone shows and what would be too much for compute(), and keeps it (base/kept.h) for who asks later. It is
  /// called after compute(), and its time is the picture's. May be a later<>; null where compute() does all.
  void (*prepare)(const P&, const R&) = nullptr;
};

/// An exercise. Its wording, the predictions to choose from and its explanation stand in the lesson's text under the same id.
template <class P, class R>
struct ExerciseSpec {
  std::string_view id;
  int predictions = 0;  ///< how many answers the text offers; with 0, the reader brings the picture itself into the state that is asked for
  /// Computes the answer and never looks it up. It may be a later<>. `prediction` is the index that was locked in, -1 where there is none.
  Verdict (*check)(const P&, const R&, int prediction, const compute::Backend&);
};

/// The models of a trained lesson, by its parameters. Its integer parameter `steps` says how many steps the model in training is to have
/// taken since it was made; the app trains until the model has caught up with that, in slices of a frame.
template <class P>
struct Training {
  /// Makes the model from its seed. It is called whenever a parameter that restarts training changes, so it has to be fast.
  std::function<std::unique_ptr<Model>(const P&)> start;
  /// The shipped model whose weights it begins with, or null.
  std::function<const training::Recipe*(const P&)> weights;
  /// Further shipped models, which only stand beside the one in training.
  std::function<std::vector<const training::Recipe*>(const P&)> beside;
  /// Tells the model in training what the reader asks of it, before it is measured. May be null.
  std::function<void(const P&, Model&)> attend = {};
};
/// Stands in the place of Training where nothing is trained.
struct Untrained {};

/// What a lesson says about its models if its parameters derive from TrainingChoices and its model is training::Models.
template <class P>
struct Trained {
  training::Make (*make)(const P&);  ///< how the model in training is made
  /// The shipped model for these settings, whether or not the reader chose to begin with it; null where there is none.
  const training::Recipe* (*shipped)(const P&);
  /// The shipped models that stand beside the one in training. May be null.
  std::vector<const training::Recipe*> (*beside)(const P&) = nullptr;
  /// How twins are made that train beside the model (training::Models). May be null.
  std::vector<training::Make> (*twins)(const P&) = nullptr;
  /// Tells the model what the reader asks of it, for what takes longer than a frame: it is done as a part of the study. May be null.
  void (*attend)(const P&, training::Models&) = nullptr;
};
template <class P>
Training<P> trained(const Trained<P>& lesson) {
  return {
      .start = [make = lesson.make,
                twins = lesson.twins](const P& p) { return start_model(make(p), p, twins ? twins(p) : std::vector<training::Make>()); },
      .weights = [shipped = lesson.shipped](const P& p) { return p.weights == TrainingChoices::Weights::shipped ? shipped(p) : nullptr; },
      .beside = [beside = lesson.beside](const P& p) { return beside ? beside(p) : std::vector<const training::Recipe*>(); },
      .attend = lesson.attend ? [attend = lesson.attend](const P& p, Model& model) { attend(p, static_cast<training::Models&>(model)); }
                              : std::function<void(const P&, Model&)>()};
}

void compute() = delete;  // in the templates below the name then means the lesson's function, not the namespace

/// What a lesson's namespace declares beside `P` and `R`, under names that every lesson has. define() calls them by these names, so that no
/// lesson says again which function is which:
///
///   static params::Table<P> P::table()                a row for each parameter
///   void settle(const P& before, P& after)            brings dependent members into agreement after an edit: the mask's size follows the
///                                                     tokens, a painted mask is no preset any more. `after` comes in as what the hand, a
///                                                     call or an address made of `before`. settle(p, p) leaves a settled p as it is.
///   R compute(const P&, const Backend&)               is pure, and fast: while a model trains it runs once a frame. In a lesson with a
///   R compute(const P&, const S&, const Backend&)     model it takes the model, too.
///   std::string describe(const P&, const R&)          says what is seen, in a sentence or two with its numbers, for figures that do not
///                                                     say it themselves
template <class P>
concept HasTable = requires {
  { P::table() } -> std::same_as<params::Table<P>>;
};
template <class P>
concept HasSettle = requires(const P& before, P& after) {
  settle(before, after);
};
template <class R, class... From>
concept HasCompute = requires(const From&... from, const compute::Backend& backend) {
  { compute(from..., backend) } -> std::same_as<R>;
};
template <class P, class R>
concept HasDescribe = requires(const P& p, const R& r) {
  { describe(p, r) } -> std::same_as<std::string>;
};

/// What a lesson states, in the order in which designators are written. Members without a default are required.
///
/// `S` is Untrained for a lesson without a trained model. Otherwise it is the class of its training::Model, which compute() takes. If it is
/// training::Models, the course adds the results `loss-curve`, `gradient-norm` and `held-out` with their explanations, and draws the figure
/// `training`; the lesson says where that figure stands and which controls it has.
///
/// The program `lesson_NN` tests that every lesson keeps these rules (tests/lessons/suite): a parameter has a label, a help and a legal
/// default, and is not called figure, backend, theme, ui, lock, lesson, height, lang, compare or a; every cell of every result, and every
/// region that can be hovered, has an explanation whose `substituted` evaluates to the value shown; figures fit into 320 x 240, and drawing
/// them changes nothing.
template <class P, class R, class S = Untrained>
struct Spec {
  static constexpr bool kTrained = !std::is_same_v<S, Untrained>, kHasCurves = std::is_same_v<S, training::Models>;

  About about;
  std::vector<ResultSpec<P, R>> results;
  std::vector<FigureSpec<P, R>> figures;      ///< the first is shown first
  std::vector<ExerciseSpec<P, R>> exercises;  ///< two at least, in the order in which the text has them
  /// Says in a sentence why the picture does not show what the parameter `id` says (for example, because the task does not know a word).
  /// The answer is empty where the picture does show it. May be null.
  std::string (*complaint)(const P&, std::string_view id) = nullptr;
  /// The parameter `id` is the time of a process (params::Spec::walked); this gives the step at which the process ends. May be null: then
  /// every process ends at its parameter's largest value.
  int (*last_step)(const P&, const R&, std::string_view id) = nullptr;
  /// The numbers that repeated steps improve, in a lesson that has an integer parameter `steps` but no model; null in all others.
  std::vector<Metric> (*metrics)(const P&, const R&) = nullptr;
  /// Takes data of the reader's own (a dropped file, a pasted table) into the parameters. May be a later<>; null where a lesson has no use
  /// for data.
  Import (*take_data)(P&, std::string_view text) = nullptr;
  /// The same for files that are opened together, such as those of a published model.
  Import (*take_files)(P&, const Files& files) = nullptr;
  std::conditional_t<kTrained, Training<P>, Untrained> training = {};
  /// The model in training as the files of a folder that other programs open. May be a later<>; null where that has no published layout.
  SavedFolder (*save_folder)(const P&, const S&) = nullptr;
  /// The models that attention-train makes for the lesson. Lessons that share models may all state them. May be null.
  const training::Recipes& (*recipes)() = nullptr;
};

// ---- what the course adds to what a lesson declares -------------------------------------------------------------------------------------

/// Explains the cell i, j of a matrix, mask or points parameter as a number that the reader gave.
formula::Explanation explain_input(const params::Row& row, const void* params, int i, int j);

/// Rows for the parameters of `lesson` that are matrices, masks or points, except those that share their name with a result.
std::vector<Lesson::ResultRow> input_rows(const Lesson& lesson);

/// The curves of the model in training, with those of the earlier runs.
training::Curves curves_of(const training::Models& models);
/// The type of a function that finds the curves in a result (WithCurves below).
using CurvesOf = const training::Curves& (*)(const void* result);
/// Adds a result for each curve to `rows`, unless the lesson has a result of that name itself.
void add_curve_rows(CurvesOf curves, std::vector<Lesson::ResultRow>* rows);
/// The controls of the figure `training`: those that the lesson names, and around `learning-rate` the others of training_table()
/// (course/trained.h) that stand in `rows`.
std::vector<std::string_view> training_controls(const std::vector<std::string_view>& named, const params::Rows& rows);
/// The results that the figure `training` draws as curves.
inline constexpr std::string_view kTrainingCurves = "loss-curve,held-out,gradient-norm";
/// Draws the figure `training`.
void draw_curves(canvas::Canvas& canvas, const training::Curves& curves);
/// Draws a note that the figure's code is on the way.
void draw_coming(canvas::Canvas& canvas);

/// Does nothing. Each lesson has one instance in its later part; is_whole asks whether that has been loaded.
template <class P, class R>
void mark_later_part() {}

/// A lesson's result and the curves of its model.
template <class R>
struct WithCurves : R {
  training::Curves curves;
};

/// The lesson whose struct and namespace have all that define() asks for.
template <class P, class R, class S>
Lesson made_of(Spec<P, R, S> spec) {
  const auto p = [](const void* x) -> const P& { return *static_cast<const P*>(x); };
  const auto r = [](const void* x) -> const R& { return *static_cast<const R*>(x); };
  Lesson lesson;
  lesson.slug = spec.about.slug, lesson.title = spec.about.title, lesson.summary = spec.about.summary;
  lesson.rows = P::table().rows();
  lesson.settle = [p](const void* before, void* after) { settle(p(before), *static_cast<P*>(after)); };
  lesson.defaults = [] {
    auto fresh = std::make_shared<P>();
    settle(P(*fresh), *fresh);
    return fresh;
  };
  lesson.copy = [p](const void* x) { return std::make_shared<P>(p(x)); };
  lesson.compute = [p](const void* x, const Model* model, const compute::Backend& backend) {
    std::shared_ptr<const R> result;
    if constexpr (Spec<P, R, S>::kHasCurves) {
      const S& models = *static_cast<const S*>(model);
      result = std::make_shared<const WithCurves<R>>(WithCurves<R>{compute(p(x), models, backend), curves_of(models)});
    } else if constexpr (Spec<P, R, S>::kTrained) {
      result = std::make_shared<const R>(compute(p(x), *static_cast<const S*>(model), backend));
    } else {
      result = std::make_shared<const R>(compute(p(x), backend));
    }
    return result;
  };
  if constexpr (Spec<P, R, S>::kTrained)
    lesson.training = {[p, f = spec.training.start](const void* x) { return f(p(x)); },
                       [p, f = spec.training.weights](const void* x) { return f(p(x)); },
                       [p, f = spec.training.beside](const void* x) { return f(p(x)); },
                       [p, f = spec.training.attend](const void* x, Model& model) {
                         if (f) f(p(x), model);
                       }};
  if constexpr (Spec<P, R, S>::kHasCurves) {
    if (spec.save_folder)
      lesson.save_folder = [p, f = spec.save_folder](const void* x, const Model& model) {
        return is_here(f) ? f(p(x), static_cast<const S&>(model)) : SavedFolder{{}, "What writes the folder has not been loaded yet."};
      };
  }
  for (const auto& row : spec.results)
    lesson.results.push_back({row.name, row.label,
                              [p, r, f = row.read](const void* x, const void* y) { return is_here(f) ? f(p(x), r(y)) : Tensor{}; },
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
  lesson.describe = [p, r](const void* x, const void* y) { return describe(p(x), r(y)); };
  const auto prepared_by = [p, r](void (*own)(const P&, const R&)) -> std::function<void(const void*, const void*)> {
    if (!own) return {};
    return [p, r, own](const void* x, const void* y) {
      if (is_here(own)) own(p(x), r(y));
    };
  };
  for (const auto& figure : spec.figures)
    lesson.figures.push_back({figure.id, figure.title, figure.draw ? figure.controls : training_controls(figure.controls, lesson.rows),
                              figure.aspect,
                              [p, r, curves, f = figure.draw](canvas::Canvas& canvas, const void* x, const void* y, void* edit) {
                                if (!f) return draw_curves(canvas, curves(y));
                                is_here(f) ? f(canvas, p(x), r(y), *static_cast<P*>(edit)) : draw_coming(canvas);
                              },
                              figure.model, figure.draw ? figure.curves : kTrainingCurves,
                              [p, r, own = figure.describe](const void* x, const void* y) {
                                return own && is_here(own) ? own(p(x), r(y)) : describe(p(x), r(y));
                              },
                              figure.pace, prepared_by(figure.prepare)});
  for (const auto& exercise : spec.exercises)
    lesson.exercises.push_back({exercise.id, exercise.predictions,
                                [p, r, f = exercise.check](const void* x, const void* y, int k, const compute::Backend& backend) {
                                  return is_here(f) ? f(p(x), r(y), k, backend) : Verdict{false, "What checks this is on its way."};
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
  if (spec.take_files)
    lesson.take_files = [f = spec.take_files](void* x, const Files& files) {
      return is_here(f) ? f(*static_cast<P*>(x), files) : Import{false, "What reads your files has not been loaded yet."};
    };
  lesson.is_whole = [] { return is_loaded(reinterpret_cast<const void*>(later<mark_later_part<P, R>>)); };
  return lesson;
}

template <class P, class R, class S = Untrained>
Lesson define(Spec<P, R, S> spec) {
  constexpr bool kComputes = Spec<P, R, S>::kTrained ? HasCompute<R, P, S> : HasCompute<R, P>;
  static_assert(HasTable<P>, "The lesson's Params have no `static params::Table<Params> table()`.");
  static_assert(HasSettle<P>, "The lesson's namespace declares no `void settle(const Params& before, Params& after)`.");
  static_assert(kComputes,
                "The lesson's namespace declares no `Result compute(const Params&, const compute::Backend&)`, with a model `Result "
                "compute(const Params&, const Model&, const compute::Backend&)`.");
  static_assert(HasDescribe<P, R>, "The lesson's namespace declares no `std::string describe(const Params&, const Result&)`.");
  if constexpr (HasTable<P> && HasSettle<P> && kComputes && HasDescribe<P, R>)
    return made_of(std::move(spec));
  else
    return {};  // the assertions above are all that a compiler has to say
}

}  // namespace attn::course
