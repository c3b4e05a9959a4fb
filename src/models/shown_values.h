// What a pass over a network is to record of itself. An engine brings all of it at once.
#pragma once

#include <utility>
#include <vector>

#include "autodiff/multi_head.h"
#include "models/transformer_decoding.h"

namespace attn::models {

struct AttentionVars;

class ShownValues {
 public:
  /// Has `*to` become the value of x, by bring().
  void show(autodiff::Var x, Mat* to) { values_.push_back({x, to}); }
  /// Has a part of `run` become it, unless `run` is null. Returns x.
  template <class Run>
  autodiff::Var part(autodiff::Var x, Mat Run::*part, Run* run) {
    if (run) show(x, &(run->*part));
    return x;
  }
  /// Everything of one attention over a single sentence, unless `run` is null.
  void attention(const AttentionVars& vars, const autodiff::HeadsResult& result, autodiff::Var output, int heads, AttentionRun* run);
  /// Writes all that is to be shown.
  void bring(autodiff::Tape& tape);

 private:
  struct Heads {
    autodiff::Var scores, weights;
    int count;
    AttentionRun* run;
  };
  std::vector<std::pair<autodiff::Var, Mat*>> values_;
  std::vector<Heads> heads_;
};

}  // namespace attn::models
