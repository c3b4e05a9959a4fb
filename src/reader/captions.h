// What presenter mode writes about a section: its heading, and the first sentence of the text below it, or for an exercise the whole
// question.
#pragma once

#include <string_view>
#include <vector>

#include "content/document.h"

namespace attn::reader {

struct Caption {
  std::vector<content::Run> title;
  std::vector<content::Run> words;  ///< without links; empty where a section begins with neither a paragraph nor a list
};

/// The caption of the scene with this id, which is the section's anchor for a section's first scene. Where there is no such scene it is
/// that of the text's title. A later scene of a section has the section's heading, and the sentence that follows the scene.
Caption caption_of(const content::Document& document, std::string_view scene);

/// `runs` up to the end of the first sentence, without links. If that ends with a colon, because a formula follows, it gets a full stop.
std::vector<content::Run> first_sentence(const std::vector<content::Run>& runs);

}  // namespace attn::reader
