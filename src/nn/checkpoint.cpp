#include "nn/checkpoint.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "nn/checkpoint_header.h"
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

std::string brackets(const Mat& m) {
  return brackets(std::vector<std::uint64_t>{static_cast<std::uint64_t>(m.rows()), static_cast<std::uint64_t>(m.cols())});
}

/// What is wrong with an entry in itself, without regard to the model; empty if nothing is.
std::string check_entry(const TensorEntry& entry, const Mat& value) {
  const std::size_t bytes = bytes_of(entry.type);
  if (bytes == 0) return entry.name + " is stored as " + entry.type + "; F32, F16 and BF16 are read.";
  const bool same = entry.shape.size() == 2 && entry.shape[0] == static_cast<std::uint64_t>(value.rows()) &&
                    entry.shape[1] == static_cast<std::uint64_t>(value.cols());
  if (!same) return entry.name + " has the shape " + brackets(entry.shape) + " in the file and " + brackets(value) + " in the model.";
  if (entry.end - entry.begin != static_cast<std::uint64_t>(value.size()) * bytes)
    return entry.name + " has " + std::to_string(entry.end - entry.begin) + " bytes, which its shape and type do not need.";
  return {};
}

/// Whether the entries, in any order, fill the data without a gap, an overlap or a remainder.
std::string check_tiling(std::vector<TensorEntry> entries, std::uint64_t data_size) {
  std::sort(entries.begin(), entries.end(),
            [](const TensorEntry& a, const TensorEntry& b) { return a.begin != b.begin ? a.begin < b.begin : a.end < b.end; });
  std::uint64_t at = 0;
  for (const TensorEntry& entry : entries) {
    if (entry.begin != at)
      return entry.name + " begins at byte " + std::to_string(entry.begin) + " of the data, not at " + std::to_string(at) + ".";
    at = entry.end;
  }
  if (at == data_size) return {};
  return "The file has " + std::to_string(data_size) + " bytes of data, its header speaks of " + std::to_string(at) + ".";
}

float read_number(std::string_view bytes, std::string_view type) {
  const std::uint64_t bits = little_endian(bytes);
  if (type == "F32") return float_of(static_cast<std::uint32_t>(bits));
  return type == "F16" ? from_half(static_cast<std::uint16_t>(bits)) : from_bfloat(static_cast<std::uint16_t>(bits));
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

/// Where the file's metadata contradicts the model's; empty where it does not.
std::string check_metadata(const std::map<std::string, std::string>& file, const std::map<std::string, std::string>& model) {
  for (const auto& [key, text] : model)
    if (const auto said = file.find(key); said != file.end() && said->second != text)
      return "The file's " + key + " is " + cited(said->second) + ", the model's is " + cited(text) + ".";
  return {};
}

/// Splits a file into header and data.
std::string split(std::string_view bytes, std::string_view* header, std::string_view* data) {
  if (bytes.size() < kLengthBytes) return "The file is too short to be a safetensors file.";
  const std::uint64_t length = little_endian(bytes.substr(0, kLengthBytes));
  if (length > kLongestHeader) return "The header would have " + std::to_string(length) + " bytes; this is no safetensors file of ours.";
  if (length > bytes.size() - kLengthBytes) return "The file ends within its header.";
  *header = bytes.substr(kLengthBytes, static_cast<std::size_t>(length));
  *data = bytes.substr(kLengthBytes + static_cast<std::size_t>(length));
  return {};
}

}  // namespace

std::string to_safetensors(const Parameters& parameters, Storage storage, const std::map<std::string, std::string>& metadata) {
  const bool half = storage == Storage::kF16;
  using Members = std::vector<std::pair<std::string_view, std::string>>;
  Members header;
  if (!metadata.empty()) {
    Members texts;
    for (const auto& [key, text] : metadata) texts.emplace_back(key, json::string(text));
    header.emplace_back("__metadata__", json::object(texts));
  }
  std::string data;
  for (const Parameter& p : parameters) {
    const std::size_t begin = data.size();
    for (Index i = 0; i < p.value.size(); ++i) {
      const float number = static_cast<float>(p.value.data()[i]);
      half ? append_little_endian(&data, to_half(number), 2) : append_little_endian(&data, bits_of(number), 4);
    }
    header.emplace_back(p.name, json::object({{"dtype", json::string(half ? "F16" : "F32")},
                                              {"shape", brackets(p.value)},
                                              {"data_offsets", brackets(std::vector<std::uint64_t>{begin, data.size()})}}));
  }
  std::string text = json::object(header);
  text.append((kLengthBytes - text.size() % kLengthBytes) % kLengthBytes, ' ');  // the data begins at a multiple of 8
  std::string file;
  append_little_endian(&file, text.size(), kLengthBytes);
  return file + text + data;
}

std::string from_safetensors(std::string_view bytes, Parameters* parameters, const std::map<std::string, std::string>& metadata) {
  std::string_view header, data;
  if (std::string error = split(bytes, &header, &data); !error.empty()) return error;
  std::vector<TensorEntry> entries;
  std::map<std::string, std::string> said;
  if (std::string error = parse_header(header, &entries, &said); !error.empty()) return error;
  if (std::string error = check_metadata(said, metadata); !error.empty()) return error;
  for (const TensorEntry& entry : entries) {
    const Parameter* parameter = parameters->find(entry.name);
    if (!parameter) return "The file holds " + entry.name + ", which the model does not have.";
    if (std::string error = check_entry(entry, parameter->value); !error.empty()) return error;
  }
  for (const Parameter& p : *parameters) {
    const auto is_named = [&p](const TensorEntry& entry) { return entry.name == p.name; };
    if (std::none_of(entries.begin(), entries.end(), is_named)) return "The file lacks " + p.name + ".";
  }
  if (std::string error = check_tiling(entries, data.size()); !error.empty()) return error;
  std::vector<Mat> values;
  for (const TensorEntry& entry : entries) {
    const Mat& old = parameters->find(entry.name)->value;
    values.emplace_back(old.rows(), old.cols());
    if (std::string error = read_values(entry, data, &values.back()); !error.empty()) return error;
  }
  for (std::size_t i = 0; i < entries.size(); ++i) parameters->find(entries[i].name)->value = values[i];
  return {};
}

}  // namespace attn::nn
