// The replay page: frames come from the server one by one.
import {boardControls, keepLook} from './board.js';

const player = /** @type {HTMLElement} */ (document.querySelector('#player'));
const slider = /** @type {HTMLInputElement} */ (document.querySelector('#slider'));
const speed = /** @type {HTMLSelectElement} */ (document.querySelector('#speed'));
const play = /** @type {HTMLElement} */ (document.querySelector('#play'));
const {id, seat} = player.dataset;
const last = Number(player.dataset.last);
let timer = 0;
let wanted = Number(slider.value);
let shown = wanted;
let loading = false;

/** What the server has at this address; null if it cannot be had now. @param {string} what */
async function load(what) {
  try {
    const answer = await fetch(`${document.documentElement.dataset.root || ''}/tables/${id}/${what}?seat=${seat}`);
    return answer.ok ? await answer.text() : null;
  } catch {
    return null;
  }
}

async function show() {
  if (loading) return;
  loading = true;
  try {
    while (shown !== wanted) {
      const target = wanted;
      const text = await load(`frames/${target}`);
      if (text === null) {
        fail();
        break;
      }
      if (target !== wanted) continue;
      // @ts-ignore  idiomorph is a plain script
      Idiomorph.morph(document.querySelector('#frame'), text, {morphStyle: 'outerHTML', callbacks: {beforeNodeRemoved: stays, beforeAttributeUpdated: folds}});
      shown = target;
      keepLook();
      point();
      history.replaceState(null, '', `?seat=${seat}&at=${shown}`);
      loadWhy();
    }
  } finally {
    loading = false;
  }
}

/** The list of all that was done comes once, with the page. @param {Node} node */
const stays = node => !(node instanceof HTMLElement && node.id === 'story');

/** What somebody has folded stays folded. @param {string} name */
const folds = name => name !== 'open';

/** In the list: what is shown, or what came before it. */
function point() {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('#story [data-at]')]);
  const here = all.filter(one => Number(one.dataset.at) <= shown).at(-1);
  for (const one of all) if (one === here) one.setAttribute('aria-current', 'step'); else one.removeAttribute('aria-current');
  const list = document.querySelector('#story');
  // Two lines of what came before, and no line cut at the upper edge.
  if (here && list) list.scrollTop = all[Math.max(0, all.indexOf(here) - 2)].offsetTop;
}

async function loadWhy() {
  const why = /** @type {HTMLElement} */ (document.querySelector('#why'));
  const latest = why.dataset.latest;
  if (!latest) return;
  const text = await load(`why/${latest}`);
  if (text !== null && why.dataset.latest === latest) {
    /** @type {HTMLElement} */ (document.querySelector('#why-body')).innerHTML = text;
  }
}

/** Nothing moves any more, and the page says why. */
function fail() {
  stop();
  const said = /** @type {HTMLElement} */ (document.querySelector('#failed'));
  said.hidden = false;
  wanted = shown;
  slider.value = String(shown);
}

/** @param {number} number */
function go(number) {
  /** @type {HTMLElement} */ (document.querySelector('#failed')).hidden = true;
  wanted = Math.max(0, Math.min(last, number));
  slider.value = String(wanted);
  /** @type {HTMLElement} */ (document.querySelector('#number')).textContent = `${wanted}/${last}`;
  if (wanted === last) stop();
  show();
}

function stop() {
  clearInterval(timer);
  timer = 0;
  play.textContent = '▶';
  play.setAttribute('aria-label', play.dataset.play || '');
}

function start() {
  if (wanted === last) go(0);
  timer = setInterval(() => go(wanted + 1), Number(speed.value));
  play.textContent = '❚❚';
  play.setAttribute('aria-label', play.dataset.pause || '');
}

player.addEventListener('click', event => {
  const button = /** @type {Element} */ (event.target).closest('[data-go]');
  if (!(button instanceof HTMLElement)) return;
  const what = button.dataset.go;
  if (what === 'play') {
    if (timer) stop(); else start();
    return;
  }
  stop();
  go(what === 'first' ? 0 : what === 'last' ? last : wanted + (what === 'next' ? 1 : -1));
});
document.addEventListener('click', event => {
  const one = /** @type {Element} */ (event.target).closest('#story [data-at]');
  if (!(one instanceof HTMLElement)) return;
  stop();
  go(Number(one.dataset.at));
});
slider.addEventListener('input', () => { stop(); go(Number(slider.value)); });
speed.addEventListener('change', () => { if (timer) { stop(); start(); } });
document.addEventListener('keydown', event => {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
  if (event.key === 'ArrowRight') { stop(); go(wanted + 1); }
  if (event.key === 'ArrowLeft') { stop(); go(wanted - 1); }
  if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) { event.preventDefault(); if (timer) stop(); else start(); }
});
document.addEventListener('submit', event => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const as = /** @type {HTMLSelectElement | null} */ (document.querySelector('#as-seat'));
  if (form.id === 'fork' && as) form.action = `${form.action.split('&as_seat')[0]}&as_seat=${as.value}`;
});

boardControls(/** @type {HTMLElement} */ (document.querySelector('#main')));
keepLook();
point();
loadWhy();
