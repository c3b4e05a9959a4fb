#include "nn/checkpoint_header.h"

#include <set>

#include "base/json_reader.h"
#include "base/text.h"

namespace attn::nn {
namespace {

class HeaderReader : public json::Reader {
 public:
  explicit HeaderReader(std::string_view text) : Reader(text, "The header") {}

  bool tensors(std::vector<TensorEntry>* all, std::map<std::string, std::string>* texts) {
    std::set<std::string> seen;
    const bool read = object([&](const std::string& name) {
      if (!seen.insert(name).second) return fail("names \"" + name + "\" twice");
      if (name == "__metadata__") return metadata(texts);
      all->push_back({name, {}, {}, 0, 0});
      return tensor(&all->back());
    });
    return read && end();
  }

 private:
  bool metadata(std::map<std::string, std::string>* texts) {
    return object([&](const std::string& key) {
      const auto [place, is_new] = texts->try_emplace(key);
      return is_new ? string(&place->second) : fail("names \"" + key + "\" twice in its metadata");
    });
  }

  bool tensor(TensorEntry* entry) {
    int type = 0, shape = 0, offsets = 0;
    const bool read = object([&](const std::string& key) {
      if (key == "dtype") return ++type, string(&entry->type);
      if (key == "shape") return ++shape, numbers(&entry->shape);
      if (key != "data_offsets") return fail("has the unknown key \"" + key + "\" in \"" + entry->name + "\"");
      std::vector<std::uint64_t> ends;
      ++offsets;
      if (!numbers(&ends)) return false;
      if (ends.size() != 2 || ends[0] > ends[1]) return fail("has offsets of \"" + entry->name + "\" that are no begin and end");
      entry->begin = ends[0];
      entry->end = ends[1];
      return true;
    });
    if (!read) return false;
    return (type == 1 && shape == 1 && offsets == 1) || fail("does not give type, shape and offsets of \"" + entry->name + "\" once each");
  }

  bool numbers(std::vector<std::uint64_t>* values) {
    return array([&] { return whole(&values->emplace_back()); });
  }
};

}  // namespace

std::string parse_header(std::string_view json, std::vector<TensorEntry>* tensors, std::map<std::string, std::string>* metadata) {
  if (json.empty() || json[0] != '{') return "The header does not begin with \"{\".";
  if (!is_utf8(json)) return "The header is no valid UTF-8.";
  HeaderReader reader(json);
  reader.tensors(tensors, metadata);
  return reader.error();
}

}  // namespace attn::nn
