// What tests/web/gl_parity.html calls itself: a loss of the WebGL context and its return take effect between tasks of the browser, so that
// no test function can wait for them; and a browser that lacks something is another page.
#include <emscripten/em_macros.h>

#include "base/rng.h"
#include "compute/backend_gl.h"
#include "unit_gl/gl_context.h"

namespace {

using namespace attn;

enum Answer { kWrong = 0, kOnCpu = 1, kOnGpu = 2 };

}  // namespace

/// Renews the backend if `renew`, as a page does when the context is restored, then computes once: where, and whether rightly.
extern "C" EMSCRIPTEN_KEEPALIVE int attention_somewhere(int renew) {
  std::string why;
  static const compute::Backend* gl = nullptr;
  if (renew) gl = compute::webgl(&why);
  if (gl == nullptr) return kWrong;
  Rng rng(5);
  const Mat q = normal_matrix(6, 4, rng), k = normal_matrix(5, 4, rng), v = normal_matrix(5, 3, rng);
  const long before = compute::calls().on_gpu;
  const Mat got = gl->attention(q, k, v, {}).output;
  const Mat wanted = compute::cpu().attention(q, k, v, {}).output;
  if (got.rows() != wanted.rows() || got.cols() != wanted.cols()) return kWrong;
  if ((got - wanted).cwiseAbs().maxCoeff() > 1e-4f) return kWrong;
  return compute::calls().on_gpu > before ? kOnGpu : kOnCpu;
}

/// Why there is no GPU backend in this page; "" if there is one.
extern "C" EMSCRIPTEN_KEEPALIVE const char* why_no_gpu() {
  static std::string why;
  compute::make_context();
  return compute::webgl(&why) ? "" : why.c_str();
}
