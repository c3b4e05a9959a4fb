#include "reader/captions.h"

#include <string>

namespace attn::reader {
namespace {

using Kind = content::Block::Kind;

/// The position after the first mark that ends a sentence, which is followed by a space or by the end of the text. npos where there is
/// none.
size_t sentence_end(std::string_view text) {
  for (size_t i = 0; i < text.size(); ++i) {
    const bool sign = text[i] == '.' || text[i] == '!' || text[i] == '?';
    if (sign && (i + 1 == text.size() || text[i + 1] == ' ')) return i + 1;
  }
  return std::string_view::npos;
}

std::vector<content::Run> without_links(std::vector<content::Run> runs) {
  for (content::Run& run : runs) run.link = {};
  return runs;
}

}  // namespace

std::vector<content::Run> first_sentence(const std::vector<content::Run>& runs) {
  std::vector<content::Run> sentence;
  for (content::Run& run : without_links(runs)) {
    const size_t end = run.kind == content::Run::Kind::kText ? sentence_end(run.text) : std::string_view::npos;
    if (end != std::string_view::npos) run.text.resize(end);
    sentence.push_back(std::move(run));
    if (end != std::string_view::npos) return sentence;
  }
  if (!sentence.empty() && sentence.back().text.ends_with(':')) sentence.back().text.back() = '.';
  return sentence;
}

Caption caption_of(const content::Document& document, std::string_view scene) {
  const auto& blocks = document.blocks;
  size_t at = 0, title = blocks.size(), heading = blocks.size();
  for (; at < blocks.size(); ++at) {
    if (blocks[at].kind == Kind::kScene && blocks[at].scene == scene) break;
    if (blocks[at].kind != Kind::kHeading) continue;
    heading = at;
    if (blocks[at].level == 1) title = at;
    if (blocks[at].section == scene && blocks[at].level > 1) break;
  }
  if (at == blocks.size()) at = heading = title;
  if (at == blocks.size()) return {};
  Caption caption{blocks[heading].runs, {}};
  for (size_t i = at + 1; i < blocks.size() && blocks[i].kind != Kind::kHeading; ++i) {
    if (blocks[i].kind != Kind::kParagraph && blocks[i].kind != Kind::kItem) continue;
    caption.words = blocks[i].exercise.empty() ? first_sentence(blocks[i].runs) : without_links(blocks[i].runs);
    break;
  }
  return caption;
}

}  // namespace attn::reader
