// For programs without OpenGL (command-line tools, tests, stills).
#include "compute/backend.h"

namespace attn::compute {

const Backend* webgl(std::string* why_not) {
  *why_not = "this program was built without OpenGL";
  return nullptr;
}

}  // namespace attn::compute
