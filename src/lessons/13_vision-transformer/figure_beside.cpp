// The Vision Transformer beside a convolution: three pictures of how often each is right, against drawings to learn from, pixels moved and
// patches covered.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "base/text.h"
#include "canvas/regions.h"
#include "charts/figure_text.h"
#include "charts/plot.h"
#include "lessons/13_vision-transformer/beside.h"
#include "lessons/13_vision-transformer/figure_parts.h"

namespace attn::lessons::vision_transformer {
namespace {

using canvas::Canvas, canvas::Color, canvas::Grip, canvas::Rect, canvas::Role;

struct RivalLook {
  Role role;
  bool dashed;
};
constexpr std::array<RivalLook, kRivals> kLooks{RivalLook{Role::kQuery, false}, RivalLook{Role::kKey, false},
                                                RivalLook{Role::kQuery, true}};

struct StrainLook {
  Strain strain;
  std::string_view id, heading, brief, axis;
};
constexpr std::array kStrainLooks{StrainLook{Strain::images, "by-images", "Drawings to learn from, in 2,000 steps", "Learned from",
                                             "drawings; the last point: each a new one"},
                                  StrainLook{Strain::shift, "by-shift", "Moved to the right", "Moved", "pixels"},
                                  StrainLook{Strain::cover, "by-cover", "Patches covered", "Covered", "patches of 16"}};

void draw_strain(Canvas& canvas, Rect area, const StrainLook& look, const Params& p, const Result& r) {
  const Rect head = area.cut_top(20);
  canvas.text({head.x, head.y + 8}, charts::fitting(canvas, charts::strong(canvas, 13), head.width, {look.heading, look.brief}),
              charts::strong(canvas, 13));
  const Mat shares = recorded_shares(look.strain, p.task);
  const std::span<const int> xs = abscissas(look.strain);
  const bool logarithmic = look.strain == Strain::images;
  const double low = p.task == Task::digits ? 0 : 40;
  const charts::Axes axes = charts::draw_axes(canvas, area,
                                              {.label = look.axis,
                                               .min = logarithmic ? 80.0 : -0.3,
                                               .max = logarithmic ? 38000.0 : xs.back() + 0.3,
                                               .logarithmic = logarithmic,
                                               .whole = true},
                                              {.label = "% right", .min = low, .max = 100}, 11.5f);
  for (int i = 0; i < kRivals; ++i) {
    std::vector<double> at, height;
    for (std::size_t k = 0; k < xs.size(); ++k) {
      const auto share = static_cast<double>(shares(i, static_cast<Index>(k)));
      if (!std::isfinite(share)) continue;
      at.push_back(xs[k]), height.push_back(100 * share);
      const std::string id = canvas::cell_id(look.id, i, static_cast<int>(k));
      const canvas::Point point = axes.to_pixel(xs[k], std::max(low, 100 * share));
      if (canvas.is_hot(id)) canvas.ring(point, 7, {canvas.color(Role::kAccent), 2});
      canvas.region(id, {point.x - 7, point.y - 7, 14, 14}, Grip::kHover,
                    std::string(rival_name(static_cast<Rival>(i))) + ", " + thousands(xs[k]) + ": " + fixed(100 * share, 1) + " % right");
    }
    const RivalLook& style = kLooks[static_cast<std::size_t>(i)];
    charts::draw_curve(canvas, axes, at, height, {canvas.color(style.role), 2, style.dashed});
    charts::draw_scatter(canvas, axes, at, height, style.role, 3.5f, canvas.color(style.role));
  }
  // The model on the stage, where it was measured.
  const Real now = r.right(static_cast<Index>(p.network), 0);
  if (look.strain != Strain::images || p.network == Network::no_positions || !std::isfinite(now)) return;
  const int count = kImageCounts[static_cast<std::size_t>(p.images)];
  const canvas::Point at = axes.to_pixel(count == 0 ? kEndless : count, std::max(low, 100 * static_cast<double>(now)));
  canvas.ring(at, 6, {canvas.color(Role::kInk), 2});
}

}  // namespace

void draw_beside(Canvas& canvas, const Params& p, const Result& r, Params&) {
  Rect area = charts::page(canvas);
  std::vector<charts::LegendEntry> entries;
  for (int i = 0; i < kRivals; ++i) {
    const RivalLook& style = kLooks[static_cast<std::size_t>(i)];
    entries.push_back({rival_name(static_cast<Rival>(i)), canvas.color(style.role),
                       style.dashed ? charts::LegendEntry::Look::kDashes : charts::LegendEntry::Look::kLine});
  }
  entries.push_back({"the model shown", canvas.color(Role::kInk), charts::LegendEntry::Look::kMark});
  area.cut_top(charts::draw_legend(canvas, area, entries, 12) + 6);
  const bool wide = area.width > 1.15f * area.height;
  if (wide) {
    const Rect top = area.cut_top(area.height * 0.52f - 4);
    area.cut_top(8);
    draw_strain(canvas, top, kStrainLooks[0], p, r);
    draw_strain(canvas, area.cut_left(area.width / 2 - 8), kStrainLooks[1], p, r);
    area.cut_left(16);
    draw_strain(canvas, area, kStrainLooks[2], p, r);
    return;
  }
  for (int k = 0; k < 3; ++k) draw_strain(canvas, area.cell(k, 0, 3, 1).inset(0, 3), kStrainLooks[static_cast<std::size_t>(k)], p, r);
}

}  // namespace attn::lessons::vision_transformer
