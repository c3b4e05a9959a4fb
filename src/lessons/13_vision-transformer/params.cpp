#include "lessons/13_vision-transformer/params.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "lessons/13_vision-transformer/learner.h"

namespace attn::lessons::vision_transformer {
namespace {

constexpr int kSide = tasks::kDrawingSide;
constexpr Real kInkSteps = 20;  ///< ink is a multiple of 1 / kInkSteps, so that the address of a drawing stays short

const Params& params_of(const void* own) { return *static_cast<const Params*>(own); }
bool attends(const void* own) { return params_of(own).network != Network::convolution; }
bool shows_layer(const void* own) { return attends(own) && params_of(own).over != Over::rollout; }
bool shows_head(const void* own) { return attends(own) && params_of(own).over == Over::head; }

}  // namespace

Params::Params() : drawing(0, kSide), seen(Mask::Constant(4, 4, true)), cut(0, 2) {
  learning_rate = Real(0.002), warm_up = 100, horizon = 5000;
  schedule = Schedule::cosine;
}

Choice choice_of(const Params& p) {
  Choice choice{.task = p.task, .network = p.network, .images = kImageCounts[static_cast<std::size_t>(p.images)]};
  if (p.network == Network::convolution) return choice;
  choice.patch = kPatches[static_cast<std::size_t>(p.patch)], choice.heads = kHeads[static_cast<std::size_t>(p.heads)];
  return choice;
}

models::VisionSettings settings_of(const Params& p) { return vision_settings(choice_of(p)); }

Mat drawing_of(const Params& p) { return p.drawing.rows() > 0 ? p.drawing : held_out_drawing(p.task, p.example - 1).ink; }

int label_of(const Params& p) { return p.drawing.rows() > 0 ? -1 : held_out_drawing(p.task, p.example - 1).label; }

std::vector<int> order_of(const Params& p) { return patch_order(p.order, settings_of(p).patches()); }

std::vector<int> seen_of(const Params& p) {
  std::vector<int> out;
  for (Index place = 0; place < p.seen.size(); ++place)
    if (p.seen(place / p.seen.cols(), place % p.seen.cols())) out.push_back(static_cast<int>(place));
  return out;
}

bool is_cut(const Params& p, int layer, int head) {
  for (Index i = 0; i < p.cut.rows(); ++i)
    if (static_cast<int>(p.cut(i, 0)) == layer + 1 && static_cast<int>(p.cut(i, 1)) == head + 1) return true;
  return false;
}

void toggle_cut(Params& p, int layer, int head) {
  std::vector<std::pair<int, int>> all;
  for (Index i = 0; i < p.cut.rows(); ++i) all.emplace_back(static_cast<int>(p.cut(i, 0)), static_cast<int>(p.cut(i, 1)));
  if (const auto found = std::find(all.begin(), all.end(), std::pair(layer + 1, head + 1)); found != all.end())
    all.erase(found);
  else
    all.emplace_back(layer + 1, head + 1);
  p.cut.resize(static_cast<Index>(all.size()), 2);
  for (std::size_t i = 0; i < all.size(); ++i)
    p.cut(static_cast<Index>(i), 0) = static_cast<Real>(all[i].first), p.cut(static_cast<Index>(i), 1) = static_cast<Real>(all[i].second);
}

Mat brought_to_size(In drawing) {
  const double high = static_cast<double>(drawing.rows()) / kSide, wide = static_cast<double>(drawing.cols()) / kSide;
  // How much of pixel i of the given drawing lies between two places.
  const auto share = [](double from, double to, Index i) {
    return std::max(0.0, std::min(to, static_cast<double>(i) + 1) - std::max(from, static_cast<double>(i)));
  };
  Mat out(kSide, kSide);
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) {
      double ink = 0;
      for (Index i = static_cast<Index>(y * high); i < drawing.rows() && static_cast<double>(i) < (y + 1) * high; ++i)
        for (Index j = static_cast<Index>(x * wide); j < drawing.cols() && static_cast<double>(j) < (x + 1) * wide; ++j)
          ink += static_cast<double>(drawing.row(i)(j)) * share(y * high, (y + 1) * high, i) * share(x * wide, (x + 1) * wide, j);
      out(y, x) = static_cast<Real>(ink / (high * wide));
    }
  return out;
}

void settle(const Params& before, Params& after) {
  // Another example, or another task, is shown in the place of what was drawn, unless the same edit brings a drawing.
  const bool other = before.example != after.example || before.task != after.task;
  const bool same =
      before.drawing.rows() == after.drawing.rows() && before.drawing.cols() == after.drawing.cols() && before.drawing == after.drawing;
  if (other && same) after.drawing = Mat(0, kSide);
  if (after.drawing.rows() == 0) after.drawing = Mat(0, kSide);
  if (after.drawing.rows() > 0) {
    if (after.drawing.rows() != kSide || after.drawing.cols() != kSide) after.drawing = brought_to_size(after.drawing);
    after.drawing = (after.drawing * kInkSteps).array().round() / kInkSteps;
  }
  const models::VisionSettings s = settings_of(after);
  if (after.seen.rows() != s.patches_aside() || after.seen.cols() != s.patches_aside())
    after.seen = Mask::Constant(s.patches_aside(), s.patches_aside(), true);
  after.asks = std::min(after.asks, s.patches());
  if (after.asks > 0 && !after.seen((after.asks - 1) / s.patches_aside(), (after.asks - 1) % s.patches_aside())) after.asks = 0;
  after.head = std::min(after.head, s.heads);
  std::vector<std::pair<Real, Real>> kept;
  for (Index i = 0; i < after.cut.rows(); ++i) {
    const std::pair one(std::round(after.cut(i, 0)), std::round(after.cut(i, 1)));
    const bool is_there = one.first >= 1 && one.first <= s.layers && one.second >= 1 && one.second <= s.heads;
    if (is_there && std::find(kept.begin(), kept.end(), one) == kept.end()) kept.push_back(one);
  }
  after.cut.conservativeResize(static_cast<Index>(kept.size()), 2);
  for (std::size_t i = 0; i < kept.size(); ++i)
    after.cut(static_cast<Index>(i), 0) = kept[i].first, after.cut(static_cast<Index>(i), 1) = kept[i].second;
}

params::Table<Params> Params::table() {
  return params::Table<Params>{}
      .choice(&Params::task, {.id = "task", .label = "Task", .help = "What the model is asked of a drawing.", .restarts_training = true},
              {{"digits", "which digit"}, {"relation", "is the ring left of the cross"}})
      .choice(&Params::network, {.id = "network", .label = "Network", .help = "What looks at the drawing.", .restarts_training = true},
              {{"transformer", "Vision Transformer"}, {"unordered", "the same without positions"}, {"convolution", "convolution"}})
      .choice(&Params::patch,
              {.id = "patch",
               .label = "Patch",
               .help = "The side of a patch in pixels: smaller ones make more tokens.",
               .restarts_training = true,
               .matters = attends},
              {{"4", "4 pixels"}, {"6", "6 pixels"}, {"8", "8 pixels"}, {"12", "12 pixels"}})
      .choice(&Params::heads,
              {.id = "heads",
               .label = "Heads in a layer",
               .help = "Into how many heads each layer divides its 48 numbers.",
               .restarts_training = true,
               .matters = attends},
              {{"1", "1"}, {"2", "2"}, {"4", "4"}})
      .choice(&Params::images,
              {.id = "images",
               .label = "Drawings to learn from",
               .help = "How many there are, seen again and again; or each is a new one.",
               .restarts_training = true},
              {{"new", "each one new"}, {"100", "100"}, {"300", "300"}, {"1000", "1,000"}, {"3000", "3,000"}, {"10000", "10,000"}})
      .matrix(&Params::drawing, {.id = "drawing",
                                 .label = "Drawing",
                                 .help = "Ink from 0 to 1, rows from the top. Another size is brought to 24 by 24 pixels.",
                                 .min = 0,
                                 .max = 1,
                                 .step = 0.05,
                                 .rows = {0, kLargestGiven},
                                 .cols = {1, kLargestGiven}})
      .integer(&Params::example, {.id = "example",
                                  .label = "Example",
                                  .help = "Which drawing is shown; training saw none of them.",
                                  .min = 1,
                                  .max = kExamples,
                                  .step = 1})
      .mask(&Params::seen, {.id = "seen",
                            .label = "Patches seen",
                            .help = "0: this patch is hidden from the model.",
                            .rows = {1, 6},
                            .cols = {1, 6},
                            .matters = attends})
      .integer(&Params::order, {.id = "order",
                                .label = "Order",
                                .help = "Number of a random order of the patches; 0 leaves each where it was.",
                                .min = 0,
                                .max = kOrders,
                                .step = 1,
                                .matters = attends})
      .integer(&Params::asks, {.id = "asks",
                               .label = "Who asks",
                               .help = "0 is the class token, 1 the first patch at the top left.",
                               .min = 0,
                               .max = 36,
                               .step = 1,
                               .matters = attends})
      .choice(&Params::over, {.id = "over", .label = "Over the drawing", .help = "Which weights are laid over it.", .matters = attends},
              {{"head", "one head"}, {"mean", "mean of a layer's heads"}, {"rollout", "roll-out"}})
      .integer(&Params::layer, {.id = "layer",
                                .label = "Layer",
                                .help = "The layer whose weights are shown; the roll-out goes through all.",
                                .min = 1,
                                .max = 2,
                                .step = 1,
                                .matters = shows_layer})
      .integer(&Params::head, {.id = "head",
                               .label = "Head",
                               .help = "The head whose weights are shown.",
                               .min = 1,
                               .max = 4,
                               .step = 1,
                               .matters = shows_head})
      .matrix(&Params::cut, {.id = "cut",
                             .label = "Heads cut",
                             .help = "Layer and head of each head that says nothing.",
                             .min = 0,
                             .max = 4,
                             .step = 1,
                             .rows = {0, 8},
                             .cols = {2, 2},
                             .matters = attends})
      .integer(&Params::filter, {.id = "filter",
                                 .label = "Which number of the token",
                                 .help = "Which of its 48 numbers is shown as a sum of pixels, from 0.",
                                 .min = 0,
                                 .max = 47,
                                 .step = 1,
                                 .matters = attends})
      .choice(&Params::tool, {.id = "tool", .label = "Your hand", .help = "What a press and a drag do on the drawing."},
              {{"draw", "draws"}, {"erase", "rubs out"}, {"ask", "chooses who asks"}, {"hide", "hides a patch"}})
      .number(&Params::pen, {.id = "pen", .label = "Pen", .help = "How wide the pen is, in pixels.", .min = 1, .max = 4, .step = 0.5})
      .include(course::training_table());
}

}  // namespace attn::lessons::vision_transformer
