// The Neural Turing Machine (Graves et al. 2014): a controller, and a memory that it reads and writes with heads.
//
// One step, in the order of Collier and Beel 2018:
//   1  the controller reads the input x_t and what the heads read in the step before, r_{t-1}
//   2  from its output h_t, linearly: of every head the key tanh, the strength softplus, the gate sigma, the shift softmax, and
//      gamma = 1 + softplus; of every write head the erase vector sigma and the add vector tanh
//   3  every head finds its weighting over M_{t-1} (kernels/memory.h); the read heads read from M_{t-1}; the write heads make M_t of it
//   4  logits = [h_t, r_t] W + b
//
// N cells of width M, s shifts, R read heads, W write heads, u units, i inputs, o outputs. Heads are numbered with the read heads first.
// No weight knows of N as long as first memory and first weightings are not learned: the memory may grow after training.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/rng.h"
#include "kernels/memory_step.h"
#include "models/sequence_model.h"

namespace attn::models {

enum class Controller { feed_forward, lstm };
/// All cells hold one small constant (Collier and Beel 2018), or numbers that are learned.
enum class FirstMemory { constant, learned };
/// Where the heads are before the first step: at cell 0, everywhere alike, or where they learned to be (softmax).
enum class FirstWeights { first_cell, uniform, learned };
/// What the controller is told before the first step that was read: zeros, or what is learned (tanh).
enum class FirstRead { zeros, learned };

struct TuringMachineSettings {
  int inputs = 0, outputs = 0;  ///< i, o
  Controller controller = Controller::lstm;
  int units = 100;              ///< u: tanh units, or LSTM cells
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
  /// Another number of cells from now on. CHECKs that nothing learned has one for each.
  void set_cells(int cells);
  bool can_set_cells() const;

  Index inputs() const override { return settings_.inputs; }
  Index outputs() const override { return settings_.outputs; }
  autodiff::Var logits(autodiff::Tape& tape, In inputs, Index count) const override;

  kernels::MemoryShape memory_shape() const;
  /// As the heads find them: [N,M], one row a head [R + W, N], [1, R M]. `cells` other than 0 takes the place of N.
  Mat first_memory(int cells = 0) const;
  Mat first_weights(int cells = 0) const;
  Mat first_reads() const;

 private:
  TuringMachineSettings settings_;
  std::unique_ptr<TuringMachineLayers> layers_;  ///< refer to parameters_, whose entries stay where they are when the model moves
};

/// What one head did in each of t steps.
struct HeadTrace {
  Mat key;                                        ///< [t,M]
  Mat strength, gate;                             ///< [t,1]
  Mat shift;                                      ///< [t,s]
  Mat sharpen;                                    ///< [t,1]
  Mat cosines, content, gated, shifted, weights;  ///< [t,N]
  Mat erase, add;                                 ///< [t,M] of write heads, else empty
};

/// A run of one sequence with everything that happened inside.
struct TuringTrace {
  Mat logits;               ///< [t,o]
  Mat controller;           ///< h [t,u]
  Mat reads;                ///< [t, R M] head beside head
  std::vector<Mat> memory;  ///< t + 1 of [N,M]: before the first step, and after each
  Mat first_weights;        ///< [R + W, N]
  std::vector<HeadTrace> read_heads, write_heads;
};

/// One sequence, one step after the other. It takes no memory from the second step on.
class TuringSession {
 public:
  /// `model` outlives the session and keeps its weights; `cells` other than 0 replaces its N.
  explicit TuringSession(const TuringMachine& model, int cells = 0);
  TuringSession(TuringSession&&) noexcept;
  TuringSession& operator=(TuringSession&&) noexcept;
  ~TuringSession();

  /// Back to before the first step.
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

/// inputs [t,i] of one sequence, run from the beginning. `cells` other than 0 replaces the model's N.
TuringTrace trace(const TuringMachine& model, In inputs, int cells = 0);

}  // namespace attn::models
