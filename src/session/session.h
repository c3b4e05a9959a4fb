// The open lesson, in rooms. Everything the app does, without a window.
//
//   document    what the reader sets: parameters, locks, history, what changed      knows nobody
//   model       the lesson's model in training; runs: those that it leaves behind    -> document
//   results     what is computed of both, when somebody looks, and by which backend  -> document, model
//   playback    a parameter that moves on by itself                                  -> document, results
//   film        which frame of the training's film is shown                          -> document, model
//   figures     which figure is open                                                 -> document, results, playback
//   exercises   what the reader has answered                                         knows nobody
//   scenes      the text's pictures: they bring all of the above                     -> the session
//   comparison  a state that was kept, beside the present one                        -> the session
//
// A change goes from a hand, a call or an address to the document. The document lets playback and model follow, and its revision rises, so
// that results computes anew at the next look. Session itself has what takes several rooms: opening, addresses, sentences, work.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "course/lesson.h"
#include "session/comparison.h"
#include "session/document.h"
#include "session/exercises.h"
#include "session/figures.h"
#include "session/film.h"
#include "session/kept_runs.h"
#include "session/open_model.h"
#include "session/playback.h"
#include "session/results.h"
#include "session/scenes.h"
#include "session/training.h"

namespace attn::session {

class Session {
 public:
  explicit Session(const course::Lesson& lesson);

  const course::Lesson& lesson() const { return document_.lesson(); }
  Document& document() { return document_; }
  const Document& document() const { return document_; }
  OpenModel& model() { return model_; }
  const OpenModel& model() const { return model_; }
  KeptRuns& runs() { return runs_; }
  Results& results() { return results_; }
  const Results& results() const { return results_; }
  Playback& playback() { return playback_; }
  const Playback& playback() const { return playback_; }
  Film& film() { return film_; }
  const Film& film() const { return film_; }
  Figures& figures() { return figures_; }
  const Figures& figures() const { return figures_; }
  Exercises& exercises() { return exercises_; }
  const Exercises& exercises() const { return exercises_; }
  Scenes& scenes() { return scenes_; }
  const Scenes& scenes() const { return scenes_; }
  /// The comparison, which gets its full code as soon as that has been loaded.
  Comparison& comparison();
  const Comparison& comparison() const { return *comparison_; }

  // ---- addresses ----
  /// Opens `lesson` at its defaults and applies the deep link `query` to it. Returns what was refused.
  std::vector<params::Refusal> open(const course::Lesson& lesson, std::string_view query);
  /// Everything that is not default: parameters, figure, backend, the state that is kept; empty when all is.
  std::string query() const;
  /// Applies the known keys of a query; returns what was refused. Locked parameters are refused.
  std::vector<params::Refusal> set(std::string_view query, Origin origin);
  /// Writes what a query says of parameters into `edit`, and does at once what it says of the rest.
  void apply(std::string_view query, bool respect_locks, Document::Edit* edit);
  /// One parameter, or all when `id` is empty, to the default. Returns an empty string or why not.
  std::string reset(std::string_view id, Origin origin);

  // ---- what the picture says ----
  std::string describe();
  /// A result by its name, of either state or B - A. Returns an empty string or why there is none.
  std::string read(std::string_view name, course::Tensor* tensor);
  /// How the cell `i,j` of a result came about. Returns an empty string, or why there is nothing to say.
  std::string explain(std::string_view name, int i, int j, formula::Explanation* explanation);

  // ---- answers to exercises ----
  /// Locks prediction `k` in; begins the exercise first where nobody did. Returns an empty string, or why not.
  std::string predict(std::string_view exercise, int k);
  /// A prediction is graded on the exercise's scene, which is set again. Without predictions what the reader has made of it since it was
  /// opened is graded. Returns an empty string and the verdict, or why it cannot be checked yet.
  std::string check(std::string_view exercise, course::Verdict* verdict);
  /// How far the picture is from what an exercise without predictions asks for. This answers nothing: it is for while the reader brings it
  /// about, and when the picture is changed after an answer. Returns false where the exercise is not begun, asks for a prediction, or the
  /// model is at work.
  bool distance(std::string_view exercise, course::Verdict* verdict);

  // ---- work between frames, of the model and of A's, and of what measures the GPU ----
  /// Whether work() has something to do now; while weights are on their way, it has not.
  bool busy() const { return model_.busy() || comparison_->busy() || may_try_gpu(); }
  /// One slice of loading, training or measuring, of about `budget_ms`. Returns busy().
  bool work(double budget_ms);
  /// Names of files in assets/weights that are wanted. Whoever hosts the session fetches them and hands over their content, or says why
  /// not.
  std::vector<std::string> wanted_weights() const;
  /// Gives files of the reader's own to the open lesson, and shows the figure that is about them. Returns an empty string, or why they were
  /// not taken; `*outcome` says what they are.
  std::string open_files(const course::Files& files, course::Import* outcome);
  void give_weights(const std::string& name, std::string bytes);
  void refuse_weights(const std::string& name, const std::string& why);
  /// Takes the steps that are due of what plays. Returns whether there was one.
  bool play_on();
  /// Milliseconds until the next one is due; -1 where nothing plays.
  double rest_ms() const;
  /// The time that training, playback and film go by.
  void set_clock(const Training::Clock& clock);

 private:
  /// Whether the model is as the reader asked for it.
  bool may_try_gpu() const { return results_.wants_try() && !results_.waits_for_code(); }
  bool is_at_rest() const { return wanted_weights().empty() && !busy() && model_.ordered_steps() == 0; }

  Document document_;
  Training training_;
  KeptRuns runs_;
  OpenModel model_;
  Results results_;
  Playback playback_;
  Film film_;
  Figures figures_;
  Exercises exercises_;
  Scenes scenes_;
  std::unique_ptr<Comparison> comparison_;
  bool compares_ = false;  ///< `comparison_` has its code
};

}  // namespace attn::session
