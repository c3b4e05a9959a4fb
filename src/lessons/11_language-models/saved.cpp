#include "lessons/11_language-models/saved.h"

#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "lessons/11_language-models/learner.h"
#include "models/gpt_files.h"
#include "tasks/tokenizer_files.h"

namespace attn::lessons::language_models {
namespace {

course::File file_of(std::string name, std::string bytes) {
  const auto kept = std::make_shared<const std::string>(std::move(bytes));
  return {std::move(name), *kept, kept};
}

/// What transformers asks beside tokenizer.json: a class that takes it as it is.
std::string tokenizer_config(int context, const tasks::TextTokens* pieces) {
  std::vector<std::pair<std::string_view, std::string>> members{{"tokenizer_class", json::string("PreTrainedTokenizerFast")},
                                                                {"model_max_length", json::number(context)},
                                                                {"clean_up_tokenization_spaces", json::boolean(false)}};
  if (!pieces) {
    members.emplace_back("pad_token", json::string(tasks::kFilePad));
    members.emplace_back("bos_token", json::string(tasks::kFileStart));
    members.emplace_back("eos_token", json::string(tasks::kFileEnd));
  } else if (!pieces->is_of_bytes()) {
    members.emplace_back("unk_token", json::string(pieces->text_of(tasks::TextTokens::kUnknown)));
  }
  return json::object(members) + "\n";
}

}  // namespace

course::SavedFolder save_folder(const Params&, const training::Models& models) {
  const LanguageLearner& learner = learner_of(models.trainer);
  const tasks::TextTokens* const pieces = learner.corpus().pieces();
  const models::GptEnds ends = pieces ? models::GptEnds{} : models::GptEnds{kStartToken, kEndToken};
  course::SavedFolder out;
  std::vector<models::NamedFile> files;
  out.why = models::gpt_files(learner.model(), &files, nn::Storage::kF32, ends);
  if (!out.why.empty()) return out;
  for (models::NamedFile& file : files) out.files.push_back(file_of(std::move(file.name), std::move(file.bytes)));
  out.files.push_back(file_of("tokenizer.json", pieces ? tasks::tokenizer_json(*pieces) : tasks::story_tokenizer_json()));
  out.files.push_back(file_of("tokenizer_config.json", tokenizer_config(learner.model().settings().context, pieces)));
  return out;
}

}  // namespace attn::lessons::language_models
