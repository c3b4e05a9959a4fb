#include "nn/checkpoint.h"

#include <algorithm>
#include <vector>

#include "base/text.h"

namespace attn::nn {
namespace {

/// Where the file's metadata contradicts the model's; empty where it does not.
std::string check_metadata(const std::map<std::string, std::string>& file, const std::map<std::string, std::string>& model) {
  for (const auto& [key, text] : model)
    if (const auto said = file.find(key); said != file.end() && said->second != text)
      return "The file's " + key + " is " + cited(said->second) + ", the model's is " + cited(text) + ".";
  return {};
}

}  // namespace

std::string to_safetensors(const Parameters& parameters, Storage storage, const std::map<std::string, std::string>& metadata) {
  std::vector<NamedTensor> tensors;
  for (const Parameter& p : parameters) tensors.push_back({p.name, shape_of(p.value), &p.value});
  return write_tensors(tensors, storage, metadata);
}

std::string from_safetensors(std::string_view bytes, Parameters* parameters, const std::map<std::string, std::string>& metadata) {
  TensorFile file;
  if (std::string error = open_tensors(bytes, &file); !error.empty()) return error;
  if (std::string error = check_metadata(file.metadata, metadata); !error.empty()) return error;
  const std::vector<TensorEntry>& entries = file.entries;
  for (const TensorEntry& entry : entries) {
    const Parameter* parameter = parameters->find(entry.name);
    if (!parameter) return "The file holds " + entry.name + ", which the model does not have.";
    if (std::string error = check_entry(entry, shape_of(parameter->value), "the model"); !error.empty()) return error;
  }
  for (const Parameter& p : *parameters) {
    const auto is_named = [&p](const TensorEntry& entry) { return entry.name == p.name; };
    if (std::none_of(entries.begin(), entries.end(), is_named)) return "The file lacks " + p.name + ".";
  }
  if (std::string error = check_tiling(file); !error.empty()) return error;
  std::vector<Mat> values;
  for (const TensorEntry& entry : entries) {
    const Mat& old = parameters->find(entry.name)->value;
    values.emplace_back(old.rows(), old.cols());
    if (std::string error = read_values(entry, file.data, &values.back()); !error.empty()) return error;
  }
  for (std::size_t i = 0; i < entries.size(); ++i) parameters->find(entries[i].name)->value = values[i];
  return {};
}

}  // namespace attn::nn
