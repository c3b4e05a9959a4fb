// What presenter mode says of a section: its heading, and the first sentence of the text below it, or all of an exercise's question. Text
// in, text out.
#pragma once

#include <string_view>
#include <vector>

#include "content/document.h"

namespace attn::reader {

struct Caption {
  std::vector<content::Run> title;
  std::vector<content::Run> words;  ///< without links; empty where a section begins with neither a paragraph nor a list
};

/// Of the scene with this id, a section's by its anchor; of the text's title where there is none. A section's later scene has the section's
/// heading, and the sentence behind itself.
Caption caption_of(const content::Document& document, std::string_view scene);

/// `runs` up to the end of the first sentence, without links. One that leads on to a formula below it ends with a full stop.
std::vector<content::Run> first_sentence(const std::vector<content::Run>& runs);

}  // namespace attn::reader
