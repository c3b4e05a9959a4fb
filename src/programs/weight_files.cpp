#include "programs/weight_files.h"

#include <chrono>

#include "base/text.h"
#include "programs/files.h"

namespace attn::programs {

void provide_weights(session::Session& session, const std::string& folder) {
  for (const std::string& name : session.wanted_weights()) {
    std::string bytes;
    const std::string why = read_file(folder + "/" + name + ".safetensors", &bytes);
    if (why.empty())
      session.give_weights(name, std::move(bytes));
    else
      session.refuse_weights(name, why);
  }
}

std::string catch_up(session::Session& session, const std::string& folder, double seconds) {
  constexpr double kSliceMs = 100;
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto start = now();
  provide_weights(session, folder);
  while (session.busy()) {
    if (std::chrono::duration<double>(now() - start).count() > seconds)
      return "Training has not finished within " + number_to_text(seconds) + " s. " + session.model().status().sentence;
    session.work(kSliceMs);
    provide_weights(session, folder);
  }
  return {};
}

}  // namespace attn::programs
