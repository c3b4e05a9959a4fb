// Still pictures, each fetched when it comes into sight, in the theme shown. Where scripts run, style sheets keep a picture from being fetched
// until it has the class `is-near`; where none run, the browser fetches the pictures as it sees fit.

import { takeTheme } from './theme.js';

const AHEAD = '10%'; // of the window, above and below

const sight = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    sight.unobserve(target);
    target.classList.add('is-near');
  }
}, { rootMargin: `${AHEAD} 0px` });

/** Watches the stills below `root`, so that each is fetched in time. */
export function watchStills(root) {
  const theme = takeTheme();
  for (const picture of root.querySelectorAll('picture:not(.is-near)')) {
    const dark = picture.querySelector('source');
    if (dark && theme) dark.media = theme === 'dark' ? 'all' : 'not all';
    sight.observe(picture);
  }
}

/** Makes the still of `name` (a lesson, or a lesson and a figure of it) out of another one. */
export function renameStill(picture, name) {
  const rename = (address) => address.replace(/[^/]*(?=-(?:light|dark)\.svg$)/, name);
  const dark = picture.querySelector('source'), light = picture.querySelector('img');
  dark.srcset = rename(dark.getAttribute('srcset') ?? dark.dataset.srcset);
  light.src = rename(light.getAttribute('src') ?? light.dataset.src);
}
