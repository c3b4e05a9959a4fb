// Three memories at the same work: two sequences come in and are said again, one after the other. Which cells are written when, and read
// when, as three small computations have it:
//
//   annotations  one for each vector, made as the sequence comes in, read by attention while it is said (Bahdanau et al. 2015)
//   cache        a key and a value for every step, kept; every step reads all before it and itself (a causal Transformer)
//   cells        N of them; a head writes and reads, and writes over what it no longer needs (Graves et al. 2014)
//
// The first two find a vector by its place, as a sinusoidal position; the third by walking, as on the tape.
#pragma once

#include <vector>

#include "kernels/attention.h"
#include "lessons/17_neural-turing-machine/by_hand.h"

namespace attn::lessons::neural_turing_machine {

enum Store { kAnnotations, kCache, kRewritten, kStores };

/// [cells, steps] each.
struct StoreTrace {
  Mat written;  ///< 1 where a cell is written for the first time, 2 where one is written over, 0 elsewhere
  Mat read;     ///< weights; 0 at steps that do not read
  int cells() const { return static_cast<int>(read.rows()); }
};

struct MemoriesResult {
  int vectors = 0;  ///< T of each sequence
  int steps = 0;    ///< 4T + 4: of each sequence a mark, T in, a mark, T out
  StoreTrace stores[kStores];
  Mat places;                  ///< [steps,1] the place that each step asks the cache for
  Mat annotation_scores;       ///< [T,T] a row for each vector that is said
  Mat cache_scores;            ///< [steps,steps]
  std::vector<TapeStep> tape;  ///< of the cells, one a step
  /// Whether the step takes a vector in or says one, and which one; -1 at marks.
  int vector_in(int step) const { return inside(step, 1); }
  int vector_out(int step) const { return inside(step, vectors + 2); }
  int sequence(int step) const { return step / (2 * vectors + 2); }

 private:
  int inside(int step, int from) const {
    const int at = step % (2 * vectors + 2) - from;
    return at >= 0 && at < vectors ? at : -1;
  }
};

inline constexpr Real kPlaceTemperature = Real(0.05);  ///< of the softmax over places: nearly one place only

/// The reader's vectors first, then the same ones from last to first.
MemoriesResult study_memories(const Params& p);

/// "Annotations", "Cache", "Cells".
std::string_view store_name(Store store);

}  // namespace attn::lessons::neural_turing_machine
