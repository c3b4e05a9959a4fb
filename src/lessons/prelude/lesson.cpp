// Attention being born: the picture that the course opens with. It is opened, drawn and trained like a lesson, but stands in no list.
#include "course/definition.h"

#include "formula/attention_explanation.h"
#include "lessons/prelude/study.h"

#include "base/text.h"

namespace attn::lessons::prelude {

extern const course::About about = {"prelude", "Attention being born",
                                    "Two small networks learn to spell backwards before your eyes, one with attention and one without."};

namespace {

using formula::Explanation, formula::num, formula::sub, formula::sym;

/// The state of the network without attention, in rows as the picture has it.
Mat state_of(const Result& r) {
  const Mat& state = r.none.translation.encoding.bridge;
  return Eigen::Map<const Mat>(state.data(), state.size() / kStateColumns, kStateColumns);
}

std::vector<std::string> places(const Result& r) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < r.source.size(); ++i) names.push_back(std::to_string(i + 1));
  return names;
}

Explanation explain_weight(const Params&, const Result& r, int i, int j) {
  const auto& steps = r.attention.translation.steps;
  const std::string title = "Weight of " + quoted(r.source[static_cast<std::size_t>(j)]) + " at place " + std::to_string(i + 1);
  if (i >= static_cast<int>(steps.size())) return {title, sym("alpha"), num(0), 0, "The network had ended its word before this place."};
  const models::DecoderStep& step = steps[static_cast<std::size_t>(i)];
  return formula::explain_softmax(title, step.scores, step.weights, nullptr, 1, j);
}

Explanation explain_state(const Params&, const Result& r, int i, int j) {
  const Real value = state_of(r)(i, j);
  const int place = i * kStateColumns + j + 1;
  return {"Number " + std::to_string(place) + " of the state", sub(sym("s"), num(place)), num(value), static_cast<double>(value),
          "These numbers are all that the network without attention keeps of the word."};
}

Explanation explain_share(const Params&, const Result& r, int i, int j) {
  const Real share = r.curve(i, j + 1);
  if (!std::isfinite(share)) return {};
  return {std::string(j == 0 ? "With attention" : "Without") + ", step " + fixed(static_cast<double>(r.curve(i, 0)), 0), sym("y"),
          num(share), static_cast<double>(share),
          "The share of " + std::to_string(kHeldOutWords) + " words that training never showed, right to the last letter."};
}

/// The newest share of a network, in a row "match".
course::Tensor newest(const Result& r, Network network) {
  course::Tensor one = course::tensor(Mat::Constant(1, 1, static_cast<Real>(share_of(r, network))), {"match"}, {"share"});
  one.share = true;
  return one;
}

/// The shipped weights, which are shown before the first step. Training begins with fresh weights, so then there are none.
const training::Recipe* shipped(const Params& p, Network network) { return p.steps == 0 ? recipes().find(name_of(network)) : nullptr; }

constexpr int kPace = 60;  ///< a step a frame: the whole training is seven seconds to watch

std::vector<course::FigureSpec<Params, Result>> figures() {
  std::vector<course::FigureSpec<Params, Result>> all;
  all.push_back({.id = "birth",
                 .title = "Attention being born",
                 .controls = {"word", "seed"},
                 .aspect = 1.32f,
                 .draw = draw_birth,
                 .curves = "held-out",
                 .pace = kPace});
  return all;
}

}  // namespace

const course::Lesson& lesson() {
  static const course::Lesson made = course::define<Params, Result, Pair>({
      .about = about,
      .results =
          {
              {"alignment", "Attention weights by place",
               [](const Params&, const Result& r) { return course::tensor(r.attention.weights, places(r), r.source); }, explain_weight},
              {"state", "The state without attention", [](const Params&, const Result& r) { return course::tensor(state_of(r)); },
               explain_state},
              {"held-out", "Held-out words right by step",
               [](const Params&, const Result& r) {
                 std::vector<std::string> steps;
                 for (Index i = 0; i < r.curve.rows(); ++i) steps.push_back(fixed(static_cast<double>(r.curve(i, 0)), 0));
                 return course::tensor(r.curve.rightCols(2), std::move(steps), {"with attention", "without"});
               },
               explain_share},
              {"exact-match", "Unseen words right with attention",
               [](const Params&, const Result& r) { return newest(r, Network::attention); },
               [](const Params& p, const Result& r, int, int) { return explain_share(p, r, static_cast<int>(r.curve.rows()) - 1, 0); }},
              {"without", "Unseen words right without attention",
               [](const Params&, const Result& r) { return newest(r, Network::none); },
               [](const Params& p, const Result& r, int, int) { return explain_share(p, r, static_cast<int>(r.curve.rows()) - 1, 1); }},
          },
      .figures = figures(),
      .exercises = {},
      .complaint = [](const Params& p, std::string_view id) { return id == "word" ? p.refusal : std::string(); },
      .training = {.start = [](const Params& p) { return std::make_unique<Pair>(p.seed); },
                   .weights = [](const Params& p) { return shipped(p, Network::attention); },
                   .beside = [](const Params& p) { return training::at_most_one(shipped(p, Network::none)); }},
      .recipes = recipes,
  });
  return made;
}

}  // namespace attn::lessons::prelude
