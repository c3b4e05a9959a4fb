// The model of an open trained lesson. It is made from the parameters, is given its shipped weights, is trained until it has taken as many
// steps as the parameter `steps` says, and is measured. All of this is done in slices of time, so that no frame has to wait.
//
// During a run `steps` is raised with every step taken. A run ends by itself when the model has converged or diverged, and at the largest
// number of steps. Weights come from outside (from a file or the network) and are kept by name, for every later restart.
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
#include "session/step_backend.h"
#include "training/curves.h"

namespace attn::session {

class Training {
 public:
  enum class Phase { kIdle, kLoading, kTraining, kMeasuring };
  enum class Speed { kSlow, kFast };  ///< slow: four steps a second, to watch
  struct Status {
    bool running = false;
    Speed speed = Speed::kFast;
    int step = 0, target = 0, limit = 0;  ///< the steps taken, the steps wanted, and the most that are possible
    int shown = 0;                        ///< the steps that the shown weights have taken: `step`, or fewer in an earlier frame
    int restarts = 0;                     ///< how often this lesson's model was made anew
    Phase phase = Phase::kIdle;
    course::Halt halt = course::Halt::kNone;
    int trained = 0;               ///< the steps that the weights it began with have behind them; 0 for random ones and the reader's own
    std::string own;               ///< the file of the reader's own weights that the model began with, or empty
    double seconds_left = -1;      ///< until the wanted steps are taken, in a run those that the shipped weights took; -1: unknown
    double tokens_per_second = 0;  ///< read in training; 0 where nobody counts in tokens, and as long as it is unknown
    std::string sentence;          ///< tells the reader what is going on or why it stopped; empty where there is nothing to say
  };
  using Clock = std::function<double()>;  ///< milliseconds

  Training();
  void set_clock(Clock clock) { clock_ = std::move(clock); }

  /// Another lesson is opened. The model is forgotten, the shipped weights are kept.
  void open(const course::Lesson& lesson);
  /// Whether the open lesson has a model.
  explicit operator bool() const { return lesson_ && lesson_->training; }

  /// The model, which is made when it is first asked for; null where the lesson has none.
  const course::Model* model(const void* params);
  /// Whether `after` needs another model than `before`.
  bool restarts(const void* before, const void* after) const;
  void restart();
  /// Parameters have changed that do not restart training. What was measured may nevertheless be stale.
  void measure_again() { measured_ = false; }

  int target(const void* params) const;
  void set_target(void* params, int steps) const;
  int limit() const;
  int first_step() const;  ///< the parameter's smallest value, 0
  int step() const;

  /// Whether the model is the shipped one and has not been trained any further.
  bool stands_as_shipped(const void* params) const;
  /// The names of shipped weights that are needed and have not arrived yet.
  std::vector<std::string> wanted(const void* params) const;
  void give(const std::string& name, std::string bytes);
  /// The weights `name` cannot be had, and `why` says the reason. The model stays untrained.
  void refuse(const std::string& name, const std::string& why);
  /// Whether weights for `params` were refused.
  bool lacks_weights(const void* params) const { return !refusal(params).empty(); }
  /// Begins anew with the reader's own weights. As long as these are in use, the model's shipped weights are not asked for. Returns an
  /// empty string, or why they do not fit; nothing has changed then.
  std::string open_weights(const void* params, std::shared_ptr<const training::OwnWeights> own);
  /// The next model begins with the weights `own` or, where that is null, as the parameters say. If they do not fit that model they are
  /// forgotten, and take_problems() says so.
  void begin_with(std::shared_ptr<const training::OwnWeights> own);
  std::shared_ptr<const training::OwnWeights> own() const { return own_; }
  /// The present weights as the content of a file. Empty before there is a model, and while its shipped weights are on their way.
  std::string saved(const void* params) const;

  /// The curves so far. There are none before the model is made, or where it keeps none.
  std::optional<training::Curves> curves() const;
  /// Sets the runs that the figure of the curves shows beside them.
  void show_runs(const void* params, const training::Book& runs);

  /// The steps of the frames of the model's film, and which of them is shown. No frames, and -1, before the first step.
  std::vector<int> frames() const { return model_ ? model_->frames() : std::vector<int>(); }
  int shown_frame() const { return model_ ? model_->shown_frame() : -1; }
  /// Shows a frame. It is measured where `measure` says so.
  void show_frame(int frame, bool measure);

  /// Shows the reader a sentence, until the next step is taken or the model begins anew.
  void note(std::string sentence) { note_ = std::move(sentence); }

  /// Lets wanted() ask again for weights that were refused.
  void forget_refusals();
  /// Returns a sentence for each time that weights were refused since the last call.
  std::vector<std::string> take_problems();

  /// Starts a run. Returns an empty string, or why it cannot start.
  std::string start(const void* params);
  /// Ends a run, and lowers the wanted steps to those that were taken.
  void pause(void* params);
  bool running() const { return running_; }
  /// What is chosen here stands above set_pace().
  void set_speed(Speed speed) { speed_ = speed, speed_chosen_ = true; }
  /// The most steps a second that a fast run takes, unless the reader has chosen its speed; 0: as many as it can.
  void set_pace(int pace) { pace_ = pace; }

  /// Whether steps are wanted while the code that takes them has not been loaded yet (course::Lesson::is_whole).
  bool waits_for_code(const void* params) const { return *this && !waits(params) && wants_step(params) && !lesson_->is_whole(); }
  /// Whether work() has something to do now. Waiting for weights or code does not count.
  bool busy(const void* params) const;
  /// Works for about `budget_ms`; where steps are due, it takes at least one. In a run it raises `steps` in `params`. Returns whether the
  /// state changed.
  bool work(void* params, double budget_ms);

  // ---- steps that a team takes (training/team.h) ----
  /// Whether a team takes orders. A single step, and slow ones, are taken here all the same.
  void set_team(bool there) { team_ = there; }
  /// How many steps a team has to take next; 0 for none. While it is not 0, work() takes none.
  int ordered_steps(const void* params) const;
  /// The model itself, for a member of a team.
  course::Model& trainable(const void* params) { return model(params), *model_; }
  /// The order of these steps.
  std::string order(const void* params);
  /// Puts the model where a team has brought it. Returns whether the report answers the last order and goes on from here; a pause, a
  /// restart or a step taken here ends an order.
  bool take_report(void* params, std::string_view report);

  // ---- what computes the steps that are taken here ----
  void allow_gpu(bool gpu, bool chosen);
  /// Whether the GPU should be tried while steps are taken; the next slice of work() then does a part of that, if the GPU's code is here.
  bool wants_gpu_try(const void* params) const { return *this && loaded_ && wants_step(params) && steps_by_.wants_try(model_.get()); }
  std::string backend_sentence() const { return steps_by_.sentence(model_.get()); }

  Status status(const void* params) const;
  std::vector<course::Metric> metrics(const void* params);
  course::HaltReason halted() const { return halt_; }
  /// Why the model takes no steps, as a sentence; empty where it can be trained, and before it is made.
  std::string fixed() const { return model_ ? model_->fixed() : std::string(); }

 private:
  void end_order() { ++ticket_; }
  const course::Lesson::Training& spec() const { return lesson_->training; }
  /// Whether the weights of `recipe` have arrived; false for null.
  bool usable(const training::Recipe* recipe) const;
  /// Whether there is nothing to wait for: the weights of `recipe` have arrived or were refused, or `recipe` is null.
  bool settled(const training::Recipe* recipe) const;
  bool waits(const void* params) const;
  bool can_load(const void* params) const;
  bool wants_step(const void* params) const;
  bool can_step(const void* params) const { return wants_step(params) && lesson_->is_whole() && ordered_steps(params) == 0; }
  /// The milliseconds from one step to the next that a run leaves; 0: none.
  double period() const;
  Phase phase(const void* params) const;
  bool load(const void* params);
  void put_own_in();
  bool load_beside(const void* params);
  bool take_steps(void* params, double end);
  void after_step(void* params, int taken);
  bool measure(const void* params, double end);
  void note_pace(int steps, double now);
  /// Why wanted weights were refused; empty where none were.
  std::string refusal(const void* params) const;
  void show_present() { show_frame(static_cast<int>(frames().size()) - 1, true); }
  std::string sentence(const Status& status, const void* params) const;
  /// How many steps the shipped weights of these settings took; 0 where there are none.
  int shipped_steps(const void* params) const;

  const course::Lesson* lesson_ = nullptr;
  const params::Row* steps_ = nullptr;
  Clock clock_;
  std::shared_ptr<const training::OwnWeights> own_;
  StepBackend steps_by_;
  std::unique_ptr<course::Model> model_;  ///< null until somebody looks or works
  bool loaded_ = false;                   ///< the initial weights are in the model, or there are none to load
  std::set<std::string> beside_;          ///< the names of further weights that were loaded, or refused on loading
  bool own_is_in_ = false;
  std::string note_;
  bool measured_ = false;
  bool running_ = false, began_converged_ = false;
  Speed speed_ = Speed::kFast;
  bool speed_chosen_ = false;
  int pace_ = 0;
  bool team_ = false;
  int ticket_ = 0;  ///< of the last order
  course::HaltReason halt_;
  int restarts_ = 0;
  double next_slow_ = 0;                         ///< when a slow run, or one at a pace, takes its next step
  double step_ms_ = 0;                           ///< how long a step takes, averaged over the last ones
  double paced_ms_ = 0, paced_at_ = -1;          ///< the time that steps have taken, and when the last slice ended
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
