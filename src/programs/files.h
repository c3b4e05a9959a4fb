// Whole files, with the reason when it fails.
#pragma once

#include <string>
#include <string_view>

namespace attn::programs {

/// An empty string, or why `path` cannot be written. Leaves an existing file as it is.
std::string check_writable(const std::string& path);

/// Replaces the file as a whole or not at all; a device or a pipe takes what it is given. Returns an empty string, or a sentence with the
/// system's reason.
std::string write_file(const std::string& path, std::string_view content);

/// The content of a file. Returns an empty string, or why it cannot be read.
std::string read_file(const std::string& path, std::string* content);

}  // namespace attn::programs
