// The named parameters of a model: their values, their gradients, and their order, which checkpoints and optimisers follow.
#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "autodiff/tape.h"
#include "base/mat.h"
#include "base/packing.h"

namespace attn::nn {

/// "encoder.0.forward.wx": the path of layers, then the name within its layer.
struct Parameter {
  std::string name;
  Mat value;
  Mat gradient;  ///< of the same shape
};

class Parameters {
 public:
  /// Adds a parameter at the end. The reference stays valid as long as the Parameters live. CHECKs that the name is new.
  Parameter& add(std::string name, Mat value);

  /// Null for an unknown name.
  Parameter* find(std::string_view name);
  const Parameter* find(std::string_view name) const;
  auto begin() { return all_.begin(); }
  auto end() { return all_.end(); }
  auto begin() const { return all_.begin(); }
  auto end() const { return all_.end(); }
  std::size_t size() const { return all_.size(); }
  Index count() const;  ///< how many numbers all parameters have together

  void zero_gradients();
  /// All values one after the other, in both directions.
  void pack(Packing& packing);
  /// sqrt of the sum of squares of all gradients.
  Real gradient_norm() const;

 private:
  std::deque<Parameter> all_;
};

}  // namespace attn::nn
