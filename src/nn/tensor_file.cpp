#include "nn/tensor_file.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/json.h"
#include "nn/half.h"

namespace attn::nn {
namespace {

constexpr std::size_t kLengthBytes = 8, kLongestHeader = 1 << 20;

void append_little_endian(std::string* out, std::uint64_t value, int bytes) {
  for (int i = 0; i < bytes; ++i) *out += static_cast<char>(value >> (8 * i) & 0xFF);
}

std::uint64_t little_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) value = value << 8 | static_cast<unsigned char>(bytes[i]);
  return value;
}

std::size_t bytes_of(std::string_view type) { return type == "F32" ? 4 : type == "F16" || type == "BF16" ? 2 : 0; }

std::string brackets(const std::vector<std::uint64_t>& shape) {
  std::string text = "[";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i ? "," : "") + std::to_string(shape[i]);
  return text + "]";
}

float read_number(std::string_view bytes, std::string_view type) {
  const std::uint64_t bits = little_endian(bytes);
  if (type == "F32") return float_of(static_cast<std::uint32_t>(bits));
  return type == "F16" ? from_half(static_cast<std::uint16_t>(bits)) : from_bfloat(static_cast<std::uint16_t>(bits));
}

}  // namespace

std::string write_tensors(const std::vector<NamedTensor>& tensors, Storage storage, const std::map<std::string, std::string>& metadata) {
  const bool half = storage == Storage::kF16;
  using Members = std::vector<std::pair<std::string_view, std::string>>;
  Members header;
  if (!metadata.empty()) {
    Members texts;
    for (const auto& [key, text] : metadata) texts.emplace_back(key, json::string(text));
    header.emplace_back("__metadata__", json::object(texts));
  }
  std::string data;
  for (const NamedTensor& tensor : tensors) {
    const std::size_t begin = data.size();
    for (Index i = 0; i < tensor.value->size(); ++i) {
      const float number = static_cast<float>(tensor.value->data()[i]);
      half ? append_little_endian(&data, to_half(number), 2) : append_little_endian(&data, bits_of(number), 4);
    }
    header.emplace_back(tensor.name, json::object({{"dtype", json::string(half ? "F16" : "F32")},
                                                   {"shape", brackets(tensor.shape)},
                                                   {"data_offsets", brackets({begin, data.size()})}}));
  }
  std::string text = json::object(header);
  text.append((kLengthBytes - text.size() % kLengthBytes) % kLengthBytes, ' ');  // the data begins at a multiple of 8
  std::string file;
  append_little_endian(&file, text.size(), kLengthBytes);
  return file + text + data;
}

std::string open_tensors(std::string_view bytes, TensorFile* file) {
  if (bytes.size() < kLengthBytes) return "The file is too short to be a safetensors file.";
  const std::uint64_t length = little_endian(bytes.substr(0, kLengthBytes));
  if (length > kLongestHeader) return "The header would have " + std::to_string(length) + " bytes; this is no safetensors file of ours.";
  if (length > bytes.size() - kLengthBytes) return "The file ends within its header.";
  file->data = bytes.substr(kLengthBytes + static_cast<std::size_t>(length));
  return parse_header(bytes.substr(kLengthBytes, static_cast<std::size_t>(length)), &file->entries, &file->metadata);
}

std::string check_tiling(const TensorFile& file) {
  std::vector<const TensorEntry*> entries;
  for (const TensorEntry& entry : file.entries) entries.push_back(&entry);
  std::sort(entries.begin(), entries.end(),
            [](const TensorEntry* a, const TensorEntry* b) { return a->begin != b->begin ? a->begin < b->begin : a->end < b->end; });
  std::uint64_t at = 0;
  for (const TensorEntry* entry : entries) {
    if (entry->begin != at)
      return entry->name + " begins at byte " + std::to_string(entry->begin) + " of the data, not at " + std::to_string(at) + ".";
    at = entry->end;
  }
  if (at == file.data.size()) return {};
  return "The file has " + std::to_string(file.data.size()) + " bytes of data, its header speaks of " + std::to_string(at) + ".";
}

std::string check_entry(const TensorEntry& entry, const std::vector<std::uint64_t>& shape, std::string_view of) {
  const std::size_t bytes = bytes_of(entry.type);
  if (bytes == 0) return entry.name + " is stored as " + entry.type + "; F32, F16 and BF16 are read.";
  if (entry.shape != shape)
    return entry.name + " has the shape " + brackets(entry.shape) + " in the file and " + brackets(shape) + " in " + std::string(of) + ".";
  std::uint64_t numbers = 1;
  for (const std::uint64_t count : shape) numbers *= count;
  if (entry.end - entry.begin != numbers * bytes)
    return entry.name + " has " + std::to_string(entry.end - entry.begin) + " bytes, which its shape and type do not need.";
  return {};
}

std::string read_values(const TensorEntry& entry, std::string_view data, Mat* value) {
  const std::size_t bytes = bytes_of(entry.type);
  for (Index i = 0; i < value->size(); ++i) {
    const std::size_t at = static_cast<std::size_t>(entry.begin) + static_cast<std::size_t>(i) * bytes;
    const float number = read_number(data.substr(at, bytes), entry.type);
    if (!std::isfinite(number)) return entry.name + " holds a number that is not finite.";
    value->data()[i] = static_cast<Real>(number);
  }
  return {};
}

}  // namespace attn::nn
