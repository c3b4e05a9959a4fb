// A trained lesson's progress as JSON, for calls and events.
#pragma once

#include <string>
#include <vector>

#include "session/session.h"

namespace attn::api {

/// The frames of the training's film as {frames: [the step of each], at, playing}; no frames, and null, where there is none.
std::string film_json(const session::Film& film);
/// {"step":3,"loss":0.5}
std::string metrics_json(const std::vector<course::Metric>& metrics);
/// The metrics with "running", "phase", "halt", "message".
std::string train_event_json(const session::OpenModel& model, session::Results& results);
/// The kept runs, the present one first and then the others from the newest on. Each has number (0 for the present one), steps, loss,
/// heldOut, own (a file), settings ({id: text}), differs (id, label and shown value of each setting that is not the same in all runs), and
/// query (which trains it again).
std::string runs_json(const session::KeptRuns& runs);
/// {"trained":false}, or the state of training: step, target, limit, restarts, running, busy, wanted (files with weights), own (the file of
/// the reader's own weights), buttons (their labels, and what they can do), film (film_json), speed, phase, halt, secondsLeft, message,
/// progress.
std::string training_json(session::Session& session);

}  // namespace attn::api
