// The model of an open trained lesson: made from the parameters, given its shipped weights, trained until it has caught up with the
// parameter `steps`, measured; all in slices of time, so that no frame waits.
//
// While it runs, `steps` is raised with every step taken. A run ends by itself when the model has converged or diverged and at the
// largest number of steps. Weights come from outside (a file, the network) and are kept by name, for every later restart.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "course/lesson.h"
#include "training/curves.h"

namespace attn::session {

class Training {
 public:
  enum class Phase { kIdle, kLoading, kTraining, kMeasuring };
  enum class Speed { kSlow, kFast };  ///< slow: four steps a second, to watch
  struct Status {
    bool running = false;
    Speed speed = Speed::kFast;
    int step = 0, target = 0, limit = 0;  ///< taken, wanted, most
    int restarts = 0;                     ///< how often this lesson's model was made anew
    Phase phase = Phase::kIdle;
    course::Halt halt = course::Halt::kNone;
    std::string own;           ///< the file of the reader's own weights that the model began with, or empty
    double seconds_left = -1;  ///< until the steps wanted, or in a run as many as the shipped weights took, are taken; -1: unknown
    std::string sentence;      ///< what goes on or why it stopped, for the reader; empty where nothing is to be said
  };
  using Clock = std::function<double()>;  ///< milliseconds

  Training();
  void set_clock(Clock clock) { clock_ = std::move(clock); }

  /// Forgets the model, not the weights.
  void open(const course::Lesson& lesson);
  /// Whether the open lesson has a model.
  explicit operator bool() const { return lesson_ && lesson_->training; }

  /// Made when it is first asked for; null where the lesson has none.
  const course::Model* model(const void* params);
  /// Whether `after` needs another model than `before`.
  bool restarts(const void* before, const void* after) const;
  void restart();
  /// Parameters that do not restart anything have changed: what was measured may be stale.
  void measure_again() { measured_ = false; }

  int target(const void* params) const;
  void set_target(void* params, int steps) const;
  int limit() const;
  int first_step() const;  ///< the parameter's smallest value, 0
  int step() const;

  /// Whether the model is the shipped one, not trained any further.
  bool stands_as_shipped(const void* params) const;
  /// Shipped weights that are wanted and not here yet.
  std::vector<std::string> wanted(const void* params) const;
  void give(const std::string& name, std::string bytes);
  /// The weights cannot be had, and why. The model stays untrained.
  void refuse(const std::string& name, const std::string& why);
  /// Whether weights for `params` were refused.
  bool lacks_weights(const void* params) const { return !refusal(params).empty(); }
  /// Begins anew with weights of the reader's own: those of shipped files are not asked for as long as they are here. Returns an empty
  /// string, or why they do not fit; then nothing has changed.
  std::string open_weights(const void* params, std::shared_ptr<const training::OwnWeights> own);
  /// The next model begins with these, or for null as the parameters say. Where they do not fit they are forgotten, and a problem says so.
  void begin_with(std::shared_ptr<const training::OwnWeights> own);
  std::shared_ptr<const training::OwnWeights> own() const { return own_; }
  /// The weights as a file's content; empty before they are made or while they are waited for.
  std::string saved(const void* params) const;

  /// The curves so far; none before the model is made, or where none are kept.
  std::optional<training::Curves> curves() const;
  /// What the figure of the curves shows beside them.
  void show_runs(const void* params, const training::Book& runs);

  /// A sentence for the reader that stands until something is done.
  void note(std::string sentence) { note_ = std::move(sentence); }

  /// Asks for refused weights again.
  void forget_refusals();
  /// Sentences about weights that came to nothing since the last call.
  std::vector<std::string> take_problems();

  /// Empty, or why not.
  std::string start(const void* params);
  /// Ends a run and wants no more steps than were taken.
  void pause(void* params);
  bool running() const { return running_; }
  void set_speed(Speed speed) { speed_ = speed; }

  /// Whether steps are wanted, and what takes them has not been loaded (course::Lesson::is_whole).
  bool waits_for_code(const void* params) const { return *this && !waits(params) && wants_step(params) && !lesson_->is_whole(); }
  /// Whether work() has something to do now; waiting for weights or code is nothing to do.
  bool busy(const void* params) const;
  /// One slice of about `budget_ms`, at least one step. Raises `steps` in `params` while it runs. Returns whether the state changed.
  bool work(void* params, double budget_ms);
  Status status(const void* params) const;
  std::vector<course::Metric> metrics(const void* params);
  course::HaltReason halted() const { return halt_; }

 private:
  const course::Lesson::Training& spec() const { return lesson_->training; }
  /// Whether the weights of a recipe are here; false for none.
  bool usable(const training::Recipe* recipe) const;
  /// Whether nothing is to be waited for: they are here, or refused, or none are wanted.
  bool settled(const training::Recipe* recipe) const;
  bool waits(const void* params) const;
  bool can_load(const void* params) const;
  bool wants_step(const void* params) const;
  bool can_step(const void* params) const { return wants_step(params) && lesson_->is_whole(); }
  Phase phase(const void* params) const;
  bool load(const void* params);
  void put_own_in();
  bool load_beside(const void* params);
  bool take_steps(void* params, double end);
  void after_step(void* params, int taken);
  bool measure(double end);
  void note_pace(int steps, double now);
  /// Why weights that are wanted are not here, or empty.
  std::string refusal(const void* params) const;
  std::string sentence(const Status& status, const void* params) const;
  /// How many steps the shipped weights of these settings took; 0 where there are none.
  int shipped_steps(const void* params) const;

  const course::Lesson* lesson_ = nullptr;
  const params::Row* steps_ = nullptr;
  Clock clock_;
  std::shared_ptr<const training::OwnWeights> own_;
  std::unique_ptr<course::Model> model_;  ///< null until somebody looks or works
  bool loaded_ = false;                   ///< the weights to begin with are in, or there are none
  std::set<std::string> beside_;          ///< further weights that are in, or were refused
  bool own_is_in_ = false;
  std::string note_;
  bool measured_ = false;
  bool running_ = false, began_converged_ = false;
  Speed speed_ = Speed::kFast;
  course::HaltReason halt_;
  int restarts_ = 0;
  double next_slow_ = 0;                         ///< when a slow run takes its next step
  double step_ms_ = 0;                           ///< of the last steps
  double paced_ms_ = 0, paced_at_ = -1;          ///< time spent on catching up, and when the last slice ended
  int paced_steps_ = 0;                          ///< steps taken in that time
  std::map<std::string, std::string> weights_;   ///< by name
  std::map<std::string, std::string> refusals_;  ///< name -> sentence
  std::vector<std::string> problems_;
};

std::string_view name_of(Training::Phase phase);  ///< "idle", "loading", "training", "measuring"
std::string_view name_of(Training::Speed speed);  ///< "slow", "fast"
std::string time_left(double seconds);            ///< "42 s", from two minutes on "3 min", from two hours on "5 h"
std::string_view name_of(course::Halt halt);      ///< "none", "converged", "diverged"

}  // namespace attn::session
