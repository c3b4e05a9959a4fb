#include "charts/cloud.h"

#include <algorithm>

namespace attn::charts {
namespace {

using canvas::Canvas, canvas::Cloud, canvas::CloudView, canvas::Point, canvas::Segment;

constexpr size_t kLines = 12800;               ///< for nodes and ties; Canvas::segments has room for little more
constexpr size_t kRound = 300, kEdged = 2500;  ///< up to so many nodes are drawn as discs, and up to so many as octagons
constexpr size_t kOctagon = 3;                 ///< lines that an octagon takes

/// The ties in view as lines, in their order. Of more than `room` the widest.
std::vector<Segment> lines_of(const Cloud& cloud, const CloudView& view, size_t room) {
  std::vector<Segment> lines;
  canvas::for_parts_in_view(cloud, view, &Cloud::Part::ties_end, [&](size_t first, size_t end) {
    for (size_t t = first; t < end; ++t) {
      const Segment& tie = cloud.ties[t];
      const Point a = view.pixel(tie.a), b = view.pixel(tie.b);
      if (view.sees(a, b)) lines.push_back({a, b, tie.color, tie.width});
    }
  });
  if (lines.size() > room) {
    std::vector<float> widths;
    for (const Segment& line : lines) widths.push_back(line.width);
    std::nth_element(widths.begin(), widths.end() - static_cast<std::ptrdiff_t>(room), widths.end());
    std::erase_if(lines, [least = widths[widths.size() - room]](const Segment& line) { return line.width < least; });
    lines.resize(std::min(lines.size(), room));  // some may be as wide as each other
  }
  for (Segment& line : lines) line.width = std::max(view.thin + (view.thick - view.thin) * line.width, 1.0f);
  return lines;
}

/// Nodes as lines: a tiny one is a square, a larger one is an octagon, made of two crossed oblongs and a square.
std::vector<Segment> dots_of(const Cloud& cloud, const CloudView& view, const std::vector<int>& nodes) {
  std::vector<Segment> dots;
  dots.reserve(nodes.size() * kOctagon);
  for (const int i : nodes) {
    const Cloud::Node& node = cloud.nodes[static_cast<size_t>(i)];
    const Point at = view.pixel(node.at);
    const float r = view.radius * node.radius;
    const auto bar = [&](float half, float width) { dots.push_back({{at.x - half, at.y}, {at.x + half, at.y}, node.color, width}); };
    if (r < 2 || nodes.size() > kEdged) {
      bar(r, 2 * r);
      continue;
    }
    bar(r, 0.83f * r);
    dots.push_back({{at.x, at.y - r}, {at.x, at.y + r}, node.color, 0.83f * r});
    bar(0.71f * r, 1.42f * r);
  }
  return dots;
}

/// Returns how many ties had room.
int draw_shapes(Canvas& canvas, const Cloud& cloud, const CloudView& view, const std::vector<int>& nodes) {
  const bool round = nodes.size() <= kRound && view.radius >= 3;
  const std::vector<Segment> dots = round ? std::vector<Segment>() : dots_of(cloud, view, nodes);
  const std::vector<Segment> lines = lines_of(cloud, view, std::max<size_t>(1, kLines - std::min(kLines, dots.size())));
  canvas.segments(lines);
  if (!round) canvas.segments(dots);
  for (const int i : round ? nodes : std::vector<int>()) {
    const Cloud::Node& node = cloud.nodes[static_cast<size_t>(i)];
    canvas.circle(view.pixel(node.at), view.radius * node.radius, node.color);
  }
  return static_cast<int>(lines.size());
}

}  // namespace

CloudSeen draw_cloud(Canvas& canvas, const std::shared_ptr<const Cloud>& cloud, const CloudView& view, canvas::Place caller) {
  const canvas::DrawnFor drawn_for(caller);
  CloudSeen seen;
  canvas::for_parts_in_view(*cloud, view, &Cloud::Part::nodes_end, [&](size_t first, size_t end) {
    for (size_t i = first; i < end; ++i)
      if (const Point at = view.pixel(cloud->nodes[i].at); view.sees(at, at)) seen.nodes.push_back(static_cast<int>(i));
  });
  canvas::for_parts_in_view(*cloud, view, &Cloud::Part::ties_end, [&](size_t first, size_t end) {
    for (size_t t = first; t < end; ++t) seen.ties += view.sees(view.pixel(cloud->ties[t].a), view.pixel(cloud->ties[t].b));
  });
  seen.ties_drawn = canvas.cloud(cloud, view) ? seen.ties : draw_shapes(canvas, *cloud, view, seen.nodes);
  return seen;
}

}  // namespace attn::charts
