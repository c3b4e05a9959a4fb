// Soft beside hard attention at one word: the weights, what each place alone would say, how likely the word is, and how noisy the gradient
// of a draw is.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/cell_matrix.h"
#include "charts/figure_text.h"
#include "charts/small_button.h"
#include "lessons/14_visual-attention/figure_parts.h"
#include "lessons/14_visual-attention/words.h"

namespace attn::lessons::visual_attention {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Rect, canvas::Role;

/// What each place alone would say: filled where it is the word that the network says, hollow where it is another.
void draw_gain(Canvas& canvas, Rect r, const Draws& d, int side, const tasks::Things& things) {
  draw_scene(canvas, r, things, Mat::Zero(1, kPlaces), 1);
  const float most = static_cast<float>(d.weights.maxCoeff());
  for (int j = 0; j < kPlaces; ++j) {
    const Rect place = r.cell(j / kAside, j % kAside, kAside, kAside);
    const bool same = d.by_place[static_cast<std::size_t>(j)] == d.said;
    const float reach = 0.5f * place.width * std::sqrt(static_cast<float>(d.weights(0, j)) / most);
    if (reach < 0.7f) continue;
    canvas.circle(place.center(), reach, canvas.color(same ? Role::kGood : Role::kWarning).with_alpha(0.75f));
    if (!same && reach > 3) {
      canvas.line(place.center() - canvas::Point{0.5f * reach, 0.5f * reach}, place.center() + canvas::Point{0.5f * reach, 0.5f * reach},
                  {canvas.color(Role::kBackground), 1.5f});
      canvas.line(place.center() - canvas::Point{0.5f * reach, -0.5f * reach}, place.center() + canvas::Point{0.5f * reach, -0.5f * reach},
                  {canvas.color(Role::kBackground), 1.5f});
    }
  }
  draw_half_grid(canvas, r, "gain", side, "what this place alone says");
}

struct BlurLine {
  std::string_view name, brief;
};
constexpr std::array kBlurLines{BlurLine{"as it is said", "said"}, BlurLine{"mean of the places", "places"},
                                BlurLine{"places that say another", "others"}};

void draw_blur(Canvas& canvas, Rect area, const Draws& d, int side) {
  const std::array<Real, 3> values{d.together, d.alone, d.missed};
  const bool roomy = area.width > 300;
  const canvas::TextStyle quiet = charts::quiet(canvas, 12);
  const float names = canvas.measure(roomy ? kBlurLines[2].name : kBlurLines[2].brief, quiet).width + 8, numbers = 44;
  for (int k = 0; k < 3; ++k) {
    Rect line = area.cut_top(20);
    const Rect whole = line;
    const std::string id = canvas::cell_id("blur", side, k);
    const BlurLine& look = kBlurLines[static_cast<std::size_t>(k)];
    const Rect name = line.cut_left(names), number = line.cut_right(numbers);
    canvas.text({name.x, name.center().y}, roomy ? look.name : look.brief, quiet);
    const Rect track = line.inset(0, 4);
    canvas.rect(track, canvas.color(Role::kSurface), 3);
    const Real share = values[static_cast<std::size_t>(k)];
    canvas.rect({track.x, track.y, std::max(1.0f, static_cast<float>(share) * track.width), track.height},
                canvas.color(k == 2 ? Role::kWarning : Role::kOutput), 3);
    canvas.text({number.right(), number.center().y}, fixed(100 * static_cast<double>(share), 0) + " %",
                charts::strong(canvas, 12, canvas::Align::kRight));
    if (canvas.is_hot(id)) canvas.border(whole.inset(-2, 0), {canvas.color(Role::kAccent), 1.5f}, 3);
    canvas.region(id, whole, Grip::kHover, look.name);
  }
}

/// Squares of the gradient, as lengths on a logarithmic scale.
void draw_noise(Canvas& canvas, Rect area, const Draws& d) {
  constexpr std::array<std::string_view, 4> kNames{"signal", "no baseline", "learned baseline", "best constant"};
  constexpr double kLow = -8, kHigh = 2;  // powers of ten
  const std::array<Real, 4> values{d.signal, d.plain, d.less_expected, d.less_best};
  draw_note(canvas, &area, "Gradient of one draw: its mean squared and its variance, in factors of 10", "Noise of a draw");
  const canvas::TextStyle quiet = charts::quiet(canvas, 12);
  const float names = canvas.measure(kNames[2], quiet).width + 8, numbers = canvas.measure("4.63e-8", quiet).width + 6;
  const float height = std::min(22.0f, area.height / 4);
  for (int k = 0; k < 4; ++k) {
    Rect line = area.cut_top(height);
    const Rect whole = line;
    const std::string id = canvas::cell_id("noise", 1, k);
    const Rect name = line.cut_left(names), number = line.cut_right(numbers);
    canvas.text({name.x, name.center().y}, kNames[static_cast<std::size_t>(k)], quiet);
    const Rect track = line.inset(0, 4);
    canvas.rect(track, canvas.color(Role::kSurface), 3);
    for (int step = 1; step < 10; ++step) {
      const float x = track.x + track.width * static_cast<float>(step) / 10;
      canvas.line({x, track.y}, {x, track.bottom()}, {canvas.color(Role::kFaint), 1});
    }
    const auto value = static_cast<double>(values[static_cast<std::size_t>(k)]);
    const double share = value > 0 ? std::clamp((std::log10(value) - kLow) / (kHigh - kLow), 0.0, 1.0) : 0;
    canvas.rect({track.x, track.y, std::max(1.0f, static_cast<float>(share) * track.width), track.height},
                canvas.color(k == 0 ? Role::kGood : Role::kMuted), 3);
    canvas.text({number.right(), number.center().y}, rounded(value, 2), charts::quiet(canvas, 12, canvas::Align::kRight));
    if (canvas.is_hot(id)) canvas.border(whole.inset(-2, 0), {canvas.color(Role::kAccent), 1.5f}, 3);
    canvas.region(id, whole, Grip::kHover, kNames[static_cast<std::size_t>(k)]);
  }
}

/// Two maps, and beside them how likely the word is and, of hard attention, the noise of a draw.
void draw_side(Canvas& canvas, Rect area, const Result& r, int side) {
  const Network network = side == 0 ? Network::soft : Network::hard;
  const Draws& d = r.draws[static_cast<std::size_t>(side)];
  const Rect head = area.cut_top(22);
  const std::string name = side == 0 ? "Soft" : "Hard";
  if (!r.all[static_cast<std::size_t>(network)]) {
    canvas.text({head.x, head.center().y}, name + ": on its way", charts::quiet(canvas, 13));
    return;
  }
  const std::string said = name + " says " + quoted(tasks::kSceneWords[static_cast<std::size_t>(d.said)]);
  canvas.text({head.x, head.center().y}, charts::fitting(canvas, charts::strong(canvas, 14), head.width, {said, name}),
              charts::strong(canvas, 14));
  constexpr float kGap = 12, kNote = 18;
  const float size = std::max(8.0f, std::min(area.height - kNote, area.width * 0.31f));
  Rect first = area.cut_left(size);
  area.cut_left(kGap);
  Rect second = area.cut_left(size);
  area.cut_left(kGap), area.cut_top(kNote);
  draw_note(canvas, &first, side == 0 ? "sums by these weights" : "draws by these weights", side == 0 ? "sums" : "draws");
  draw_note(canvas, &second, "what each place alone says", "alone");
  const Rect map{first.x, first.y, size, size};
  draw_scene(canvas, map, r.things, d.weights);
  draw_half_grid(canvas, map, "drawn", side, "weight");
  draw_gain(canvas, {second.x, second.y, size, size}, d, side, r.things);
  draw_blur(canvas, area.cut_top(60), d, side);
  if (side == 0) return;
  area.cut_top(6);
  draw_noise(canvas, area, d);
}

}  // namespace

void draw_draws(Canvas& canvas, const Params& p, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  area.cut_top(draw_caption(canvas, {area.x, area.y, area.width, 0.35f * area.height}, p, r, edit) + 10);
  const Rect soft = area.cut_top(area.height / 2 - 4);
  area.cut_top(8);
  draw_side(canvas, soft, r, 0);
  draw_side(canvas, area, r, 1);
}

}  // namespace attn::lessons::visual_attention
