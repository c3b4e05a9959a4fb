// Ten thousand nodes to walk among: the graph of scale.h, moved by hand, nearer and farther.
//
// What is too small to be told apart is drawn together: ties between communities as one band while they are far, and of the ties in view
// no more than a frame has room for, the strongest first, which the picture says.
#pragma once

#include "base/mat.h"
#include "canvas/canvas.h"
#include "params/params.h"

namespace attn::lessons::graph_attention {

struct ScaleView {
  Real x = 0, y = 0;  ///< the place in the middle of the picture
  Real zoom = 1;      ///< 1: the whole graph
  int node = 4501;    ///< the node selected, from 1
  int trial = 0;      ///< how often the time was taken again
};

/// The parameters `scale-x`, `scale-y`, `scale-zoom`, `scale-node`, `scale-trial`; a lesson includes them. Widgets are wanted for the zoom
/// and the node.
params::Table<ScaleView> scale_table();

/// Regions: `scale` the plane, which is dragged and zoomed; `scale-in`, `scale-out`, `scale-whole`, `scale-again` to press. A press that
/// does not become a drag picks the node nearest to it.
void draw_scale(canvas::Canvas& canvas, const ScaleView& view, ScaleView* edit);

}  // namespace attn::lessons::graph_attention
