#include <sys/ioctl.h>
#include <unistd.h>

#include "train/terminal.h"

namespace attn::train {

int terminal_columns() {
  if (!isatty(STDERR_FILENO)) return 0;
  winsize size{};
  return ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col : 80;
}

}  // namespace attn::train
