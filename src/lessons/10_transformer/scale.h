// The model of this lesson beside published ones: what their weights are, counted.
//
// The published models are decoders (Radford et al. 2019, table 2; Brown et al. 2020, table 2.1). A layer of theirs has twelve matrices of
// d x d, or as much as twelve: W_q, W_k, W_v and W_o of d x d, and two of d x 4d.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "canvas/geometry.h"
#include "formula/expression.h"
#include "lessons/10_transformer/params.h"
#include "models/transformer.h"

namespace attn::lessons::transformer {

struct Result;

/// A model that was published. Its words' table is also that of its output.
struct Published {
  std::string_view name;
  int layers, width, heads, words, places;
  std::string_view paper;  ///< what the paper says of its weights
};
constexpr std::array<Published, 3> kPublished{{
    {"GPT-2 small", 12, 768, 12, 50257, 1024, "The paper prints 117 million, which its authors corrected later."},
    {"GPT-2 XL", 48, 1600, 25, 50257, 1024, "The paper prints 1542 million."},
    {"GPT-3", 96, 12288, 96, 50257, 2048, "The paper prints 175.0 billion."},
}};
constexpr int kModels = static_cast<int>(kPublished.size()) + 1;  ///< the first is ours

/// The weights of the model of this lesson, by the beginnings of their names.
struct OwnWeights {
  Index encoder = 0, decoder = 0, tables = 0, output = 0;
  Index all() const { return encoder + decoder + tables + output; }
};
OwnWeights count_weights(const models::Transformer& model);

std::string_view model_name(int model);
/// [kModels,5] layers, width, heads, weights, and how many times as many weights as ours.
Mat size_table(const Result& r);
formula::Explanation explain_size(const Result& r, int model, int which);
/// Layers of one kind, each a row of `squares` matrices of d x d, of which the first 4 `attentions` belong to attention.
struct Storeys {
  int layers, attentions, squares;
};
/// A model in units in which an area is a number of weights: as wide as twelve of its squares, as high as its layers and, below them, the
/// tables of its words with all that is no matrix.
struct Tower {
  float d = 0, tables = 0;
  std::vector<Storeys> storeys;  ///< from below

  float width() const { return 12 * d; }
  float height() const;
};
std::array<Tower, kModels> towers_of(const Result& r);
/// How many pixels one unit has where the camera has flown so far: at each stop the largest tower there fits into `room`. It goes evenly,
/// as many times as far in each moment.
float scale_at(const std::array<Tower, kModels>& towers, canvas::Size room, double fly);

/// "61,983", "124 million", "175 billion"
std::string short_count(double count);

}  // namespace attn::lessons::transformer
