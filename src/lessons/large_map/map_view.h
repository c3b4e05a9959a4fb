// How a large map is looked at, as parameters of a lesson, so that a link opens the same part of it.
#pragma once

#include "lessons/large_map/large_map.h"
#include "params/params.h"

namespace attn::lessons::large_map {

/// `map-x`, `map-y` and `map-zoom`, which a lesson includes.
params::Table<MapView> view_table();

}  // namespace attn::lessons::large_map
