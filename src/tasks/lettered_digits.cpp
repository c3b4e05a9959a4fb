// Digits of a sign painter: straight lines and arcs.
#include <algorithm>
#include <array>
#include <cmath>

#include "tasks/drawings.h"

namespace attn::tasks {
namespace {

/// Of a circle in 32 parts, from the right downwards: part i ... j in a box of 1 by 1, i > j runs back.
struct Arc {
  double x, y, radius_x, radius_y;  ///< the middle and half of the axes
  int from, to;
};
struct Sign {
  std::vector<Stroke> lines;
  std::vector<Arc> arcs;
};

/// Place k of 32 on the unit circle, by turning again and again.
PenPoint on_circle(int k) {
  constexpr double kCos = 0.98078528040323044913, kSin = 0.19509032201612826785;  // of 2 pi / 32
  double x = 1, y = 0;
  for (int i = 0; i < (k % 32 + 32) % 32; ++i) {
    const double turned = x * kCos - y * kSin;
    y = x * kSin + y * kCos, x = turned;
  }
  return {x, y};
}

Stroke stroke_of(const Arc& arc) {
  Stroke out;
  const int step = arc.to > arc.from ? 1 : -1;
  for (int k = arc.from; k != arc.to + step; k += step) {
    const PenPoint p = on_circle(k);
    out.push_back({arc.x + arc.radius_x * p.x, arc.y + arc.radius_y * p.y});
  }
  return out;
}

const std::array<Sign, 10>& signs() {
  static const std::array<Sign, 10> kSigns = {{
      {{}, {{.5, .5, .5, .5, 0, 32}}},
      {{{{.2, .22}, {.55, 0}, {.55, 1}}}, {}},
      {{{{.84, .46}, {0, 1}, {1, 1}}}, {{.5, .28, .46, .28, 16, 36}}},
      {{}, {{.45, .26, .45, .26, 18, 40}, {.45, .74, .5, .26, 24, 46}}},
      {{{{.7, 1}, {.7, 0}, {0, .72}, {1, .72}}}, {}},
      {{{{.95, 0}, {.14, 0}, {.1, .46}}}, {{.48, .68, .48, .32, 21, 45}}},
      {{{{.66, 0}, {.08, .56}}}, {{.5, .7, .46, .3, 0, 32}}},
      {{{{0, .12}, {0, 0}, {1, 0}, {.34, 1}}}, {}},
      {{}, {{.5, .24, .38, .24, 0, 32}, {.5, .74, .48, .26, 0, 32}}},
      {{{{.92, .44}, {.34, 1}}}, {{.5, .3, .46, .3, 0, 32}}},
  }};
  return kSigns;
}

}  // namespace

LabelledDrawing draw_lettered_digit(Rng& rng) {
  Rng own = rng.split();
  LabelledDrawing out{Mat::Zero(kDrawingSide, kDrawingSide), static_cast<int>(own.below(10))};
  const double height = own.uniform(12, 17), across = height * own.uniform(0.6, 0.9), turn = own.uniform(-0.12, 0.12),
               width = own.uniform(1.4, 2.8);
  constexpr double kMiddle = kDrawingSide / 2.0;
  const double x = kMiddle + own.uniform(-2, 2), y = kMiddle + own.uniform(-2, 2);
  const auto draw = [&](Stroke stroke) {
    for (PenPoint& p : stroke) {
      const double u = across * (p.x - 0.5), v = height * (p.y - 0.5);
      p = {x + u - turn * v, y + v + turn * u};
    }
    add_stroke(stroke, width, &out.ink);
  };
  const Sign& sign = signs()[static_cast<std::size_t>(out.label)];
  for (const Stroke& line : sign.lines) draw(line);
  for (const Arc& arc : sign.arcs) draw(stroke_of(arc));
  return out;
}

}  // namespace attn::tasks
