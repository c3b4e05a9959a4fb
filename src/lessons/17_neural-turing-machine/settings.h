// Which network learns to answer in bits, and how large it is.
#pragma once

namespace attn::lessons::neural_turing_machine {

/// A Turing machine by what controls it, or an LSTM that has no memory but its state.
enum class Network { feed_forward, lstm_controller, lstm };

struct NetworkSettings {
  Network network = Network::feed_forward;
  int units = 100;  ///< of the controller, or of each of the LSTM's layers
  int layers = 1;   ///< of the LSTM
  int cells = 128, width = 20;
  int heads = 1;  ///< that read, and as many that write
  /// Batches over which the longest sequence grows to the task's; 0: they are as long from the first.
  int growing = 0;
  bool operator==(const NetworkSettings&) const = default;
};

}  // namespace attn::lessons::neural_turing_machine
