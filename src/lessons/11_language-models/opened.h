// Published models that the reader opens from files: what such a model is, what reads and writes its text, and the shelf where the last one
// stands. Nothing is sent anywhere.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "course/lesson.h"
#include "lessons/11_language-models/corpus.h"
#include "models/gpt.h"

namespace attn::lessons::language_models {

struct Params;

/// More tokens than this are not read at a time, however long a model's context is: every map is drawn, and every number can be asked for.
inline constexpr int kMostRead = 128;
inline constexpr int kMostOpenedLayers = 24, kMostOpenedHeads = 25;
inline constexpr int kLeastOpenedContext = 8;

struct OpenedModel {
  std::string family;  ///< "gpt2", "bert", "distilbert"
  std::string name;    ///< "GPT-2"
  models::Gpt model;
  std::shared_ptr<const Corpus> corpus;
};

/// The model with this key; null where it is not here any more.
std::shared_ptr<const OpenedModel> opened_model(std::string_view key);
/// The key of the one that is here; empty where there is none.
std::string opened_key();
/// Puts a model in the place of the last one.
void keep_opened(std::string key, std::shared_ptr<const OpenedModel> model);

/// Opens config.json, model.safetensors and the files of the tokenizer, and has the lesson read it.
course::Import take_files(Params& p, const course::Files& files);

}  // namespace attn::lessons::language_models
