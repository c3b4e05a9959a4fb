// Whether the desktop is set to dark colours.
#pragma once

namespace attn::window {

/// Asks the desktop, which takes some milliseconds. False where it gives no answer.
bool system_is_dark();

}  // namespace attn::window
