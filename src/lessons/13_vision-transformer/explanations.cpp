#include "lessons/13_vision-transformer/explanations.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"
#include "formula/attention_explanation.h"
#include "formula/product_explanation.h"
#include "lessons/13_vision-transformer/beside.h"
#include "lessons/13_vision-transformer/words.h"

namespace attn::lessons::vision_transformer {
namespace {

using canvas::Role;
using formula::Cells, formula::Explanation, formula::Expression;
using formula::frac, formula::num, formula::num_at, formula::op, formula::row, formula::sym;

double of(Real x) { return static_cast<double>(x); }

Explanation given(std::string title, Real value, std::string note) {
  return {std::move(title), sym("x"), num(of(value)), of(value), std::move(note)};
}

std::string class_name(const Result& r, int c) { return "\u201c" + r.classes[static_cast<std::size_t>(c)] + "\u201d"; }

std::string pixel_name(int y, int x) { return "row " + std::to_string(y + 1) + ", column " + std::to_string(x + 1); }

std::string asks(const Params& p, const Result& r) { return token_name(r.settings, p.asks); }

/// Whether there is a row of weights of the token that asks.
bool has_weights(const Params& p, const Result& r) { return r.attends() && r.row_of(p.asks) >= 0; }

/// Which tokens the model sees.
Mask seen_tokens(const Result& r) {
  Mask out = Mask::Constant(1, 1 + r.settings.patches(), false);
  out(0, 0) = true;
  for (const int patch : r.seen) out(0, 1 + patch) = true;
  return out;
}

/// Head h's columns of a row of all heads.
Mat part_of(const Result& r, const Mat& all, Index row, int h) {
  const int width = r.settings.width / r.settings.heads;
  return all.row(row).middleCols(h % r.settings.heads * width, width);
}

Explanation hidden(std::string title) { return {std::move(title), sym("w"), num(0), 0, "This patch is hidden from the model."}; }

/// How much of token j has reached the token `asks` through all layers.
Explanation explain_rolled(const Result& r, int asks, int j, Real value) {
  const std::span layers(r.run.layers);
  const Mat last = models::rollout(layers.last(1)), before = models::rollout(layers.first(layers.size() - 1));
  Explanation x = formula::explain_product("Roll-out of " + token_name(r.settings, j) + " for " + token_name(r.settings, asks),
                                           {.numbers = last.row(r.row_of(asks)), .letter = "a", .role = Role::kQuery},
                                           {.numbers = before.col(r.row_of(j)), .letter = "r", .role = Role::kKey}, value);
  x.note =
      "How much of this token reached the one that asks: a is half of what the last layer takes from each token, on average over its "
      "heads, plus half of itself; r is how much of this token was in each before.";
  return x;
}

/// (w_1 + w_2 + ...) / count
Expression mean_of(std::vector<Expression> terms) {
  const double count = static_cast<double>(terms.size());
  return frac(formula::total(std::move(terms)), num(count));
}

}  // namespace

Explanation explain_ink(const Params& p, const Result& r, int i, int j) {
  const std::string note = p.drawing.rows() > 0 ? "You drew it, or gave it: 0 is paper, 1 is ink."
                                                : "Drawn by code from a seed that training never uses: 0 is paper, 1 is ink.";
  return given("Ink in " + pixel_name(i, j), r.image(i, j), note);
}

Explanation explain_probability(const Params&, const Result& r, int i, int) {
  return formula::explain_softmax("Probability of " + class_name(r, i), r.answer.logits, r.answer.probabilities, nullptr, 1, i,
                                  {.name = "logits", .down = true});
}

Explanation explain_logit(const Params&, const Result& r, int i, int) {
  const std::string title = "Logit of " + class_name(r, i);
  if (!r.attends()) return given(title, r.answer.logits(0, i), "The last layer of the convolution, over the mean of all places.");
  Explanation x = formula::explain_product(title, {.numbers = r.run.output, .letter = "x", .role = Role::kOutput},
                                           {.numbers = r.head.col(i), .letter = "h"}, r.answer.logits(0, i));
  x.formula = row({x.formula, op("+"), sym("b")});
  x.substituted = row({x.substituted, op("+"), num(of(r.head_bias(0, i)))});
  x.note = "x is what the class token has become after the last norm. What the patches have become is not asked.";
  return x;
}

Explanation explain_weight(const Params& p, const Result& r, int i, int j) {
  if (!has_weights(p, r)) return {};
  const std::string title = "Weight of " + token_name(r.settings, j) + " for " + asks(p, r) + " in " + head_name(r.settings, i);
  const Mask seen = seen_tokens(r);
  if (!seen(0, j)) return hidden(title);
  return formula::explain_softmax(title, r.scores.row(i), r.weights.row(i), &seen, 1, j, {.name = "scores", .row = i});
}

Explanation explain_score(const Params& p, const Result& r, int i, int j) {
  if (!has_weights(p, r)) return {};
  const std::string title = "Score of " + token_name(r.settings, j) + " for " + asks(p, r) + " in " + head_name(r.settings, i);
  const int key = r.row_of(j);
  if (key < 0) return hidden(title);
  const models::AttentionRun& self = r.run.layers[static_cast<std::size_t>(i / r.settings.heads)].self;
  return formula::explain_scaled_product(title, {.numbers = part_of(r, self.q, r.row_of(p.asks), i), .letter = "q", .role = Role::kQuery},
                                         {.numbers = part_of(r, self.k, key, i), .letter = "k", .role = Role::kKey},
                                         r.settings.width / r.settings.heads, r.scores(i, j));
}

Explanation explain_over(const Params& p, const Result& r, int, int j) {
  if (!has_weights(p, r)) return {};
  const int heads = r.settings.heads, first = (p.layer - 1) * heads;
  if (p.over == Over::head) return explain_weight(p, r, first + p.head - 1, j);
  const std::string name = token_name(r.settings, j), title = name + " for " + asks(p, r);
  if (!seen_tokens(r)(0, j)) return hidden("Weight of " + title);
  if (p.over == Over::mean) {
    std::vector<Expression> terms;
    for (int h = 0; h < heads; ++h) terms.push_back(num_at(of(r.weights(first + h, j)), {.name = "weights", .row = first + h, .col = j}));
    return {"Mean weight of " + title + " in layer " + std::to_string(p.layer), sym("mean"), mean_of(std::move(terms)), of(r.over(0, j)),
            "The mean over the heads of the layer."};
  }
  return explain_rolled(r, p.asks, j, r.over(0, j));
}

Explanation explain_rollout(const Params&, const Result& r, int, int j) {
  if (!r.attends()) return {};
  if (!seen_tokens(r)(0, j)) return hidden("Roll-out of " + token_name(r.settings, j));
  return explain_rolled(r, 0, j, r.rolled(0, j));
}

Explanation explain_map(const Params& p, const Result& r, int i, int j) {
  const int aside = r.settings.patches_aside();
  const int head = i / aside * r.settings.heads + j / aside, patch = i % aside * aside + j % aside;
  return explain_weight(p, r, head, 1 + patch);
}

Explanation explain_distance(const Params&, const Result& r, int i, int) {
  if (!r.attends() || r.seen.empty()) return {};
  std::vector<Expression> terms;
  for (const int patch : r.seen) terms.push_back(num_at(of(r.reach(i, patch)), {.name = "reach", .row = i, .col = patch}));
  return {"Attention distance in " + head_name(r.settings, i), sym("mean"), mean_of(std::move(terms)), of(r.distance(i, 0)),
          "In pixels, the mean over the patches that ask."};
}

Explanation explain_reach(const Params&, const Result& r, int i, int j) {
  const int asking = r.row_of(1 + j);
  if (!r.attends() || asking < 0) return {};
  const Mat& weights =
      r.run.layers[static_cast<std::size_t>(i / r.settings.heads)].self.weights[static_cast<std::size_t>(i % r.settings.heads)];
  std::vector<Expression> far, all;
  for (std::size_t k = 0; k < r.seen.size(); ++k) {
    const Expression w = num(of(weights(asking, 1 + static_cast<Index>(k))));
    far.push_back(row({w, op("*"), num(of(distance_between(r.settings, j, r.seen[k])))}));
    all.push_back(w);
  }
  return {"How far " + token_name(r.settings, 1 + j) + " looks in " + head_name(r.settings, i),
          frac(formula::sum("j", row({formula::sub(sym("w"), sym("j")), op("*"), formula::sub(sym("d"), sym("j"))})),
               formula::sum("j", formula::sub(sym("w"), sym("j")))),
          frac(formula::total(std::move(far)), formula::total(std::move(all))), of(r.reach(i, j)),
          "Distances in pixels from the middle of this patch to that of each, by their weights. The class token has no place and does not "
          "count."};
}

Explanation explain_pixel(const Params& p, const Result& r, int i, int j) {
  const int patch = patch_shown(p, r);
  return given("Ink of the patch in " + token_name(r.settings, 1 + patch) + ", its pixel in " + pixel_name(i, j),
               r.pixels(patch, i * r.settings.patch + j),
               "A patch is read row by row, as a vector of " + std::to_string(r.settings.patch * r.settings.patch) + " numbers.");
}

Explanation explain_filter(const Params& p, const Result& r, int i, int j) {
  if (!r.attends()) return {};
  return given("Weight of filter " + std::to_string(p.filter) + " for the pixel in " + pixel_name(i, j),
               r.filters(i * r.settings.patch + j, p.filter), "Learned. The same filter is laid on every patch.");
}

Explanation explain_filter_tile(const Params&, const Result& r, int i, int) {
  if (!r.attends()) return {};
  const Mat filter = r.filters.col(i).cwiseAbs();
  std::vector<Expression> all;
  for (Index k = 0; k < filter.rows(); ++k) {
    if (k > 0) all.push_back(op(","));
    all.push_back(num(of(filter(k, 0))));
  }
  return {"Largest weight of filter " + std::to_string(i), formula::call("max", {sym("abs")}), num(of(filter.maxCoeff())),
          of(filter.maxCoeff()),
          "Its picture has red where ink adds to number " + std::to_string(i) + " of the token, and blue where it takes away."};
}

Explanation explain_token(const Params& p, const Result& r, int, int j) {
  const int patch = patch_shown(p, r), side = r.settings.patch;
  if (!r.attends() || r.row_of(1 + patch) < 0) return {};
  const bool looked_at = j == p.filter;
  std::vector<Expression> terms;
  for (int k = 0; k < side * side; ++k)
    terms.push_back(row({num_at(of(r.pixels(patch, k)), {.name = "pixel", .row = k / side, .col = k % side}), op("*"),
                         num_at(of(r.filters(k, j)), looked_at ? Cells{.name = "filter", .row = k / side, .col = k % side} : Cells{})}));
  return {"Number " + std::to_string(j) + " of the token of " + token_name(r.settings, 1 + patch),
          row({formula::sum("k", row({formula::sub(sym("x"), sym("k")), op("*"), formula::sub(sym("E"), sym("k"))})), op("+"), sym("b")}),
          row({formula::total(std::move(terms)), op("+"), num(of(r.filter_bias(0, j)))}), of(r.tokens(patch, j)),
          "Every pixel of the patch times the same pixel of the filter, and a bias."};
}

Explanation explain_position(const Params& p, const Result& r, int, int j) {
  if (!r.attends()) return {};
  const int patch = patch_shown(p, r);
  return given("Number " + std::to_string(j) + " of the position of " + token_name(r.settings, 1 + patch), r.positions(1 + patch, j),
               r.settings.positions ? "Learned, one vector for each place." : "This network is told no positions.");
}

Explanation explain_input(const Params& p, const Result& r, int, int j) {
  const int patch = patch_shown(p, r);
  if (!r.attends() || r.row_of(1 + patch) < 0) return {};
  return {"Number " + std::to_string(j) + " of what enters the first layer", row({sym("token"), op("+"), sym("position")}),
          row({num_at(of(r.tokens(patch, j)), {.name = "token", .col = j}), op("+"),
               num_at(of(r.positions(1 + patch, j)), {.name = "position", .col = j})}),
          of(r.input(1 + patch, j)), "The token of " + token_name(r.settings, 1 + patch) + " and where it stands."};
}

Explanation explain_similarity(const Params&, const Result& r, int i, int j) {
  if (!std::isfinite(r.similarity(i, j))) return {};
  const int aside = r.settings.patches_aside(), a = i / aside * aside + j / aside, b = i % aside * aside + j % aside;
  const Mat x = r.positions.row(1 + a), y = r.positions.row(1 + b);
  return {"Cosine of the positions of " + token_name(r.settings, 1 + a) + " and " + token_name(r.settings, 1 + b),
          frac(row({sym("p"), op("*"), sym("q")}), row({sym("length"), op("*"), sym("length")})),
          frac(formula::product_sum({.numbers = x, .letter = "p"}, {.numbers = y, .letter = "q"}),
               row({num(of(x.norm())), op("*"), num(of(y.norm()))})),
          of(r.similarity(i, j)), "1 where two places have the same direction, 0 where they have nothing in common."};
}

Explanation explain_network(const Params& p, const Result& r, int i, int j) {
  const Answer& answer = r.all[static_cast<std::size_t>(i)];
  if (!answer.here) return {};
  const auto network = static_cast<Network>(i);
  return formula::explain_softmax("Probability of " + class_name(r, j) + ", " + std::string(network_name(network)), answer.logits,
                                  answer.probabilities, nullptr, 1, j,
                                  i == static_cast<int>(p.network) ? Cells{.name = "logits", .down = true} : Cells{});
}

Explanation explain_right(const Params&, const Result& r, int i, int j) {
  if (!std::isfinite(r.right(i, j))) return {};
  constexpr std::string_view kKinds[] = {"held-out drawings", "digits of the second generator", "held-out drawings with shuffled patches"};
  return given("Share right of " + std::string(kKinds[j]) + ", " + std::string(network_name(static_cast<Network>(i))), r.right(i, j),
               "Counted on drawings that training never sees.");
}

Explanation explain_cost(const Params&, const Result&, int i, int j) {
  const models::VisionSettings s = vision_settings({.patch = kPatches[static_cast<std::size_t>(i)]});
  const double n = s.patches(), tokens = n + 1, d = s.width, layers = s.layers;
  const double value = of(costs()(i, j));
  const std::string size = "patches of " + std::to_string(s.patch) + " pixels";
  const auto times = [](std::vector<double> factors) {
    std::vector<Expression> parts;
    for (const double x : factors) {
      if (!parts.empty()) parts.push_back(op("*"));
      parts.push_back(num(x));
    }
    return row(std::move(parts));
  };
  if (j == 0)
    return {"Tokens with " + size, row({sym("n"), op("+"), num(1)}), row({num(n), op("+"), num(1)}), value,
            "The patches and the class token."};
  if (j == 1)
    return {"Scores with " + size, row({sym("layers"), op("*"), sym("heads"), op("*"), formula::power(sym("tokens"), num(2))}),
            times({layers, static_cast<double>(s.heads), tokens, tokens}), value, "Of shipped models, for one drawing."};
  return {"Multiply-adds with " + size + ", in thousands", sym("total"),
          frac(formula::total({times({n, static_cast<double>(s.patch * s.patch), d}), times({layers, tokens, 4, d, d}),
                               times({layers, tokens, 2, d, static_cast<double>(s.hidden)}), times({layers, 2, tokens, tokens, d}),
                               times({d, static_cast<double>(s.classes)})}),
               num(1000)),
          value, "Projection, the four matrices of attention, feed-forward, scores and sums, and the head."};
}

namespace {

Explanation explain_recorded(const Params& p, Strain strain, int i, int k) {
  const Real share = recorded_shares(strain, p.task)(i, k);
  if (!std::isfinite(share)) return {};
  const int amount = abscissas(strain)[static_cast<std::size_t>(k)];
  const std::string after = strain == Strain::images
                                ? (amount == kEndless ? ", each drawing a new one" : ", " + thousands(amount) + " drawings to learn from")
                            : strain == Strain::shift ? ", moved by " + counted(amount, "pixel")
                                                      : ", " + counted(amount, "patch", "patches") + " covered";
  return given("Share right of the " + std::string(rival_name(static_cast<Rival>(i))) + after, share,
               strain == Strain::images
                   ? "Recorded: 2,000 steps, then 500 held-out drawings. A model that you train on so many has its own ring."
                   : "Recorded: the shipped model on 200 held-out drawings.");
}

}  // namespace

Explanation explain_by_images(const Params& p, const Result&, int i, int j) { return explain_recorded(p, Strain::images, i, j); }
Explanation explain_by_shift(const Params& p, const Result&, int i, int j) { return explain_recorded(p, Strain::shift, i, j); }
Explanation explain_by_cover(const Params& p, const Result&, int i, int j) { return explain_recorded(p, Strain::cover, i, j); }

Explanation explain_patch(const Params&, const Result& r, int i, int) {
  const Mat pixels = r.pixels.row(i);
  std::vector<Expression> terms;
  for (Index k = 0; k < pixels.cols(); ++k) terms.push_back(num(of(pixels(0, k))));
  return {"Mean ink of the patch in " + token_name(r.settings, 1 + i), sym("mean"), mean_of(std::move(terms)), of(pixels.mean()),
          "0 is paper, 1 is ink."};
}

}  // namespace attn::lessons::vision_transformer
