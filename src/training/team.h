// Takes a model's steps apart from the program that shows it: in other threads, or in other instances of the web module. They share no
// memory and exchange bytes.
//
// The program orders steps, and sends all that they go on from. A leader takes them and reports where they have led; the program can leave
// a report aside and go on by itself from where it is. The leader may have helpers (data parallelism): each has the same model in the same
// state and draws the same batch, but computes only some of its shards. All exchange the sums of their gradients and make the same update.
// Shards are summed in a fixed order, so that the weights do not depend on who computed what, to the last bit.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/packing.h"
#include "training/model.h"

namespace attn::training {

struct Order {
  int ticket = 0;               ///< names the order; reports state it
  int steps = 0;                ///< at most so many
  bool to_convergence = false;  ///< ends when the model has converged; after a divergence every order ends
};

/// What a leader has to know: the order, and the state of `model`, which has trainers().
std::string write_order(Model& model, const Order& order);
/// Puts the model where a report says. False, and nothing is changed, where the report is about another ticket or does not begin at the
/// model's present step.
bool take_report(Model& model, std::string_view report, int ticket);

/// The leader, or a helper, with a model of its own that was made of the same settings. Bytes that it gives live until its next call.
class Member {
 public:
  /// `model` has trainers() and outlives the member.
  explicit Member(Model& model);

  /// Leads: begins what write_order() has written.
  void lead(std::string_view order);
  /// A whole step without help. Returns whether the order asks for more.
  bool step();
  /// Where the steps since the last report have led.
  const std::string& report();

  /// Whether the next step should be taken with helpers, if there are any. Of small models a step is faster alone, so both ways are tried,
  /// the faster one is taken, and after a while that is tried again. note_step() is told of every step.
  bool wants_help() const;
  void note_step(bool helped, double milliseconds);
  /// What helpers have to follow() before the first step that they take with the leader.
  const std::string& state();
  /// Helps: goes on from the leader's state.
  void follow(std::string_view state);

  /// A step of a team of `members`, of which the leader is number 0: each draws the batch, computes its shards, gets the sums of the
  /// others, and updates. Every trainer's shards are shared out evenly, and the first one is the leader's.
  void draw();
  void compute(int number, int members);
  /// The sums of the shards of member `number`; those of all shards, where all are here, are sums(0, 1).
  const std::string& sums(int number, int members);
  void put_sums(std::string_view sums, int number, int members);
  /// For a leader as step() returns.
  bool update();
  /// Draws for the next step, in time that would be spent waiting for sums.
  void draw_ahead();

 private:
  void pack_sums(Packing& packing, int number, int members);
  bool goes_on();

  Model& model_;
  std::vector<Trainer*> trainers_;
  std::string bytes_;
  Order order_;
  int reported_ = 0, end_ = 0;  ///< steps
  int timed_ = 0;               ///< steps since the last trial began
  int until_trial_ = 0;         ///< the length of this cycle
  double alone_ms_ = 0, helped_ms_ = 0;
};

}  // namespace attn::training
