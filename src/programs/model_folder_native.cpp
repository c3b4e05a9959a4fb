#include "programs/model_folder_native.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>

#include "programs/files.h"

namespace attn::programs {
namespace {

constexpr std::size_t kMostFiles = 100;

/// Maps a file for reading. Returns an empty string, or why not.
std::string map_file(const std::filesystem::path& path, course::File* file) {
  const auto failed = [&path] { return path.string() + " cannot be read: " + std::strerror(errno) + "."; };
  const int handle = open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (handle < 0) return failed();
  struct stat status = {};
  const bool known = fstat(handle, &status) == 0;
  const auto size = static_cast<std::size_t>(std::max<off_t>(0, status.st_size));
  void* const bytes = known && size > 0 ? mmap(nullptr, size, PROT_READ, MAP_PRIVATE, handle, 0) : nullptr;
  std::string why = !known || bytes == MAP_FAILED ? failed() : std::string();
  close(handle);
  if (!why.empty()) return why;
  file->name = path.filename().string();
  if (bytes == nullptr) return {};
  file->bytes = {static_cast<const char*>(bytes), size};
  file->keeps = std::shared_ptr<const void>(bytes, [size](void* mapped) { munmap(mapped, size); });
  return {};
}

}  // namespace

std::string read_model_folder(const std::string& path, course::Files* files) {
  std::error_code error;
  std::filesystem::path folder(path);
  if (!std::filesystem::is_directory(folder, error)) folder = folder.parent_path().empty() ? "." : folder.parent_path();
  std::vector<std::filesystem::path> found;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    std::error_code unknown;
    const std::filesystem::path& entry = at->path();
    const auto ending = entry.extension();
    if ((ending == ".json" || ending == ".txt" || ending == ".safetensors" || ending == ".bin") && at->is_regular_file(unknown))
      found.push_back(entry);
  }
  if (error) return path + " cannot be opened: " + error.message() + ".";
  if (found.size() > kMostFiles) return path + " has " + std::to_string(found.size()) + " files; a model's folder has a few.";
  std::sort(found.begin(), found.end());
  files->clear();
  for (const std::filesystem::path& entry : found)
    if (std::string why = map_file(entry, &files->emplace_back()); !why.empty()) return why;
  return {};
}

std::string write_model_folder(const std::string& path, const course::Files& files) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error) return path + " cannot be made: " + error.message() + ".";
  for (const course::File& file : files)
    if (std::string why = write_file((std::filesystem::path(path) / file.name).string(), file.bytes); !why.empty()) return why;
  return {};
}

}  // namespace attn::programs
