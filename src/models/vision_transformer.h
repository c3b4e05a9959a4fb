// The Vision Transformer (Dosovitskiy et al. 2021): an image is cut into patches, each patch is a token, and one token more, the class
// token, is asked what the image is.
//
//   x_0 = [class; patch_1 E + b; patch_2 E + b; ...] + positions        (eq. 1)
//   a_l = x_l + attention(norm_1(x_l)),   x_l+1 = a_l + W2 gelu(norm_2(a_l) W1 + b1) + b2        (eq. 2, 3)
//   logits = norm_f(x_L)[class] H + c                                   (eq. 4)
//
// The blocks are those of models/gpt.h, in which every place sees all.
//
// Parameters: patches.{weight [p p,d], bias [1,d]}, class [1,d], positions [1 + n,d] (absent without positions), h.l... as in gpt.h,
// ln_f.{weight,bias} [1,d], head.{weight [d,c], bias [1,c]}.
//
// s side of the image, p side of a patch, n = (s/p)^2 patches, row by row from the top left, d width, c classes, b images.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "autodiff/engine.h"
#include "autodiff/tape.h"
#include "base/rng.h"
#include "models/transformer_decoding.h"
#include "nn/parameters.h"

namespace attn::models {

struct VisionSettings {
  int side = 24;   ///< s
  int patch = 6;   ///< p, which divides s
  int width = 48;  ///< d
  int layers = 2;
  int heads = 4;
  int hidden = 96;  ///< of the feed-forward parts
  int classes = 10;
  bool positions = true;  ///< whether a token is told where its patch stood
  bool operator==(const VisionSettings&) const = default;

  int patches_aside() const { return side / patch; }
  int patches() const { return patches_aside() * patches_aside(); }
};
/// An empty string, or why these settings cannot be built.
std::string check_settings(const VisionSettings& settings);

/// 0 ... n - 1, the places of all patches.
std::vector<int> all_patches(const VisionSettings& settings);

struct VisionLayers;

class VisionTransformer {
 public:
  /// Draws initial weights from `rng`. The settings have passed check_settings().
  VisionTransformer(const VisionSettings& settings, Rng& rng);
  VisionTransformer(VisionTransformer&&) noexcept;
  ~VisionTransformer();

  const VisionSettings& settings() const { return settings_; }
  nn::Parameters& parameters() { return parameters_; }
  const nn::Parameters& parameters() const { return parameters_; }
  const VisionLayers& layers() const { return *layers_; }

  /// The mean [1,1] of -ln p of the labels over images [b, s s], each row by row from the top. backward() on the tape adds to the gradients
  /// of parameters().
  autodiff::Var loss(autodiff::Tape& tape, In images, std::span<const int> labels) const;

  Mat projection() const;       ///< E [p p,d]; column k is the filter that makes number k of a token
  Mat projection_bias() const;  ///< [1,d]
  Mat class_token() const;      ///< [1,d]
  /// [1 + n,d], the class token's first; zeros without positions.
  Mat positions() const;
  Mat head() const;       ///< H [d,c]
  Mat head_bias() const;  ///< c [1,c]

 private:
  VisionSettings settings_;
  nn::Parameters parameters_;
  std::unique_ptr<VisionLayers> layers_;  ///< refers to entries of parameters_
};

/// Every number of a model that looked at one image. Token 0 is the class token, token i is patch seen[i - 1]; k patches.
struct VisionRun {
  std::vector<int> seen;
  Mat pixels;                    ///< [k, p p] the patches
  Mat tokens;                    ///< [k,d] patches E + b
  Mat input;                     ///< [1 + k,d] x_0
  std::vector<BlockRun> layers;  ///< without `cross`
  Mat output;                    ///< [1,d] norm_f of the class token's last row
  Mat logits;                    ///< [1,c]
};
/// Looks at one image [s,s], of which it is shown these patches, each at its place; none leaves the class token alone. Cut heads act on
/// AttentionPart::decoder_self, as in gpt.h. `engine` makes what computes it instead of the CPU; null: the CPU does.
VisionRun run(const VisionTransformer& model, In image, std::span<const int> seen, const Bending& bending = {},
              autodiff::MakeEngine engine = nullptr);

/// The logits [b,c] of images [b, s s].
Mat logits_of(const VisionTransformer& model, In images);

/// Attention roll-out (Abnar and Zuidema 2020, section 3): how much of each token of the input is in each token after the layers, if a
/// layer mixes rows by the mean of its heads' weights, and half of a row is what came past the layer. -> [n,n], whose rows sum to 1.
/// Without layers, which say how many tokens there are, it is empty.
Mat rollout(std::span<const BlockRun> layers);

}  // namespace attn::models
