// The theme that an address asks for, over the one that the reader's system prefers.

import { asked } from './address.js';

/**
 * 'light' or 'dark' where the address says so, which then also becomes the page's own theme; else undefined. An embed is light unless it is
 * asked to be `dark` or `auto`: a frame sees nothing of the page around it, and most pages are white whatever the reader's system prefers.
 */
export function takeTheme() {
  const search = new URLSearchParams(asked());
  const isEmbed = document.body.dataset.page === 'embed';
  const theme = search.get('theme') ?? (isEmbed ? 'light' : undefined);
  const own = ['light', 'dark'].includes(theme) ? theme : isEmbed && theme !== 'auto' ? 'light' : undefined;
  if (own) document.documentElement.dataset.theme = own;
  return own;
}
