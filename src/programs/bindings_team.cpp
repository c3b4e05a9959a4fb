// What the web module exports for training in workers (training/team.h). Every worker has an instance of the module, with a lab that is
// never drawn: lab_start() makes it and the call `open` sets its lesson. The order is in lab_bytes(); bytes that a worker's function gives
// have lab_member_length() and live until its next call.
//
// The page:
//   lab_team(there)                       whether workers take orders
//   lab_ordered_steps()                   the steps to be ordered; 0: none
//   lab_order()                           the order of these steps
//   lab_take_report(bytes, length)        1 where the report answers the last order
// A worker:
//   lab_member_start()                    takes the open lesson's model
//   lab_member_lead(bytes, length)        a leader: begins what the page has ordered
//   lab_member_step()                     takes a step alone; 1 while more steps are to be taken
//   lab_member_report()                   gives where the steps since the last report have led
//   lab_member_wants_help()               whether the next step should have helpers
//   lab_member_note_step(helped, ms)      how long a step took
//   lab_member_state()                    gives what helpers have to follow
//   lab_member_follow(bytes, length)      a helper: goes on from there
//   lab_member_compute(number, members)   both: draws the batch of a step and computes the shards of member `number`, 0 being the leader
//   lab_member_sums(number, members)      gives their sums
//   lab_member_draw_ahead()               draws for the next step, in time that would be spent waiting
//   lab_member_put_sums(bytes, length, number, members)   puts in those of another
//   lab_member_update()                   ends the step; a leader's gives 1 while more steps are to be taken
#include <emscripten.h>

#include <optional>

#include "programs/page_lab.h"
#include "training/team.h"

namespace attn::programs {
namespace {

std::optional<training::Member>& member() {
  static std::optional<training::Member> the_member;
  return the_member;
}

size_t given_length = 0;

const char* given(const std::string& bytes) {
  given_length = bytes.size();
  return bytes.data();
}

std::string_view view(const char* bytes, int length) { return {bytes, static_cast<size_t>(length)}; }

}  // namespace
}  // namespace attn::programs

using namespace attn::programs;

extern "C" {

EMSCRIPTEN_KEEPALIVE void lab_team(int there) { page_lab()->session.model().set_team(there != 0); }

EMSCRIPTEN_KEEPALIVE int lab_ordered_steps() { return page_lab() ? page_lab()->session.model().ordered_steps() : 0; }

EMSCRIPTEN_KEEPALIVE void lab_order() { page_lab()->bytes = page_lab()->session.model().order(); }

EMSCRIPTEN_KEEPALIVE int lab_take_report(const char* bytes, int length) {
  const bool taken = page_lab()->session.model().take_report(view(bytes, length));
  page_lab()->publish_changes();
  if (taken && page_lab()->screen) page_lab()->screen->request_picture();
  return taken;
}

EMSCRIPTEN_KEEPALIVE void lab_member_start() { member().emplace(page_lab()->session.model().model()); }

EMSCRIPTEN_KEEPALIVE void lab_member_lead(const char* bytes, int length) { member()->lead(view(bytes, length)); }

EMSCRIPTEN_KEEPALIVE int lab_member_step() { return member()->step(); }

EMSCRIPTEN_KEEPALIVE const char* lab_member_report() { return given(member()->report()); }

EMSCRIPTEN_KEEPALIVE int lab_member_wants_help() { return member()->wants_help(); }

EMSCRIPTEN_KEEPALIVE void lab_member_note_step(int helped, double ms) { member()->note_step(helped != 0, ms); }

EMSCRIPTEN_KEEPALIVE const char* lab_member_state() { return given(member()->state()); }

EMSCRIPTEN_KEEPALIVE void lab_member_follow(const char* bytes, int length) { member()->follow(view(bytes, length)); }

EMSCRIPTEN_KEEPALIVE void lab_member_compute(int number, int members) {
  member()->draw();
  member()->compute(number, members);
}

EMSCRIPTEN_KEEPALIVE const char* lab_member_sums(int number, int members) { return given(member()->sums(number, members)); }

EMSCRIPTEN_KEEPALIVE void lab_member_draw_ahead() { member()->draw_ahead(); }

EMSCRIPTEN_KEEPALIVE void lab_member_put_sums(const char* bytes, int length, int number, int members) {
  member()->put_sums(view(bytes, length), number, members);
}

EMSCRIPTEN_KEEPALIVE int lab_member_update() { return member()->update(); }

EMSCRIPTEN_KEEPALIVE int lab_member_length() { return static_cast<int>(given_length); }

}  // extern "C"
