// Which network learns to answer in bits, and how large it is.
#pragma once

namespace attn::lessons::neural_turing_machine {

/// A Turing machine with a feed-forward or an LSTM controller, or an LSTM whose only memory is its state.
enum class Network { feed_forward, lstm_controller, lstm };

struct NetworkSettings {
  Network network = Network::feed_forward;
  int units = 100;  ///< units of the controller, or of each layer of the LSTM
  int layers = 1;   ///< layers of the LSTM
  int cells = 128, width = 20;
  int heads = 1;  ///< heads that read, and as many that write
  /// The number of batches over which the longest sequence grows to the task's longest; 0 if all lengths are drawn from the beginning.
  int growing = 0;
  bool operator==(const NetworkSettings&) const = default;
};

}  // namespace attn::lessons::neural_turing_machine
