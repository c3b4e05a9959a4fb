// A team of threads (team.h): one leads, the others help it. In Node, which has none for WebAssembly, report() takes the steps itself.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "training/model.h"

namespace attn::training {

class Threads {
 public:
  /// A thread for each model. They are equal, and no one else uses them.
  explicit Threads(std::vector<std::unique_ptr<Model>> models);
  /// Ends the threads after their present step.
  ~Threads();
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  /// Begins what write_order() has written, in the place of an order that is still at work.
  void begin(std::string order);
  /// Ends the order. What has not been taken of it is lost.
  void stop();
  /// Where the steps since the last report have led; empty where there are none after `wait_ms`.
  std::string report(double wait_ms = 0);
  /// Whether the order is done, and its last report was taken.
  bool done() const;

 private:
  struct Crew;
  std::unique_ptr<Crew> crew_;
};

}  // namespace attn::training
