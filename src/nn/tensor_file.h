// The safetensors format as such: tensors of any shape under any name, without regard to a model (checkpoint.h has one).
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/mat.h"
#include "nn/checkpoint_header.h"

namespace attn::nn {

enum class Storage { kF32, kF16 };

/// What is to be written: the numbers of a matrix under a name and a shape of their own.
struct NamedTensor {
  std::string name;
  std::vector<std::uint64_t> shape;
  const Mat* value = nullptr;
};
/// The content of a file with these tensors, in this order. `metadata` becomes the header's "__metadata__".
std::string write_tensors(const std::vector<NamedTensor>& tensors, Storage storage,
                          const std::map<std::string, std::string>& metadata = {});

/// A file whose header has been read.
struct TensorFile {
  std::vector<TensorEntry> entries;
  std::map<std::string, std::string> metadata;
  std::string_view data;  ///< what the entries' bytes are counted in
};
/// Returns an empty string, or what is wrong with the file's length or its header. `bytes` must outlive the file.
std::string open_tensors(std::string_view bytes, TensorFile* file);
/// Whether the entries, in any order, fill the data without a gap, an overlap or a remainder; empty if they do.
std::string check_tiling(const TensorFile& file);
/// What is wrong with an entry that should hold F32, F16 or BF16 in this shape; empty if nothing is. `of` says whose shape it is: "the
/// model".
std::string check_entry(const TensorEntry& entry, const std::vector<std::uint64_t>& shape, std::string_view of);
/// Reads the numbers of an entry that passed check_entry(), in a file that passed check_tiling(), into a matrix with as many. Returns an
/// empty string, or that one is not finite.
std::string read_values(const TensorEntry& entry, std::string_view data, Mat* value);

/// The rows and columns of a matrix.
inline std::vector<std::uint64_t> shape_of(const Mat& m) {
  return {static_cast<std::uint64_t>(m.rows()), static_cast<std::uint64_t>(m.cols())};
}

}  // namespace attn::nn
