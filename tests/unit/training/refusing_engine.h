// An engine that refuses every operation, so that the CPU computes all, and that can be told to fail.
#pragma once

#include "autodiff/engine.h"

namespace attn::training::testing {

class RefusingEngine final : public autodiff::Engine {
 public:
  static inline bool fails = false;
  static std::unique_ptr<Engine> make() { return std::make_unique<RefusingEngine>(); }
  static std::unique_ptr<Engine> none() { return nullptr; }

  using Var = autodiff::Var;
  void clear() override {}
  bool has(Var) const override { return false; }
  void read(std::span<const Var>, std::span<Real* const>) override {}
  void forget(Var) override {}
  void keep_only(std::span<const Var>) override {}
  bool healthy() override { return !fails; }
  void forget_gradients() override {}
  bool has_gradient(Var) const override { return false; }
  void take_gradient(Var, Real*) override {}
  void take_gradients(autodiff::Tape&) override {}
  bool rows_of(Var, Index, Var) override { return false; }
  bool linear(Var, Var, Var, Var) override { return false; }
  bool product_bt(Var, Var, Var) override { return false; }
  bool sum(Var, Var, Real, Var) override { return false; }
  bool multiply(Var, Var, Var) override { return false; }
  bool add_row(Var, Var, Var) override { return false; }
  bool multiply_rows(Var, Var, Var) override { return false; }
  bool scale(Var, Real, Var) override { return false; }
  bool apply(Function, Var, Var) override { return false; }
  bool concat_cols(std::span<const Var>, Var) override { return false; }
  bool concat_rows(std::span<const Var>, Var) override { return false; }
  bool slice_cols(Var, Index, Var) override { return false; }
  bool gather_rows(Var, std::span<const int>, Var) override { return false; }
  bool layer_norm(Var, Var, Var, Real, Var) override { return false; }
  bool softmax_rows(Var, const Mask*, Real, Var) override { return false; }
  bool multi_head(Var, Var, Var, const kernels::SentenceHeads&, Var, Var, Var, Var) override { return false; }
  bool turn(Var, int, const Mat&, const int*, Var) override { return false; }
  bool recurrent_step(const autodiff::RecurrentStep&, Var, Var) override { return false; }
  bool align(const autodiff::AlignStep&, Var, Var, Var) override { return false; }
  bool graph_convolution(Var, const Neighbours&, Var, Var) override { return false; }
  bool graph_attention(const autodiff::GraphAttentionStep&, Var, Var, Var) override { return false; }
  bool memory_step(const kernels::MemoryShape&, const autodiff::MemoryStepVars&, Var) override { return false; }
  bool mean_of_rows(Var, std::span<const int>, Var) override { return false; }
  bool pair_products(Var, std::span<const Tie>, Var) override { return false; }
};

}  // namespace attn::training::testing
