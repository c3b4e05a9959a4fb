// The JSON header of a safetensors file: names, types, shapes and places of its tensors.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace attn::nn {

struct TensorEntry {
  std::string name, type;  ///< type: "F32", "F16", "BF16", ...
  std::vector<std::uint64_t> shape;
  std::uint64_t begin = 0, end = 0;  ///< bytes from the end of the header
};

/// Reads exactly what the format allows: an object of tensors, and "__metadata__" with texts. There may be no other keys and no key twice,
/// and numbers must be whole and below 2^53. Returns an empty string, or what is wrong.
std::string parse_header(std::string_view json, std::vector<TensorEntry>* tensors, std::map<std::string, std::string>* metadata);

}  // namespace attn::nn
