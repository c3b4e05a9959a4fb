// What waits for no other script: the program, the graphics process, the fonts, and the stills that are in sight. The front page's picture is
// out of sight where its address leads to a place on the map.

import { fetchFonts } from './fonts.js';
import { fetchProgram, openWebGl2 } from './loader.js';
import { watchStills } from './stills.js';

if (document.body.dataset.page !== 'front' || location.hash === '') {
  fetchProgram(document.body.dataset.lesson, location.search);
  fetchFonts();
  openWebGl2(document.getElementById('canvas'));
}
watchStills(document);
