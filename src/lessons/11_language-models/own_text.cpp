#include "lessons/11_language-models/own_text.h"

#include <algorithm>
#include <string>

#include "base/text.h"

namespace attn::lessons::language_models {

course::Import take_text(Params& p, std::string_view text) {
  if (text.find('\0') != std::string_view::npos)
    return {false, "This is no text: it has characters of value 0. A plain text file is asked for."};
  std::size_t end = std::min(text.size(), kMostText);
  while (end < text.size() && end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // no character is cut
  std::string own(text.substr(0, end));
  own.erase(std::remove(own.begin(), own.end(), '\r'), own.end());
  const std::size_t letters = code_point_count(own);
  if (own.size() < kLeastText)
    return {false, "A model needs more to learn from: at least " + thousands(kLeastText) + " characters, and this has " +
                       thousands(static_cast<std::ptrdiff_t>(letters)) + "."};
  p.reads = Reads::text;
  p.own = shelve(std::move(own));
  return {true, thousands(static_cast<std::ptrdiff_t>(letters)) + " characters were taken" +
                    (text.size() > kMostText ? ", the first five million bytes of your text" : "") +
                    ". Nothing is sent anywhere. Press Train and watch the model learn them."};
}

}  // namespace attn::lessons::language_models
