// What the reader can do with the open lesson's model: train it, stop it, begin it anew, and load and save weights.
//
// work() trains the model until it has taken as many steps as the document's parameter `steps` says. A lesson without a model may have
// steps of training too; `steps` is then an ordinary parameter from which the results are computed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "session/document.h"
#include "session/kept_runs.h"
#include "session/training.h"

namespace attn::session {

class OpenModel {
 public:
  OpenModel(Document& document, Training& training, KeptRuns& runs) : document_(document), training_(training), runs_(runs) {}

  /// Whether the open lesson has a model.
  bool trained() const { return static_cast<bool>(training_); }
  Training::Status status() const;
  /// Whether the parameter `steps` is locked.
  bool is_fixed() const { return document_.is_locked("steps"); }
  /// Whether the figure `open` should have the buttons of training beside it: because it shows the model, or because the model is training.
  bool belongs_beside(const course::Lesson::Figure& open) const;

  // ---- steps; each function returns an empty string, or why it does not do it ----
  /// Adds `steps` to the integer parameter `steps`. An ordinary parameter stops at its maximum; for a model, more than that is refused.
  std::string train(int steps);
  /// Starts (`on`) or ends a run. It takes steps until it is ended, the model has converged or diverged, or the maximum is reached.
  std::string run(bool on);
  /// Does what the button Train (or, with `once`, Train once) does. A model that still has its shipped weights begins anew from random
  /// ones, since a reader would not see it learn what it knows already.
  std::string press(bool once);
  /// Puts the model back to its beginning, where no step is taken.
  std::string restart();
  void set_pace(int pace) { training_.set_pace(pace); }
  void set_speed(Training::Speed speed) { training_.set_speed(speed); }
  /// Sets `steps` in `params` to the number that the model has taken.
  void stay_at_present_step(void* params) const { training_.set_target(params, training_.step()); }
  /// Brings the model in line with `next`, which is about to replace the parameters.
  void follow(void* next);

  // ---- work between frames ----
  /// Whether work() has something to do now. While weights are on their way it has not.
  bool busy() const { return training_.busy(document_.params()); }
  /// Loads, trains or measures for about `budget_ms`.
  void work(double budget_ms);
  // ---- a team, which takes long trainings' steps elsewhere (training/team.h) ----
  void set_team(bool there) { training_.set_team(there); }
  /// The model, which is made where there is none yet. The lesson has one that has trainers().
  course::Model& model() { return training_.trainable(document_.params()); }
  /// How many steps it has to take next, and the order of them; see Training.
  int ordered_steps() const { return training_.ordered_steps(document_.params()); }
  std::string order() { return training_.order(document_.params()); }
  bool take_report(std::string_view report);

  double work_ms() const { return work_ms_; }  ///< how long the last call of work() took
  /// Whether training waits for code that is to be loaded.
  bool waits_for_code() const { return training_.waits_for_code(document_.params()); }

  // ---- shipped weights ----
  /// The names of files in assets/weights that are needed. Whoever hosts the session answers each with give() or refuse().
  std::vector<std::string> wanted() const { return training_.wanted(document_.params()); }
  void give(const std::string& name, std::string bytes) { training_.give(name, std::move(bytes)); }
  void refuse(const std::string& name, const std::string& why) { training_.refuse(name, why); }
  std::vector<std::string> take_problems() { return training_.take_problems(); }
  /// Whether wanted weights were refused; retry_weights() asks for them again.
  bool lacks_weights() const { return trained() && training_.lacks_weights(document_.params()); }
  void retry_weights();

  /// Shows the reader a sentence where training says how far it is.
  void say(std::string sentence) { training_.note(std::move(sentence)), document_.note_view(); }

  // ---- the reader's own weights ----
  /// The weights that the model began with, where they are the reader's own; else null.
  std::shared_ptr<const training::OwnWeights> own() const { return training_.own(); }
  /// Writes the present weights to `*safetensors`, as the content of such a file. Returns an empty string, or why there are none.
  std::string save_weights(std::string* safetensors);
  /// The same as the files of a folder that other programs open.
  std::string save_folder(course::Files* files);
  /// Begins the model anew with `bytes`, the content of the reader's `file`. Returns an empty string, or why they do not fit; nothing has
  /// changed then.
  std::string open_weights(std::string_view file, std::string bytes);
  /// Begins the model anew as its parameters say, without the reader's own weights.
  void forget_weights();

 private:
  std::string train_model(int steps);
  /// Why the reader may not change the steps of a model: there is none, or they are locked. Empty where the reader may.
  std::string why_fixed() const;
  /// Sets the document's `steps` to none, because the model has begun anew.
  void note_begun_anew();

  Document& document_;
  Training& training_;
  KeptRuns& runs_;
  double work_ms_ = 0;
};

}  // namespace attn::session
