// Trains in workers: they take the steps of the open lesson's model while the page draws (src/training/team.h). The first of them leads, the
// others help it. Where no worker starts, the page goes on taking the steps itself.

import { bytesOf, withBytes } from './module_call.js';
import { PROGRAM } from './lesson_parts.js';
import { ASSETS } from './places.js';

const WORKER = new URL('page/team_worker.js', ASSETS);
export const MOST_WORKERS = 8; // a batch has four shards, a twin's as many
const FRAME_MS = 20; // from a report to the frame after its picture, where drawing takes no time worth mentioning
const [REST, LONG_REST] = [1, 8]; // times what a picture took beyond that, with cores to spare and without: where drawing is slow, training gets most of the machine
const LEAST_STEPS = 30; // of a training for which workers are started
const LONGEST_REST_MS = 400; // the picture keeps moving
const UNDRAWN_MS = 100; // between two reports while nothing is drawn

export class Team {
  #lesson = null;
  #members = [];
  #leader = null;
  #model = '';
  #turn = 0;
  #going = false;
  #used = 0;
  #refused = null; // the lesson in which workers were refused, or failed
  #owes = false;
  #tookAt = 0;

  /** `host.inSight()` says whether anybody can see the figure, `host.draws()` whether frames come, and `host.request()` asks for one. */
  constructor(module, parts, lab, host) {
    Object.assign(this, { module, parts, lab, host });
    this.most = Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 2);
  }

  /** How many workers there are. */
  get alive() {
    return this.#members.length;
  }

  /** How many of them take the steps, or took the last ones; after setting how many there may be at most. */
  workers(most) {
    if (most !== undefined) {
      this.most = Math.min(most, MOST_WORKERS);
      this.#dismiss();
      this.attend();
    }
    return this.#used;
  }

  /** Sees to it that the steps that are wanted are being taken. The figure's host calls it whenever something about training or the lesson may have changed. */
  attend() {
    if (this.#lesson !== null && this.lab.lesson().slug !== this.#lesson) this.#dismiss();
    if (!this.host.inSight()) return this.#stop();
    if (this.most === 0 || this.#refused === this.lab.lesson().slug) return;
    if (this.#leader === null) {
      if (this.#wants()) this.#gather();
      return;
    }
    if (!this.#leader.ready) return;
    const wanted = this.module._lab_ordered_steps();
    if (wanted === 0) return this.#stop();
    if (!this.#going) this.#order();
  }

  /** A frame has been drawn, so that a further report will be seen. */
  drawn() {
    if (!this.#owes) return;
    this.#owes = false;
    const next = () => this.#leader?.worker.postMessage({ next: true });
    if (!this.host.draws()) return next();
    requestAnimationFrame((now) => setTimeout(next, Math.min(LONGEST_REST_MS, Math.max(0, this.#rest() * (now - this.#tookAt - FRAME_MS)))));
  }

  #rest() {
    return (navigator.hardwareConcurrency || 2) > this.#used + 1 ? REST : LONG_REST;
  }

  /** Are there steps enough to come that workers are worth their start? */
  #wants() {
    const { trained, phase, step, target, running } = this.lab.training();
    return trained && phase === 'training' && this.lab.isWhole() && (running || target - step > LEAST_STEPS);
  }

  async #gather() {
    const lesson = this.#lesson = this.lab.lesson().slug;
    const leader = this.#leader = { ready: false };
    const modules = this.parts.forWorkers(lesson);
    try {
      await this.#hire(leader, modules, leader);
      while (this.#leader === leader && this.#members.length < this.most) {
        const helper = { ready: false };
        await this.#hire(helper, modules, leader);
        if (this.#leader !== leader) return;
        this.#introduce(helper);
      }
    } catch (error) {
      if (this.#leader === leader) this.#giveUp(error.message);
    }
  }

  /** Starts a worker, unless the team has been dismissed meanwhile; resolves when it is ready. */
  async #hire(member, modules, leader) {
    const { primary, parts } = await modules;
    if (this.#leader !== leader) return;
    const worker = member.worker = new Worker(WORKER, { type: 'module' });
    this.#members.push(member);
    await new Promise((ready, refuse) => {
      const fail = (why) => {
        refuse(new Error(why));
        if (this.#members.includes(member)) this.#giveUp(why);
      };
      worker.onerror = (event) => fail(event.message || 'a worker could not be started');
      worker.onmessage = ({ data }) => {
        if (data.ready) ready();
        else if (data.failed) fail(data.failed);
        else if (data.report) this.#take(data);
      };
      worker.postMessage({ start: { script: new URL(`${PROGRAM}.js`, ASSETS).href, primary, parts, lesson: this.#lesson } });
    });
    member.ready = true;
    if (member !== this.#leader) return;
    this.module._lab_team(1);
    this.attend();
  }

  /** A helper that is ready joins between two steps. */
  #introduce(helper) {
    const { port1, port2 } = new MessageChannel();
    helper.worker.postMessage({ leader: port1 }, [port1]);
    this.#leader.worker.postMessage({ helper: port2 }, [port2]);
  }

  #order() {
    const model = `${this.#lesson} ${this.lab.training().restarts}`;
    if (model !== this.#model) {
      this.#model = model;
      this.#leader.worker.postMessage({ model: { lesson: this.#lesson, query: this.lab.query(), taken: this.lab.taken } });
    }
    this.module._lab_order();
    const bytes = bytesOf(this.module);
    this.#going = true;
    this.#leader.worker.postMessage({ order: { bytes, turn: ++this.#turn } }, [bytes.buffer]);
  }

  #take({ report, turn, done, used }) {
    if (turn !== this.#turn || !this.#going) return;
    const taken = withBytes(this.module, new Uint8Array(report), (address, length) => this.module._lab_take_report(address, length));
    if (done) this.#going = false;
    if (!taken) this.#stop();
    this.#used = used;
    this.#owes = true;
    this.#tookAt = performance.now();
    if (this.host.draws()) this.host.request();
    else setTimeout(() => this.drawn(), UNDRAWN_MS);
    if (!taken || done) this.attend();
  }

  #stop() {
    if (!this.#going) return;
    this.#going = false;
    this.#leader.worker.postMessage({ stop: true });
  }

  #dismiss() {
    for (const { worker } of this.#members) worker.terminate();
    this.#members = [];
    if (this.#leader) this.module._lab_team(0);
    this.#leader = this.#lesson = null;
    this.#model = '';
    this.#going = false;
    this.#used = 0;
  }

  /** Workers are refused here, or one has failed: the page takes the steps from where the last report led. */
  #giveUp(why) {
    console.info(`Training goes on without workers: ${why}`);
    this.#refused = this.#lesson;
    this.#dismiss();
    this.host.keepWorking();
  }
}
