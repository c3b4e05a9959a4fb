// A worker that trains: it has an instance of the program with the open lesson's model, and leads a team or helps in one (src/training/team.h).
//
// Messages from the page: `start` (the program), `model` (the lesson's settings), `helper` or `leader` (the port to the other), `order`, `next`
// (a report was drawn) and `stop`. To the page: `ready`, `report` and `failed`. From leader to helper: `settings`, `state` and `sums`; back: `sums`.

import { callModule, withBytes } from './module_call.js';

const SLICE_MS = 4; // the leader looks for messages as often
const PAGE = 4096;
const REPORT_MS = 12; // between two reports

let module = null, settings = null;
const helpers = [];
let order = null, leading = Promise.resolve(), isDrawn = true;

/** Starts the program from its compiled parts: nothing is fetched but its script, which the page has. */
async function start({ script, primary, parts, lesson }) {
  const { default: createLab } = await import(script);
  module = await createLab({
    locateFile: (path) => path,
    instantiateWasm(imports, receive) {
      (async () => {
        const instance = await WebAssembly.instantiate(primary, imports);
        for (const part of parts) await WebAssembly.instantiate(part, { primary: instance.exports });
        receive(instance, primary);
      })().catch(fail);
      return {};
    },
    onAbort: fail,
    print: () => {},
    printErr: (line) => console.warn(line),
  });
  const answer = callModule(module, 'lab_start', '', lesson, '');
  if (answer.error) throw new Error(answer.error);
}

function fail(reason) {
  postMessage({ failed: String(reason?.message ?? reason) });
}

/** The model of these settings, untrained: weights come with orders and states. */
function setModel(asked) {
  settings = asked;
  for (const text of settings.taken) callModule(module, 'lab_call', 'import', text, ''); // the query names data of the reader's own
  callModule(module, 'lab_call', 'open', settings.lesson, settings.query);
  module._lab_member_start();
  for (const helper of helpers) helper.port.postMessage({ settings });
}

/** A buffer that begins with the bytes that an export gives: `buffer` itself where they fit into it. Any member's sums fit into another's buffer. */
function given(name, numbers, buffer) {
  const address = module[`_${name}`](...numbers), length = module._lab_member_length();
  const room = buffer?.byteLength >= length ? buffer : new ArrayBuffer(PAGE * Math.ceil(length / PAGE + 1));
  new Uint8Array(room).set(module.HEAPU8.subarray(address, address + length));
  return room;
}

// ---- leading ---------------------------------------------------------------------------------------------------------------------------

const pause = new MessageChannel();
/** Lets messages arrive. */
const breathe = () => new Promise((resume) => {
  pause.port1.onmessage = resume;
  pause.port2.postMessage(null);
});

async function lead(asked) {
  const mine = order = { turn: asked.turn };
  withBytes(module, asked.bytes, (address, length) => module._lab_member_lead(address, length));
  let more = true, wasTogether = false, used = 1, reported = performance.now(), breathed = reported;
  isDrawn = true;
  while (more) {
    const since = performance.now(), together = helpers.length > 0 && module._lab_member_wants_help() === 1;
    if (together && !wasTogether) gatherHelpers();
    wasTogether = together;
    if (together) used = team.length + 1;
    more = together ? await stepTogether() : module._lab_member_step() === 1;
    const now = performance.now();
    if (helpers.length > 0) module._lab_member_note_step(together, now - since);
    if (together) breathed = now; // messages have arrived while it waited for helpers
    if (now - breathed > SLICE_MS || !more) {
      await breathe();
      breathed = performance.now();
    }
    if (order !== mine) return;
    if (!more || (isDrawn && now - reported > REPORT_MS)) {
      report(mine.turn, !more, used);
      reported = performance.now();
      used = 1;
    }
  }
  order = null;
}

function report(turn, done, used) {
  const bytes = given('lab_member_report', []);
  isDrawn = false;
  postMessage({ report: bytes, turn, done, used }, [bytes]);
}

// Steps that are taken together. Leader and helpers each compute some shards and exchange the sums; then all make the same update. With one
// helper both send theirs at once; with more the leader collects them and sends the whole sum.

let team = [], step = 0;

/** Has all helpers go on from here. */
function gatherHelpers() {
  team = [...helpers];
  ++step; // helpers may have begun one that was not taken together
  for (const [i, helper] of team.entries()) {
    const state = given('lab_member_state', []);
    helper.port.postMessage({ state, step, number: i + 1, members: team.length + 1 }, [state]);
  }
}

async function stepTogether() {
  const members = team.length + 1, answers = team.map((helper) => helper.sumsOf(step));
  module._lab_member_compute(0, members);
  if (members === 2) send(team[0], 0, members);
  module._lab_member_draw_ahead();
  for (const [i, answer] of answers.entries()) put(await answer, i + 1, members);
  if (members > 2) for (const helper of team) send(helper, 0, 1);
  ++step;
  return module._lab_member_update() === 1;
}

function send(helper, number, members) {
  const sums = given('lab_member_sums', [number, members], helper.buffer);
  helper.buffer = null;
  helper.port.postMessage({ sums, number, members }, [sums]);
}

const put = (sums, number, members) =>
  withBytes(module, new Uint8Array(sums), (address, length) => module._lab_member_put_sums(address, length, number, members));

class Helper {
  #wanted = 0;
  #resolve = null;
  #arrived = null;

  constructor(port) {
    this.port = port;
    this.buffer = null; // goes there with sums and comes back with others
    port.onmessage = ({ data }) => {
      this.#arrived = data;
      this.#deliver();
    };
    if (settings) port.postMessage({ settings });
  }

  /** Resolves with the sums of the helper's shards of this step. */
  sumsOf(which) {
    return new Promise((resolve) => {
      this.#wanted = which;
      this.#resolve = resolve;
      this.#deliver(); // they may be here already
    });
  }

  #deliver() {
    if (!this.#resolve || this.#arrived?.step !== this.#wanted) return;
    this.buffer = this.#arrived.sums;
    this.#resolve(this.buffer);
    this.#resolve = this.#arrived = null;
  }
}

// ---- helping ---------------------------------------------------------------------------------------------------------------------------

/** Follows the leader: a `state` begins, and `sums` end a step and begin the next. */
function help(port) {
  let own = null, at = 0;
  const begin = (buffer) => {
    module._lab_member_compute(own.number, own.members);
    const sums = given('lab_member_sums', [own.number, own.members], buffer);
    port.postMessage({ step: at, sums }, [sums]);
    module._lab_member_draw_ahead();
  };
  port.onmessage = ({ data }) => {
    try {
      if (data.settings) return setModel(data.settings);
      if (data.state) {
        withBytes(module, new Uint8Array(data.state), (address, length) => module._lab_member_follow(address, length));
        own = data;
        at = data.step;
        return begin(null);
      }
      put(data.sums, data.number, data.members);
      module._lab_member_update();
      ++at;
      begin(data.sums);
    } catch (error) {
      fail(error);
    }
  };
}

const HEARD = {
  start: async (program) => {
    await start(program);
    postMessage({ ready: true });
  },
  model: (asked) => leading.then(() => setModel(asked)),
  helper: (port) => helpers.push(new Helper(port)),
  leader: help,
  order: async (asked) => {
    await leading;
    leading = lead(asked).catch(fail);
  },
  next: () => { isDrawn = true; },
  stop: () => { order = null; },
};

let heard = Promise.resolve();
onmessage = ({ data }) => {
  const [[name, value]] = Object.entries(data);
  heard = heard.then(() => HEARD[name](value)).catch(fail); // in their order, while one of them takes its time
};
