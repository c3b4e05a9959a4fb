#include <sys/ioctl.h>
#include <unistd.h>

#include "programs/terminal.h"

namespace attn::programs {

int terminal_columns() {
  if (!isatty(STDERR_FILENO)) return 0;
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : 80;
}

}  // namespace attn::programs
