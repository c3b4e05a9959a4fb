// The theme that an address asks for, over the one that the reader's system prefers.

import { asked } from './address.js';

/**
 * 'light' or 'dark' where the address says so, and then the page's own; else undefined. A figure on somebody's page is light unless it is
 * asked to be `dark` or `auto`: of that page a frame sees nothing, and most are white whatever the reader's system prefers.
 */
export function takeTheme() {
  const search = new URLSearchParams(asked());
  const isEmbed = document.body.dataset.page === 'embed';
  const theme = search.get('theme') ?? (isEmbed ? 'light' : undefined);
  const own = ['light', 'dark'].includes(theme) ? theme : isEmbed && theme !== 'auto' ? 'light' : undefined;
  if (own) document.documentElement.dataset.theme = own;
  return own;
}
