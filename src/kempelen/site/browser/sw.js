// The service worker: files come from its cache, pages from Python, which runs in a window and is asked by a port.

const VERSION = '@VERSION@';
const FILES = @FILES@;
const CACHE = `kempelen-${VERSION}`;
const ROOT = new URL('./', self.location.href);
const KEPT = new Set(FILES);
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self' blob:; worker-src 'self'; style-src 'self'; img-src 'self' data:";
const DRAWINGS = "default-src 'none'; style-src 'unsafe-inline'";
const POLICED = /\.(html|js|svg)$/;
const PATIENCE = 90000;
const SOON = 400; // milliseconds after which it is said that something is reckoned
const ALL = @WORDS@;
const lang = self.navigator.languages.map(name => name.slice(0, 2)).find(name => name in ALL) || 'en';

self.addEventListener('install', event => {
  event.waitUntil(caches.open(CACHE).then(cache => cache.addAll(FILES.map(file => new Request(new URL(file, ROOT), {cache: 'no-cache'})))));
});

self.addEventListener('activate', event => {
  event.waitUntil((async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith('kempelen-') && name !== CACHE) await caches.delete(name);
    }
    await self.clients.claim();
  })());
});

self.addEventListener('message', event => {
  if (event.data.python) {
    take(event.ports[0]);
  } else if (event.data.gone) {
    port = null;
  } else if (event.data.leave) {
    leave();
  } else if (event.data.skip) {
    event.waitUntil(self.skipWaiting());
  } else if (event.data.claim) {
    event.waitUntil(self.clients.claim());
  }
});

self.addEventListener('fetch', event => {
  const {request} = event;
  const url = new URL(request.url);
  if (url.origin !== ROOT.origin || !url.pathname.startsWith(ROOT.pathname)) return;
  const path = url.pathname.slice(ROOT.pathname.length);
  if (request.mode === 'navigate' && request.destination === 'document') {
    event.respondWith(path === 'licences.txt' ? kept(path) : shell());
  } else if (KEPT.has(path) && path !== 'index.html') {
    event.respondWith(kept(path));
  } else if (path !== 'sw.js') {
    event.respondWith(ask(request, url));
  }
});

// -- files

async function kept(path) {
  const found = await (await caches.open(CACHE)).match(new URL(path, ROOT));
  if (!found) return fetch(new URL(path, ROOT));
  if (!POLICED.test(path)) return found; // as it is: what a browser has compiled of it is kept with it
  const headers = new Headers(found.headers);
  headers.set('content-security-policy', path.endsWith('.svg') ? DRAWINGS : POLICY);
  return new Response(found.body, {status: found.status, headers});
}

/** The page round the app, wherever it is asked for: its own addresses begin at the root. */
async function shell() {
  const found = await (await caches.open(CACHE)).match(new URL('index.html', ROOT));
  if (!found) return fetch(ROOT);
  const text = (await found.text()).replace('<base href="./">', `<base href="${ROOT.pathname}">`);
  return new Response(text, {headers: {'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store'}});
}

// -- Python

let port = null;
let last = 0;
const NAME = Math.random().toString(36).slice(2); // after an idle while a new one counts anew
const open = new Map(); // requests without an end yet
let leaving = false;

/** A new version is to take over: whoever listens is let go of, and nobody is taken on any more. */
function leave() {
  leaving = true;
  for (const asked of open.values()) asked.close();
  open.clear();
}

function take(given) {
  port = given;
  port.onmessage = ({data}) => {
    const [first, second] = data;
    if (data.length === 3 && first.status && second.body && data[2].end && data.every(one => one.id === first.id)) {
      open.get(first.id)?.take({...first, whole: second.body});
    } else {
      for (const one of data) open.get(one.id)?.take(one);
    }
  };
  for (const asked of open.values()) asked.send(); // those that nobody has begun to answer
}

async function where() {
  for (const client of await self.clients.matchAll({type: 'window', includeUncontrolled: true})) client.postMessage({where: true});
}

/** A page takes long, or is there: the windows say so. @param {boolean} computing */
async function tell(computing) {
  for (const client of await self.clients.matchAll({type: 'window', includeUncontrolled: true})) client.postMessage({computing});
}

/** Instead of a page that is not there. @param {number} status @param {URL} url @param {string} told @param {string=} head */
function instead(status, url, told, head = '') {
  const page = `<!doctype html><html lang="${lang}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}<title>Kempelen</title><link rel="stylesheet" href="${ROOT.pathname}shell.css"><main id="wait">${told}<p><a href="${url.pathname}${url.search}">${ALL[lang].look_again}</a></p><p><a href="${ROOT.pathname}">Kempelen</a></p></main></html>`;
  return new Response(page, {status, headers: {'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store', 'content-security-policy': POLICY}});
}

/** It is not there yet: what was asked for goes on, and is looked for again. @param {URL} url */
function patience(url) {
  return instead(504, url, `<h1>${ALL[lang].computing}</h1><progress></progress><p>${ALL[lang].slow}</p>`, '<meta http-equiv="refresh" content="2">');
}

const NO_ROOM = 507;

/** Is it the first page, as it is without any wish? @param {Request} request @param {URL} url */
function isHome(request, url) {
  return request.method === 'GET' && url.pathname === ROOT.pathname && !url.search;
}

/** As it is shown at the next start, before Python runs. @param {BlobPart[]} parts */
function keepHome(parts) {
  caches.open(CACHE).then(cache => cache.put(ROOT, new Response(new Blob(parts)))).catch(() => {});
}

/** @param {Request} request @param {URL} url */
async function ask(request, url) {
  const id = `${NAME}-${++last}`;
  const headers = [...request.headers];
  if (!request.headers.has('accept-language')) headers.push(['accept-language', self.navigator.languages.join(',')]);
  const body = ['GET', 'HEAD'].includes(request.method) ? undefined : await request.arrayBuffer();
  if (leaving) return new Response('', {status: 503});
  const wanted = {ask: id, method: request.method, path: decodeURIComponent(url.pathname), query: url.search.slice(1), headers, body};
  return new Promise(answer => {
    let begun = false;
    let stream = null;
    let parts = isHome(request, url) ? [] : null; // as it is shown at the next start, before Python runs
    const page = request.mode === 'navigate';
    let told = false;
    const soon = page && setTimeout(() => tell(told = true), SOON);
    const there = () => {
      clearTimeout(timer);
      clearTimeout(soon);
      if (told) tell(told = false);
    };
    const timer = setTimeout(() => {
      if (begun) return;
      there();
      open.delete(id); // it is not taken back: an answer that was given is kept as soon as its turn comes
      answer(page ? patience(url) : new Response('', {status: 504}));
    }, PATIENCE);
    open.set(id, {
      close() {
        there();
        port?.postMessage({cancel: id});
        if (begun) stream?.close();
        else answer(new Response('', {status: 503}));
      },
      send() {
        if (!begun && port) port.postMessage(wanted);
      },
      take(data) {
        if (data.status) {
          if (begun) return;
          begun = true;
          there();
          if (data.status !== 200) parts = null;
          if (data.whole) open.delete(id);
          if (data.status === NO_ROOM && page) return answer(instead(NO_ROOM, url, `<p>${ALL[lang].full}</p>`));
          const headers = new Headers(data.headers);
          const to = headers.get('location');
          if (to && data.status > 300 && data.status < 400) return answer(Response.redirect(new URL(to, url), data.status));
          const empty = [204, 205, 304].includes(data.status) || request.method === 'HEAD';
          if (data.whole) {
            if (parts) keepHome([data.whole]);
            return answer(new Response(empty ? null : data.whole, {status: data.status, headers}));
          }
          const content = new ReadableStream({
            start: controller => void (stream = controller),
            cancel() {
              open.delete(id);
              port?.postMessage({cancel: id});
            },
          });
          answer(new Response(empty ? null : content, {status: data.status, headers}));
        } else if (data.body) {
          parts?.push(data.body.slice());
          stream?.enqueue(data.body);
        } else if (data.end) {
          open.delete(id);
          stream?.close();
          if (parts) keepHome(parts);
        }
      },
    });
    request.signal?.addEventListener('abort', () => {
      there();
      if (open.delete(id)) port?.postMessage({cancel: id});
    });
    if (port) port.postMessage(wanted);
    else where();
  });
}
