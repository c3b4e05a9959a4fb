// Names in addresses and calls: which ones a lesson has, and what a reader is told of the others.

import { PAGE_KEYS } from './address.js';
import { toQuery } from './values.js';

/** Names that a state has besides its parameters. */
const OF_A_STATE = ['figure', 'backend', 'a', 'compare'];
/** Keys that mails, networks, search engines and frameworks hang on addresses; nobody has to be told of them. */
const FOREIGN = /^([^a-z].*|utm_.*|mc_.*|pk_.*|mtm_.*|hsa_.*|ng-.*|.*clid|gbraid|wbraid|igshid?|mkt_tok|ref|ref_src|source|si|v|ver|nocache)$/i;
const LONGEST_NAME = 40, MOST_NAMES = 8;

const parameterOf = (name) => name.replace(/\[.*$/, ''); // "keys" for "keys[0,1]"
const quoted = (name) => `“${name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name}”`;

/** One sentence on all of `strange`, which should be among `known`. */
export function sayUnknown(kind, strange, known) {
  const names = strange.slice(0, MOST_NAMES).map(quoted);
  if (strange.length > MOST_NAMES) names.push(`${strange.length - MOST_NAMES} more`);
  const last = names.pop();
  const all = names.length > 0 ? `are no ${kind}s ${names.join(', ')} and ${last}` : `is no ${kind} ${last}`;
  return `There ${all}; there are ${known.join(', ')}.`;
}

/** {name: sentence} for those of `names` that are not among `known`; all of them share one sentence. */
function unknownOf(kind, names, known) {
  const strange = [...new Set(names)].filter((name) => !known.includes(parameterOf(name)));
  const sentence = strange.length > 0 ? sayUnknown(kind, strange, known.filter((name) => !OF_A_STATE.includes(name))) : '';
  return Object.fromEntries(strange.map((name) => [name, sentence]));
}

const asked = new WeakMap(); // lab -> {slug, ids}: describing every parameter takes long for something that a slider asks at each step

function parameters(lab) {
  const { slug } = lab.lesson();
  if (asked.get(lab)?.slug !== slug) asked.set(lab, { slug, ids: lab.briefParams().map(({ id }) => id) });
  return asked.get(lab).ids;
}

/** {name: sentence} for what `query` names and the lesson does not have, except for the page's own keys and foreign ones. */
export function unknownInQuery(lab, query) {
  const names = [...new URLSearchParams(query).keys()].filter((name) => name && !FOREIGN.test(name) && !PAGE_KEYS.includes(name));
  return unknownOf('parameter', names, [...parameters(lab), ...OF_A_STATE]);
}

/** Locks those of the parameters `ids`, "id,id", that the lesson has; returns {name: sentence} for the others. */
export function lockNamed(lab, ids) {
  const names = ids.split(',').map((id) => id.trim()).filter(Boolean);
  const unknown = unknownOf('parameter', names, parameters(lab));
  const known = names.filter((name) => !Object.hasOwn(unknown, name));
  if (known.length > 0) lab.call('lock', known.join());
  return unknown;
}

const isValue = (value) => ['number', 'string', 'boolean', 'bigint'].includes(typeof value) || ArrayBuffer.isView(value) || (Array.isArray(value) && value.every(isValue));

/** Does what lab.set(values) promises: applies the legal values, and says of each other name or value what is wrong with it, {ok, errors: {name: sentence}}. */
export function setValues(lab, values) {
  if (values === null || typeof values !== 'object' || Array.isArray(values))
    throw new Error('lab.set takes an object of parameters with their values, as in lab.set({temperature: 0.5})');
  const unknown = unknownOf('parameter', Object.keys(values), [...parameters(lab), ...OF_A_STATE]);
  const rows = Object.entries(values).filter(([name]) => !Object.hasOwn(unknown, name));
  const unreadable = rows.filter(([, value]) => !isValue(value)).map(([name]) => [name, `${name} takes a number, a text, true or false, or rows of numbers.`]);
  const { errors } = lab.call('set', toQuery(Object.fromEntries(rows.filter(([, value]) => isValue(value)))));
  const all = { ...unknown, ...Object.fromEntries(unreadable), ...errors };
  return { ok: Object.keys(all).length === 0, errors: all };
}
