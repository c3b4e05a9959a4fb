#include "tasks/tokenizer_part.h"

namespace attn::tasks {
namespace {

bool read_flag(json::Reader& reader, bool* flag) {
  std::string_view raw;
  if (!reader.any(&raw)) return false;
  *flag = raw == "true";
  return true;
}

bool read_part(json::Reader& reader, std::vector<TokenizerPart>* parts) {
  TokenizerPart part;
  const bool read = reader.object([&](const std::string& key) {
    if (key == "type") return reader.string(&part.type);
    if (key == "content") return read_text(reader, &part.content);
    if (key == "behavior") return read_text(reader, &part.behavior);
    if (key == "prefix") return read_text(reader, &part.prefix);
    if (key == "invert") return read_flag(reader, &part.inverts);
    if (key == "cleanup") return read_flag(reader, &part.cleans_up);
    if (key == "pattern")
      return reader.object([&](const std::string& kind) { return reader.string(kind == "Regex" ? &part.regex : &part.text); });
    if (key == "normalizers" || key == "pretokenizers" || key == "decoders") return reader.array([&] { return read_part(reader, parts); });
    std::string_view raw;
    return reader.any(&raw);
  });
  if (read && part.type != "Sequence") parts->push_back(std::move(part));
  return read;
}

}  // namespace

bool read_text(json::Reader& reader, std::string* text) {
  std::string_view raw;
  return reader.any(&raw) && (!raw.starts_with('"') || json::Reader(raw, "tokenizer.json").string(text));
}

std::string read_parts(std::string_view json, std::vector<TokenizerPart>* parts) {
  if (json.empty() || json == "null") return {};
  json::Reader reader(json, "A part of tokenizer.json");
  return read_part(reader, parts) ? std::string() : reader.error();
}

}  // namespace attn::tasks
