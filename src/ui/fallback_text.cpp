#include "ui/fallback_text.h"

namespace attn::ui {
namespace {

// The one hook of this folder that the platform fills in; see the header.
TextRasterizer installed_rasterizer = nullptr;

}  // namespace

void set_text_rasterizer(TextRasterizer rasterizer) { installed_rasterizer = rasterizer; }
TextRasterizer text_rasterizer() { return installed_rasterizer; }

}  // namespace attn::ui
