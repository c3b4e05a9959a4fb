// Checkpoints in the safetensors format: 8 bytes of header length (little endian), a JSON header, then the tensors' bytes.
//
// Written so that its published Python package reads them; read strictly: names, shapes and types have to be exactly the model's, offsets
// have to tile the data, and nothing may be missing, left over or truncated.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "nn/parameters.h"

namespace attn::nn {

enum class Storage { kF32, kF16 };

/// The parameters as a file's content, in their order. `metadata` goes into the header's "__metadata__".
std::string to_safetensors(const Parameters& parameters, Storage storage, const std::map<std::string, std::string>& metadata = {});

/// Reads values into `parameters`. Returns an empty string, or a sentence that says what is wrong ("encoder.0.wx has the shape [32,192] in
/// the file and [32,96] in the model"); then nothing has changed. F32, F16 and BF16 are read. What a file's metadata says under the names
/// of `metadata` has to be the same there; it need not say anything.
std::string from_safetensors(std::string_view bytes, Parameters* parameters, const std::map<std::string, std::string>& metadata = {});

}  // namespace attn::nn
