// The palettes hold what they promise: contrast, even steps, and roles that stay apart in greyscale and for colour-deficient eyes.
#include "canvas/theme.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

namespace attn::canvas {
namespace {

using Vec = std::array<double, 3>;

Vec times(const std::array<Vec, 3>& m, const Vec& v) {
  Vec out{};
  for (size_t i = 0; i < 3; ++i) out[i] = m[i][0] * v[0] + m[i][1] * v[1] + m[i][2] * v[2];
  return out;
}

Vec linear(Color c) {
  const auto one = [](float v) { return v <= 0.04045f ? v / 12.92 : std::pow((static_cast<double>(v) + 0.055) / 1.055, 2.4); };
  return {one(c.r), one(c.g), one(c.b)};
}

constexpr std::array<Vec, 3> kToXyz = {
    {{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}};

/// CIE L*a*b* of linear light, white point D65.
Vec lab(const Vec& light) {
  const Vec xyz = times(kToXyz, light);
  const Vec white = {0.95047, 1.0, 1.08883};
  const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
  const double x = f(xyz[0] / white[0]), y = f(xyz[1] / white[1]), z = f(xyz[2] / white[2]);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double lightness(Color c) { return lab(linear(c))[0]; }

double distance(const Vec& a, const Vec& b) {
  return std::sqrt(std::pow(a[0] - b[0], 2) + std::pow(a[1] - b[1], 2) + std::pow(a[2] - b[2], 2));
}

double contrast(Color a, Color b) {
  const double x = times(kToXyz, linear(a))[1], y = times(kToXyz, linear(b))[1];
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

// Complete protanopia, deuteranopia, tritanopia: Machado, Oliveira, Fernandes (2009), severity 1.0, on linear light.
constexpr std::array<std::array<Vec, 3>, 4> kEyes = {{
    {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
    {{{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}}},
    {{{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}}},
    {{{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}}},
}};

constexpr std::array<Role, 4> kFour = {Role::kQuery, Role::kKey, Role::kValue, Role::kOutput};

struct ThemeTest : testing::TestWithParam<bool> {
  Theme theme{GetParam()};
};
INSTANTIATE_TEST_SUITE_P(Both, ThemeTest, testing::Bool(), [](const auto& info) { return info.param ? "dark" : "light"; });

TEST_P(ThemeTest, TextIsLegible) {
  for (const Role ground : {Role::kBackground, Role::kSurface}) {
    EXPECT_GE(contrast(theme.of(Role::kInk), theme.of(ground)), 7);
    EXPECT_GE(contrast(theme.of(Role::kMuted), theme.of(ground)), 4.5);
  }
  for (const Role role : {Role::kQuery, Role::kKey, Role::kValue, Role::kOutput, Role::kAccent, Role::kWarning, Role::kGood})
    EXPECT_GE(contrast(theme.of(role), theme.of(Role::kBackground)), 4.5) << role_name(role);
}

TEST_P(ThemeTest, RolesStayApartForEveryEye) {
  for (const auto& eye : kEyes)
    for (size_t i = 0; i < 4; ++i)
      for (size_t j = 0; j < i; ++j) {
        const Vec a = lab(times(eye, linear(theme.of(kFour[i])))), b = lab(times(eye, linear(theme.of(kFour[j]))));
        EXPECT_GE(distance(a, b), 18) << role_name(kFour[i]) << " and " << role_name(kFour[j]) << ", eye " << &eye - kEyes.data();
      }
}

TEST_P(ThemeTest, RolesDifferInGreyscale) {
  for (size_t i = 0; i < 4; ++i)
    for (size_t j = 0; j < i; ++j)
      EXPECT_GE(std::abs(lightness(theme.of(kFour[i])) - lightness(theme.of(kFour[j]))), 4.5) << role_name(kFour[i]) << role_name(kFour[j]);
}

TEST_P(ThemeTest, WeightsStartAtTheBackgroundAndRiseEvenly) {
  EXPECT_EQ(to_hex(theme.sequential(0)), to_hex(theme.of(Role::kBackground)));
  constexpr int kSteps = 16;
  const double whole = lightness(theme.sequential(1)) - lightness(theme.sequential(0));
  EXPECT_GE(std::abs(whole), 80);
  for (int i = 0; i < kSteps; ++i) {
    const double step = lightness(theme.sequential((i + 1.0f) / kSteps)) - lightness(theme.sequential(static_cast<float>(i) / kSteps));
    EXPECT_NEAR(step / whole, 1.0 / kSteps, 0.35 / kSteps) << i;
  }
}

TEST_P(ThemeTest, SignedNumbersAreSymmetricAboutTheBackground) {
  EXPECT_EQ(to_hex(theme.diverging(0)), to_hex(theme.of(Role::kBackground)));
  for (const float t : {0.25f, 0.5f, 0.75f, 1.0f}) EXPECT_NEAR(lightness(theme.diverging(t)), lightness(theme.diverging(-t)), 3) << t;
  const Color low = theme.diverging(-1), high = theme.diverging(1);
  EXPECT_GT(low.b, low.r);
  EXPECT_GT(high.r, high.b);
}

TEST_P(ThemeTest, MapsTakeAnyNumber) {
  for (const float t : {-5.0f, 7.0f, std::nanf("")}) {
    EXPECT_EQ(to_hex(theme.sequential(t)), to_hex(theme.sequential(t > 1 ? 1.0f : 0.0f)));
    EXPECT_EQ(to_hex(theme.diverging(t)), to_hex(theme.diverging(t > 1 ? 1.0f : t < 0 ? -1.0f : 0.0f)));
  }
}

TEST_P(ThemeTest, NumbersReadOnEveryCell) {
  for (int i = 0; i <= 20; ++i) {
    const Color fill = theme.sequential(static_cast<float>(i) / 20), other = theme.diverging(static_cast<float>(i) / 10 - 1);
    EXPECT_GE(contrast(theme.on(fill), fill), 3.9) << i;
    EXPECT_GE(contrast(theme.on(other), other), 3.9) << i;
  }
}

TEST(Css, StatesEveryRoleForBothThemes) {
  const std::string text = css();
  for (int i = 0; i < static_cast<int>(Role::kCount); ++i)
    for (const bool dark : {false, true}) {
      const Role role = static_cast<Role>(i);
      const std::string property = "--" + std::string(role_name(role)) + ": " + to_hex(Theme(dark).of(role)) + ";";
      EXPECT_NE(text.find(property), std::string::npos) << property;
    }
  EXPECT_NE(text.find("prefers-color-scheme: dark"), std::string::npos);
  EXPECT_NE(text.find("[data-theme=\"light\"]"), std::string::npos);
}

TEST(Color, HexRoundsAndClamps) {
  EXPECT_EQ(to_hex({1, 0.5f, -3}), "#ff8000");
  EXPECT_EQ(to_hex(mix({0, 0, 0}, {1, 1, 1}, 0.2f)), "#333333");
}

}  // namespace
}  // namespace attn::canvas
