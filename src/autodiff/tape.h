// Reverse-mode differentiation. Values are recorded on a tape, each with a function that passes its gradient back to the values it was made
// from.
//
// Values, gradients and the functions' captures are in arenas, which clear() rewinds. Once they have grown to the size of a training step,
// a step allocates nothing. An operation calls a kernel forward and its `_vjp` backward (ops.h). This is how to write another:
//
//   Var twice(Var x) {
//     Var y = x.tape->make(x.rows(), x.cols(), x.needs_gradient());
//     y.value() = 2 * x.value();
//     y.tape->on_backward(y, [x, y] { x.gradient() += 2 * y.gradient(); });
//     return y;
//   }
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "autodiff/arena.h"
#include "base/check.h"
#include "base/later.h"
#include "base/mat.h"

namespace attn::autodiff {

class Engine;
class Tape;
using View = Eigen::Map<Mat>;

/// A matrix on a tape. It is a handle that can be copied freely and is valid until the tape is cleared. A default-constructed Var is no
/// matrix; it stands for an argument that is absent.
struct Var {
  Tape* tape = nullptr;
  int index = -1;

  Index rows() const;
  Index cols() const;
  /// Written only by the operation that makes the matrix; who writes to it later says changed(). With an engine (engine.h) the numbers are
  /// brought here when they are first asked for.
  View value() const;
  void changed() const;
  /// The gradient, which is zeros before backward() and accumulates during it. May be called only where needs_gradient().
  View gradient() const;
  /// False for an absent argument.
  bool needs_gradient() const;
  explicit operator bool() const { return tape != nullptr; }
};

class Tape {
 public:
  Tape();
  /// A tape whose operations `engine` may compute (engine.h); null: all are computed here. It records only once set_recording() says so.
  explicit Tape(std::unique_ptr<Engine> engine);
  ~Tape();
  Tape(const Tape&) = delete;
  Tape& operator=(const Tape&) = delete;

  /// Forgets every value and keeps the memory.
  void clear();

  /// Copies `value`, which gets no gradient.
  Var constant(In value);
  /// Refers to `value`, which must outlive the tape's use of it. backward() adds its gradient to `*gradient` (of the same shape); where
  /// that is null, the parameter is frozen. May be called several times for one parameter.
  Var parameter(const Mat& value, Mat* gradient);
  /// Rows first ... first + count - 1 of `whole`. Value and gradient share their memory with `whole`.
  Var rows_of(Var whole, Index first, Index count);
  /// For operations: a new value, uninitialised, that needs a gradient if `needs_gradient`.
  Var make(Index rows, Index cols, bool needs_gradient = true);
  /// For operations: uninitialised memory that lives as long as the values, such as for intermediates that the backward function reads.
  View scratch(Index rows, Index cols);
  template <class T>
  T* scratch_array(std::size_t count);
  /// For operations: backward() runs `f` when `y` has received all of its gradient, in the reverse order of registration. Where `y` needs
  /// no gradient, `f` is not registered.
  template <class F>
  void on_backward(Var y, F f) {
    add_function(y, f, later<run_captured<F>>);
  }
  /// The same for engines, whose code comes in one part.
  template <class F>
  void on_backward_there(Var y, F f) {
    add_function(y, f, run_captured<F>);
  }

  /// Has all of these values come here at once, if they are not here; absent ones are passed over. One that was not computed
  /// yet is given room.
  void bring(std::span<const Var> values);

  /// Computes the gradients of `loss` [1,1] with respect to everything on the tape that needs one. The code of the backward functions may
  /// come later (base/later.h).
  void backward(Var loss);

  /// How many blocks of memory were taken from the system since the tape was made. A step that is equal to an earlier one takes none.
  std::size_t allocations() const { return values_.allocations() + gradients_.allocations() + growths_; }
  /// Null where all operations are computed here.
  Engine* engine() const { return engine_.get(); }
  /// The engine of a tape that does not record, else null: for operations that have no gradient there and are built otherwise for it.
  Engine* engine_forward() const { return recording_ ? nullptr : engine_.get(); }
  /// For engines: what is here of x's gradient, that of a parameter always; null where nothing is.
  Real* gradient_here(Var x) const { return node(x).gradient; }
  /// Without recording there are no gradients, for translating and measuring: make() and parameter() return values that need none, and
  /// on_backward() does nothing. The setting applies to what is put on the tape from now on.
  void set_recording(bool recording) { recording_ = recording; }
  bool recording() const { return recording_; }

 private:
  friend struct Var;
  struct Node {
    Real* value;     ///< null where it is with the engine, is not computed yet, or is empty
    Real* gradient;  ///< null where none is needed, or none of it is here
    Index rows, cols;
    bool needs;  ///< a gradient
  };
  /// The head of a function in the arena; its captures follow.
  struct Function {
    void (*call)(void* captures);
    void* captures;
    Function* previous;
  };
  Var add(const Node& node);
  /// Has come here what an engine has of x's gradient.
  void bring_gradient(Var x);
  template <class F>
  static void run_captured(void* captures) {
    (*static_cast<F*>(captures))();
  }
  template <class F>
  void add_function(Var y, const F& f, void (*call)(void*));
  const Node& node(Var x) const {
    CHECK(x.tape == this && x.index >= 0 && static_cast<std::size_t>(x.index) < nodes_.size(),
          "autodiff: a value of another tape, or from before clear()");
    return nodes_[static_cast<std::size_t>(x.index)];
  }

  std::unique_ptr<Engine> engine_;
  Arena values_, gradients_;
  std::vector<Node> nodes_;
  Function* last_ = nullptr;
  std::size_t growths_ = 0;  ///< of nodes_
  bool recording_ = true;
};

inline Index Var::rows() const { return tape->node(*this).rows; }
inline Index Var::cols() const { return tape->node(*this).cols; }
inline View Var::value() const {
  if (tape->node(*this).value == nullptr) tape->bring({this, 1});
  const Tape::Node& node = tape->node(*this);
  return View(node.value, node.rows, node.cols);
}
inline View Var::gradient() const {
  CHECK(tape->node(*this).needs, "autodiff: the gradient of a value that needs none");
  if (tape->engine()) tape->bring_gradient(*this);
  const Tape::Node& node = tape->node(*this);
  return View(node.gradient, node.rows, node.cols);
}
inline bool Var::needs_gradient() const { return tape && tape->node(*this).needs; }

template <class T>
T* Tape::scratch_array(std::size_t count) {
  static_assert(std::is_trivially_destructible_v<T> && alignof(T) <= 64);
  return static_cast<T*>(values_.take(count * sizeof(T)));
}

template <class F>
void Tape::add_function(Var y, const F& f, void (*call)(void*)) {
  static_assert(std::is_trivially_destructible_v<F> && alignof(F) <= 64,
                "captures are forgotten without a destructor: capture Vars, Views and numbers by value");
  if (!y.needs_gradient()) return;
  F* captures = new (values_.take(sizeof(F))) F(f);
  last_ = new (values_.take(sizeof(Function))) Function{call, captures, last_};
}

}  // namespace attn::autodiff
