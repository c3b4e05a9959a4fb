// Checkpoints of a model in the safetensors format (tensor_file.h): 8 bytes of header length (little endian), a JSON header, then the
// tensors' bytes.
//
// Files are written so that the format's published Python package can read them. Reading is strict: names and shapes must be exactly the
// model's, offsets must tile the data, and nothing may be missing, left over or truncated.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "nn/parameters.h"
#include "nn/tensor_file.h"

namespace attn::nn {

/// The parameters, in their order, as the content of a file. `metadata` becomes the header's "__metadata__".
std::string to_safetensors(const Parameters& parameters, Storage storage, const std::map<std::string, std::string>& metadata = {});

/// Reads values into `parameters`, from the types F32, F16 and BF16. Returns an empty string, or a sentence that says what is wrong
/// ("encoder.0.wx has the shape [32,192] in the file and [32,96] in the model"); nothing has changed then. If the file's metadata has an
/// entry under a name of `metadata`, the two must be the same; the entry may also be missing.
std::string from_safetensors(std::string_view bytes, Parameters* parameters, const std::map<std::string, std::string>& metadata = {});

}  // namespace attn::nn
