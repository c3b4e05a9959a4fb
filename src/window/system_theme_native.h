// Whether the desktop is set to dark colours.
#pragma once

namespace attn::window {

/// Asks the desktop, which takes some milliseconds; false where it does not say.
bool system_is_dark();

}  // namespace attn::window
