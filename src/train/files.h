// Files of the command line, with messages.
#pragma once

#include <string>
#include <string_view>

namespace attn::train {

/// An empty string, or why `file` cannot be written. Leaves an existing file as it is.
std::string check_writable(const std::string& file);
/// Replaces the file as a whole or, with a message, not at all.
std::string write_file(const std::string& file, std::string_view content);
std::string read_file(const std::string& file, std::string* content);

/// FIPS 180-4, as 64 hexadecimal digits.
std::string sha256(std::string_view bytes);

}  // namespace attn::train
