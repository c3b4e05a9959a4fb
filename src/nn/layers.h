// Layers: named parameters and what they do to values on a tape.
//
// A layer is made with the list that its parameters are added to, its name (they are called "<name>.w", ...), its sizes and the generator
// of its initial weights. After that it can be called any number of times. It only refers to its parameters, so it may be copied as long as
// they live.
#pragma once

#include <span>
#include <string>

#include "autodiff/ops.h"
#include "base/rng.h"
#include "nn/parameters.h"

namespace attn::nn {

/// Puts the parameter on a tape. This costs only a few words of memory, so that nobody has to remember whether it is there already.
inline autodiff::Var on(autodiff::Tape& tape, Parameter& parameter) { return tape.parameter(parameter.value, &parameter.gradient); }

/// Random numbers, uniform in +-sqrt(6 / (rows + cols)) (Glorot and Bengio 2010, eq. 16).
Mat glorot_uniform(Index rows, Index cols, Rng& rng);
/// A random matrix with orthonormal columns, or rows where it is wide (Saxe et al. 2014).
Mat orthogonal(Index rows, Index cols, Rng& rng);

/// x [n,d] w [d,f] + b [1,f].
class Linear {
 public:
  Linear() = default;
  Linear(Parameters& parameters, const std::string& name, Index in, Index out, Rng& rng, bool bias = true);
  autodiff::Var operator()(autodiff::Tape& tape, autodiff::Var x) const;

  autodiff::Var w(autodiff::Tape& tape) const { return on(tape, *w_); }
  /// Absent without a bias.
  autodiff::Var b(autodiff::Tape& tape) const { return b_ ? on(tape, *b_) : autodiff::Var(); }

 private:
  Parameter *w_ = nullptr, *b_ = nullptr;
};

/// A row of "<name>.table" [v,d] for each id; the id -1 gives zeros.
class Embedding {
 public:
  Embedding() = default;
  Embedding(Parameters& parameters, const std::string& name, Index words, Index width, Rng& rng);
  autodiff::Var operator()(autodiff::Tape& tape, std::span<const int> ids) const;
  autodiff::Var table(autodiff::Tape& tape) const { return on(tape, *table_); }

 private:
  Parameter* table_ = nullptr;
};

/// Normalises the rows of x [n,d], with gamma and beta [1,d].
class LayerNorm {
 public:
  LayerNorm() = default;
  LayerNorm(Parameters& parameters, const std::string& name, Index width);
  autodiff::Var operator()(autodiff::Tape& tape, autodiff::Var x) const;

 private:
  Parameter *gamma_ = nullptr, *beta_ = nullptr;
};

/// Nothing is dropped where `rng` is null or the tape does not record.
struct Dropout {
  Real rate = 0;
  autodiff::Var operator()(autodiff::Var x, Rng* rng) const { return rng ? autodiff::dropout(x, rate, rng) : x; }
};

}  // namespace attn::nn
