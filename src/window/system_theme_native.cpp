#include "window/system_theme_native.h"

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace attn::window {
namespace {

/// The output of a command; empty where there is no such command.
std::string printed(const char* command) {
  std::string text;
  std::FILE* pipe = popen(command, "r");
  if (!pipe) return text;
  char part[256];
  while (const size_t count = std::fread(part, 1, sizeof part, pipe)) text.append(part, count);
  pclose(pipe);
  return text;
}

}  // namespace

// On a desktop without such a command, nothing is printed.
bool system_is_dark() {
  if (const char* theme = std::getenv("GTK_THEME")) return std::string_view(theme).ends_with("dark");
  if (std::getenv("DBUS_SESSION_BUS_ADDRESS"))
    return printed(
               "gdbus call --session --timeout 1 --dest org.freedesktop.portal.Desktop --object-path /org/freedesktop/portal/desktop "
               "--method org.freedesktop.portal.Settings.Read org.freedesktop.appearance color-scheme 2>/dev/null")
               .find("uint32 1") != std::string::npos;
  return printed("defaults read -g AppleInterfaceStyle 2>/dev/null").starts_with("Dark");
}

}  // namespace attn::window
