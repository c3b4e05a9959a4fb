// The calls as functions, grouped as in the table of calls.cpp. Each returns its value as JSON, or an error.
#pragma once

#include <string>
#include <string_view>

#include "api/lab.h"

namespace attn::api::calls {

/// The value of a call as JSON, or a sentence that says what went wrong.
struct Answer {
  std::string value, error;
};
inline Answer value(std::string json) { return {std::move(json), {}}; }
inline Answer error(std::string sentence) { return {{}, std::move(sentence)}; }
/// `null`, or the error if `sentence` is not empty.
inline Answer done(std::string sentence) { return sentence.empty() ? value("null") : error(std::move(sentence)); }

/// The whole number that `text` says, or -1 for any other text.
int whole_number(std::string_view text);

// The lesson and its parameters (calls_lesson.cpp).
Answer lessons(Lab&, std::string_view, std::string_view);
Answer open(Lab&, std::string_view slug, std::string_view query);
Answer lesson(Lab&, std::string_view, std::string_view);
Answer params(Lab&, std::string_view, std::string_view);
Answer get(Lab&, std::string_view id, std::string_view);
Answer text(Lab&, std::string_view id, std::string_view);
Answer set(Lab&, std::string_view query, std::string_view);
Answer bring(Lab&, std::string_view query, std::string_view);
Answer reset(Lab&, std::string_view id, std::string_view);
Answer hold(Lab&, std::string_view on, std::string_view);
Answer play(Lab&, std::string_view id, std::string_view);
Answer stop(Lab&, std::string_view, std::string_view);
/// The open figure's story: `how` is "begin", where it is at its beginning, or "on", where it is being told. Says whether it is being told.
Answer tell(Lab&, std::string_view how, std::string_view);
Answer playing(Lab&, std::string_view, std::string_view);
Answer undo(Lab&, std::string_view, std::string_view);
Answer redo(Lab&, std::string_view, std::string_view);
Answer history(Lab&, std::string_view, std::string_view);
Answer query(Lab&, std::string_view, std::string_view);
Answer carry(Lab&, std::string_view query, std::string_view);
Answer lock(Lab&, std::string_view ids, std::string_view);
Answer import_data(Lab&, std::string_view data, std::string_view);
/// Opens the files that were given before, or with `what` "none" forgets them.
Answer open_model(Lab&, std::string_view what, std::string_view);
/// A parameter's value as lab.get() gives it.
std::string to_json(const params::Row& row, const params::Value& value);

// The scenes of the text (calls_scenes.cpp).
Answer scenes(Lab&, std::string_view, std::string_view);
Answer scene(Lab&, std::string_view id, std::string_view way);
Answer own(Lab&, std::string_view, std::string_view);

// What the picture shows (calls_results.cpp).
Answer figures(Lab&, std::string_view, std::string_view);
Answer figure(Lab&, std::string_view id, std::string_view);
Answer results(Lab&, std::string_view, std::string_view);
Answer read(Lab&, std::string_view name, std::string_view);
/// The same for a table of what the figure shows: of a very large matrix only the corner, with its `stride`.
Answer read_here(Lab&, std::string_view name, std::string_view);
Answer describe(Lab&, std::string_view, std::string_view);
Answer explain(Lab&, std::string_view name, std::string_view cell);
Answer exercises(Lab&, std::string_view, std::string_view);
Answer begin(Lab&, std::string_view id, std::string_view);
Answer take_up(Lab&, std::string_view id, std::string_view);
Answer predict(Lab&, std::string_view id, std::string_view k);
Answer check(Lab&, std::string_view id, std::string_view);
Answer retry(Lab&, std::string_view id, std::string_view);
Answer distance(Lab&, std::string_view id, std::string_view);
Answer backend(Lab&, std::string_view, std::string_view);
Answer refuse_gpu(Lab&, std::string_view, std::string_view);
Answer set_backend(Lab&, std::string_view name, std::string_view);
Answer export_as(Lab&, std::string_view format, std::string_view);

// A state kept beside the present one (calls_compare.cpp).
Answer compare(Lab&, std::string_view act, std::string_view name);

// Training (calls_training.cpp).
Answer train(Lab&, std::string_view steps, std::string_view);
Answer metrics(Lab&, std::string_view, std::string_view);
Answer training(Lab&, std::string_view, std::string_view);
Answer run(Lab&, std::string_view on, std::string_view);
Answer restart(Lab&, std::string_view, std::string_view);
Answer speed(Lab&, std::string_view name, std::string_view);
Answer film(Lab&, std::string_view what, std::string_view);
Answer refuse_weights(Lab&, std::string_view name, std::string_view why);
Answer runs(Lab&, std::string_view, std::string_view);
Answer bring_run(Lab&, std::string_view number, std::string_view);
Answer remove_run(Lab&, std::string_view number, std::string_view);
Answer clear_runs(Lab&, std::string_view, std::string_view);
Answer save_weights(Lab&, std::string_view, std::string_view);
/// The files of a folder, {name, files: [{name, size}]}; their bytes are one after another.
Answer save_folder(Lab&, std::string_view, std::string_view);
Answer forget_weights(Lab&, std::string_view, std::string_view);

// How it is shown (calls_view.cpp).
Answer rect(Lab&, std::string_view id, std::string_view);
Answer height_for(Lab&, std::string_view width, std::string_view);
Answer grip_at(Lab&, std::string_view x, std::string_view y);
Answer wheel_at(Lab&, std::string_view x, std::string_view y);
Answer key_wanted(Lab&, std::string_view key, std::string_view);
Answer stats(Lab&, std::string_view, std::string_view);
Answer theme(Lab&, std::string_view name, std::string_view);
Answer motion(Lab&, std::string_view name, std::string_view);
Answer parts(Lab&, std::string_view name, std::string_view);
Answer tabs(Lab&, std::string_view name, std::string_view);
Answer tools(Lab&, std::string_view name, std::string_view);
Answer light(Lab&, std::string_view name, std::string_view where);
/// The lesson's later part has arrived: what has missed it is drawn, and trained, again.
Answer later(Lab&, std::string_view, std::string_view);
Answer sheet(Lab&, std::string_view height, std::string_view);
Answer select(Lab&, std::string_view id, std::string_view);

}  // namespace attn::api::calls
