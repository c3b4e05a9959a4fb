// A graphics context without a window for the tests: natively EGL on Mesa's software GL (ATTN_GL_API=es asks for an ES 3.0 context, else
// it is the core profile 3.3), in the browser a canvas.
#pragma once

#include <string>

namespace attn::compute {

/// Makes a context and makes it current. A second call replaces the first context. Returns "", or the reason why there is none.
std::string make_context();
void destroy_context();

}  // namespace attn::compute
