// Ten thousand nodes to walk among: the graph of scale.h, which the hand moves and zooms.
//
// What is too small to be told apart is drawn together: from far away, all ties between two communities are one band. Where the canvas
// does not keep the graph (charts/cloud.h), only as many ties are drawn as a frame has room for, the strongest first; the figure then says
// so.
#pragma once

#include "base/mat.h"
#include "canvas/canvas.h"
#include "params/params.h"

namespace attn::lessons::graph_attention {

struct ScaleView {
  Real x = 0, y = 0;  ///< the place in the middle of the figure
  Real zoom = 1;      ///< at 1 the whole graph is seen
  int node = 4501;    ///< the node selected, from 1
  int trial = 0;      ///< how often the reader had the time taken again
};

/// The parameters `scale-x`, `scale-y`, `scale-zoom`, `scale-node` and `scale-trial`, which the lesson includes. Only two need widgets:
/// zoom and node.
params::Table<ScaleView> scale_table();

/// The region `scale` is the plane, which is dragged and zoomed; a press that does not become a drag selects the node nearest to it.
/// `scale-in`, `scale-out`, `scale-whole` and `scale-again` are buttons.
void draw_scale(canvas::Canvas& canvas, const ScaleView& view, ScaleView* edit);

}  // namespace attn::lessons::graph_attention
