#include "session/training.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/clock.h"
#include "base/later.h"
#include "base/text.h"
#include "compute/backend.h"
#include "training/recipe.h"
#include "training/team.h"

namespace attn::session {
namespace {

constexpr double kSlowPeriodMs = 250;
constexpr double kLongestGapMs = 250;  ///< counts at most as the time between two slices: what is longer was a pause

bool gpu_is_here() { return is_loaded(reinterpret_cast<const void*>(compute::webgl)); }

}  // namespace

std::string_view name_of(Training::Phase phase) {
  constexpr std::string_view kNames[] = {"idle", "loading", "training", "measuring"};
  return kNames[static_cast<size_t>(phase)];
}

std::string_view name_of(Training::Speed speed) { return speed == Training::Speed::kSlow ? "slow" : "fast"; }

std::string_view name_of(course::Halt halt) {
  constexpr std::string_view kNames[] = {"none", "converged", "diverged"};
  return kNames[static_cast<size_t>(halt)];
}

std::string time_left(double seconds) {
  const double per = seconds < 120 ? 1 : seconds < 7200 ? 60 : 3600;
  return std::to_string(std::lround(seconds / per)) + (per < 60 ? " s" : per < 3600 ? " min" : " h");
}

Training::Training() : clock_(milliseconds) {}

void Training::open(const course::Lesson& lesson) {
  lesson_ = &lesson;
  steps_ = params::find(lesson.rows, "steps");
  running_ = false;
  speed_ = Speed::kFast, speed_chosen_ = false;
  restarts_ = 0;
  refusals_.clear();
  problems_.clear();
  own_.reset();
  restart();
  CHECK(!lesson.training || (steps_ && steps_->type == params::Type::kInteger));
}

const course::Model* Training::model(const void* params) {
  if (!*this) return nullptr;
  if (!model_) model_ = spec().start(params);
  if (own_ && !own_is_in_) put_own_in();
  return model_.get();
}

void Training::put_own_in() {
  const std::string why = model_->open(*own_);
  own_is_in_ = why.empty();
  if (own_is_in_) return;
  problems_.push_back("Your own weights from " + own_->file + " do not fit these settings: " + why);
  own_.reset();
  loaded_ = false;
}

bool Training::restarts(const void* before, const void* after) const {
  return std::any_of(lesson_->rows.begin(), lesson_->rows.end(),
                     [&](const params::Row& row) { return row.restarts_training && !params::equal(row, before, after); });
}

void Training::restart() {
  model_.reset();
  note_.clear();
  measured_ = began_converged_ = own_is_in_ = false;
  loaded_ = own_ != nullptr;
  beside_.clear();
  halt_ = {};
  paced_ms_ = 0, paced_steps_ = 0, paced_at_ = -1;
  ++restarts_;
  steps_by_.restart();
  end_order();
}

int Training::target(const void* params) const { return static_cast<int>(std::get<double>(steps_->get(params))); }
void Training::set_target(void* params, int steps) const { steps_->put(params, static_cast<double>(steps)); }
int Training::limit() const { return static_cast<int>(steps_->max); }
int Training::first_step() const { return static_cast<int>(steps_->min); }
int Training::step() const { return model_ ? model_->steps() : first_step(); }

bool Training::stands_as_shipped(const void* params) const {
  return *this && !own_ && !running_ && step() == first_step() && target(params) == first_step() && spec().weights(params);
}

// ---- weights ---------------------------------------------------------------------------------------------------------------------------

std::vector<std::string> Training::wanted(const void* params) const {
  std::vector<std::string> names;
  if (!*this) return names;
  const auto add = [&](const training::Recipe* recipe) {
    if (!settled(recipe) && std::find(names.begin(), names.end(), recipe->name) == names.end()) names.emplace_back(recipe->name);
  };
  if (!loaded_) add(spec().weights(params));
  for (const training::Recipe* recipe : spec().beside(params)) add(recipe);
  return names;
}

void Training::give(const std::string& name, std::string bytes) { weights_[name] = std::move(bytes); }

void Training::refuse(const std::string& name, const std::string& why) {
  weights_.erase(name);
  refusals_[name] = "The trained weights " + name + " could not be loaded: " + why + (why.ends_with('.') ? "" : ".") +
                    " Everything else works, training here too.";
  problems_.push_back(refusals_[name]);
}

void Training::forget_refusals() { refusals_.clear(); }

std::vector<std::string> Training::take_problems() { return std::exchange(problems_, {}); }

std::string Training::open_weights(const void* params, std::shared_ptr<const training::OwnWeights> own) {
  std::unique_ptr<course::Model> fresh = spec().start(params);
  std::string why = fresh->open(*own);
  if (!why.empty()) return why;
  begin_with(std::move(own));
  model_ = std::move(fresh);
  own_is_in_ = true;
  return {};
}

void Training::begin_with(std::shared_ptr<const training::OwnWeights> own) {
  own_ = std::move(own);
  running_ = false;
  restart();
}

std::string Training::saved(const void* params) const { return model_ && !waits(params) ? model_->save() : ""; }

std::optional<training::Curves> Training::curves() const { return model_ ? model_->curves() : std::nullopt; }

void Training::show_runs(const void* params, const training::Book& runs) {
  model(params);
  model_->show_runs(runs);
}

void Training::show_frame(int frame, bool measure) {
  if (!model_) return;
  model_->show_frame(frame);
  measured_ = !measure;
}

bool Training::usable(const training::Recipe* recipe) const { return recipe && weights_.count(std::string(recipe->name)) > 0; }

bool Training::settled(const training::Recipe* recipe) const {
  return !recipe || usable(recipe) || refusals_.count(std::string(recipe->name)) > 0;
}

bool Training::waits(const void* params) const { return !loaded_ && !settled(spec().weights(params)); }

bool Training::can_load(const void* params) const {
  if (!loaded_) return settled(spec().weights(params));
  const auto beside = spec().beside(params);
  return std::any_of(beside.begin(), beside.end(),
                     [this](const training::Recipe* recipe) { return usable(recipe) && beside_.count(std::string(recipe->name)) == 0; });
}

bool Training::load(const void* params) {
  bool changed = false;
  if (!loaded_) {
    const training::Recipe* recipe = spec().weights(params);
    if (!settled(recipe)) return false;
    if (usable(recipe)) {
      const std::string name(recipe->name), why = model_->load(weights_[name]);
      if (!why.empty()) refuse(name, why);
    }
    loaded_ = changed = true;
  }
  return load_beside(params) || changed;
}

bool Training::load_beside(const void* params) {
  bool changed = false;
  for (const training::Recipe* recipe : spec().beside(params)) {
    const std::string name(recipe->name);
    if (!usable(recipe) || !beside_.insert(name).second) continue;
    const std::string why = model_->load_beside(*recipe, weights_[name]);
    if (!why.empty()) refuse(name, why);
    changed = true;
    measured_ = false;
  }
  return changed;
}

// ---- running ---------------------------------------------------------------------------------------------------------------------------

std::string Training::start(const void* params) {
  if (model(params); !fixed().empty()) return fixed();
  if (halt_.halt == course::Halt::kDiverged) return halt_.sentence;
  if (target(params) >= limit()) return "All " + std::to_string(limit()) + " steps have been taken; reset the training to start again.";
  show_present();
  began_converged_ = halt_.halt == course::Halt::kConverged || (model_ && model_->halt().halt == course::Halt::kConverged);
  halt_ = {};
  running_ = true;
  return {};
}

void Training::pause(void* params) {
  running_ = false;
  end_order();
  if (target(params) > step()) set_target(params, step());
}

bool Training::wants_step(const void* params) const {
  if (halt_.halt == course::Halt::kDiverged || !fixed().empty()) return false;
  return step() < target(params) || (running_ && step() < limit());
}

bool Training::busy(const void* params) const {
  return *this && !waits(params) && (can_load(params) || can_step(params) || (!measured_ && ordered_steps(params) == 0));
}

double Training::period() const {
  if (speed_ == Speed::kSlow) return kSlowPeriodMs;
  return pace_ > 0 && !speed_chosen_ ? 1000.0 / pace_ : 0;
}

bool Training::work(void* params, double budget_ms) {
  if (!busy(params)) return false;
  const double end = clock_() + budget_ms;
  model(params);
  const bool loaded = load(params);
  const bool stepped = take_steps(params, end);
  if (can_step(params)) return loaded || stepped;
  paced_ms_ = 0, paced_steps_ = 0, paced_at_ = -1;
  return measure(params, end) || loaded || stepped;
}

bool Training::take_steps(void* params, double end) {
  int taken = 0;
  double now = clock_();
  while (can_step(params) && (taken == 0 || now + step_ms_ <= end)) {
    const bool catching_up = model_->steps() < target(params);
    if (running_ && !catching_up && period() > 0) {
      if (now < next_slow_) break;
      next_slow_ = now + period();
    }
    if (halt_.halt == course::Halt::kConverged) halt_ = {};
    steps_by_.step(*model_, !team_);
    end_order();
    ++taken;
    if (wants_gpu_try(params) && gpu_is_here()) steps_by_.try_gpu(*model_);
    const double then = std::exchange(now, clock_());
    step_ms_ = taken == 1 && step_ms_ == 0 ? now - then : 0.8 * step_ms_ + 0.2 * (now - then);
    after_step(params, model_->steps());
  }
  if (taken > 0) measured_ = false, note_.clear(), note_pace(taken, now);
  return taken > 0;
}

void Training::after_step(void* params, int taken) {
  if (running_ && taken > target(params)) set_target(params, taken);
  const course::HaltReason reason = model_->halt();
  const bool diverged = reason.halt == course::Halt::kDiverged;
  if (diverged || (running_ && !began_converged_ && reason.halt == course::Halt::kConverged)) {
    running_ = false;
    halt_ = reason;
    if (diverged) set_target(params, taken);
  } else if (running_ && taken >= limit()) {
    running_ = false;
  }
}

// ---- a team ----------------------------------------------------------------------------------------------------------------------------

int Training::ordered_steps(const void* params) const {
  if (!team_ || !model_ || !loaded_ || !lesson_->is_whole() || !wants_step(params)) return 0;
  if (steps_by_.on_gpu(model_.get()) || (wants_gpu_try(params) && gpu_is_here())) return 0;
  const int missing = target(params) - step(), left = running_ && period() == 0 ? limit() - step() : missing;
  return left < 2 || model_->trainers().empty() ? 0 : left;
}

void Training::allow_gpu(bool gpu, bool chosen) { steps_by_.allow(gpu, chosen); }

std::string Training::order(const void* params) {
  end_order();
  paced_at_ = clock_();
  return training::write_order(*model_,
                               {.ticket = ticket_, .steps = ordered_steps(params), .to_convergence = running_ && !began_converged_});
}

bool Training::take_report(void* params, std::string_view report) {
  if (ordered_steps(params) == 0) return false;
  const int before = step();
  if (!training::take_report(*model_, report, ticket_)) return false;
  if (halt_.halt == course::Halt::kConverged) halt_ = {};
  measured_ = false, note_.clear(), note_pace(step() - before, clock_());
  if (paced_steps_ > 0) steps_by_.note_cpu(paced_ms_ / paced_steps_);
  after_step(params, step());
  return true;
}

bool Training::measure(const void* params, double end) {
  if (measured_) return false;
  if (spec().attend) spec().attend(params, *model_);
  do {
    measured_ = !model_->measure();
  } while (!measured_ && clock_() < end);
  return true;
}

void Training::note_pace(int steps, double now) {
  if (paced_at_ >= 0) {
    paced_ms_ += std::min(now - paced_at_, kLongestGapMs);
    paced_steps_ += steps;
  }
  paced_at_ = now;
}

// ---- what is said ----------------------------------------------------------------------------------------------------------------------

Training::Phase Training::phase(const void* params) const {
  if (waits(params) || can_load(params)) return Phase::kLoading;
  if (wants_step(params)) return Phase::kTraining;
  return measured_ ? Phase::kIdle : Phase::kMeasuring;
}

Training::Status Training::status(const void* params) const {
  Status s;
  if (!*this) return s;
  s.running = running_;
  s.speed = speed_;
  s.step = s.shown = step();
  if (const int frame = shown_frame(); frame >= 0) s.shown = frames()[static_cast<size_t>(frame)];
  s.target = target(params);
  s.limit = limit();
  s.restarts = restarts_;
  s.halt = halt_.halt;
  if (own_) s.own = own_->file;
  if (const training::Recipe* recipe = spec().weights(params); recipe && loaded_ && !own_) s.trained = recipe->steps;
  s.phase = phase(params);
  const int end = s.target > s.step ? s.target : running_ ? shipped_steps(params) : 0;
  if (s.phase == Phase::kTraining && end > s.step && paced_steps_ > 0) s.seconds_left = (end - s.step) * paced_ms_ / paced_steps_ / 1000;
  if (s.phase == Phase::kTraining && paced_ms_ > 0) s.tokens_per_second = model_->tokens_per_step() * paced_steps_ / paced_ms_ * 1000;
  s.sentence = sentence(s, params);
  return s;
}

int Training::shipped_steps(const void* params) const {
  const params::Row* weights = params::find(lesson_->rows, "weights");
  if (!weights) return 0;
  const course::Lesson::Params shipped = lesson_->copy(params);
  weights->put(shipped.get(), std::string("shipped"));
  const training::Recipe* recipe = spec().weights(shipped.get());
  return recipe ? recipe->steps : 0;
}

std::string Training::refusal(const void* params) const {
  std::vector<const training::Recipe*> wanted = spec().beside(params);
  if (const training::Recipe* first = spec().weights(params)) wanted.insert(wanted.begin(), first);
  for (const training::Recipe* recipe : wanted)
    if (const auto found = refusals_.find(std::string(recipe->name)); found != refusals_.end()) return found->second;
  return {};
}

std::string Training::sentence(const Status& s, const void* params) const {
  if (!note_.empty()) return note_;
  if (s.shown < s.step) return "A look back. Train goes on from step " + std::to_string(s.step) + ".";
  if (!halt_.sentence.empty()) return halt_.sentence;
  if (waits(params)) return "Loading the trained weights.";
  if (waits_for_code(params)) return "Loading what training needs.";
  if (s.phase == Phase::kTraining && s.target > s.step) {
    std::string text = "Training, step " + std::to_string(s.step) + " of " + std::to_string(s.target);
    if (s.seconds_left >= 1) text += ", about " + time_left(s.seconds_left) + " left";
    return text + ".";
  }
  if (s.phase == Phase::kTraining) {
    const int shipped = shipped_steps(params);
    if (s.step > shipped || s.seconds_left < 0) return {};
    return "The shipped weights took " + thousands(shipped) + " steps: " + thousands(shipped - s.step) + " more, about " +
           time_left(std::max(1.0, s.seconds_left)) + ".";
  }
  if (const std::string refused = refusal(params); !refused.empty() && s.step == first_step()) return refused;
  if (s.phase == Phase::kMeasuring) return model_ ? model_->measuring() : std::string();
  if (own_ && s.step == first_step() && !s.running) return "These are your own weights from " + own_->file + ".";
  if (s.step >= s.limit && !s.running) return "All " + std::to_string(s.limit) + " steps have been taken.";
  return {};
}

std::vector<course::Metric> Training::metrics(const void* params) { return model(params)->metrics(); }

}  // namespace attn::session
