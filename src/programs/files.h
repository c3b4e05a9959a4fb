// Reads and writes whole files, and says why when that fails.
#pragma once

#include <string>
#include <string_view>

namespace attn::programs {

/// Returns an empty string, or why `path` cannot be written. An existing file is not changed.
std::string check_writable(const std::string& path);

/// Replaces the file as a whole or not at all; to a device or a pipe the content is simply written. Returns an empty string, or a sentence
/// with the system's reason.
std::string write_file(const std::string& path, std::string_view content);

bool is_folder(const std::string& path);

/// Reads the content of a file. Returns an empty string, or why it cannot be read.
std::string read_file(const std::string& path, std::string* content);

}  // namespace attn::programs
