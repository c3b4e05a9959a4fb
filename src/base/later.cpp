#include "base/later.h"

namespace attn {
namespace {

bool missed = false;

}  // namespace

void note_missed() { missed = true; }

bool take_missed() { return std::exchange(missed, false); }

}  // namespace attn
