#include "lessons/01_pooling/colour_plane.h"

#include <algorithm>
#include <cmath>

namespace attn::lessons::pooling {
namespace {

constexpr float kLightness = 0.76f;
constexpr float kChroma = 0.115f;  ///< chroma at distance 1 from the middle; up to there all colours are within sRGB or close to it

float gamma_encoded(float linear) {
  const float c = std::clamp(linear, 0.0f, 1.0f);
  return c <= 0.0031308f ? 12.92f * c : 1.055f * std::pow(c, 1 / 2.4f) - 0.055f;
}

float cubed(float x) { return x * x * x; }

}  // namespace

canvas::Color plane_color(canvas::Point p) {
  const float a = kChroma * std::clamp(p.x, -1.0f, 1.0f), b = kChroma * std::clamp(p.y, -1.0f, 1.0f);
  const float l = cubed(kLightness + 0.3963377774f * a + 0.2158037573f * b);
  const float m = cubed(kLightness - 0.1055613458f * a - 0.0638541728f * b);
  const float s = cubed(kLightness - 0.0894841775f * a - 1.2914855480f * b);
  return {gamma_encoded(4.0767416621f * l - 3.3077115913f * m + 0.2309699292f * s),
          gamma_encoded(-1.2684380046f * l + 2.6097574011f * m - 0.3413193965f * s),
          gamma_encoded(-0.0041960863f * l - 0.7034186147f * m + 1.7076147010f * s)};
}

}  // namespace attn::lessons::pooling
