// `window.lab`: the course's engine as one object. It is a thin layer over the WebAssembly module, which validates and computes everything;
// here values become the parameters' canonical text, and JSON becomes objects. After `await lab.ready` every call answers at once.

import { bytesOf, callModule, handBytes, tableOf } from './module_call.js';
import { setValues, unknownInQuery } from './names.js';
import { when, whenTrained } from './when.js';
import { fetchWordings, withWordings } from './wordings.js';

/** What the engine reports; the page adds `ready` and `progress`. */
export const ENGINE_EVENTS = ['change', 'train', 'answer', 'error', 'contextlost', 'contextrestored'];
const PUBLIC_EVENTS = ['ready', 'progress', ...ENGINE_EVENTS];

export class Lab {
  #module = null;
  #listeners = new Map();
  #siteRoot; #resolve; #reject;
  #opening = 0;

  /** `siteRoot` is the address of the folder that holds the lessons' folders. */
  constructor(siteRoot) {
    this.#siteRoot = siteRoot;
    this.renew();
    [this.zoom, this.taken] = [1, []]; // how many CSS pixels one of the figure's pixels takes; the last texts of take()
    /** Draws the next frame now; set by the figure's host, as what follows. */
    this.drawNow = () => {};
    /** Fetches the code of a lesson, unless it is there. */
    this.bringCode = async () => {};
    this.bringLater = async () => {}; // the open lesson's later part, unless it is there; the other fetches it before it returns
    this.bringLaterNow = () => {};
    this.isWhole = () => true;
    /** Write the figure as a PNG, and the training's film as a file. */
    this.exportPng = this.exportFilm = async () => { throw new Error('lab.export: there is no picture to take'); };
    this.workers = () => 0; // how many train, after setting how many may at most
    this.alive = () => ({ workers: 0, textures: 0 });
    this.requestFrame = () => {}; // asks for a frame soon
    /** Says which values of a query were refused ({id: message}) and emits them as errors. */
    this.tellRefused = () => {};
  }

  /** Begins to wait for a start, the first or a further one: whoever awaits `ready` from now on hears of it. The figure's host calls this. */
  renew() {
    this.ready = new Promise((...settle) => { [this.#resolve, this.#reject] = settle; });
    this.ready.catch(() => {}); // where nobody awaits it, a failure is no error of the page
  }

  /** Gives the object its module. The figure's host calls this once. */
  attach(module) {
    this.#module = module;
    this.#resolve(this);
    this.emit('ready', { lesson: this.lesson().slug });
  }

  fail(error) {
    this.#reject(error);
    this.emit('error', { message: error.message });
  }

  get started() {
    return this.#module !== null;
  }

  /** Calls the module by a function's name; throws an Error with its message where it refuses. */
  call(name, a = '', b = '') {
    if (name === 'open') throw new Error('a lesson is opened by lab.open(), which fetches its code first');
    return this.#call(name, a, b);
  }

  #call(name, a = '', b = '') {
    if (!this.#module) throw new Error('the lab has not started: await lab.ready first');
    let answer = callModule(this.#module, 'lab_call', name, a, b);
    if (answer.later) {
      this.bringLaterNow(); // the caller wants an answer at once; whoever can wait awaits whole() first, which does not hold the page up
      answer = callModule(this.#module, 'lab_call', name, a, b);
    }
    if (!answer.ok) throw new Error(answer.error);
    return answer.value;
  }

  /** Resolves when the open lesson's later part has come, which otherwise is fetched when something misses it; rejects where it cannot be had. */
  async whole() {
    await this.ready;
    await this.bringLater();
  }

  on(event, listener) {
    if (!PUBLIC_EVENTS.includes(event)) throw new Error(`lab.on: no event called "${event}"; there are ${PUBLIC_EVENTS.join(', ')}`);
    if (!this.#listeners.has(event)) this.#listeners.set(event, new Set());
    this.#listeners.get(event).add(listener);
    return () => this.#listeners.get(event).delete(listener);
  }

  emit(event, detail) {
    for (const listener of this.#listeners.get(event) ?? []) {
      try {
        listener(detail);
      } catch (error) {
        reportError(error); // the other listeners are still called
      }
    }
  }

  lessons() {
    return this.call('lessons');
  }

  lesson() {
    return this.call('lesson');
  }

  /** Resolves when the code of the lesson `slug` is here, so that opening it takes no download; rejects where it cannot be had. */
  async prepare(slug) {
    await this.ready;
    await this.bringCode(slug).then(() => this.lessons().some((lesson) => lesson.slug === slug) && fetchWordings(slug));
  }

  /**
   * Opens a lesson in place; resolves when its first frame has been drawn. The last call wins: a call that is overtaken while its code is on the
   * way opens nothing.
   */
  async open(slug, query = '') {
    const turn = ++this.#opening;
    await this.prepare(slug);
    if (turn !== this.#opening) return this.lesson();
    const { errors } = this.#call('open', slug, String(query).replace(/^\?/, ''));
    this.drawNow();
    this.tellRefused({ ...unknownInQuery(this, query), ...errors });
    return this.lesson();
  }

  params() {
    return this.call('params');
  }

  /** The same as params(), but long tables are cut to their first rows: `count` says how many rows there are, and `whole()` gives them all. */
  briefParams() {
    return this.call('params', 'brief').map((row) => ({ ...row, whole: () => this.get(row.id) }));
  }

  get(id) {
    return this.call('get', id);
  }

  set(values) {
    return setValues(this, values);
  }

  /** Sets the parameters that a query string names, as links of the text do. */
  setQuery(query) {
    return this.call('set', query);
  }

  /**
   * Brings the state that `query` writes: a parameter that it does not name goes to its default, and the figure to the first. This is one step of
   * undo; locks, exercises and the undo history stay. Throws where the lesson has no such state, or a locked parameter would change.
   */
  bring(query = '') {
    return this.call('bring', query);
  }

  reset(id = '') {
    return this.call('reset', id);
  }

  undo() {
    return this.call('undo');
  }

  redo() {
    return this.call('redo');
  }

  history() {
    return this.call('history');
  }

  /** Lets a process take its steps by itself. In params() the number of a process's step is `walked`, up to `lastStep`, and `playing` says whether it moves. */
  play(id) {
    return this.call('play', id);
  }

  stop() {
    return this.call('stop');
  }

  query() {
    return this.call('query');
  }

  url(query = this.query()) {
    return new URL(`${this.lesson().number > 0 ? `${this.lesson().slug}/` : ''}${query ? `?${query}` : ''}`, this.#siteRoot).href; // the prelude is the front page's
  }

  figures() {
    return this.call('figures');
  }

  figure(id = '') {
    return this.call('figure', id);
  }

  /** The lesson as it opens, then the scenes that the text states: [{id, title, figure, values, query}], with `exercise` where one belongs to an exercise. */
  scenes() {
    return this.call('scenes');
  }

  /** Goes to a scene, as one step of undo, or to none without `id`. {id, own, note}: the last scene, whether call('own') has a picture to bring back, and which locked value stayed. */
  scene(id = '') {
    return this.call('scene', id);
  }

  results() {
    return this.call('results').map(({ name }) => name);
  }

  resultRows() { // with their labels
    return this.call('results');
  }

  read(name) {
    return tableOf(this.#module, this.call('read', name));
  }

  readHere(name) { // empty where its code is in the later part and that has not come
    return tableOf(this.#module, this.call('read_here', name));
  }

  describe() {
    return this.call('describe');
  }

  rect(id) {
    const rect = this.call('rect', id); // this is in the figure's pixels
    return rect && Object.fromEntries(Object.entries(rect).map(([side, length]) => [side, length * this.zoom]));
  }

  explain(name, i = 0, j = 0) {
    return this.call('explain', name, `${i},${j}`);
  }

  exercises() {
    return withWordings(this.lesson().slug, this.call('exercises'));
  }

  /** Begins an exercise: brings its scene, as one step of undo, and forgets what was predicted and answered. */
  begin(id) {
    return this.call('begin', id);
  }

  predict(id, choice) {
    return this.call('predict', id, choice);
  }

  check(id) {
    return this.call('check', id);
  }

  retry(id) {
    return this.call('retry', id);
  }

  /** How far the picture is from what an exercise asks for: {correct, message}. Null where the exercise is a prediction, or has not begun. */
  distance(id) {
    return this.call('distance', id);
  }

  /** Takes `steps` more steps; resolves to the metrics when they are taken. Rejected where training is paused, begun anew or diverges before that. */
  async train(steps = 1) {
    await this.ready;
    const before = this.training();
    const metrics = this.call('train', steps);
    if (!before.trained) return metrics;
    return whenTrained(this, Math.min(this.get('steps'), Math.max(before.target, before.step) + Number(steps)));
  }

  metrics() {
    return this.call('metrics');
  }

  /** {trained: false} for a lesson without a model, else how far training is and what goes on; `shown` says whether its buttons stand under the figure. */
  training() {
    return this.call('training');
  }

  /** Trains until it is paused, the model has converged or diverged, or all steps are taken. */
  run() {
    return this.call('run', 'true');
  }

  pause() {
    return this.call('run', 'false');
  }

  /** Brings the model back to its beginning. */
  restart() {
    return this.call('restart');
  }

  /** Trains 'slow', at four steps a second, or 'fast'. */
  speed(name) {
    return this.call('speed', name);
  }

  /** The film of the training, {frames, at, playing}: the steps of its frames, and which is shown. `what` is a frame's number, 'now', 'play' or 'stop'. */
  film(what = '') {
    return this.call('film', String(what));
  }

  /** The trainings of this visit, the present one (`number` 0) first: settings, how far it came, its address; `differs` has the settings that are not the same in all. */
  runs() {
    return this.call('runs').map(({ query, ...run }) => ({ ...run, url: this.url(query) }));
  }

  /** Brings back the settings, the steps and the first weights of a run that is kept. */
  bringRun(number) {
    return this.call('bring_run', number);
  }

  removeRun(number) {
    return this.call('remove_run', number);
  }

  clearRuns() {
    return this.call('clear_runs');
  }

  /** The present weights as the bytes of a safetensors file. */
  saveWeights() {
    return this.weightsFile().bytes;
  }

  weightsFile() { // with a name to save them under
    const { name } = this.call('save_weights');
    return { name, bytes: bytesOf(this.#module) };
  }

  /** Lets the model begin anew with the bytes of a safetensors file. Where they do not fit, it throws the reason, and nothing has changed. */
  openWeights(bytes, name = 'a file') {
    if (!this.#module) throw new Error('the lab has not started: await lab.ready first');
    const answer = JSON.parse(this.#module.UTF8ToString(handBytes(this.#module, 'lab_open_weights', name, new Uint8Array(bytes))));
    if (!answer.ok) throw new Error(answer.error);
  }

  /** Goes back to the weights that the parameters say. */
  forgetWeights() {
    return this.call('forget_weights');
  }

  /** Resolves when nothing is left to be done: the weights are here, the steps are taken, and the model is measured. */
  async idle() {
    await this.ready;
    return when(this, () => {
      const { busy, running, wanted } = this.training();
      return !running && !busy && wanted === 0;
    });
  }

  /** The state that is kept beside the present one, or null, after doing `act`: 'keep', 'swap', 'leave', or 'show' with a side or a result's name. */
  compare(act = '', name = '') {
    return this.call('compare', act, name);
  }

  /** What computed the present picture: {name, reason, cpuMs, gpuMs, byChoice, preferred}; `byChoice` says whether setBackend() acts on it. */
  backend() {
    return this.call('backend');
  }

  setBackend(name) {
    return this.call('set_backend', name);
  }

  /** Reads data of the reader's own, pasted or dropped; the lesson tells what it made of it. Workers (team.js) need `taken`, too. */
  take(text) {
    const { message } = this.call('import', text);
    this.taken = [...this.taken, text].slice(-4);
    return message;
  }

  stats() {
    return { ...this.call('stats'), ...this.alive() };
  }

  /** Lights a result, or a cell of one, in a figure that has it; '' puts the light out. */
  light(name = '') {
    const { ok, error, later } = callModule(this.#module, 'lab_call', 'light', name, '');
    if (later) return void this.whole().then(() => this.light(name), () => {});
    if (!ok) throw new Error(error);
    this.requestFrame();
  }

  /** The figure as a Blob, or the training's film as an animation ('gif') or a strip of pictures: `tell(done, of)` hears of each of these. */
  async export(format, tell) {
    await this.ready;
    if (format === 'gif' || format === 'strip') return this.exportFilm(format, tell);
    const type = { png: 'image/png', svg: 'image/svg+xml', csv: 'text/csv;charset=utf-8', json: 'application/json' }[format];
    if (!type) throw new Error(`lab.export: no format "${format}"; there are png, svg, csv, json, gif, strip`);
    const written = () => callModule(this.#module, 'lab_call', 'export', format === 'png' ? 'svg' : format, '');
    if (written().later) await this.whole();
    return format === 'png' ? this.exportPng() : new Blob([written().value], { type });
  }
}
