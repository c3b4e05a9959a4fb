#include "app/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace attn::app {

std::string write_file(const std::string& path, std::string_view content) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file) return "Cannot write " + path + ": " + std::strerror(errno) + ".";
  const bool written = std::fwrite(content.data(), 1, content.size(), file) == content.size();
  const bool closed = std::fclose(file) == 0;
  return written && closed ? std::string() : "Cannot write " + path + ": " + std::strerror(errno) + ".";
}

}  // namespace attn::app
