// The panels of a table: why, odds, log, legend, and what can be corrected. All of it comes when it is asked for.
import {find, path, words} from './page.js';

/** Somebody wants to read the whole log. */
let wholeLog = false;

/** Keys of reasons: the newest there are, those that somebody wants to see, those that the panel shows. */
const why = {newest: '?', wanted: '', shown: '?'};

/** New reasons take the place of those that were read; others do not. */
function newestWhy() {
  const newest = find('why')?.dataset.latest || '';
  if (newest !== why.newest) why.wanted = newest;
  why.newest = newest;
  showWhy();
}

async function showWhy() {
  const panel = /** @type {HTMLDetailsElement | null} */ (find('why'));
  const {wanted} = why;
  if (!panel?.open || wanted === why.shown) return;
  why.shown = wanted;
  const found = wanted ? await load(`why/${wanted}`) : null;
  const body = find('why-body');
  if (!body || why.shown !== wanted) return;
  if (found?.ok) body.innerHTML = found.text;
  else if (wanted) why.shown = '?';
  else body.replaceChildren(Object.assign(document.createElement('p'), {className: 'soft', textContent: words.nowhy}));
}

/** What the server has at this address; null if there is none to be had now. @param {string} what */
async function load(what) {
  try {
    const reply = await fetch(path(what), {headers: {accept: 'text/html'}});
    return {ok: reply.ok, text: await reply.text()};
  } catch {
    return null; // whether the server is gone is said by the line to it
  }
}

/** Show a part of the page, or in words why it is not there. @param {string} id @param {string} what */
async function show(id, what) {
  const found = await load(what);
  const place = find(id);
  if (!place) return;
  if (found?.ok) {
    place.innerHTML = found.text;
  } else {
    const page = new DOMParser().parseFromString(found?.text || '', 'text/html');
    place.textContent = page.querySelector('.message')?.textContent || words.failed || '';
  }
}

export async function openOdds() {
  const dialog = /** @type {HTMLDialogElement} */ (find('odds'));
  /** @type {HTMLElement} */ (find('odds-body')).textContent = words.loading || '';
  dialog.showModal();
  await show('odds-body', 'odds');
}

/** Somebody asks for the reasons of one step. @param {string} which */
export function askWhy(which) {
  const panel = /** @type {HTMLDetailsElement} */ (find('why'));
  panel.open = true;
  why.wanted = which;
  showWhy();
  panel.scrollIntoView({block: 'nearest', behavior: 'smooth'});
}

export function askLog() {
  wholeLog = true;
  show('log-body', 'log');
}

/** After a new picture: what the panels show may be new too. */
export function renewPanels() {
  newestWhy();
  if (wholeLog) show('log-body', 'log');
  if (find('legend')?.hasAttribute('open')) show('legend-body', 'legend');
}

document.addEventListener('toggle', event => {
  const opened = /** @type {HTMLDetailsElement} */ (event.target);
  if (opened.id === 'why') {
    showWhy();
  } else if (opened.id === 'legend' && opened.open) {
    show('legend-body', 'legend');
  } else if (opened.id === 'correct' && opened.open) {
    loadFacts();
  }
}, true);

/** What can be corrected, as it stands now. */
async function loadFacts() {
  const found = await load('facts');
  if (!found?.ok) return;
  const options = found.text.split('\n').map(fact => Object.assign(document.createElement('option'), {value: fact}));
  find('facts')?.replaceChildren(...options);
}
