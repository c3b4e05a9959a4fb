// What a lesson is: declared parameters, a pure compute(), named results, figures, explanations, exercises.
//
// A lesson is written with its own structs as a Spec<Params, Result> (a trained one: Spec<Params, Result, State>) and stored with the types
// erased as a Lesson, so that the session, the tests and the tools handle every lesson alike. Each src/lessons/NN_slug/lesson.cpp
// defines one:
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

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/later.h"
#include "base/mat.h"
#include "canvas/canvas.h"
#include "compute/backend.h"
#include "course/tensor.h"
#include "formula/expression.h"
#include "params/params.h"
#include "training/recipe.h"
#include "training/trainer.h"

namespace attn::course {

/// The outcome of an exercise.
struct Verdict {
  bool correct = false;
  std::string message;  ///< what the computation gave, in a sentence with its numbers
};

/// For lab.metrics().
using training::Metric;

/// What became of a file or a pasted text of the reader's.
struct Import {
  bool accepted = false;
  std::string message;  ///< what was taken ("120 points; line 7 is not a pair of numbers and was left out"), or why nothing was
};

/// A result that can be read by name, lit from the text (`show:name`), explained and exported. Its cells are the regions `name[i,j]`.
///
/// A parameter that is a matrix, a mask or points is read and explained under its id as well, by itself; a row here with its name takes
/// the place of that.
template <class P, class R>
struct ResultSpec {
  canvas::Declared name;
  std::string_view label;
  Tensor (*read)(const P&, const R&);
  /// How the cell i, j came about (j = 0 for vectors, i = j = 0 for scalars; a tensor [h,n,m] has rows h n). Only asked for cells that
  /// read() has; an empty title where there is nothing to say. May be a later<> (base/later.h), as a figure's `draw` and `take_data` may.
  formula::Explanation (*explain)(const P&, const R&, int i, int j) = nullptr;
  std::string_view handle = {};  ///< the regions `handle` and `handle[i]` of a figure stand for a row of it
};

/// A figure. `draw` may change `edit`, which starts as a copy of `params`: the app validates it, settles it and recomputes. Null for the
/// figure `training` of a trained lesson, which the frame draws.
template <class P, class R>
struct FigureSpec {
  std::string_view id, title;
  /// Ids of the parameters whose widgets stand beside this figure, in order. One that no figure names has no widget: the hand on the
  /// picture, links and calls alone reach it.
  std::vector<std::string_view> controls;
  float aspect = 1.4f;  ///< preferred width / height of the drawing
  void (*draw)(canvas::Canvas& canvas, const P& params, const R& result, P& edit) = nullptr;
  bool model = true;  ///< where the lesson has a model in training: the figure shows it, so the buttons of training stand below
  /// Results that it draws as curves, with commas between, the first foremost: each over the longer side of its table, with the numbers in
  /// that side's names as abscissas. What it draws as cells needs no mention.
  std::string_view curves = {};
  /// What it shows, in a sentence or two with its numbers, where that is not what Spec::describe says. May be a later<>.
  std::string (*describe)(const P&, const R&) = nullptr;
};

/// An exercise; its wording, its possible predictions and its explanation stand in the lesson's text under the same id.
template <class P, class R>
struct ExerciseSpec {
  std::string_view id;
  int predictions = 0;  ///< how many answers the text offers; 0: the reader brings the picture itself into the asked state
  /// `prediction` is the index that was locked in, -1 where there is none. Computes the answer; never looks it up.
  Verdict (*check)(const P&, const R&, int prediction, const compute::Backend&);
};

/// Why training should pause by itself.
enum class Halt { kNone, kConverged, kDiverged };
struct HaltReason {
  Halt halt = Halt::kNone;
  std::string sentence;  ///< for the reader: what happened, and after a divergence why and what to try
};

/// What the session asks of a trained lesson; course::trained() (course/training.h) makes it for a training::Trainee. `S` is the model's
/// state: weights, the optimiser's moments, curves. It is a function of the parameters that restart training, of the shipped weights it
/// began with (if any), and of the steps taken. The parameter `steps` (integer) says how many steps were taken since then; the app trains
/// until the state has caught up with it, in slices of a frame.
template <class P, class S>
struct TrainingSpec {
  /// A model from its seed; fast enough to be made at every change of a parameter that restarts training.
  std::function<std::shared_ptr<S>(const P&)> start;
  /// The shipped weights that the model begins with ("grammar-additive", a file of assets/weights without its ending), or empty.
  std::function<std::string(const P&)> weights;
  /// Puts the content of that file into the model. Returns an empty string, or why it was refused.
  std::function<std::string(const P&, S&, std::string_view bytes)> load;
  /// Further files of assets/weights for models that only stand beside the one in training, and what puts one into the state; no effect
  /// on steps(). Empty where there are none.
  std::function<std::vector<std::string>(const P&)> more_weights;
  std::function<std::string(const P&, S&, std::string_view name, std::string_view bytes)> load_more;
  /// One optimiser step, of at most about 20 ms.
  std::function<void(const P&, S&)> step;
  std::function<int(const S&)> steps;  ///< taken since start() or load()
  /// One more piece of measuring the model on held-out data, of at most about 10 ms; returns whether there is more to do. Asked for
  /// whenever there is no step to take; what it measures is of the present weights and of parameters that do not restart training.
  std::function<bool(const P&, S&)> measure;
  std::function<HaltReason(const P&, const S&)> halt;
  std::function<std::vector<Metric>(const P&, const S&)> metrics;  ///< the first is {"step", n}, the second {"loss", ...}

  // Empty where no runs are kept and no weights saved.
  std::function<training::Curves(const S&)> curves = {};
  std::function<void(S&, const training::Book&)> show_runs = {};  ///< beside the curves
  std::function<std::string(const S&)> save = {};                 ///< the weights as safetensors
  /// Puts the reader's own weights into a fresh model, as load().
  std::function<std::string(const P&, S&, const training::OwnWeights&)> open = {};
};
/// In the place of a TrainingSpec where nothing is trained.
struct Untrained {};

/// What can be said of a lesson without opening it: a constant beside lesson(), so that a list of lessons needs no lesson's code.
struct About {
  std::string_view slug, title;
  std::string_view summary;  ///< one sentence for the front page and search engines
};

/// What a lesson declares. Members without a default are required, and designators are written in this order. What `lesson_NN` asks of
/// every lesson (tests/lessons/suite): a parameter has a label, a help and a legal default, and is not called figure, backend, theme, ui,
/// lock, lesson, height, lang or a; every cell of every result, and every region that can be hovered, has an explanation whose
/// `substituted` comes to the value shown; figures fit into 320 x 240 and change nothing by being drawn.
///
/// `S` is void for a lesson without a trained model; the others are computed from their state too: compute(params, state, backend). Where
/// it is training::Models the frame adds the results `loss-curve`, `gradient-norm` and `held-out` with their explanations, and draws the
/// figure `training`, of which the lesson only says where it stands and which controls it has.
template <class P, class R, class S = void>
struct Spec {
  static constexpr bool kTrained = !std::is_void_v<S>, kHasCurves = std::is_same_v<S, training::Models>;
  using State = std::conditional_t<kTrained, S, Untrained>;
  using Compute =
      std::conditional_t<kTrained, R (*)(const P&, const State&, const compute::Backend&), R (*)(const P&, const compute::Backend&)>;

  About about;
  params::Table<P> params;
  /// What follows from an edit: `after` starts as what the hand, a call or an address made of `before`. Brings dependent members into
  /// agreement (the mask's size follows the tokens, a painted mask is no preset any more). Idempotent: settle(p, p) changes nothing once
  /// settled. May be null.
  void (*settle)(const P& before, P& after) = nullptr;
  Compute compute;  ///< pure; while a model trains it runs once a frame, so it is fast
  std::vector<ResultSpec<P, R>> results;
  std::vector<FigureSpec<P, R>> figures;  ///< the first is shown first
  /// A figure that says nothing of its own, in a sentence or two with its numbers.
  std::string (*describe)(const P&, const R&);
  /// Why the picture does not show what the parameter `id` says (a word that the task does not know), in a sentence; empty where it does.
  std::string (*complaint)(const P&, std::string_view id) = nullptr;
  /// Where the process ends that the parameter `id` is the time of (params::Spec::walked), if that is before its largest value. May be
  /// null.
  int (*last_step)(const P&, const R&, std::string_view id) = nullptr;
  std::vector<ExerciseSpec<P, R>> exercises;
  /// What repeated steps improve, for a lesson with an integer parameter `steps`; null elsewhere.
  std::vector<Metric> (*metrics)(const P&, const R&) = nullptr;
  /// Takes data of the reader's own (a dropped file, a pasted table) into the parameters; null where a lesson has no use for any.
  Import (*take_data)(P&, std::string_view text) = nullptr;
  std::conditional_t<kTrained, TrainingSpec<P, State>, Untrained> training = {};
  /// The models that attention-train makes for it; lessons that share some may all state them. May be null.
  const training::Recipes& (*recipes)() = nullptr;
};

/// A lesson with its types erased. `params`, `state` and `result` are what this very lesson made.
struct Lesson {
  using Params = std::shared_ptr<void>;
  using State = std::shared_ptr<void>;
  using Result = std::shared_ptr<const void>;
  struct ResultRow {
    std::string_view name, label;
    std::function<Tensor(const void* params, const void* result)> read;
    std::function<formula::Explanation(const void* params, const void* result, int i, int j)> explain;
    std::string_view handle = {};
    [[no_unique_address]] canvas::Place place = {};  ///< where the lesson states it
  };
  struct Figure {
    std::string_view id, title;
    std::vector<std::string_view> controls;
    float aspect;
    std::function<void(canvas::Canvas&, const void* params, const void* result, void* edit)> draw;
    bool model;
    std::string_view curves;
    std::function<std::string(const void* params, const void* result)> describe;  ///< the lesson's, where it has none of its own
  };
  struct Exercise {
    std::string_view id;
    int predictions;
    std::function<Verdict(const void* params, const void* result, int prediction, const compute::Backend&)> check;
  };
  /// TrainingSpec with its types erased; all empty where nothing is trained.
  struct Training {
    std::function<State(const void* params)> start;
    std::function<std::string(const void* params)> weights;
    std::function<std::string(const void* params, void* state, std::string_view bytes)> load;
    std::function<std::vector<std::string>(const void* params)> more_weights;  ///< none where the lesson wants none
    std::function<std::string(const void* params, void* state, std::string_view name, std::string_view bytes)> load_more;
    std::function<void(const void* params, void* state)> step;
    std::function<int(const void* state)> steps;
    std::function<bool(const void* params, void* state)> measure;
    std::function<HaltReason(const void* params, const void* state)> halt;
    std::function<std::vector<Metric>(const void* params, const void* state)> metrics;
    std::function<training::Curves(const void* state)> curves;  ///< the last four all empty, or none
    std::function<void(void* state, const training::Book&)> show_runs;
    std::function<std::string(const void* state)> save;
    std::function<std::string(const void* params, void* state, const training::OwnWeights&)> open;
    explicit operator bool() const { return static_cast<bool>(start); }
  };

  std::string_view slug, title, summary;
  params::Rows rows;
  std::function<Params()> defaults;  ///< settled
  std::function<Params(const void* params)> copy;
  std::function<void(const void* before, void* after)> settle;
  std::function<Result(const void* params, const void* state, const compute::Backend&)>
      compute;  ///< `state` is null where nothing is trained
  std::vector<ResultRow> results;
  std::vector<ResultRow> inputs;  ///< parameters that are matrices, masks or points and no results, under their ids
  std::vector<Figure> figures;
  std::function<std::string(const void* params, const void* result)> describe;
  std::function<std::string(const void* params, std::string_view id)> complaint;  ///< empty where a lesson shows whatever is legal
  std::function<int(const void* params, const void* result, std::string_view id)>
      last_step;  ///< empty where each ends at its largest value
  std::vector<Exercise> exercises;
  std::function<std::vector<Metric>(const void* params, const void* result)> metrics;  ///< empty where there is nothing to train
  std::function<Import(void* params, std::string_view text)> take_data;                ///< empty where a lesson takes no data
  Training training;
  std::function<const training::Recipes&()> recipes;  ///< empty where it states none
  /// Whether the lesson's later part is here (base/later.h), without which nothing is trained. Until it comes a figure may say so in its
  /// place, and an explanation be empty; that they were missed is noted.
  bool (*is_whole)() = [] { return true; };
};

/// The picture that a section of a lesson's text, or an exercise in it, is about: the lesson's defaults with `query` on top.
struct Scene {
  std::string_view id;        ///< the section's anchor in the page
  std::string_view title;     ///< its heading
  std::string_view exercise;  ///< empty where the section is none
  std::string_view query;
};

/// One row of the course, generated by the build from the folders' names and the texts.
struct Entry {
  int number;
  About about;
  const Lesson& (*lesson)();  ///< its code may be a part of the program that is loaded when the lesson is first opened
  std::vector<Scene> scenes;
};

/// All lessons in order.
const std::vector<Entry>& lessons();
/// The picture that the course opens with: is opened and trained as a lesson, has no text, and stands in no list of them. Null in a
/// program that has some lessons alone.
const Entry* prelude();

/// The lesson called `slug`, or the prelude, or null.
const Lesson* find(std::string_view slug);

/// The recipes that the lessons state, each once, and their tasks.
const training::Recipes& recipes();

/// The scenes that `lesson`'s text states, in its order; none of a lesson that is not in the table.
const std::vector<Scene>& scenes_of(const Lesson& lesson);

/// The query of the scene that `lesson`'s text states beside `exercise`; empty, so the lesson's defaults, where it states none.
std::string_view scene_of(const Lesson& lesson, std::string_view exercise);

}  // namespace attn::course

#include "course/definition.h"  // define()
