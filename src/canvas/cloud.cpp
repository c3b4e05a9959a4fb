#include "canvas/cloud.h"

namespace attn::canvas {
namespace {

CloudKeeper* present_keeper = nullptr;

}  // namespace

void set_cloud_keeper(CloudKeeper* keeper) { present_keeper = keeper; }
CloudKeeper* cloud_keeper() { return present_keeper; }

}  // namespace attn::canvas
