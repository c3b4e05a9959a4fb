// The last of something that is slow to make, kept for as long as it is asked for again: what a picture has that does not follow the hand.
//
//   static thread_local Kept<Key, Field> kept;
//   const Field& field = kept.get(key, [&] { return make_field(key); });
//
// Whoever measures how long a picture takes lets everything be made anew: forget_kept().
#pragma once

#include <list>

namespace attn {

/// Counts what was kept, over all types.
struct KeptCounts {
  long uses = 0;  ///< how often something was there already
  long age = 0;   ///< what is older is made anew
};
inline KeptCounts& kept_counts() {
  static thread_local KeptCounts counts;
  return counts;
}
inline void forget_kept() { ++kept_counts().age; }

/// Of `most` keys, those that were asked for last: two where two pictures stand side by side.
template <class Key, class Value, int most = 1>
class Kept {
 public:
  /// The value of a key, or null where it is not held.
  const Value* find(const Key& key) const {
    for (const Held& held : held_)
      if (held.key == key && held.age == kept_counts().age) return &held.value;
    return nullptr;
  }
  /// The value of `make()`, which depends on nothing but the key. The reference holds until `most` other keys were asked for.
  template <class Make>
  const Value& get(const Key& key, Make make) {
    held_.remove_if([](const Held& held) { return held.age != kept_counts().age; });
    for (auto held = held_.begin(); held != held_.end(); ++held)
      if (held->key == key) {
        ++kept_counts().uses;
        held_.splice(held_.begin(), held_, held);
        return held->value;
      }
    if (held_.size() == most) held_.pop_back();  // first, so that there are never more
    held_.push_front({key, make(), kept_counts().age});
    return held_.front().value;
  }

 private:
  struct Held {
    Key key;
    Value value;
    long age;
  };
  std::list<Held> held_;  ///< the last one first
};

}  // namespace attn
