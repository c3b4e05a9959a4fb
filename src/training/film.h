// The film of a training: its weights after some of its steps, at even distances from the beginning on. While the training goes on, the
// film is thinned out, so that it never takes more memory than it is allowed.
#pragma once

#include <vector>

#include "base/mat.h"
#include "base/packing.h"
#include "nn/parameters.h"

namespace attn::training {

class Film {
 public:
  static constexpr int kMost = 48;                 ///< frames, the present state of the weights among them
  static constexpr std::size_t kMostBytes = 24e6;  ///< with the films beside it; of large models fewer frames are kept, but at least kLeast
  static constexpr int kLeast = 8;

  /// Each frame takes the memory of so many weights more: those of a film that is kept beside this one.
  void leave_room(Index weights) { beside_ = weights; }
  /// Is told of the weights before the first step.
  void begin(const nn::Parameters& weights);
  /// Is told of the weights after every step. Keeps those after every k-th step, beginning with step 0. Where that would be too many, every
  /// second frame is dropped and k doubles.
  void take(const nn::Parameters& weights, int step);
  void clear();
  /// In both directions: where the film stands. Who reads it keeps from then on those frames that the writer's film would keep, to hand
  /// them over.
  void pack_place(Packing& packing);
  /// Writes the frames, and forgets them; what is read joins the film, as if it had been told of these weights.
  void hand_over(Packing& packing, const nn::Parameters& weights);
  /// The steps after which the kept weights were taken, rising from 0.
  std::vector<int> steps() const;
  /// Puts the weights of a frame into `weights`, which are those of the same model.
  void put(int frame, nn::Parameters* weights) const;
  std::size_t bytes() const;  ///< of all kept weights

 private:
  struct Frame {
    int step;
    std::vector<Mat> weights;
  };
  void take(Frame frame);
  void drop_every_second();

  std::vector<Frame> frames_;
  Index beside_ = 0;
  int every_ = 1;      ///< k
  int elsewhere_ = 0;  ///< frames of the film that this one follows
  bool follows_ = false;
};

/// A copy of all weights, in their order, and the way back.
std::vector<Mat> copy_of(const nn::Parameters& weights);
void put_back(const std::vector<Mat>& copy, nn::Parameters* weights);

}  // namespace attn::training
