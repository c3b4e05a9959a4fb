// The web module's entry point. It starts nothing: the page calls lab_start (bindings_web.cpp).
#include <emscripten.h>

int main() {
  emscripten_exit_with_live_runtime();
  return 0;
}
