// Soft beside hard attention at one word: the weights, what each place alone would say, how likely the word is, and how noisy the gradient
// of a draw is.
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
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

/// A bar with a name and a number. The name stands before it, or where there is height for it above; where there is no width for the bar it
/// is left out.
struct NamedBar {
  std::string_view name, brief;
  std::string id, number;
  double share;
  Role role;
  int steps = 0;  ///< of the scale, which are marked
};

void draw_named_bar(Canvas& canvas, Rect area, const NamedBar& bar, float names, float numbers) {
  constexpr float kTwoLines = 27, kLeastBar = 24;
  const canvas::TextStyle quiet = charts::quiet(canvas, 12);
  const bool above = area.height >= kTwoLines;
  const Rect whole = area;
  const Rect name = above ? area.cut_top(14) : area.cut_left(names);
  canvas.text({name.x, name.center().y}, charts::fitting(canvas, quiet, name.width, {bar.name, bar.brief}), quiet);
  const Rect number = area.cut_right(numbers);
  canvas.text({number.right(), number.center().y}, bar.number, charts::strong(canvas, 12, canvas::Align::kRight));
  if (area.width >= kLeastBar) {
    const Rect track{area.x, area.center().y - 5, area.width, 10};
    canvas.rect(track, canvas.color(Role::kSurface), 3);
    for (int step = 1; step < bar.steps; ++step) {
      const float x = track.x + track.width * static_cast<float>(step) / static_cast<float>(bar.steps);
      canvas.line({x, track.y}, {x, track.bottom()}, {canvas.color(Role::kFaint), 1});
    }
    canvas.rect({track.x, track.y, std::max(1.0f, static_cast<float>(bar.share) * track.width), track.height}, canvas.color(bar.role), 3);
  }
  if (canvas.is_hot(bar.id)) canvas.border(whole.inset(-2, 0), {canvas.color(Role::kAccent), 1.5f}, 3);
  canvas.region(bar.id, whole, Grip::kHover, bar.name);
}

/// How likely the word is, and of hard attention the squares of its gradient, on a logarithmic scale.
void draw_bars(Canvas& canvas, Rect area, const Draws& d, int side) {
  constexpr double kLow = -8, kHigh = 2;  // powers of ten
  const auto shares = [&](int k, std::string_view name, std::string_view brief, Real share, Role role) {
    return NamedBar{
        name, brief, canvas::cell_id("blur", side, k), fixed(100 * static_cast<double>(share), 0) + " %", static_cast<double>(share), role};
  };
  const auto noise = [&](int k, std::string_view name, std::string_view brief, Real square, Role role) {
    const auto value = static_cast<double>(square);
    return NamedBar{name,
                    brief,
                    canvas::cell_id("noise", side, k),
                    rounded(value, 2),
                    value > 0 ? std::clamp((std::log10(value) - kLow) / (kHigh - kLow), 0.0, 1.0) : 0,
                    role,
                    static_cast<int>(kHigh - kLow)};
  };
  std::vector<NamedBar> bars{
      shares(0, side == 0 ? "said, by the mean of all" : "said, by the likeliest place", "said", d.together, Role::kOutput),
      shares(1, "mean of what each place says", "places", d.alone, Role::kOutput),
      shares(2, "places that say another word", "others", d.missed, Role::kWarning)};
  if (side == 1) {
    bars.push_back(noise(0, "gradient: its mean, squared", "signal", d.signal, Role::kGood));
    bars.push_back(noise(1, "variance of a draw, no baseline", "none", d.plain, Role::kMuted));
    bars.push_back(noise(2, "variance, learned baseline", "learned", d.less_expected, Role::kMuted));
    bars.push_back(noise(3, "variance, best constant", "best", d.less_best, Role::kMuted));
  }
  const canvas::TextStyle quiet = charts::quiet(canvas, 12);
  const float names = canvas.measure("learned", quiet).width + 8, numbers = canvas.measure("4.63e-8", charts::strong(canvas, 12)).width + 6;
  const float height = std::min(30.0f, area.height / static_cast<float>(bars.size()));
  for (const NamedBar& bar : bars) draw_named_bar(canvas, area.cut_top(height), bar, names, numbers);
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
  area.cut_left(kGap);
  draw_note(canvas, &first, side == 0 ? "sums by these weights" : "draws by these weights", side == 0 ? "sums" : "draws");
  draw_note(canvas, &second, "each place alone; \u00d7 says another word", "alone");
  const Rect map{first.x, first.y, size, size};
  draw_scene(canvas, map, r.things, d.weights);
  draw_half_grid(canvas, map, "drawn", side, "weight");
  draw_gain(canvas, {second.x, second.y, size, size}, d, side, r.things);
  draw_bars(canvas, area, d, side);
}

}  // namespace

void draw_draws(Canvas& canvas, const Params&, const Result& r, Params& edit) {
  Rect area = charts::page(canvas);
  cut_caption(canvas, &area, r, edit);
  const Rect soft = area.cut_top(area.height / 2 - 4);
  area.cut_top(8);
  draw_side(canvas, soft, r, 0);
  draw_side(canvas, area, r, 1);
}

}  // namespace attn::lessons::visual_attention
