// A part of a tokenizer.json beside its model: what becomes of a text before it is cut, how it is cut, and how tokens become a text again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json_reader.h"

namespace attn::tasks {

/// Reads a value that is a text; of another one, such as null, nothing is taken.
bool read_text(json::Reader& reader, std::string* text);

struct TokenizerPart {
  std::string type;              ///< "Lowercase", "Split", "Fuse"; empty where there is none
  std::string text, regex;       ///< its pattern, which is one or the other
  std::string content;           ///< what the pattern is replaced by
  std::string behavior, prefix;  ///< "Isolated"; "##"
  bool inverts = false, cleans_up = false;
};

/// Reads a member of tokenizer.json that is a part, a "Sequence" of parts, or null. Returns an empty string, or what is wrong.
std::string read_parts(std::string_view json, std::vector<TokenizerPart>* parts);

}  // namespace attn::tasks
