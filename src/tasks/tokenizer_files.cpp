#include "tasks/tokenizer_files.h"

#include <utility>
#include <vector>

#include "base/json.h"
#include "tasks/stories.h"
#include "tasks/text_pieces.h"

namespace attn::tasks {
namespace {

std::string typed(std::string_view type, std::vector<std::pair<std::string_view, std::string>> more = {}) {
  more.insert(more.begin(), {"type", json::string(type)});
  return json::object(more);
}

std::string sequence(std::string_view members, const std::vector<std::string>& parts) {
  return typed("Sequence", {{members, json::array(parts)}});
}

std::string split(std::string_view regex, std::string_view behavior) {
  return typed("Split", {{"pattern", json::object({{"Regex", json::string(regex)}})},
                         {"behavior", json::string(behavior)},
                         {"invert", json::boolean(false)}});
}

std::string replace(std::string_view text, std::string_view by) {
  return typed("Replace", {{"pattern", json::object({{"String", json::string(text)}})}, {"content", json::string(by)}});
}

std::string byte_level(bool cuts) {
  return typed("ByteLevel",
               {{"add_prefix_space", json::boolean(false)}, {"trim_offsets", json::boolean(true)}, {"use_regex", json::boolean(cuts)}});
}

std::string vocabulary_of(const std::vector<std::string>& names) {
  std::vector<std::pair<std::string_view, std::string>> members;
  for (size_t id = 0; id < names.size(); ++id) members.emplace_back(names[id], std::to_string(id));
  return json::object(members);
}

std::string word_level(const std::vector<std::string>& names, std::string_view unknown) {
  return typed("WordLevel", {{"vocab", vocabulary_of(names)}, {"unk_token", json::string(unknown)}});
}

struct Parts {
  std::string added = "[]", normalizer = "null", pre_tokenizer = "null", post_processor = "null", decoder = "null", model;
};

std::string file_of(const Parts& parts) {
  return json::object({{"version", json::string("1.0")},
                       {"truncation", "null"},
                       {"padding", "null"},
                       {"added_tokens", parts.added},
                       {"normalizer", parts.normalizer},
                       {"pre_tokenizer", parts.pre_tokenizer},
                       {"post_processor", parts.post_processor},
                       {"decoder", parts.decoder},
                       {"model", parts.model}}) +
         "\n";
}

std::string byte_pair_model(const TextTokens& tokens) {
  std::vector<std::string> names, merges;
  for (int token = 0; token < tokens.size(); ++token) names.push_back(tokens.bpe_name(token));
  for (const Merge& merge : tokens.merges()) merges.push_back(tokens.bpe_name(merge.left) + " " + tokens.bpe_name(merge.right));
  return typed("BPE", {{"dropout", "null"},
                       {"unk_token", "null"},
                       {"continuing_subword_prefix", json::string("")},
                       {"end_of_word_suffix", json::string("")},
                       {"fuse_unk", json::boolean(false)},
                       {"byte_fallback", json::boolean(false)},
                       {"vocab", vocabulary_of(names)},
                       {"merges", json::strings(merges)}});
}

std::string added_token(int id, std::string_view name) {
  return json::object({{"id", std::to_string(id)},
                       {"content", json::string(name)},
                       {"single_word", json::boolean(false)},
                       {"lstrip", json::boolean(false)},
                       {"rstrip", json::boolean(false)},
                       {"normalized", json::boolean(false)},
                       {"special", json::boolean(true)}});
}

/// Puts a special token before every text.
std::string begun_with(int id, std::string_view name) {
  const auto item = [](std::string_view kind, std::string_view text, int type) {
    return json::object({{kind, json::object({{"id", json::string(text)}, {"type_id", std::to_string(type)}})}});
  };
  return typed("TemplateProcessing",
               {{"single", json::array({item("SpecialToken", name, 0), item("Sequence", "A", 0)})},
                {"pair", json::array({item("SpecialToken", name, 0), item("Sequence", "A", 0), item("Sequence", "B", 1)})},
                {"special_tokens", json::object({{name, json::object({{"id", json::string(name)},
                                                                      {"ids", json::array({std::to_string(id)})},
                                                                      {"tokens", json::strings({std::string(name)})}})}})}});
}

}  // namespace

std::string tokenizer_json(const TextTokens& tokens) {
  Parts parts;
  if (tokens.is_of_bytes()) {
    parts.pre_tokenizer = sequence("pretokenizers", {split(kPiecePattern, "Isolated"), byte_level(false)});
    parts.decoder = byte_level(true);
    parts.model = byte_pair_model(tokens);
    return file_of(parts);
  }
  std::vector<std::string> names;
  for (int token = 0; token < tokens.size(); ++token) names.push_back(tokens.text_of(token));
  parts.pre_tokenizer = split("[\\s\\S]", "Isolated");
  parts.decoder = typed("Fuse");
  parts.model = word_level(names, tokens.text_of(TextTokens::kUnknown));
  return file_of(parts);
}

std::string story_tokenizer_json() {
  std::vector<std::string> names{std::string(kFilePad), std::string(kFileStart), std::string(kFileEnd)};
  for (int word = kFirstToken; word < story_words().size(); ++word) {
    std::string& name = names.emplace_back(story_words().name(word));
    for (char& c : name)
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  Parts parts;
  parts.added = json::array({added_token(kPadToken, kFilePad), added_token(kStartToken, kFileStart), added_token(kEndToken, kFileEnd)});
  parts.normalizer =
      sequence("normalizers", {replace("\u201c", "\""), replace("\u201d", "\""), replace("\u201e", "\""), typed("Lowercase")});
  // White space is what read_story() takes for it: all signs up to the space, and the space that does not break.
  parts.pre_tokenizer =
      sequence("pretokenizers", {split(std::string("[") + '\0' + "- \u00a0]+", "Removed"), split("[.,\"!?:;()]", "Isolated")});
  parts.post_processor = begun_with(kStartToken, kFileStart);
  std::vector<std::string> decoders{typed("WordPiece", {{"prefix", json::string("##")}, {"cleanup", json::boolean(false)}}), typed("Fuse")};
  for (const std::string_view mark : {".", ",", "!", "?", ":"}) decoders.push_back(replace(" " + std::string(mark), mark));
  parts.decoder = sequence("decoders", decoders);
  parts.model = word_level(names, "<|unknown|>");
  return file_of(parts);
}

}  // namespace attn::tasks
