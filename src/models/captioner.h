// A network that tells a picture in words and looks at it while it does (Xu et al. 2015, "Show, Attend and Tell").
//
//   annotations  a_i = relu((h_2 W)_i + p_i), h_2 = relu(conv(h_1)), h_1 = relu(conv(x))
//                windows of 4 by 4 with a stride of 2; a row for each of n places, p_i learned for the place (section 3.1.1)
//   start        h_0 = tanh(mean a W_h + b_h), c_0 likewise          section 3.1.2
//   each word    h_t = LSTM(E y_{t-1}, h_{t-1})
//                e_ti = v . tanh(h_t W_q + a_i W_k), alpha_t = softmax(e_t)                     equations 4 and 5
//                z_t = sum_i alpha_ti a_i (soft), a_i of one place that alpha_t draws (hard)    equations 13 and 9
//                logits = (E y_{t-1} + h_t L_h + z_t L_z) L_o                                   equation 7
//
// In the paper the query is h_{t-1}, and z_t also goes into the LSTM. With `remembers` the LSTM hears z_{t-1}, as with the input feeding of
// Luong et al. 2015; without it the LSTM knows of the picture by h_0 alone, and what a word shows has to be looked at for this word.
// Without attention z_t is the mean of all annotations: one vector, the same for every word.
//
// A place stands for 4 by 4 pixels and sees the 10 by 10 about them.
//
// Hard attention cannot pass a gradient through the place that was drawn. It is trained by the score function (equations 11 and 12): each
// draw is rewarded with ln p of its own word, less what that word was expected to get. (The paper rewards a draw with ln p of the whole
// caption, less a moving mean. Here the expectation is a linear function of h_t, which learns along and passes nothing on; Mnih and Gregor
// 2014 have the like.)
//
// b images, s side, n = (s/4)^2 places, f width of annotations, u units, e embedding, a hidden, v words. Word 0 ends a caption and is the
// input of the first step. Parameters: conv.l.{weight,bias}, places [n,f], start.{h,c}.{w [f,u],b}, words.table [v,e], lstm.*,
// lstm.context [f,4u], alignment.{wq [u,a], wk [f,a], v [a,1]}, baseline.{w [u,1],b}, readout.{h [u,e], z [f,e]}.w, words.out.{w [e,v],b}.
#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "autodiff/engine.h"
#include "autodiff/tape.h"
#include "base/rng.h"
#include "base/tokens.h"
#include "nn/attention.h"
#include "nn/layers.h"
#include "nn/recurrent.h"

namespace attn::models {

/// How a captioner takes its weights: as those of a sum, as those of a draw, or not at all.
enum class Look { soft, hard, none };

struct CaptionerSettings {
  int side = 32;  ///< s, a multiple of 4
  int channels = 16;
  int width = 48;
  int units = 64;
  int embedding = 32;
  int hidden = 32;
  int words = 17;
  Look look = Look::soft;
  bool remembers = false;
  bool operator==(const CaptionerSettings&) const = default;

  int places_aside() const { return side / 4; }
  int places() const { return places_aside() * places_aside(); }
  Index numbers() const { return Index(side) * side * 3; }  ///< of an image
};

class Captioner {
 public:
  Captioner(const CaptionerSettings& settings, Rng& rng);
  Captioner(Captioner&&) = default;  // no copies: the layers refer to entries of parameters_

  const CaptionerSettings& settings() const { return settings_; }
  nn::Parameters& parameters() { return parameters_; }
  const nn::Parameters& parameters() const { return parameters_; }

  struct LossOptions {
    /// lambda of the doubly stochastic penalty lambda mean_i (1 - sum_t alpha_ti)^2 (equation 14, where it is a sum over places).
    Real evenness = 0;
    /// For hard attention, [b,t] numbers uniform in [0,1): they draw the place of each word. A row whose first number is negative looks
    /// softly (section 4.1: the draw is set to its expected value with probability 0.5). [0,0]: every row looks softly.
    Mat draws = {};
    Real score_weight = Real(0.5);  ///< lambda_r of equation 12
  };
  /// The mean [1,1] of -ln p over the words of all captions, ends included, plus what the options ask for. images [b, 3 s s]: pixels row by
  /// row with their three colours, as tasks/scenes.h has them. captions b without their ends. backward() on the tape adds to the gradients
  /// of parameters().
  autodiff::Var loss(autodiff::Tape& tape, In images, std::span<const Tokens> captions, const LossOptions& options) const;
  autodiff::Var loss(autodiff::Tape& tape, In images, std::span<const Tokens> captions) const { return loss(tape, images, captions, {}); }

 private:
  friend class CaptionSteps;

  struct Convolution {
    nn::Parameter *weight = nullptr, *bias = nullptr;
  };
  CaptionerSettings settings_;
  nn::Parameters parameters_;
  std::array<Convolution, 3> convolutions_;
  nn::Parameter* places_ = nullptr;
  nn::Linear start_h_, start_c_;
  nn::Embedding words_;
  nn::RecurrentLayer lstm_;
  nn::Parameter* context_ = nullptr;  ///< null unless the model remembers
  nn::Alignment alignment_;
  nn::Linear baseline_;  ///< of hard attention
  nn::Linear readout_h_, readout_z_, out_;
};

/// What a caption is told with.
struct TellOptions {
  int most = 21;                  ///< words at most, with the end
  std::map<int, Mat> bent = {};   ///< weights [1,n] that take the place of the model's own at a word, counted from 0
  const Tokens* given = nullptr;  ///< words that are given instead of those the model would say; null: it says its own
  /// Of hard attention: draws the places. Null: the likeliest place of each word.
  Rng* draws = nullptr;
  autodiff::MakeEngine engine = nullptr;  ///< makes what computes it (autodiff/engine.h); null: here
};

/// How a caption came about, a row for each word that was said or given, with its end if it came to that.
struct Telling {
  Tokens words;  ///< without the end
  bool ended = false;
  Mat annotations;  ///< [n,f]
  Mat states;       ///< [t,u] h_t
  Mat scores;       ///< [t,n]; [0,0] without attention, like the next
  Mat weights;      ///< [t,n] the model's own
  Mat used;         ///< [t,n] those that z_t was made with: bent, one place of a draw, or all alike without attention
  Mat contexts;     ///< [t,f] z_t
  Mat logits;       ///< [t,v]
  Mat expected;     ///< [t,1] what hard attention expects as reward; [0,0] for other looks
};
/// image [3 s s] in any shape.
Telling tell(const Captioner& model, In image, const TellOptions& options = {});
/// The captions of images [b, 3 s s], told greedily; a hard look goes to the likeliest place.
std::vector<Tokens> captions_of(const Captioner& model, In images, int most);
/// ln p [n,v] of the next word if z_t were the annotation of each place alone, after `words` of a telling.
Mat told_by_place(const Captioner& model, const Telling& telling, int word);

}  // namespace attn::models
