#include "programs/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>

namespace attn::programs {
namespace {

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

std::string failed(const std::string& path, const char* what) { return path + " cannot be " + what + ": " + std::strerror(errno) + "."; }

/// Whether `path` is a device or a pipe, which is written to and must not be replaced.
bool is_special(const std::string& path) {
  std::error_code unknown;
  const std::filesystem::file_status status = std::filesystem::status(path, unknown);
  return std::filesystem::exists(status) && !std::filesystem::is_regular_file(status);
}

/// Returns whether everything could be written. If not, errno says why.
bool write_all(const std::string& path, std::string_view content) {
  std::FILE* out = std::fopen(path.c_str(), "wb");
  if (!out) return false;
  const bool whole = std::fwrite(content.data(), 1, content.size(), out) == content.size();
  return std::fclose(out) == 0 && whole;
}

}  // namespace

std::string check_writable(const std::string& path) {
  const bool there = File(std::fopen(path.c_str(), "rb")) != nullptr;
  if (!File(std::fopen(path.c_str(), "ab"))) return failed(path, "written");
  if (!there) std::remove(path.c_str());
  return {};
}

std::string write_file(const std::string& path, std::string_view content) {
  if (is_special(path)) return write_all(path, content) ? std::string() : failed(path, "written");
  const std::string part = path + ".part";
  if (write_all(part, content) && std::rename(part.c_str(), path.c_str()) == 0) return {};
  std::string error = failed(path, "written");
  std::remove(part.c_str());
  return error;
}

bool is_folder(const std::string& path) {
  std::error_code unknown;
  return std::filesystem::is_directory(path, unknown);
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
