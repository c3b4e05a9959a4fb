// Says that the figure did not start, where its scripts, which are modules, were not let in. A plain script: any frame may load one, while a
// sandboxed one without an origin gets modules only from a host that allows every origin.

const faces = new URL('../faces.css', document.currentScript.src); // elsewhere a script fetches them

addEventListener('load', () => {
  if (window.lab) return;
  const lesson = /[?&]lesson=([a-z0-9-]+)/.exec(location.search)?.[1];
  const link = Object.assign(document.createElement('a'), { href: lesson ? `${lesson}/` : './', textContent: 'Open its page' });
  const why = window.origin === 'null'
    ? 'this sandboxed frame may not load its scripts. The frame needs allow-same-origin, or the host to allow every origin.'
    : 'its scripts could not be loaded.';
  document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: faces }));
  const notice = document.querySelector('.figure-notice');
  notice.replaceChildren(`The figure could not start: ${why} `, link);
  notice.hidden = false;
});
