// Writing whole files, with the reason when it fails.
#pragma once

#include <string>
#include <string_view>

namespace attn::app {

/// Replaces `path` by `content`. Returns an empty string, or a sentence with the system's reason.
std::string write_file(const std::string& path, std::string_view content);

/// The content of a file. Returns an empty string or why it cannot be read.
std::string read_file(const std::string& path, std::string* content);

}  // namespace attn::app
