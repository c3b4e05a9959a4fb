// A lesson for the tests of the app, with one parameter of every type, two figures, exercises of both kinds, and steps of training.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "course/definition.h"

namespace attn::session::testing {

enum class Shape { kRound, kSquare };

struct SampleParams {
  Real temperature = 1;
  int steps = 0;
  bool scaled = true;
  Shape shape = Shape::kRound;
  std::string words = "to be";
  Mat weights = Mat::Identity(2, 2);
  Mask mask = Mask::Constant(2, 2, true);
  Mat places = Mat::Zero(2, 2);

  static params::Table<SampleParams> table() {
    using P = SampleParams;
    return params::Table<P>{}
        .number(&P::temperature, {.id = "temperature", .label = "Temperature", .help = "Divides.", .min = 0.1, .max = 10})
        .integer(&P::steps, {.id = "steps", .label = "Steps", .help = "Adds.", .min = 0, .max = 50, .step = 1})
        .boolean(&P::scaled, {.id = "scaled", .label = "Scaled", .help = "Scales."})
        .choice(&P::shape, {.id = "shape", .label = "Shape", .help = "Shapes."}, {{"round", "Round"}, {"square", "Square"}})
        .text(&P::words, {.id = "words", .label = "Words", .help = "Words.", .max_length = 40})
        .matrix(&P::weights, {.id = "weights", .label = "Weights", .help = "W.", .min = -9, .max = 9, .rows = {2, 2}, .cols = {2, 2}})
        .mask(&P::mask, {.id = "mask", .label = "Mask", .help = "May attend.", .rows = {1, 4}, .cols = {1, 4}})
        .points(&P::places, {.id = "places", .label = "Places", .help = "Where.", .min = -5, .max = 5, .rows = {1, 5}, .handle = "place"});
  }
};

struct SampleResult {
  Mat products;  ///< [n,n] weights / temperature
  double total = 0;
};

/// Choosing the square turns scaling off, and scaling ends the square. A weight above 8 always sets the words. The mask's size
/// follows the number of words.
inline void settle(const SampleParams& before, SampleParams& p) {
  if (p.shape == Shape::kSquare && before.shape != Shape::kSquare) p.scaled = false;
  if (p.shape == Shape::kSquare && p.scaled) p.shape = Shape::kRound;
  if (p.weights(0, 0) > 8) p.words = "heavy";
  const Index words = 1 + std::count(p.words.begin(), p.words.end(), ' ');
  const Index n = std::min<Index>(words, 4);
  if (p.mask.rows() == n) return;
  const Mask old = p.mask;
  p.mask = Mask::Constant(n, n, true);
  const Index kept = std::min<Index>(old.rows(), n);
  p.mask.topLeftCorner(kept, kept) = old.topLeftCorner(kept, kept);
}

inline SampleResult compute(const SampleParams& p, const compute::Backend&) {
  SampleResult result;
  result.products = p.weights / p.temperature;
  result.total = static_cast<double>(result.products.sum()) + p.steps;
  return result;
}

inline std::string describe(const SampleParams& p, const SampleResult&) { return "It says " + p.words + "."; }

namespace detail {

inline void draw(canvas::Canvas& canvas, const SampleParams& p, const SampleResult&, SampleParams& edit) {
  const canvas::Rect handle{canvas.bounds().x + 20, canvas.bounds().y + 20, 30, 30};
  canvas.rect(handle, canvas.color(canvas::Role::kQuery));
  const canvas::Interaction hand = canvas.region("handle", handle, canvas::Grip::kDrag, "drag to change the temperature");
  if (hand.held || hand.nudge_x > 0) edit.temperature = p.temperature + 1;
  canvas.text({handle.right() + 20, handle.y}, p.words, {.color = canvas.color(canvas::Role::kInk)});
}

inline course::Verdict check_guess(const SampleParams&, const SampleResult& r, int prediction, const compute::Backend&) {
  return {prediction == (r.total > 2.5 ? 1 : 0), "The total is computed."};
}

inline course::Verdict check_state(const SampleParams& p, const SampleResult&, int, const compute::Backend&) {
  return {p.temperature > 5, "The temperature counts."};
}

inline formula::Explanation explain_product(const SampleParams&, const SampleResult& r, int i, int j) {
  formula::Explanation x;
  x.title = "a product";
  x.formula = formula::sym("w");
  x.substituted = formula::num(static_cast<double>(r.products(i, j)));
  x.value = static_cast<double>(r.products(i, j));
  return x;
}

inline course::Import take_data(SampleParams& p, std::string_view text) {
  if (text.empty()) return {false, "There was nothing to read."};
  p.places = Mat::Constant(3, 2, Real(text.size() % 5));
  return {true, "3 points."};
}

inline std::string describe_mask(const SampleParams& p, const SampleResult&) { return "A mask of " + std::to_string(p.mask.rows()) + "."; }

}  // namespace detail

/// Computes weights / temperature; the mask's size follows the number of words.
inline const course::Lesson& sample_lesson() {
  static const course::Lesson lesson =
      course::define<SampleParams, SampleResult>(
          {
              .about = {"sample", "A sample", "For tests."},
              .results = {{"products", "products",
                           [](const SampleParams&, const SampleResult& r) {
                             return course::tensor(r.products, {"a", "b, c"}, {"x", "y"});
                           },
                           detail::explain_product},
                          {"total", "total", [](const SampleParams&, const SampleResult& r) { return course::scalar(r.total); }}},
              .figures = {{"first", "First", {"temperature", "words"}, 1.4f, detail::draw},
                          {"second", "Second", {"mask"}, 1.0f, detail::draw, true, {}, detail::describe_mask}},
              .exercises = {{"guess", 2, detail::check_guess}, {"state", 0, detail::check_state}},
              .metrics =
                  [](const SampleParams& p, const SampleResult& r) {
                    return std::vector<course::Metric>{{"step", double(p.steps)}, {"total", r.total}};
                  },
              .take_data = detail::take_data,
          });
  return lesson;
}

}  // namespace attn::session::testing
