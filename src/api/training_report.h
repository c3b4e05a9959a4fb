// A trained lesson's progress as JSON, for calls and events.
#pragma once

#include <string>
#include <vector>

#include "session/session.h"

namespace attn::api {

/// {"step":3,"loss":0.5}
std::string metrics_json(const std::vector<course::Metric>& metrics);
/// The metrics with "running", "phase", "halt", "message".
std::string train_event_json(const session::OpenModel& model, session::Results& results);
/// The runs that are kept, the present one first and then the newest: number (0: the present one), steps, loss, heldOut, own (a file),
/// settings ({id: text}), differs (of what is not the same in all: id, label, shown), query (of the address that trains it again).
std::string runs_json(const session::KeptRuns& runs);
/// {"trained":false}, or where training stands: step, target, limit, restarts, running, busy, wanted (files with weights),
/// own (the file of the reader's own weights), buttons (labels, what they can do), speed, phase, halt, secondsLeft, message, progress.
std::string training_json(session::Session& session);

}  // namespace attn::api
