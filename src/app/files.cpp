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

std::string read_file(const std::string& path, std::string* content) {
  std::FILE* file = std::fopen(path.c_str(), "rb");
  if (!file) return "Cannot read " + path + ": " + std::strerror(errno) + ".";
  content->clear();
  char piece[1 << 14];
  for (size_t got = 0; (got = std::fread(piece, 1, sizeof piece, file)) > 0;) content->append(piece, got);
  const bool failed = std::ferror(file) != 0;
  std::fclose(file);
  return failed ? "Cannot read " + path + "." : std::string();
}

}  // namespace attn::app
