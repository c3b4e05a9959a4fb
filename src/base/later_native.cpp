// The native program comes in one piece, so that all code is always here.
#include "base/later.h"

namespace attn {

bool is_loaded(const void*) { return true; }

}  // namespace attn
