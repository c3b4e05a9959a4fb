// The command line of attention-train.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace attn::programs {

struct TrainOptions {
  enum class Mode { kTrain, kAll, kManifest, kEvaluate, kShow, kList, kHelp };
  Mode mode = Mode::kHelp;
  std::string model;      ///< of kTrain
  std::string task;       ///< of kShow
  int count = 5;          ///< examples that kShow prints of each split
  int steps = 0;          ///< 0: as the model's plan says
  bool has_seed = false;  ///< else the plan's
  std::uint64_t seed = 0;
  bool json = false;  ///< kEvaluate and kList print JSON
  std::string out;    ///< a file, or the folder of kAll, kManifest and kEvaluate; empty: the default
};

/// Returns an empty string, or what is wrong and what would be right.
std::string parse_train_options(const std::vector<std::string>& arguments, TrainOptions* options);
std::string train_usage();

}  // namespace attn::programs
