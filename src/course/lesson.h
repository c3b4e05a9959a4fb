// What a lesson is to the session, the tests and the tools: declared parameters, a pure compute(), named results, figures, explanations and
// exercises. The types of a lesson are erased, so that all lessons are handled alike. course/definition.h says how a lesson is written.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/place.h"
#include "course/tensor.h"
#include "formula/expression.h"
#include "params/params.h"
#include "training/model.h"

namespace attn::canvas {
class Canvas;
}
namespace attn::compute {
struct Backend;
}
namespace attn::training {
struct Recipes;
}

namespace attn::course {

using training::Halt;
using training::HaltReason;
using training::Metric;  ///< for lab.metrics()
using training::Model;

/// The outcome of an exercise.
struct Verdict {
  bool correct = false;
  std::string message;  ///< what the computation gave, in a sentence with its numbers
};

/// What became of a file that the reader dropped, or of a text that was pasted.
struct Import {
  bool accepted = false;
  std::string message;  ///< says what was taken ("120 points; line 7 is not a pair of numbers and was left out"), or why nothing was
  /// What is known of a model that was opened.
  struct Model {
    std::string family;  ///< "gpt2"
    int layers = 0, heads = 0, width = 0, vocabulary = 0;
    double bytes = 0;  ///< of its weights
  };
  std::optional<Model> model = {};
  std::string_view figure = {};  ///< the figure that shows it; empty: any does
};

/// A file of the reader's own. `bytes` are in memory that `keeps` owns, or in a mapped file.
struct File {
  std::string name;  ///< without a path
  std::string_view bytes;
  std::shared_ptr<const void> keeps;
};
using Files = std::vector<File>;

/// A model as the files of a folder that other programs open, or why there are none.
struct SavedFolder {
  Files files;
  std::string why;
};

/// What a list says of a lesson. It is a constant beside lesson(), so that the list needs no lesson's code.
struct About {
  std::string_view slug, title;
  std::string_view summary;  ///< one sentence for the front page and search engines
};

/// A lesson with its types erased. Only `params`, `model` and `result` that the same lesson made may be passed to its functions.
struct Lesson {
  using Params = std::shared_ptr<void>;
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
    std::function<std::string(const void* params, const void* result)> describe;  ///< the lesson's where the figure has none of its own
    int pace = 0;  ///< most training steps a second while it is shown; 0: as many as the machine can take
    /// Computes what this figure alone shows, after the lesson's compute(); empty where there is nothing.
    std::function<void(const void* params, const void* result)> prepare = {};
  };
  struct Exercise {
    std::string_view id;
    int predictions;
    std::function<Verdict(const void* params, const void* result, int prediction, const compute::Backend&)> check;
  };
  /// Training (course/definition.h) with its types erased; all empty where nothing is trained.
  struct Training {
    std::function<std::unique_ptr<Model>(const void* params)> start;
    std::function<const training::Recipe*(const void* params)> weights;
    std::function<std::vector<const training::Recipe*>(const void* params)> beside;
    std::function<void(const void* params, Model&)> attend = {};
    explicit operator bool() const { return static_cast<bool>(start); }
  };

  std::string_view slug, title, summary;
  params::Rows rows;
  std::function<Params()> defaults;  ///< settled
  std::function<Params(const void* params)> copy;
  std::function<void(const void* before, void* after)> settle;
  /// `model` is null in a lesson that trains nothing.
  std::function<Result(const void* params, const Model* model, const compute::Backend&)> compute;
  std::vector<ResultRow> results;
  std::vector<ResultRow> inputs;  ///< parameters that are matrices, masks or points, under their ids; without those that a result replaces
  std::vector<Figure> figures;
  std::function<std::string(const void* params, const void* result)> describe;
  std::function<std::string(const void* params, std::string_view id)> complaint;  ///< empty where a lesson shows whatever is legal
  std::function<int(const void* params, const void* result, std::string_view id)>
      last_step;  ///< empty where each process ends at its parameter's largest value
  std::vector<Exercise> exercises;
  std::function<std::vector<Metric>(const void* params, const void* result)> metrics;  ///< empty where the lesson states none
  std::function<Import(void* params, std::string_view text)> take_data;                ///< empty where a lesson takes no data
  std::function<Import(void* params, const Files& files)> take_files;                  ///< empty where a lesson opens no files
  Training training;
  std::function<SavedFolder(const void* params, const Model& model)> save_folder;  ///< empty where no model has a published layout
  std::function<const training::Recipes&()> recipes;                               ///< empty where the lesson states none
  /// Whether the lesson's later part has been loaded (base/later.h). Until then nothing is trained, a figure may only say that it is on its
  /// way, and an explanation may be empty. Whatever is missed is noted, so that it will be fetched.
  bool (*is_whole)() = [] { return true; };
};

/// The picture that a section or an exercise of a lesson's text is about. It is the lesson's defaults with `query` on top.
struct Scene {
  std::string_view id;        ///< the section's anchor in the page
  std::string_view title;     ///< its heading
  std::string_view exercise;  ///< its id; empty where the section is no exercise
  std::string_view query;
};

/// One row of the course, generated by the build from the folders' names and the texts.
struct Entry {
  int number;
  About about;
  const Lesson& (*lesson)();  ///< the code behind it may be a part of the program that is loaded when the lesson is first opened
  std::vector<Scene> scenes;
};

/// All lessons in order.
const std::vector<Entry>& lessons();
/// The picture that the course opens with. It is opened and trained like a lesson, but has no text and stands in no list of lessons. Null
/// in a program that has only some of the lessons.
const Entry* prelude();

/// The lesson called `slug`, or the prelude, or null.
const Lesson* find(std::string_view slug);

/// The recipes that the lessons and the prelude state, each of them once, with their tasks.
const training::Recipes& recipes();

/// The scenes that `lesson`'s text states, in the order of the text; none for a lesson that is not in lessons().
const std::vector<Scene>& scenes_of(const Lesson& lesson);

/// The query of the scene that `lesson`'s text states beside `exercise`. Where it states none the query is empty: the lesson's defaults.
std::string_view scene_of(const Lesson& lesson, std::string_view exercise);

}  // namespace attn::course
