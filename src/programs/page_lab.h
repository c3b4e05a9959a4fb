// The lab of the web module, which bindings_web.cpp makes.
#pragma once

#include "api/lab.h"

namespace attn::programs {

/// Null before lab_start().
api::Lab* page_lab();

}  // namespace attn::programs
