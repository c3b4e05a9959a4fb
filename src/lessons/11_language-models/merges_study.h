// Byte pairs that are learned from the text that the model reads (tasks/merge_learner.h), up to the merge that the reader has come to.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lessons/11_language-models/params.h"

namespace attn::lessons::language_models {

struct MergeStudy {
  struct Joined {
    std::string left, right, whole;  ///< names, with a dot for a space
    std::int64_t count = 0;          ///< how often the two stood side by side
  };
  std::vector<Joined> merges;        ///< those so far, the first one first
  Joined next;                       ///< the one that comes next; its count is 0 where none is left
  std::vector<std::string> single;   ///< the beginning of the text, byte by byte, as names
  std::vector<std::string> excerpt;  ///< the same beginning, token by token
  std::vector<int> excerpt_bytes;    ///< the bytes of each of its tokens
  std::vector<std::string> word;     ///< the reader's words in the same way
  std::vector<int> word_bytes;       ///< the bytes of each of its tokens
  double characters_per_token = 1;   ///< in the text that the pairs are counted in
  std::vector<double> growth;        ///< the same after 0, 1, ... merges, up to those so far

  Mat counts() const;                      ///< [k,1]
  std::vector<std::string> names() const;  ///< [k] "t + h"
  Mat piece_sizes() const;                 ///< [m,1]
};

/// Valid until another one is asked for.
const MergeStudy& study_merges(const Params& p);

}  // namespace attn::lessons::language_models
