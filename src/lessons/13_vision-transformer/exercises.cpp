#include "lessons/13_vision-transformer/exercises.h"

#include <cmath>
#include <string>

#include "base/later.h"
#include "base/text.h"
#include "lessons/13_vision-transformer/beside.h"
#include "lessons/13_vision-transformer/words.h"

namespace attn::lessons::vision_transformer {
namespace {

constexpr int kMostHidden = 2;

std::string percent(double share) { return fixed(100 * share, 0) + " %"; }

/// Whether a drawing of the reader's is taken for a 7 with nine tenths at least.
course::Verdict draw_a_seven(const Params& p, const Result& r, int, const compute::Backend&) {
  if (p.task != Task::digits) return {false, "The exercise is about digits."};
  if (r.label >= 0) return {false, "This drawing came with the lesson. Draw one of your own."};
  const double seven = static_cast<double>(r.answer.probabilities(0, 7));
  return {seven >= 0.9, "It gives \u201c7\u201d a probability of " + percent(seven) + (seven >= 0.9 ? "." : "; 90 % are asked for.")};
}

/// Whether a few hidden patches make the model say something else.
course::Verdict hide_the_proof(const Params& p, const Result& r, int, const compute::Backend&) {
  if (!r.attends()) return {false, "A convolution has no patches that could be hidden."};
  if (p.order != 0 || p.cut.rows() > 0) return {false, "Hide patches only: put the order and the heads back."};
  const auto hidden = static_cast<std::ptrdiff_t>(r.settings.patches()) - static_cast<std::ptrdiff_t>(r.seen.size());
  const std::string before = r.classes[static_cast<std::size_t>(r.plain.best())],
                    now = r.classes[static_cast<std::size_t>(r.answer.best())];
  const std::string said = "With " + counted(hidden, "patch hidden", "patches hidden") + " it says \u201c" + now + "\u201d";
  if (before == now) return {false, said + ", as it did before."};
  return {hidden <= kMostHidden, said + ", and before \u201c" + before + "\u201d" +
                                     (hidden <= kMostHidden ? "." : "; " + std::to_string(kMostHidden) + " may be hidden.")};
}

/// What shuffling does to the answer of the network without positions: 0 nothing, 1 a little, 2 another answer.
course::Verdict shuffled_bag(const Params& p, const Result& r, int prediction, const compute::Backend&) {
  if (p.network != Network::no_positions || p.order == 0)
    return {false, "The exercise is about the network without positions, and shuffled patches."};
  const double moved = static_cast<double>((r.answer.logits - r.plain.logits).cwiseAbs().maxCoeff());
  const int answer = moved < 1e-4 ? 0 : r.answer.best() == r.plain.best() ? 1 : 2;
  return {prediction == answer,
          "No logit differs by more than " + rounded(moved < 1e-4 ? 0 : moved, 2) + " from that of the drawing in order."};
}

/// How many times as many scores patches of 4 pixels make as patches of 12: 0 three, 1 nine, 2 more than fifty.
course::Verdict smaller_patches(const Params&, const Result&, int prediction, const compute::Backend&) {
  const Mat all = costs();
  const double times = static_cast<double>(all(0, 1) / all(3, 1));
  const int answer = times < 6 ? 0 : times < 20 ? 1 : 2;
  return {prediction == answer, fixed(static_cast<double>(all(3, 1)), 0) + " scores with patches of 12 pixels, " +
                                    thousands(std::lround(static_cast<double>(all(0, 1)))) + " with patches of 4: " + fixed(times, 0) +
                                    " times as many."};
}

/// In which layer patches look further on average: 0 the first, 1 the second, 2 within a pixel the same.
course::Verdict looking_far(const Params&, const Result& r, int prediction, const compute::Backend&) {
  if (!r.attends() || r.seen.empty()) return {false, "There are no weights to measure."};
  const double first = static_cast<double>(r.distance.topRows(r.settings.heads).mean());
  const double second = static_cast<double>(r.distance.bottomRows(r.settings.heads).mean());
  const int answer = std::abs(first - second) <= 1 ? 2 : first > second ? 0 : 1;
  return {prediction == answer,
          "On average over its heads, patches look " + fixed(first, 1) + " pixels far in layer 1 and " + fixed(second, 1) + " in layer 2."};
}

/// Which network reads more digits after learning from a hundred: 0 the Transformer, 1 the convolution, 2 within two points the same.
course::Verdict hundred_drawings(const Params&, const Result&, int prediction, const compute::Backend&) {
  const Mat shares = recorded_shares(Strain::images, Task::digits);
  const double transformer = static_cast<double>(shares(0, 0)), convolution = static_cast<double>(shares(1, 0));
  const int answer = std::abs(transformer - convolution) <= 0.02 ? 2 : transformer > convolution ? 0 : 1;
  return {prediction == answer, "After 100 drawings the Transformer reads " + percent(transformer) +
                                    " of the held-out digits, the convolution " + percent(convolution) + "."};
}

}  // namespace

std::vector<course::ExerciseSpec<Params, Result>> exercises() {
  return {{"smaller-patches", 3, later<smaller_patches>},   {"hide-the-proof", 0, later<hide_the_proof>},
          {"looking-far", 3, later<looking_far>},           {"shuffled-bag", 3, later<shuffled_bag>},
          {"hundred-drawings", 3, later<hundred_drawings>}, {"draw-a-seven", 0, later<draw_a_seven>}};
}

}  // namespace attn::lessons::vision_transformer
