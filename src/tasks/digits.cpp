// Digits as a pen writes them: lines through a few points, bent and shifted anew for each.
#include <algorithm>
#include <array>
#include <cmath>

#include "tasks/drawings.h"

namespace attn::tasks {
namespace {

struct GlyphLine {
  std::vector<PenPoint> points;  ///< in a box of 1 by 1, y downwards
  bool straight = false;         ///< corners stay corners
};
using Glyph = std::vector<GlyphLine>;

/// kForms ways of writing each digit.
const std::array<std::array<Glyph, kForms>, 10>& glyphs() {
  static const std::array<std::array<Glyph, kForms>, 10> kGlyphs = {{
      {{{{{{.5, 0}, {.14, .2}, {.08, .55}, {.3, .95}, {.62, .97}, {.9, .62}, {.86, .22}, {.5, 0}}}},
        {{{{.55, 0}, {.28, .12}, {.2, .5}, {.3, .9}, {.5, 1}, {.74, .86}, {.8, .48}, {.72, .1}, {.48, 0}}}},
        {{{{.72, .1}, {.4, .02}, {.1, .34}, {.14, .8}, {.5, 1}, {.86, .74}, {.88, .3}, {.6, .04}, {.44, .1}}}}}},
      {{{{{{.5, 0}, {.5, 1}}, true}},  //
        {{{{.26, .28}, {.56, 0}, {.54, 1}}, true}},
        {{{{.25, .24}, {.52, 0}, {.52, .98}}, true}, {{{.24, 1}, {.8, .98}}, true}}}},
      {{{{{{.14, .26}, {.3, .05}, {.62, .02}, {.84, .24}, {.62, .58}, {.3, .84}, {.12, 1}}}, {{{.12, 1}, {.9, .98}}, true}},
        {{{{.16, .2}, {.4, 0}, {.74, .1}, {.76, .36}, {.44, .74}, {.14, .96}, {.3, .82}, {.56, .94}, {.9, .94}}}},
        {{{{.1, .14}, {.46, 0}, {.86, .16}, {.78, .46}, {.1, 1}}}, {{{.1, 1}, {.56, .94}, {.92, 1}}}}}},
      {{{{{{.16, .12}, {.48, 0}, {.8, .2}, {.66, .42}, {.42, .48}}}, {{{.42, .48}, {.8, .58}, {.84, .82}, {.5, 1}, {.12, .88}}}},
        {{{{.14, .02}, {.82, .02}, {.42, .42}}, true}, {{{.42, .42}, {.8, .5}, {.88, .76}, {.56, 1}, {.12, .9}}}},
        {{{{.2, .06}, {.6, 0}, {.82, .22}, {.5, .46}, {.36, .46}, {.54, .46}, {.9, .7}, {.62, .98}, {.1, .94}}}}}},
      {{{{{{.28, 0}, {.12, .6}, {.92, .6}}, true}, {{{.7, .24}, {.66, 1}}, true}},
        {{{{.68, 1}, {.68, 0}, {.08, .68}, {.94, .68}}, true}},
        {{{{.2, .02}, {.16, .3}, {.26, .5}, {.76, .46}}}, {{{.8, .02}, {.78, .5}, {.7, 1}}}}}},
      {{{{{{.8, .02}, {.26, .02}, {.2, .44}}, true}, {{{.2, .44}, {.54, .36}, {.86, .6}, {.7, .94}, {.4, 1}, {.12, .88}}}},
        {{{{.26, .02}, {.24, .44}, {.6, .42}, {.84, .68}, {.58, 1}, {.14, .92}}}, {{{.26, .04}, {.86, .02}}, true}},
        {{{{.88, .04}, {.4, .06}, {.24, .4}, {.5, .46}, {.76, .64}, {.62, .96}, {.1, .98}}}}}},
      {{{{{{.72, .02}, {.34, .26}, {.14, .66}, {.34, .98}, {.7, .94}, {.82, .7}, {.54, .5}, {.18, .68}}}},
        {{{{.34, 0}, {.16, .5}, {.18, .86}, {.5, 1}, {.84, .84}, {.74, .56}, {.4, .54}, {.18, .76}}}},
        {{{{.86, .1}, {.5, 0}, {.16, .36}, {.12, .74}, {.44, 1}, {.82, .84}, {.72, .52}, {.36, .5}, {.14, .7}}}}}},
      {{{{{{.1, .02}, {.9, .02}, {.4, 1}}, true}},
        {{{{.1, .06}, {.86, .02}, {.36, 1}}, true}, {{{.28, .5}, {.78, .48}}, true}},
        {{{{.1, .2}, {.14, .04}, {.5, .08}, {.9, .02}, {.62, .44}, {.46, 1}}}}}},
      {{{{{{.5, .46}, {.2, .24}, {.48, 0}, {.8, .2}, {.5, .46}, {.14, .76}, {.5, 1}, {.86, .76}, {.5, .46}}}},
        {{{{.5, 0}, {.24, .1}, {.28, .4}, {.52, .46}, {.76, .34}, {.74, .08}, {.5, 0}}},
         {{{.5, .46}, {.16, .62}, {.22, .94}, {.54, 1}, {.84, .86}, {.8, .56}, {.5, .46}}}},
        {{{{.8, .12}, {.5, 0}, {.2, .2}, {.46, .44}, {.82, .74}, {.56, 1}, {.16, .82}, {.4, .52}, {.74, .26}, {.84, .08}}}}}},
      {{{{{{.8, .24}, {.5, 0}, {.18, .22}, {.3, .5}, {.64, .48}, {.8, .24}, {.78, .62}, {.62, 1}}}},
        {{{{.8, .2}, {.48, .02}, {.16, .28}, {.42, .54}, {.8, .28}}}, {{{.82, .04}, {.82, 1}}, true}},
        {{{{.84, .12}, {.44, 0}, {.14, .26}, {.38, .5}, {.76, .36}, {.86, .1}, {.84, .66}, {.56, 1}, {.18, .9}}}}}},
  }};
  return kGlyphs;
}

/// How wide a pen of this kind is, in pixels, and how far a hand of this kind leans, in widths for each height.
constexpr std::array<double, kPens> kPenWidths = {1.3, 1.9, 2.5, 3.1};
constexpr std::array<double, kSlants> kLeans = {-0.22, -0.02, 0.18, 0.38};

int digit_below(int n, Rng& rng) { return static_cast<int>(rng.below(static_cast<std::uint64_t>(n))); }

/// From the box of a glyph to the sheet: an affine map, and a bulge that bends straight lines.
class Placing {
 public:
  Placing(double lean, Rng& rng) {
    const double height = rng.uniform(13.5, 19.5), width = height * rng.uniform(0.5, 0.82);
    across_ = width, down_ = height;
    lean_ = -height * (lean + rng.uniform(-0.07, 0.07));
    tilt_ = width * rng.uniform(-0.16, 0.16);
    constexpr double kMiddle = kDrawingSide / 2.0;
    const double spare_x = std::max(0.0, kMiddle - 1.5 - (width + std::abs(lean_)) / 2),
                 spare_y = std::max(0.0, kMiddle - 1.5 - (height + std::abs(tilt_)) / 2);
    x_ = kMiddle + rng.uniform(-spare_x, spare_x), y_ = kMiddle + rng.uniform(-spare_y, spare_y);
    bulge_x_ = rng.uniform(-0.16, 0.16), bulge_y_ = rng.uniform(-0.16, 0.16);
  }
  PenPoint operator()(PenPoint p) const {
    const double u = p.x - 0.5, v = p.y - 0.5;
    const double bent_u = u + bulge_x_ * (0.25 - v * v) * 2, bent_v = v + bulge_y_ * (0.25 - u * u) * 2;
    return {x_ + across_ * bent_u + lean_ * bent_v, y_ + down_ * bent_v + tilt_ * bent_u};
  }

 private:
  double across_, down_, lean_, tilt_, x_, y_, bulge_x_, bulge_y_;
};

}  // namespace

Split split_of_hand(const Hand& hand) {
  return (hand.form + 2 * hand.slant + hand.pen + (hand.slant == 3)) % 4 == 1 ? Split::kHeldOut : Split::kTraining;
}

LabelledDrawing draw_digit(int digit, const Hand& hand, Rng& rng) {
  constexpr double kShake = 0.035, kNoise = 0.06, kStray = 0.15;
  Rng own = rng.split();
  LabelledDrawing out{Mat::Zero(kDrawingSide, kDrawingSide), digit};
  const Placing place(kLeans[static_cast<std::size_t>(hand.slant)], own);
  const double width = kPenWidths[static_cast<std::size_t>(hand.pen)] + own.uniform(-0.25, 0.25);
  for (const GlyphLine& line : glyphs()[static_cast<std::size_t>(digit)][static_cast<std::size_t>(hand.form)]) {
    std::vector<PenPoint> points;
    for (const PenPoint& p : line.points) points.push_back(place({p.x + own.normal(0, kShake), p.y + own.normal(0, kShake)}));
    add_stroke(line.straight ? points : smooth_through(points), width, &out.ink);
  }
  if (own.uniform() < kStray) {
    const PenPoint a{own.uniform(0, kDrawingSide), own.uniform(0, kDrawingSide)};
    add_stroke({a, {a.x + own.uniform(-3, 3), a.y + own.uniform(-3, 3)}}, 1.2, &out.ink);
  }
  for (Index i = 0; i < out.ink.size(); ++i) {
    Real& pixel = out.ink.data()[i];
    pixel = std::clamp(pixel + static_cast<Real>(own.normal(0, kNoise)), Real(0), Real(1));
  }
  return out;
}

LabelledDrawing draw_digit(Split split, Rng& rng) {
  Rng own = rng.split();
  Hand hand;
  do hand = {digit_below(kForms, own), digit_below(kSlants, own), digit_below(kPens, own)};
  while (split_of_hand(hand) != split);
  return draw_digit(digit_below(10, own), hand, own);
}

}  // namespace attn::tasks
