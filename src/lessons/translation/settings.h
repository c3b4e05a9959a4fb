// The settings of an encoder-decoder as parameters: the one place that names them, for widgets, addresses, attention-train and recipes.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/seq2seq.h"
#include "params/params.h"
#include "training/recipe.h"

namespace attn::lessons::translation {

/// All settings except the sizes of the vocabularies, which the task determines. A change of any of them restarts training.
const params::Table<models::Seq2SeqSettings>& settings_table();
/// Parts of that table: `cell` alone; and `depth`, `shared` and `reverse`.
const params::Table<models::Seq2SeqSettings>& cell_table();
const params::Table<models::Seq2SeqSettings>& layers_table();
/// The settings of a decoder that looks at the source: `score`, `timing`, `reach`, `window`, `input-feeding`, `bidirectional`.
const params::Table<models::Seq2SeqSettings>& attention_table();

/// The label of the value that the setting `id` has: "GRU" for "cell".
std::string settings_label(const models::Seq2SeqSettings& settings, std::string_view id);
/// "GRU, additive, previous, global, hidden 32, depth 1, bidirectional"
std::string settings_text(const models::Seq2SeqSettings& settings);
/// All settings by their ids.
std::vector<std::pair<std::string, training::Setting>> settings_by_id(const models::Seq2SeqSettings& settings);
/// "cell=gru&depth=1" for the settings named.
std::string settings_query(const models::Seq2SeqSettings& settings, std::initializer_list<std::string_view> ids);

}  // namespace attn::lessons::translation
