// What the address of an embed asks for besides the lesson's own parameters.

import { asked, askedScale } from '../page/address.js';
import { sayUnknown } from '../page/names.js';

const UIS = ['figure', 'controls', 'full'];
const THEMES = ['light', 'dark', 'auto'];
const SLUG = /^[a-z0-9-]+$/;
const OFF = /^(0|false|no|off)$/i;
const SCALES = [0.5, 3];

const ids = (text) => [...new Set(text.split(',').map((id) => id.trim()).filter(Boolean))];

/**
 * {lesson, figure, ui, controls, tabs, lock, training, scale, refused}. Where the address asks for no `ui`, it is '': the figure with the page's own
 * controls beside it. `controls` holds the ids that are named, or null where the address says nothing of them. `training` says whether the
 * buttons of training stand below the figure; where parts or controls are named, they do only if they are asked for too. The program says
 * whether the lesson has what is named; anything else that cannot be had is told in `refused`, {name: sentence}.
 */
export function readOptions(lesson) {
  const search = new URLSearchParams(asked());
  const ui = search.get('ui');
  const figure = search.get('figure') ?? '';
  const refused = {};
  for (const [name, legal] of [['ui', UIS], ['theme', THEMES]]) {
    const value = search.get(name);
    if (value && !legal.includes(value)) refused[name] = sayUnknown(name, [value], legal);
  }
  const scale = askedScale();
  const legal = scale >= SCALES[0] && scale <= SCALES[1];
  if (!Number.isNaN(scale) && !legal) refused.scale = `scale is a number from ${SCALES.join(' to ')}.`;
  const on = (name) => search.has(name) && !OFF.test(search.get(name));
  return {
    lesson: search.get('lesson') || lesson,
    figure: SLUG.test(figure) ? figure : '',
    ui: UIS.includes(ui) ? ui : '',
    controls: search.has('controls') ? ids(search.get('controls')) : null,
    tabs: on('tabs'),
    lock: search.get('lock') ?? '',
    training: search.has('training') ? on('training') : ui !== 'figure' && !search.has('controls'),
    scale: legal ? scale : 1,
    refused,
  };
}

/** May a lesson or a figure have this name? Anything else could be a path. */
export const isName = (text) => SLUG.test(text);
