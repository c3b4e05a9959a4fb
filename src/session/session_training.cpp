// The part of a session that concerns a trained lesson's model.
#include <algorithm>

#include "base/clock.h"
#include "session/session.h"

namespace attn::session {
std::string Session::run(bool on) {
  if (!training_) return std::string(lesson_->title) + " has no model to train.";
  std::string why;
  if (!find_writable("steps", &why)) return why;
  if (on) return training_.start(params());
  training_.pause(params_.get());
  note_changed("steps");
  return {};
}

std::string Session::press_train(bool once) {
  const params::Row* weights = params::find(lesson_->rows, "weights");
  if (training_ && weights && training_.stands_as_shipped(params()) && !is_locked("weights") && !is_locked("steps"))
    if (std::string why = set_value("weights", std::string("seed"), Origin::kUi); !why.empty()) return why;
  return once ? train(1) : run(true);
}

std::string Session::restart_training() {
  if (!training_) return std::string(lesson_->title) + " has no model to train.";
  std::string why;
  if (!find_writable("steps", &why)) return why;
  keep_run();
  training_.pause(params_.get());
  training_.set_target(params_.get(), training_.first_step());
  training_.forget_refusals();
  training_.restart();
  result_.reset();
  note_changed("steps");
  return {};
}

std::string Session::train_model(int steps) {
  if (const course::HaltReason reason = training_.halted(); reason.halt == course::Halt::kDiverged) return reason.sentence;
  const int now = training_.target(params()), limit = training_.limit(), taken = training_.step();
  if (taken >= limit) return "All " + std::to_string(limit) + " steps have been taken; set steps to 0 to start again.";
  if (steps > limit - now) {
    std::string why = "There are " + std::to_string(limit) + " steps at most, and " + std::to_string(taken) + " have been taken";
    if (now > taken) why += ", " + std::to_string(now - taken) + " more are asked for already";
    return why + ".";
  }
  return set_value("steps", static_cast<double>(now + steps), Origin::kApi);
}

std::vector<std::string> Session::wanted_weights() const {
  std::vector<std::string> names = training_.wanted(params());
  if (!comparison_ || !comparison_->training) return names;
  for (const std::string& name : comparison_->training->wanted(comparison_->params.get()))
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  return names;
}

void Session::give_weights(const std::string& name, std::string bytes) {
  if (comparison_ && comparison_->training) comparison_->training->give(name, bytes);
  training_.give(name, std::move(bytes));
}

void Session::refuse_weights(const std::string& name, const std::string& why) {
  const std::vector<std::string> wanted = wanted_weights();
  if (std::find(wanted.begin(), wanted.end(), name) == wanted.end()) return;  // another lesson's, or other settings'
  if (comparison_ && comparison_->training) comparison_->training->refuse(name, why);
  training_.refuse(name, why);
  change_.view = true;
}

Training::Status Session::training_status() const {
  Training::Status status = training_.status(params());
  if (trained() && status.sentence.empty() && is_locked("steps")) status.sentence = "Training is fixed here.";
  return status;
}

bool Session::shows_training() const {
  return trained() && (current_figure().model || training_.status(params()).phase == Training::Phase::kTraining);
}

void Session::retry_weights() {
  if (!training_ || !training_.lacks_weights(params())) return;
  training_.forget_refusals();
  training_.restart();
  result_.reset();
  change_.view = true;
}

bool Session::work(double budget_ms) {
  if (!busy()) return false;
  if (comparison_ && comparing().work(*this, budget_ms)) return busy();
  const bool ran = training_.running();
  const double start = milliseconds();
  if (training_.work(params_.get(), budget_ms)) result_.reset();
  work_ms_ = milliseconds() - start;
  if (ran && !training_.running()) note_changed("steps");
  return busy();
}

void Session::settle_steps(void* next, bool names_steps) const {
  if (!training_ || names_steps || !training_.restarts(params(), next)) return;
  if (training_.target(next) == training_.target(params())) training_.set_target(next, training_.first_step());
}

void Session::follow_training(void* next) {
  if (!training_) return;
  if (training_.restarts(params(), next) || training_.target(next) < training_.step()) {
    keep_run();
    const params::Row* weights = params::find(lesson_->rows, "weights");
    if (weights && !params::equal(*weights, params(), next)) training_.begin_with(nullptr);
    training_.forget_refusals();
    training_.restart();
  } else if (training_.halted().halt == course::Halt::kDiverged) {
    training_.set_target(next, training_.step());
  } else {
    training_.measure_again();
  }
}

bool Session::worth_a_step_of_undo(const void* before, const void* after) const {
  if (!training_) return true;
  for (const params::Row& row : lesson_->rows)
    if (row.id != "steps" && !params::equal(row, before, after)) return true;
  return false;
}

course::Lesson::Params Session::with_present_steps(course::Lesson::Params past) const {
  if (training_ && past && !training_.restarts(params(), past.get())) training_.set_target(past.get(), training_.target(params()));
  return past;
}

}  // namespace attn::session
