// The theme that an address asks for, over the one that the reader's system prefers.

/** 'light' or 'dark' where the address says so, and then the page's own; else undefined. */
export function takeTheme() {
  const theme = new URLSearchParams(location.search).get('theme');
  if (theme !== 'light' && theme !== 'dark') return undefined;
  document.documentElement.dataset.theme = theme;
  return theme;
}
