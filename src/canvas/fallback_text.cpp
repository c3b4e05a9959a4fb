#include "canvas/fallback_text.h"

#include <map>
#include <string>

namespace attn::canvas {
namespace {

// The one hook of this folder that the platform sets; see the header.
TextRasterizer installed_rasterizer = nullptr;

// Widths that the hook has returned. They are forgotten when they become many, or when the hook changes.
constexpr size_t kMostWidths = 2000;
std::map<std::string, float> known_widths;

}  // namespace

void set_text_rasterizer(TextRasterizer rasterizer) {
  installed_rasterizer = rasterizer;
  known_widths.clear();
}
TextRasterizer text_rasterizer() { return installed_rasterizer; }

float system_text_width(std::string_view text, bool strong) {
  if (!installed_rasterizer) return 0;
  constexpr float kSize = 32;  // large enough that the rounding of hinted advances does not matter
  const std::string key = (strong ? "s" : "r") + std::string(text);
  if (const auto known = known_widths.find(key); known != known_widths.end()) return known->second;
  if (known_widths.size() >= kMostWidths) known_widths.clear();
  return known_widths[key] = installed_rasterizer(text, kSize, strong, {}).advance / kSize;
}

}  // namespace attn::canvas
