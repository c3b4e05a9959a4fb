// Draws a graph of thousands of nodes (canvas/cloud.h) on any canvas: all of it where the canvas keeps clouds, elsewhere with lines and
// discs. These are many for a frame, so that only the widest ties have room.
#pragma once

#include <memory>
#include <vector>

#include "canvas/cloud.h"

namespace attn::charts {

struct CloudSeen {
  std::vector<int> nodes;        ///< those in view
  int ties = 0, ties_drawn = 0;  ///< those in view, and how many of them are drawn
};

/// Draws a cloud within the canvas's clip. In view is what may be seen of it in `view.area`.
CloudSeen draw_cloud(canvas::Canvas& canvas, const std::shared_ptr<const canvas::Cloud>& cloud, const canvas::CloudView& view,
                     canvas::Place caller = canvas::Place::here());

}  // namespace attn::charts
