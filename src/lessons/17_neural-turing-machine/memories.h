// Three memories at the same task: two sequences come in and are said again, one after the other. Three small computations say when each
// cell is written, and when it is read:
//
//   annotations  one for each vector, made as the sequence comes in, read by attention while it is said (Bahdanau et al. 2015)
//   cache        a key and a value for every step are kept; every step reads itself and all steps before it (a causal Transformer)
//   cells        a head writes and reads N cells, and writes over what is no longer needed (Graves et al. 2014)
//
// The first two find a vector by its place, which is encoded as a sinusoidal position. The third walks from cell to cell, as on the tape.
#pragma once

#include <vector>

#include "kernels/attention.h"
#include "lessons/17_neural-turing-machine/by_hand.h"

namespace attn::lessons::neural_turing_machine {

enum Store { kAnnotations, kCache, kRewritten, kStores };

/// [cells, steps] each.
struct StoreTrace {
  Mat written;  ///< 1 where a cell is written for the first time, 2 where it is written over, 0 elsewhere
  Mat read;     ///< the weights of reading; 0 at steps that do not read
  int cells() const { return static_cast<int>(read.rows()); }
};

struct MemoriesResult {
  int vectors = 0;  ///< T of each sequence
  int steps = 0;    ///< 4T + 4: for each sequence a mark, T vectors in, a mark, T vectors out
  StoreTrace stores[kStores];
  Mat places;                  ///< [steps,1] the place that each step asks the cache for
  Mat annotation_scores;       ///< [T,T] a row for each vector that is said
  Mat cache_scores;            ///< [steps,steps]
  std::vector<TapeStep> tape;  ///< what happens to the cells at each step
  /// The vector that comes in at a step, and the one that is said; -1 where none is.
  int vector_in(int step) const { return inside(step, 1); }
  int vector_out(int step) const { return inside(step, vectors + 2); }
  int sequence(int step) const { return step / (2 * vectors + 2); }

 private:
  int inside(int step, int from) const {
    const int at = step % (2 * vectors + 2) - from;
    return at >= 0 && at < vectors ? at : -1;
  }
};

inline constexpr Real kPlaceTemperature = Real(0.05);  ///< of the softmax over places; so low that nearly all weight is on one place

/// The first sequence is the reader's, the second has the same vectors from last to first.
MemoriesResult study_memories(const Params& p);

/// "Annotations", "Cache", "Cells".
std::string_view store_name(Store store);

}  // namespace attn::lessons::neural_turing_machine
