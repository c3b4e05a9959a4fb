// The command line of attention-train.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attn::programs {

struct TrainOptions {
  enum class Mode { kTrain, kAll, kManifest, kEvaluate, kShow, kList, kHelp };
  Mode mode = Mode::kHelp;
  std::string model;      ///< for kTrain
  std::string task;       ///< for kShow
  int count = 5;          ///< how many examples of each split kShow prints
  int steps = 0;          ///< 0: as many as the recipe says
  bool has_seed = false;  ///< false: the plan's seed is used
  std::uint64_t seed = 0;
  int threads = 0;    ///< 0: one, which takes whole batches
  bool json = false;  ///< kEvaluate and kList print JSON
  std::string out;    ///< a file, or for kAll, kManifest and kEvaluate a folder; empty: the default
};

/// Returns an empty string, or what is wrong and what would be right.
std::string parse_train_options(const std::vector<std::string>& arguments, TrainOptions* options);
std::string train_usage();

}  // namespace attn::programs
