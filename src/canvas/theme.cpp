#include "canvas/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "base/check.h"

namespace attn::canvas {
namespace {

Color rgb(uint32_t hex) {
  const auto channel = [hex](int shift) { return static_cast<float>((hex >> shift) & 0xFF) / 255.0f; };
  return {channel(16), channel(8), channel(0), 1};
}

struct RoleRow {
  const char* name;
  uint32_t light, dark;
};

// In the order of Role. The four roles of attention differ in lightness by five units of L* and more, so that they can be told apart in
// greyscale and by colour-blind readers. All of them are dark (or light) enough for text.
constexpr std::array<RoleRow, static_cast<size_t>(Role::kCount)> kRoles = {{
    {"background", 0xFDFDFB, 0x14161B},
    {"surface", 0xF2F2EE, 0x20232B},
    {"ink", 0x1B1D24, 0xECEEF2},
    {"muted", 0x5A5F6D, 0xA0A6B4},
    {"faint", 0xD9DADD, 0x363B46},
    {"accent", 0xB3125E, 0xFF85B3},
    {"query", 0x0261D2, 0x5DA1FF},
    {"key", 0xB75A00, 0xFFB65C},
    {"value", 0x1B6432, 0x7CF0C2},
    {"output", 0x53308A, 0xC079C4},
    {"warning", 0xA62B1F, 0xFF8A73},
    {"good", 0x22701F, 0x8FD96B},
}};

// The lightness L* changes in equal steps from the background's to that of the last colour, and the hue changes with it. The first entry of
// each map is the background itself.
constexpr std::array<uint32_t, 8> kSequentialLight = {0xBEE6F1, 0x8BCCE5, 0x5FB0D6, 0x3E94C4, 0x2C77AC, 0x285B8E, 0x28406D, 0x232749};
constexpr std::array<uint32_t, 8> kSequentialDark = {0x122F43, 0x034B61, 0x026877, 0x088889, 0x23A891, 0x73C496, 0xB3DDA4, 0xEDF6C2};
constexpr std::array<uint32_t, 6> kNegativeLight = {0xD2DFF1, 0xA8C0E4, 0x7FA2D8, 0x5585CB, 0x1D68BD, 0x014C9A};
constexpr std::array<uint32_t, 6> kPositiveLight = {0xF4D7D3, 0xE8B2AA, 0xDA8D83, 0xC8685D, 0xB44239, 0x9E0B16};
constexpr std::array<uint32_t, 6> kNegativeDark = {0x272C37, 0x37455B, 0x445F83, 0x4E7BAC, 0x5399D7, 0x5DB8FF};
constexpr std::array<uint32_t, 6> kPositiveDark = {0x3A2825, 0x603A35, 0x894D45, 0xB36155, 0xDF7565, 0xFF9380};

/// Interpolates between `start` at 0 and `steps` at 1/N, 2/N, ... 1. NaN counts as 0.
template <size_t N>
Color along(Color start, const std::array<uint32_t, N>& steps, float t) {
  const float place = (t > 0 ? std::min(t, 1.0f) : 0.0f) * static_cast<float>(N);
  const size_t below = std::min(static_cast<size_t>(place), N - 1);
  const Color from = below == 0 ? start : rgb(steps[below - 1]);
  return mix(from, rgb(steps[below]), place - static_cast<float>(below));
}

/// The relative luminance and the contrast ratio as WCAG 2 defines them.
float luminance(Color c) {
  const auto linear = [](float v) { return v <= 0.04045f ? v / 12.92f : std::pow((v + 0.055f) / 1.055f, 2.4f); };
  return 0.2126f * linear(c.r) + 0.7152f * linear(c.g) + 0.0722f * linear(c.b);
}

float contrast(Color a, Color b) {
  const float la = luminance(a), lb = luminance(b);
  return (std::max(la, lb) + 0.05f) / (std::min(la, lb) + 0.05f);
}

std::string css_block(const Theme& theme) {
  std::string out = theme.dark() ? "color-scheme: dark;" : "color-scheme: light;";
  for (int i = 0; i < static_cast<int>(Role::kCount); ++i) {
    const Role role = static_cast<Role>(i);
    out += " --" + std::string(role_name(role)) + ": " + to_hex(theme.of(role)) + ";";
  }
  for (int i = 0; i <= 8; ++i) out += " --weight-" + std::to_string(i) + ": " + to_hex(theme.sequential(static_cast<float>(i) / 8)) + ";";
  return out;
}

}  // namespace

Color mix(Color a, Color b, float t) {
  const auto blend = [t](float x, float y) { return x + (y - x) * t; };
  return {blend(a.r, b.r), blend(a.g, b.g), blend(a.b, b.b), blend(a.a, b.a)};
}

std::string to_hex(Color color) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string out = "#";
  for (const float v : {color.r, color.g, color.b}) {
    const int byte = static_cast<int>(std::lround(std::clamp(v, 0.0f, 1.0f) * 255.0f));
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
  return out;
}

const char* role_name(Role role) {
  CHECK(role < Role::kCount);
  return kRoles[static_cast<size_t>(role)].name;
}

Color Theme::of(Role role) const {
  CHECK(role < Role::kCount);
  const RoleRow& row = kRoles[static_cast<size_t>(role)];
  return rgb(dark_ ? row.dark : row.light);
}

Color Theme::sequential(float t) const { return along(of(Role::kBackground), dark_ ? kSequentialDark : kSequentialLight, t); }

Color Theme::diverging(float t) const {
  const Color zero = of(Role::kBackground);
  if (t < 0) return along(zero, dark_ ? kNegativeDark : kNegativeLight, -t);
  return along(zero, dark_ ? kPositiveDark : kPositiveLight, t);
}

Color Theme::on(Color fill) const {
  const Color ink = of(Role::kInk), paper = of(Role::kBackground);
  return contrast(ink, fill) >= contrast(paper, fill) ? ink : paper;
}

std::string css() {
  const std::string light = css_block(Theme(false)), dark = css_block(Theme(true));
  return ":root { " + light + " }\n@media (prefers-color-scheme: dark) {\n  :root { " + dark + " }\n}\n:root[data-theme=\"light\"] { " +
         light + " }\n:root[data-theme=\"dark\"] { " + dark + " }\n";
}

}  // namespace attn::canvas
