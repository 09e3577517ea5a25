// The page that stays while pages come and go in its frame. One open window has Python in a worker; all others, and the
// service worker that answers every request, ask it.

import {early, goOn, readable} from './early.js';
import {nearLine, shorten} from './near.js';

const VERSION = '@VERSION@';
const PATIENCE = 90000; // milliseconds in which Python must be ready; after that it is started once more, the plain way
const REST = 10000; // milliseconds after the first start until a picture of the memory is taken
const LATER = 'kempelen.install-later';
const MUCH = 50e6; // bytes of games, after which a copy is worth it
const base = new URL(document.baseURI);
const all = JSON.parse(/** @type {HTMLElement} */ (document.getElementById('words')).textContent || '{}');
const lang = navigator.languages.map(name => name.slice(0, 2)).find(name => name in all) || 'en';
const words = all[lang];
document.documentElement.lang = lang;

/** @param {string} id @returns {any} */
const find = id => document.getElementById(id);
const frame = /** @type {HTMLIFrameElement} */ (find('app'));
/** @type {Worker | null} */
let worker = null;
let ready = false;
/** This window's own line to it, once there is one. @type {ReturnType<typeof nearLine> | null} */
let near = null;
let leaving = false;
let shown = false;
/** Proposes to install the app, once a browser has said that it can be. @type {(() => void) | null} */
let invites = null;

/** Nothing can be done any more, and this is why. @param {string} text @param {string=} details */
function trouble(text, details = '') {
  find('wait').hidden = false;
  frame.hidden = true;
  find('said').textContent = '';
  find('progress').hidden = true;
  find('trouble').textContent = details ? `${text}\n${details}` : text;
  find('trouble').hidden = false;
  find('again').textContent = words.try_again;
  find('again').hidden = false;
}

/** One line above the app. @param {string} text @param {string=} does @param {(() => void)=} act @param {(() => void)=} closed */
export function note(text, does = '', act = () => {}, closed = () => {}) {
  find('note-said').textContent = text;
  find('note-do').textContent = does;
  find('note-do').hidden = !does;
  find('note-do').onclick = act;
  find('note-close').title = words.later;
  find('note-close').setAttribute('aria-label', words.later);
  find('note-close').onclick = () => {
    find('note').hidden = true;
    closed();
  };
  delete find('note').dataset.invites;
  find('note').hidden = false;
}

// -- the service worker

/** Until requests of this page are answered by the service worker. */
async function controlled() {
  const registration = await navigator.serviceWorker.register('sw.js', {updateViaCache: 'none'});
  if (!navigator.serviceWorker.controller) {
    const taken = new Promise(done => navigator.serviceWorker.addEventListener('controllerchange', done, {once: true}));
    registration.active?.postMessage({claim: true}); // a page that was loaded past it, with a hard reload
    await Promise.race([taken, failed(registration)]);
  }
  return registration;
}

/** @param {ServiceWorkerRegistration} registration */
function failed(registration) {
  return new Promise((_, fail) => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => {
      if (coming.state === 'redundant') fail(new Error(words.no_storage));
    });
  });
}

/** A new version lies ready: it is offered, and taken when asked for. @param {ServiceWorkerRegistration} registration */
function offers(registration) {
  const offer = () => {
    if (registration.waiting) note(words.update, words.update_now, () => change(registration));
  };
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing;
    coming?.addEventListener('statechange', () => coming.state === 'installed' && offer());
  });
  offer();
  const look = () => document.visibilityState === 'visible' && registration.update().catch(() => {});
  document.addEventListener('visibilitychange', look);
  look();
}

/**
 * The old one is let go of first: as long as it has something to answer, the new one does not take over. It is said
 * again until this page is loaded anew: something may have been asked of the old one in between, or it was just resting.
 * @param {ServiceWorkerRegistration} registration
 */
function change(registration) {
  find('note-do').disabled = true;
  leaving = true;
  const old = navigator.serviceWorker.controller; // never the new one, which may be there before this page has gone
  const say = () => {
    old?.postMessage({leave: true});
    registration.waiting?.postMessage({skip: true});
  };
  say();
  setInterval(say, 1000);
}

// -- Python

const LOCK = `kempelen ${base.pathname}`;
/** Python's files are here, or will not come. */
let arrived = () => {};
/** @type {Promise<void>} */
const loaded = new Promise(done => void (arrived = done));

/** Does another window have Python, or is it about to? */
async function taken() {
  return Boolean((await navigator.locks.query()).held?.some(lock => lock.name === LOCK));
}

/** The window that holds the lock has Python; when it closes, the next one starts its own. */
function lead() {
  navigator.locks.request(LOCK, () => {
    begin();
    return new Promise(() => {});
  });
}

/** @param {boolean=} plain without a picture of the memory */
function begin(plain = false) {
  const late = setTimeout(() => {
    worker?.terminate();
    begin(true);
  }, plain ? 2 ** 31 - 1 : PATIENCE);
  worker = new Worker('worker.js', {type: 'module', name: 'kempelen'});
  worker.onmessage = ({data}) => {
    if (data.loaded || data.failed) arrived();
    if (data.ready) {
      clearTimeout(late);
      ready = true;
      connect();
      if (data.fresh) setTimeout(photograph, REST);
    } else if (data.failed && !ready && !plain) {
      clearTimeout(late);
      worker?.terminate();
      begin(true);
    } else if (data.failed) {
      trouble(words.failed, data.failed);
    } else if (data.full) {
      note(words.full);
    }
    if (data.marks) Object.assign(window, {marks: data.marks}); // for those who measure
  };
  worker.onerror = event => {
    arrived();
    trouble(words.failed, event.message);
  };
  worker.postMessage({begin: {root: base.pathname.replace(/\/$/, ''), address: base.href.replace(/\/$/, ''), version: VERSION, plain}});
}

/** A picture of Python's memory is taken beside it; without one the next start takes longer, and that is all. */
function photograph() {
  const other = new Worker('worker.js', {type: 'module', name: 'kempelen picture'});
  other.onmessage = ({data}) => {
    if (data.failed) console.warn('no picture of the memory', data.failed);
    other.terminate();
    document.documentElement.dataset.photographed = ''; // for those who measure
  };
  other.postMessage({photograph: {version: VERSION}});
}

/** Give the service worker a line to Python. */
function connect() {
  if (!ready || !worker) return;
  near ||= nearLine(lineTo(worker));
  navigator.serviceWorker.controller?.postMessage({python: true}, [lineTo(worker)]);
}

/** @param {Worker} python */
function lineTo(python) {
  const line = new MessageChannel();
  python.postMessage({port: line.port1}, [line.port1]);
  return line.port2;
}

// -- the frame

let loads = 0;

/** The next page takes a while: that is said over the one that is still there. @param {boolean} now */
function compute(now) {
  find('computing').textContent = now && !frame.hidden ? words.computing : '';
  find('computing').hidden = !now || frame.hidden;
}

/** The app instead of the waiting. */
function show() {
  if (shown) return;
  shown = true;
  find('wait').hidden = true;
  frame.hidden = false;
  performance.mark('shown');
  frame.focus();
}

/** A page to read and to choose from, while Python starts. */
function begun() {
  show();
  find('starting').hidden = Boolean(frame.dataset.live);
  return true;
}

/** Python's own first page is there. */
function live() {
  frame.dataset.live = '';
  find('starting').hidden = true;
  show();
}

/** The address bar shows where the frame is, so that loading again and links lead there. */
function follow() {
  try {
    const here = frame.contentWindow?.location;
    if (!here || here.origin !== location.origin || here.href === 'about:blank') return;
    compute(false);
    live();
    shorten(frame.contentWindow, () => (leaving ? null : near));
    if (loads++ && find('note-do').hidden) find('note').hidden = true; // read by now
    const named = () => history.replaceState(null, '', here.href);
    named();
    // Also a place on the page, and what has been chosen in it, where a page notes that in its address.
    frame.contentWindow?.addEventListener('hashchange', named);
    // @ts-ignore  not every browser tells of it
    frame.contentWindow?.navigation?.addEventListener('currententrychange', named);
    document.title = frame.contentDocument?.title || 'Kempelen';
    awake(here.pathname);
    invite();
    keep();
  } catch (error) {
    console.warn(error);
  }
}

// -- a screen that stays on while a table is shown

/** What was asked for; it may come after the table has been left. @type {Promise<any> | null} */
let light = null;

/** @param {string} path */
async function awake(path) {
  const wanted = path.includes('/tables/') && document.visibilityState === 'visible';
  if (!('wakeLock' in navigator) || wanted === Boolean(light)) return;
  if (!wanted) {
    const held = light;
    light = null;
    (await held)?.release();
    return;
  }
  const asked = navigator.wakeLock.request('screen').catch(() => null); // refused when the battery is low: no harm
  light = asked;
  const gone = () => {
    if (light === asked) light = null;
  };
  const got = await asked;
  if (got) got.addEventListener('release', gone);
  else gone();
}
document.addEventListener('visibilitychange', () => awake(frame.contentWindow?.location.pathname || ''));

// -- the first page as it will be shown at the next start, before Python runs: renewed when nobody looks

document.addEventListener('visibilitychange', () => {
  const away = document.visibilityState === 'hidden' && 'live' in frame.dataset;
  if (away && frame.contentWindow?.location.pathname !== base.pathname) fetch(base).catch(() => {}); // the service worker keeps it
});

// -- games that stay, and an app of its own

/** After the first game that is over the browser is asked to keep what lies here; some ask the person then. */
async function keep() {
  if (!frame.contentDocument?.querySelector('[data-over], #results li')) return;
  if (navigator.storage?.persist && !(await navigator.storage.persisted())) await navigator.storage.persist();
  const used = (await navigator.storage?.estimate?.())?.usageDetails?.fileSystem || 0;
  if (used > MUCH) note(words.keep);
}

addEventListener('beforeinstallprompt', event => {
  event.preventDefault();
  if (!find('note').hidden && !find('note-do').hidden) return; // a new version is offered: that comes first
  if (localStorage.getItem(LATER)) return; // whoever has said so once is not asked at every start
  const asked = /** @type {any} */ (event);
  const install = () => {
    invites = null;
    find('note').hidden = true;
    asked.prompt();
  };
  invites = () => {
    note(words.offline, words.install, install, () => {
      invites = null;
      localStorage.setItem(LATER, '1');
    });
    find('note').dataset.invites = '1';
  };
  invite();
});

/** Whoever sits at a table needs the whole screen: it is proposed on the first page only. */
function invite() {
  const home = frame.contentWindow?.location.pathname === base.pathname;
  if (home && invites && find('note').hidden) invites();
  else if (!home && find('note').dataset.invites) find('note').hidden = true;
}

/** Only Safari on phones has this; there pages that are not installed may lose what they keep. */
const inSafari = 'standalone' in navigator && !(/** @type {any} */ (navigator).standalone);

// -- begin

async function main() {
  find('again').onclick = () => location.reload();
  if (!window.isSecureContext) return trouble(words.insecure);
  if (!('serviceWorker' in navigator) || !('locks' in navigator)) return trouble(words.no_worker);
  find('said').textContent = navigator.serviceWorker.controller ? words.again : words.first;
  navigator.serviceWorker.addEventListener('message', ({data}) => {
    if (data.where) connect();
    if ('computing' in data) compute(data.computing);
  });
  addEventListener('pagehide', () => worker && navigator.serviceWorker.controller?.postMessage({gone: true}));
  addEventListener('pageshow', event => event.persisted && connect());
  const had = Boolean(navigator.serviceWorker.controller);
  const follows = had || (await taken());
  lead();
  const before = early(frame, base, VERSION, lang).then(is => is && begun()).catch(() => false); // only a picture was wanted
  // at the first visit Python's files are loaded once, for Python; they are laid into the cache while it begins
  if (!follows) await loaded;
  const registration = await controlled();
  navigator.serviceWorker.addEventListener('controllerchange', () => location.reload()); // the new version was asked for
  frame.addEventListener('load', follow);
  const address = location.hash.startsWith('#game=') ? new URL(`import${location.hash}`, base).href : location.href;
  if (await before) goOn(frame, address);
  else frame.src = address;
  readable(frame, '').then(live);
  offers(registration);
  if (inSafari) note(words.install_ios);
  else if (!had) note(words.offline);
}

main().catch(error => trouble(words.failed, String(error?.message || error)));
