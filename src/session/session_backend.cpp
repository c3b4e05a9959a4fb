// The part of a session that concerns what computes: the reader's choice, and what became of it.
#include "session/names.h"
#include "session/session.h"

namespace attn::session {

std::string Session::prefer_backend(std::string_view name) {
  if (name != "cpu" && name != "gl") return unknown("backend", name, "cpu, gl");
  if (name == preference_) return {};
  preference_ = name;
  change_.view = true;  // the sentence is another one, also where the backend is not
  choose_backend();
  return {};
}

void Session::set_gl(bool present) {
  gl_present_ = present;
  choose_backend();
}

void Session::choose_backend() {
  const compute::Backend* before = chosen_.backend;
  if (preference_ == "gl" && !gl_present_)
    chosen_ = {&compute::cpu(), "there is no graphics context here"};
  else
    chosen_ = compute::choose(preference_);
  if (before == chosen_.backend) return;
  result_.reset();
  change_.view = true;
}

void Session::note_calls(const compute::Calls& before) {
  const compute::Calls& now = compute::calls();
  calls_ = {now.on_gpu - before.on_gpu, now.on_cpu - before.on_cpu, now.fell_back - before.fell_back, now.why_cpu};
}

Session::Computed Session::computed() {
  result();
  const long all = calls_.on_gpu + calls_.on_cpu;
  if (all == 0) return {"cpu", "Computed on the CPU: nothing of this picture runs on the GPU.", false};
  if (calls_.on_gpu == 0) {
    const std::string why = calls_.fell_back > 0 ? calls_.why_cpu : chosen_.why_not;
    return {"cpu", why.empty() ? "Computed on the CPU, as chosen." : "Computed on the CPU: " + why + ".", true};
  }
  if (calls_.fell_back == 0) return {"gl", "Computed on the GPU, as chosen.", true};
  return {"gl",
          "Computed on the GPU, as chosen, but for " + std::to_string(calls_.fell_back) + " of " + std::to_string(all) +
              " products, which the CPU did: " + calls_.why_cpu + ".",
          true};
}

}  // namespace attn::session
