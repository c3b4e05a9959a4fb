// What the exercises of a lesson ask, for scripts that put them elsewhere: {exercise: {question, choices, explanation}}, as plain text with
// LaTeX between dollar signs. The site's build takes them from the lesson's text.

import { ASSETS } from './places.js';

const known = new Map();

/** Resolves when the wordings of the lesson `slug` are here or cannot be had; the figure goes on without them. */
export async function fetchWordings(slug) {
  if (known.has(slug) || !/^[a-z0-9-]+$/.test(slug)) return;
  try {
    const response = await fetch(new URL(`exercises/${slug}.json`, ASSETS), { credentials: 'same-origin' });
    if (response.ok) known.set(slug, await response.json());
  } catch {
    // they are asked for again when a lesson is opened
  }
}

/** The exercises of the lesson `slug`, each with its wording. */
export const withWordings = (slug, exercises) => exercises.map((one) => ({ ...one, ...known.get(slug)?.[one.id] }));
