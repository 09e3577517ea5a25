// The replay page: moments come from the server one by one.
import {controls, part, pointTo, showMoment, stop} from './film.js';
import {table} from './page.js';

const {id, seat} = table().dataset;
const last = Number(table().dataset.last);
const slider = /** @type {HTMLInputElement} */ (part('slider'));
/** What the page shows: the number of a choice, and which of the things that happened with it. */
const spot = () => `${part('then').dataset.number}.${part('then').dataset.deed}`;
let wanted = spot();
let loading = false;

/** What the server has at this address; null if it cannot be had now. @param {string} what */
async function load(what) {
  const [path, query] = what.split('?');
  try {
    const answer = await fetch(`${document.documentElement.dataset.root || ''}/tables/${id}/${path}?seat=${seat}${query ? `&${query}` : ''}`);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

/** @param {boolean} aloud */
async function show(aloud) {
  if (loading) return;
  loading = true;
  try {
    while (spot() !== wanted) {
      const target = wanted;
      const [at, deed] = target.split('.');
      const text = await load(`frames/${at}${deed ? `?deed=${deed}` : ''}`);
      if (text === null) {
        fail();
        break;
      }
      if (target !== wanted) continue;
      const made = new DOMParser().parseFromString(text, 'text/html');
      // @ts-ignore  idiomorph is a plain script
      for (const name of ['then', 'told']) Idiomorph.morph(part(name), made.getElementById(name), {morphStyle: 'outerHTML', callbacks: {beforeNodeRemoved: stays}});
      wanted = spot();
      arrived(aloud);
    }
  } finally {
    loading = false;
  }
}

/** Marks and what a page draws over the board are its own. @param {Node} node */
const stays = node => !(node instanceof Element && node.id === 'marks');

/** @param {boolean} aloud */
function arrived(aloud) {
  const at = Number(part('then').dataset.number);
  slider.value = String(at);
  part('number').textContent = `${at}/${last}`;
  history.replaceState(null, '', `?seat=${seat}&at=${at}&deed=${part('then').dataset.deed}`);
  if (!part('then').dataset.on) stop();
  showMoment(aloud);
  pointTo(at);
  loadWhy();
}

async function loadWhy() {
  const keys = /** @type {HTMLInputElement} */ (part('whys')).value;
  const body = part('why-body');
  if (!keys) {
    body.replaceChildren(Object.assign(document.createElement('p'), {className: 'soft', textContent: body.dataset.none || ''}));
    return;
  }
  const text = await load(`why/${keys}`);
  if (text !== null && /** @type {HTMLInputElement} */ (part('whys')).value === keys) body.innerHTML = text;
}

/** Nothing moves any more, and the page says why. */
function fail() {
  stop();
  part('failed').hidden = false;
  wanted = spot();
  slider.value = part('then').dataset.number || '0';
}

/** @param {string} to @param {boolean=} aloud */
function go(to, aloud = true) {
  part('failed').hidden = true;
  wanted = to;
  show(aloud);
}

controls({
  go: what => {
    const {back, on} = part('then').dataset;
    if (what === 'first') go('0.0');
    else if (what === 'last') go(`${last}.-1`);
    else if (what === 'next' && on) go(on);
    else if (what === 'back' && back) go(back);
  },
  at: number => go(String(Math.max(0, Math.min(last, number)))),
  ended: () => !part('then').dataset.on,
});
document.addEventListener('click', event => {
  const one = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-deed]:not(#then)'));
  if (!one) return;
  stop();
  go(one.dataset.deed || '');
});
document.addEventListener('submit', event => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const as = /** @type {HTMLSelectElement | null} */ (document.querySelector('#as-seat'));
  if (form.id === 'fork' && as) form.action = `${form.action.split('&as_seat')[0]}&as_seat=${as.value}`;
});

showMoment(false);
pointTo(Number(slider.value));
loadWhy();
