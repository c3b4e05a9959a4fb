#include "lessons/large_map/map_view.h"

namespace attn::lessons::large_map {

params::Table<MapView> view_table() {
  constexpr std::string_view kHelp = "The place in the middle of the map, from 0 to 1.";
  return params::Table<MapView>{}
      .number(&MapView::x, {.id = "map-x", .label = "Column in the middle", .help = kHelp, .step = 0.05})
      .number(&MapView::y, {.id = "map-y", .label = "Row in the middle", .help = kHelp, .step = 0.05})
      .number(&MapView::zoom, {.id = "map-zoom",
                               .label = "Zoom",
                               .help = "How near the map is; 1 shows all of it.",
                               .min = 1,
                               .max = static_cast<double>(large_map::kNearestMap),
                               .logarithmic = true});
}

}  // namespace attn::lessons::large_map
