#include "programs/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace attn::programs {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::string failed(const std::string& path, const char* what) { return path + " cannot be " + what + ": " + std::strerror(errno) + "."; }

}  // namespace

std::string check_writable(const std::string& path) {
  const bool there = File(std::fopen(path.c_str(), "rb")) != nullptr;
  if (!File(std::fopen(path.c_str(), "ab"))) return failed(path, "written");
  if (!there) std::remove(path.c_str());
  return {};
}

std::string write_file(const std::string& path, std::string_view content) {
  const std::string part = path + ".part";
  std::FILE* out = std::fopen(part.c_str(), "wb");
  if (!out) return failed(path, "written");
  const bool whole = std::fwrite(content.data(), 1, content.size(), out) == content.size();
  if (std::fclose(out) == 0 && whole && std::rename(part.c_str(), path.c_str()) == 0) return {};
  std::string error = failed(path, "written");
  std::remove(part.c_str());
  return error;
}

std::string read_file(const std::string& path, std::string* content) {
  const File in(std::fopen(path.c_str(), "rb"));
  if (!in) return failed(path, "read");
  content->clear();
  char buffer[1 << 14];
  while (const std::size_t count = std::fread(buffer, 1, sizeof buffer, in.get())) content->append(buffer, count);
  return std::ferror(in.get()) ? failed(path, "read") : std::string();
}

}  // namespace attn::programs
