// The files of a published model in a folder, mapped into memory: what is not looked at is not read from the disk. And a folder written.
#pragma once

#include <string>

#include "course/lesson.h"

namespace attn::programs {

/// `path` is the folder, or a file in it. Returns an empty string, or why there are no files.
std::string read_model_folder(const std::string& path, course::Files* files);

/// Writes the files into the folder, which is made where it is missing. Returns an empty string, or why they cannot be written.
std::string write_model_folder(const std::string& path, const course::Files& files);

}  // namespace attn::programs
