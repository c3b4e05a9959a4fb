// The Neural Turing Machine (Graves et al. 2014): a controller, and a memory that it reads and writes with heads.
//
// One step, in the order of Collier and Beel 2018:
//   1  The controller reads the input x_t and what the heads read in the step before, r_{t-1}.
//   2  A linear layer on its output h_t gives what each head needs: for every head the key by tanh, the strength by softplus, the gate by
//      sigma, the shift by softmax, and gamma = 1 + softplus; for every write head also the erase vector by sigma and the add vector by
//      tanh.
//   3  Every head finds its weighting over M_{t-1} (kernels/memory.h). The read heads read from M_{t-1}, the write heads turn it into M_t.
//   4  logits = [h_t, r_t] W + b
//
// N cells of width M, s shifts, R read heads, W write heads, u units, i inputs, o outputs. Heads are numbered with the read heads first. As
// long as first memory and first weightings are not learned, no weight depends on N, so that the memory may grow after training.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "autodiff/engine.h"
#include "base/rng.h"
#include "kernels/memory_step.h"
#include "models/sequence_model.h"

namespace attn::models {

enum class Controller { feed_forward, lstm };
/// What the memory holds before the first step: one small constant in all cells (Collier and Beel 2018), or learned numbers.
enum class FirstMemory { constant, learned };
/// The weightings of the heads before the first step: all on cell 0, uniform, or learned (as logits of a softmax).
enum class FirstWeights { first_cell, uniform, learned };
/// What the first step is given as the last step's reading: zeros, or learned numbers (before a tanh).
enum class FirstRead { zeros, learned };

struct TuringMachineSettings {
  int inputs = 0, outputs = 0;  ///< i, o
  Controller controller = Controller::lstm;
  int units = 100;              ///< u: the number of tanh units or of LSTM cells
  int cells = 128, width = 20;  ///< N, M
  int read_heads = 1, write_heads = 1;
  int shifts = 3;  ///< s, odd
  FirstMemory first_memory = FirstMemory::constant;
  Real memory_constant = Real(1e-6);
  FirstWeights first_weights = FirstWeights::first_cell;
  FirstRead first_read = FirstRead::learned;
  bool operator==(const TuringMachineSettings&) const = default;
};

/// An empty string, or why these settings cannot be built.
std::string check_settings(const TuringMachineSettings& settings);

/// Layers made of the parameters.
struct TuringMachineLayers;

class TuringMachine : public SequenceModel {
 public:
  /// Draws initial weights from `rng`. The settings have passed check_settings().
  TuringMachine(const TuringMachineSettings& settings, Rng& rng);
  TuringMachine(TuringMachine&&) noexcept;
  TuringMachine& operator=(TuringMachine&&) noexcept;
  ~TuringMachine() override;

  const TuringMachineSettings& settings() const { return settings_; }
  const TuringMachineLayers& layers() const { return *layers_; }
  /// Changes the number of cells. CHECKs can_set_cells(): no learned parameter may have an entry for each cell.
  void set_cells(int cells);
  bool can_set_cells() const;

  Index inputs() const override { return settings_.inputs; }
  Index outputs() const override { return settings_.outputs; }
  autodiff::Var logits(autodiff::Tape& tape, In inputs, Index count) const override;

  kernels::MemoryShape memory_shape() const;
  /// What the first step starts from: the memory [N,M], the weightings with one row a head [R + W, N], the reading [1, R M]. `cells` other
  /// than 0 replaces N.
  Mat first_memory(int cells = 0) const;
  Mat first_weights(int cells = 0) const;
  Mat first_reads() const;

 private:
  TuringMachineSettings settings_;
  std::unique_ptr<TuringMachineLayers> layers_;  ///< refers to entries of parameters_, whose addresses survive a move of the model
};

/// What one head did in each of t steps.
struct HeadTrace {
  Mat key;                                        ///< [t,M]
  Mat strength, gate;                             ///< [t,1]
  Mat shift;                                      ///< [t,s]
  Mat sharpen;                                    ///< [t,1]
  Mat cosines, content, gated, shifted, weights;  ///< [t,N]
  Mat erase, add;                                 ///< [t,M] for write heads, else empty
};

/// The record of a run over one sequence, with every intermediate result.
struct TuringTrace {
  Mat logits;               ///< [t,o]
  Mat controller;           ///< h [t,u]
  Mat reads;                ///< [t, R M] the heads side by side
  std::vector<Mat> memory;  ///< t + 1 matrices [N,M]: before the first step, and after each step
  Mat first_weights;        ///< [R + W, N]
  std::vector<HeadTrace> read_heads, write_heads;
};

/// Runs one sequence step by step. From the second step on it allocates nothing.
class TuringSession {
 public:
  /// `model` must outlive the session, and its weights must not change meanwhile. `cells` other than 0 replaces its N.
  explicit TuringSession(const TuringMachine& model, int cells = 0);
  TuringSession(TuringSession&&) noexcept;
  TuringSession& operator=(TuringSession&&) noexcept;
  ~TuringSession();

  /// Goes back to before the first step.
  void restart();
  /// input [1,i] -> logits [1,o], valid until the next step.
  const Mat& step(In input);

  int steps() const;
  Mat memory() const;                   ///< [N,M]
  Mat controller() const;               ///< h [1,u]
  Mat reads() const;                    ///< [1, R M]
  Mat weights(int head) const;          ///< [1,N]
  HeadTrace last_step(int head) const;  ///< with t = 1

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Runs the inputs [t,i] of one sequence from the beginning. `cells` other than 0 replaces the model's N.
TuringTrace trace(const TuringMachine& model, In inputs, int cells = 0, autodiff::MakeEngine engine = nullptr);

}  // namespace attn::models
