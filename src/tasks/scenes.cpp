#include "tasks/scenes.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace attn::tasks {
namespace {

constexpr Real kGround = Real(0.1);       ///< of all three colours where nothing lies
constexpr int kSubPixels = 4;             ///< samples of a pixel along each side
constexpr double kLeastLower = 4;         ///< pixels by which the next thing is lower, so that the order of telling is clear
constexpr double kLeastDifference = 2.5;  ///< pixels by which a relation is clear
constexpr double kLeastGap = 1;           ///< pixels between two things

enum SceneWord { kA = 1, kSmall = 2, kBig = 3, kFirstColor = 4, kFirstShape = 9, kAbove = 13, kLeftOf = 14, kRightOf = 15, kNothing = 16 };

/// How the picture of a thing differs from its kind.
struct ThingLook {
  double scale = 1, turn = 0;
  std::array<Real, 3> rgb;
};

void add_thing(const Thing& thing, const ThingLook& look, Mat* picture) {
  const double reach = reach_of(thing) * look.scale, room = reach * 1.5;
  const auto first = [&](double at) { return std::clamp(static_cast<int>(at - room), 0, kSceneSide); };
  const auto last = [&](double at) { return std::clamp(static_cast<int>(at + room) + 1, 0, kSceneSide); };
  for (int row = first(thing.y); row < last(thing.y); ++row)
    for (int col = first(thing.x); col < last(thing.x); ++col) {
      int hits = 0;
      for (int i = 0; i < kSubPixels; ++i)
        for (int j = 0; j < kSubPixels; ++j) {
          const double x = (col + (j + 0.5) / kSubPixels - thing.x) / reach, y = (row + (i + 0.5) / kSubPixels - thing.y) / reach;
          hits += is_within(thing.shape, x - look.turn * y, y + look.turn * x);
        }
      if (hits == 0) continue;
      const Real share = static_cast<Real>(hits) / (kSubPixels * kSubPixels);
      for (int c = 0; c < 3; ++c) {
        Real& pixel = (*picture)(row * kSceneSide + col, c);
        pixel += share * (look.rgb[static_cast<std::size_t>(c)] - pixel);
      }
    }
}

/// Which of the three relations the upper thing has to the lower.
int relation_word(const Thing& upper, const Thing& lower) {
  const double aside = upper.x - lower.x;
  if (std::abs(aside) <= lower.y - upper.y) return kAbove;
  return aside < 0 ? kLeftOf : kRightOf;
}

}  // namespace

double reach_of(const Thing& thing) { return thing.big ? 5.5 : 3.2; }

bool is_within(ThingShape shape, double x, double y) {
  switch (shape) {
    case ThingShape::circle:
      return x * x + y * y <= 1;
    case ThingShape::square:
      return std::max(std::abs(x), std::abs(y)) <= 0.88;
    case ThingShape::triangle:
      return y <= 0.85 && y >= -1 + 1.85 * std::abs(x);
    default:
      return std::min(std::abs(x), std::abs(y)) <= 0.3 && std::max(std::abs(x), std::abs(y)) <= 1;
  }
}

std::array<Real, 3> rgb_of(ThingColor color) {
  constexpr std::array<std::array<Real, 3>, kThingColors> kColors{{{Real(0.90), Real(0.25), Real(0.22)},
                                                                   {Real(0.25), Real(0.75), Real(0.35)},
                                                                   {Real(0.25), Real(0.45), Real(0.95)},
                                                                   {Real(0.95), Real(0.80), Real(0.25)},
                                                                   {Real(0.65), Real(0.35), Real(0.85)}}};
  return kColors[static_cast<std::size_t>(color)];
}

Mat picture_of(std::span<const Thing> things) {
  Mat picture = Mat::Constant(kSceneSide * kSceneSide, 3, kGround);
  for (const Thing& thing : things) add_thing(thing, {.rgb = rgb_of(thing.color)}, &picture);
  return picture;
}

Things in_order_of_telling(std::span<const Thing> things) {
  Things told(things.begin(), things.end());
  std::stable_sort(told.begin(), told.end(), [](const Thing& a, const Thing& b) { return a.y < b.y; });
  return told;
}

Tokens caption_of(std::span<const Thing> things) {
  if (things.empty()) return {kNothing};
  const Things told = in_order_of_telling(things);
  Tokens words;
  for (std::size_t i = 0; i < told.size(); ++i) {
    if (i > 0) words.push_back(relation_word(told[i - 1], told[i]));
    words.insert(words.end(), {kA, told[i].big ? kBig : kSmall, kFirstColor + static_cast<int>(told[i].color),
                               kFirstShape + static_cast<int>(told[i].shape)});
  }
  return words;
}

std::string caption_text(std::span<const int> words) {
  std::string text;
  for (const int word : words) {
    if (!text.empty()) text += ' ';
    text += kSceneWords[static_cast<std::size_t>(word)];
  }
  return text;
}

bool is_clear(std::span<const Thing> things) {
  const Things told = in_order_of_telling(things);
  for (std::size_t i = 0; i < told.size(); ++i) {
    const double reach = reach_of(told[i]);
    if (std::min(told[i].x, told[i].y) < reach || std::max(told[i].x, told[i].y) > kSceneSide - reach) return false;
    for (std::size_t j = 0; j < i; ++j) {
      const double x = std::abs(told[i].x - told[j].x), y = std::abs(told[i].y - told[j].y), touching = reach + reach_of(told[j]);
      const double apart = touching + kLeastGap;
      if (std::max(x, y) < touching || x * x + y * y < apart * apart) return false;  // corners reach further than circles
    }
    if (i == 0) continue;
    const double lower = told[i].y - told[i - 1].y, aside = std::abs(told[i].x - told[i - 1].x);
    if (lower < kLeastLower || std::abs(lower - aside) < kLeastDifference) return false;
  }
  return true;
}

bool is_noun(int word) { return word >= kFirstShape && word < kFirstShape + kThingShapes; }

Split split_of_thing(const Thing& thing) {
  const auto third = [](double at) { return std::clamp(static_cast<int>(at * 3 / kSceneSide), 0, 2); };
  const int place = third(thing.y) * 3 + third(thing.x);
  const int kind = (static_cast<int>(thing.shape) * kThingColors + static_cast<int>(thing.color)) * 2 + (thing.big ? 1 : 0);
  const std::uint64_t mixed = (static_cast<std::uint64_t>(kind * 9 + place) + 1) * 0x9E3779B97F4A7C15ull;
  return (mixed >> 40) % 8 == 0 ? Split::kHeldOut : Split::kTraining;
}

Scene draw_scene(Split split, int count, Rng& rng) {
  CHECK(count >= (split == Split::kTraining ? 0 : 1) && count <= kMostThings, "draw_scene: ", count, " things");
  constexpr double kColorNoise = 0.05, kNoise = 0.03;
  Rng own = rng.split();
  Scene out;
  const auto fits = [&] {
    const bool held_out =
        std::any_of(out.things.begin(), out.things.end(), [](const Thing& t) { return split_of_thing(t) == Split::kHeldOut; });
    return held_out == (split == Split::kHeldOut) && is_clear(out.things);
  };
  do {
    out.things.clear();
    for (int i = 0; i < count; ++i) {
      Thing thing{static_cast<ThingShape>(own.below(kThingShapes)), static_cast<ThingColor>(own.below(kThingColors)), own.below(2) == 1};
      const double reach = reach_of(thing) + 0.5;
      thing.x = own.uniform(reach, kSceneSide - reach), thing.y = own.uniform(reach, kSceneSide - reach);
      out.things.push_back(thing);
    }
  } while (!fits());
  out.picture = Mat::Constant(kSceneSide * kSceneSide, 3, kGround + static_cast<Real>(own.uniform(-0.04, 0.08)));
  for (const Thing& thing : out.things) {
    ThingLook look{own.uniform(0.92, 1.08), own.uniform(-0.15, 0.15), rgb_of(thing.color)};
    for (Real& channel : look.rgb) channel += static_cast<Real>(own.normal(0, kColorNoise));
    add_thing(thing, look, &out.picture);
  }
  for (Index i = 0; i < out.picture.size(); ++i) {
    Real& pixel = out.picture.data()[i];
    pixel = std::clamp(pixel + static_cast<Real>(own.normal(0, kNoise)), Real(0), Real(1));
  }
  return out;
}

}  // namespace attn::tasks
