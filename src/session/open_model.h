// The open lesson's model under the reader's hand: how it is trained, stopped and begun anew, and the reader's own weights.
//
// It catches up with the document's parameter `steps` in work(). A lesson without a model may be trained too: then `steps` is an ordinary
// parameter, and the results follow from it.
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
  /// Whether its steps are locked.
  bool is_fixed() const { return document_.is_locked("steps"); }
  /// Whether the buttons of training belong on the screen beside the figure `open`: it shows the model, or the model is training.
  bool belongs_beside(const course::Lesson::Figure& open) const;

  // ---- steps; each returns an empty string or why not ----
  /// Adds `steps` to the integer parameter `steps`, up to its maximum; more than a model's maximum is refused.
  std::string train(int steps);
  /// Starts (`on`) or ends a run that takes steps until it is ended, the model has converged or diverged, or all are taken.
  std::string run(bool on);
  /// What the button Train does (`once`: Train once). Where the model stands as it was shipped, it begins anew from random weights: what
  /// has been learned already is not seen being learned.
  std::string press(bool once);
  /// No step taken: the model as it began.
  std::string restart();
  void set_speed(Training::Speed speed) { training_.set_speed(speed); }
  /// `params` want no more steps than the model has taken.
  void stay_at_present_step(void* params) const { training_.set_target(params, training_.step()); }
  /// Brings the model in line with `next`, which is about to replace the parameters.
  void follow(void* next);

  // ---- work between frames ----
  /// Whether work() has something to do now; while weights are on their way, it has not.
  bool busy() const { return training_.busy(document_.params()); }
  /// One slice of loading, training or measuring, of about `budget_ms`.
  void work(double budget_ms);
  double work_ms() const { return work_ms_; }  ///< of the last slice
  /// Whether training waits for code that is to be loaded.
  bool waits_for_code() const { return training_.waits_for_code(document_.params()); }

  // ---- shipped weights ----
  /// Names of files in assets/weights that are wanted, and what becomes of them.
  std::vector<std::string> wanted() const { return training_.wanted(document_.params()); }
  void give(const std::string& name, std::string bytes) { training_.give(name, std::move(bytes)); }
  void refuse(const std::string& name, const std::string& why) { training_.refuse(name, why); }
  std::vector<std::string> take_problems() { return training_.take_problems(); }
  /// Whether wanted weights were refused; retry_weights() asks for them again.
  bool lacks_weights() const { return trained() && training_.lacks_weights(document_.params()); }
  void retry_weights();

  // ---- the reader's own weights ----
  /// The weights that the model began with, where they are the reader's own; else null.
  std::shared_ptr<const training::OwnWeights> own() const { return training_.own(); }
  /// The present weights as a safetensors file's content. Returns an empty string or why there is none.
  std::string save_weights(std::string* safetensors);
  /// The model begins anew with the content of the reader's `file`. Returns an empty string, or why it does not fit; then nothing has
  /// changed.
  std::string open_weights(std::string_view file, std::string bytes);
  /// The model begins as its parameters say.
  void forget_weights();

 private:
  std::string train_model(int steps);
  /// An empty string, or why there is no model whose steps the reader may change.
  std::string why_fixed() const;
  /// The model has begun anew, so no step is taken.
  void note_begun_anew();

  Document& document_;
  Training& training_;
  KeptRuns& runs_;
  double work_ms_ = 0;
};

}  // namespace attn::session
