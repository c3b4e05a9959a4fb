#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "base/clock.h"
#include "training/team.h"
#include "training/threads.h"

namespace attn::training {
namespace {

constexpr double kReportMs = 8;  ///< from one report to the next, since a report is work too

}  // namespace

struct Threads::Crew {
  explicit Crew(std::vector<std::unique_ptr<Model>> all) : models(std::move(all)), done(models.size(), 0) {
    for (auto& of_step : sums) of_step.resize(models.size());
    for (const auto& model : models) members.emplace_back(*model);
    for (std::size_t i = 1; i < models.size(); ++i) threads.emplace_back([this, i] { help(static_cast<int>(i)); });
    threads.emplace_back([this] { lead(); });
  }
  ~Crew() {
    {
      const std::lock_guard lock(mutex);
      ends = true, ++turn;
    }
    changed.notify_all();
    for (std::thread& thread : threads) thread.join();
  }

  int count() const { return static_cast<int>(models.size()); }
  Member& leader() { return members.front(); }

  void lead() {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [this] { return ends || order; });
      if (ends) return;
      const std::string bytes = *std::exchange(order, std::nullopt);
      const int mine = turn;
      lock.unlock();
      leader().lead(bytes);
      in_step = false;
      double reported = milliseconds();
      for (bool more = true; more;) {
        more = step();
        lock.lock();
        // A report replaces none that has not been taken; the last one waits for that.
        if (!more) changed.wait(lock, [&] { return turn != mine || said.empty(); });
        if (turn != mine) break;
        if (said.empty() && (!more || milliseconds() - reported > kReportMs)) {
          said = leader().report(), finished = !more;
          reported = milliseconds();
          changed.notify_all();
        }
        if (more) lock.unlock();
      }
    }
  }

  bool step() {
    const double since = milliseconds();
    const bool helped = count() > 1 && leader().wants_help();
    bool more = false;
    if (helped) {
      {
        const std::lock_guard lock(mutex);
        if (!in_step) state = leader().state();
        ++asked;
      }
      in_step = true;
      changed.notify_all();
      more = step_together(0, asked);
    } else {
      in_step = false;
      more = leader().step();
    }
    if (count() > 1) leader().note_step(helped, milliseconds() - since);
    return more;
  }

  void help(int number) {
    int taken = 0;
    for (;;) {
      std::string from;
      {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return ends || asked > taken; });
        if (ends) return;
        taken = asked;
        from = state;
      }
      if (!from.empty()) members[static_cast<std::size_t>(number)].follow(from);
      step_together(number, taken);
    }
  }

  /// Step `step` of those that are taken together, as member `number`.
  bool step_together(int number, int step) {
    Member& member = members[static_cast<std::size_t>(number)];
    const auto place = static_cast<std::size_t>(number);
    std::vector<std::string>& all = sums[static_cast<std::size_t>(step % 2)];  // others may still read those of the last step
    member.draw();
    member.compute(number, count());
    all[place] = member.sums(number, count());
    {
      const std::lock_guard lock(mutex);
      done[place] = step;
    }
    changed.notify_all();
    member.draw_ahead();
    {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return ends || std::all_of(done.begin(), done.end(), [step](int one) { return one >= step; }); });
      if (ends) return false;
      if (number == 0) state.clear();  // all helpers have it
    }
    for (int other = 0; other < count(); ++other)
      if (other != number) member.put_sums(all[static_cast<std::size_t>(other)], other, count());
    return member.update();
  }

  std::vector<std::unique_ptr<Model>> models;
  std::vector<Member> members;
  std::mutex mutex;
  std::condition_variable changed;
  // The order, and what is told of it.
  std::optional<std::string> order;
  int turn = 0;  ///< of the order; a larger one ends what is at work
  std::string said;
  bool finished = true, ends = false;
  // Steps that are taken together.
  bool in_step = false;                          ///< helpers are where the leader is; the leader's own
  std::string state;                             ///< what they have to follow first; empty where they are where the leader is
  int asked = 0;                                 ///< the number of the last one
  std::vector<int> done;                         ///< the last one of which a member has computed its sums
  std::array<std::vector<std::string>, 2> sums;  ///< of each member, for odd and for even steps
  std::vector<std::thread> threads;
};

Threads::Threads(std::vector<std::unique_ptr<Model>> models) : crew_(std::make_unique<Crew>(std::move(models))) {}
Threads::~Threads() = default;

void Threads::begin(std::string order) {
  const std::lock_guard lock(crew_->mutex);
  ++crew_->turn;
  crew_->order = std::move(order);
  crew_->said.clear();
  crew_->finished = false;
  crew_->changed.notify_all();
}

void Threads::stop() {
  const std::lock_guard lock(crew_->mutex);
  ++crew_->turn;
  crew_->order.reset();
  crew_->said.clear();
  crew_->finished = true;
  crew_->changed.notify_all();
}

std::string Threads::report(double wait_ms) {
  std::unique_lock lock(crew_->mutex);
  crew_->changed.wait_for(lock, std::chrono::duration<double, std::milli>(wait_ms),
                          [this] { return !crew_->said.empty() || crew_->finished; });
  std::string said = std::exchange(crew_->said, {});
  crew_->changed.notify_all();
  return said;
}

bool Threads::done() const {
  const std::lock_guard lock(crew_->mutex);
  return crew_->finished && crew_->said.empty();
}

}  // namespace attn::training
