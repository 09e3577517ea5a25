// The tabs of a table: why, log, odds, rules, and what can be corrected. All of it comes when it is asked for.
import {NARROW, element, find, path, table, words} from './page.js';
import {wordsIn} from './terms.js';

/** Somebody wants to read the whole log. */
let wholeLog = false;
/** The tab that is open. */
let tab = 'why';
/** The log that is shown is that of the table marked so. */
let logOf = '';
/** The odds that are shown belong to this version of the table. */
let oddsOf = '';

/**
 * Whether a panel can be seen: on a phone it lies over the table only while somebody reads it. What nobody sees is not
 * asked for.
 * @param {string} which
 */
const isOpen = which => tab === which && (!NARROW.matches || table().matches('.tab-open, .companion'));

/** Keys of reasons: the newest there are, those that somebody wants to see, those that the panel shows, and of which table. */
const why = {newest: '?', wanted: '', shown: '?', over: false};

/** New reasons take the place of those that were read; others do not. When it is over, nothing is secret any more. */
function newestWhy() {
  const newest = find('pane-why')?.dataset.latest || '';
  const over = table().hasAttribute('data-over');
  if (newest !== why.newest) why.wanted = newest;
  if (over !== why.over) why.shown = '?';
  why.newest = newest;
  why.over = over;
  showWhy();
}

/** Reasons are read from whose they are and what decided, wherever somebody stood in those before. */
function fromTheTop() {
  const pane = find('pane-why');
  if (pane) pane.scrollTop = 0;
}

async function showWhy() {
  const {wanted} = why;
  if (wanted === why.shown || !isOpen('why')) return;
  why.shown = wanted;
  const found = wanted ? await load(`why/${wanted}`) : null;
  const body = find('why-body');
  if (!body || why.shown !== wanted) return;
  if (found?.ok) {
    body.innerHTML = found.text;
    fromTheTop();
  }
  else if (wanted) why.shown = '?';
  else body.replaceChildren(Object.assign(document.createElement('p'), {className: 'soft', textContent: words.nowhy}));
}

/** What the server has at this address; null if there is none to be had now. @param {string} what @param {string=} more */
async function load(what, more = '') {
  try {
    const reply = await fetch(path(what) + more, {headers: {accept: 'text/html'}});
    return {ok: reply.ok, text: await reply.text()};
  } catch {
    return null; // whether the server is gone is said by the line to it
  }
}

/** Show a part of the page, or in words why it is not there. @param {string} id @param {string} what @param {string=} more */
async function show(id, what, more = '') {
  const found = await load(what, more);
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
  /** @type {HTMLElement} */ (find('odds-body')).textContent = words.loading || '';
  oddsOf = table().dataset.version || '';
  await show('odds-body', 'odds');
}

/** What a strong player would do; it thinks for a while. */
export async function openCoach() {
  openTab('odds', true);
  /** @type {HTMLElement} */ (find('odds-body')).textContent = words.thinking || words.loading || '';
  oddsOf = table().dataset.version || '';
  await show('odds-body', 'coach');
  find('coach-title')?.scrollIntoView({ block: 'start' });
}

/** Somebody asks for the reasons of one step. @param {string} which */
export function askWhy(which) {
  why.wanted = which;
  openTab('why', true);
  fromTheTop();
  showWhy();
}

export function askLog() {
  wholeLog = true;
  showLog();
}

function showLog() {
  logOf = table().dataset.tick || '';
  show('log-body', 'log', wholeLog ? '' : '&few=1').then(() => filterLog(document.body.dataset.log || 'all'));
}

/** What is open and not of this table any more is asked for again. */
function renewOpen() {
  if (why.newest !== '?') showWhy();
  if (isOpen('log') && logOf !== table().dataset.tick) showLog();
}

NARROW.addEventListener('change', renewOpen);

/** @param {string} wanted @param {boolean=} sheet on a phone: lay it over the table */
export function openTab(wanted, sheet) {
  tab = wanted;
  if (sheet !== undefined) table().classList.toggle('tab-open', sheet);
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (table().querySelectorAll('[role=tab]'))) {
    const on = button.dataset.tab === tab;
    button.setAttribute('aria-selected', String(on));
    button.tabIndex = on ? 0 : -1;
    const pane = find(`pane-${button.dataset.tab}`);
    if (pane) pane.hidden = !on;
  }
  const open = table().classList.contains('tab-open') ? tab : 'play';
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (table().querySelectorAll('[data-sheet]'))) {
    if (button.dataset.sheet === open) button.setAttribute('aria-current', 'true'); else button.removeAttribute('aria-current');
  }
  if (isOpen('rules') && !find('legend-body')?.children.length) show('legend-body', 'legend');
  if (isOpen('rules')) showWords();
  renewOpen();
}

/** What the signs mean, from the list of keys. */
async function showSigns() {
  openTab('rules', true);
  if (!find('legend-body')?.children.length) await show('legend-body', 'legend');
  find('legend-head')?.scrollIntoView({block: 'start'});
}

/** The rules begin with what the words mean that stand in this question and in what has just happened. */
function showWords() {
  const place = find('rules-now');
  const all = wordsIn('#now, #event .event:not([hidden])');
  if (!place) return;
  place.hidden = !all.length;
  place.querySelector('dl')?.replaceChildren(...all.flatMap(([form, means]) => [element('dt', '', form), element('dd', '', means)]));
}

/** After a new picture: what the panels show may be new too. @param {boolean} sheet a tab lay over the table before */
export function renewPanels(sheet) {
  openTab(tab, sheet);
  newestWhy();
  if (oddsOf && oddsOf !== table().dataset.version) {
    oddsOf = '';
    find('odds-body')?.replaceChildren();
  }
  if (isOpen('rules')) show('legend-body', 'legend'); else find('legend-body')?.replaceChildren();
}

let searching = 0;

document.addEventListener('input', event => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.id !== 'rule-words') return;
  clearTimeout(searching);
  searching = window.setTimeout(async () => {
    const found = await load('rules', `&q=${encodeURIComponent(field.value)}`);
    const place = find('rules-found');
    if (found?.ok && place) place.innerHTML = found.text;
  }, 200);
});

/** Of the log only what one did oneself, or what mattered. @param {string} which */
function filterLog(which) {
  document.body.dataset.log = which;
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (table().querySelectorAll('[data-log]'))) {
    button.setAttribute('aria-pressed', String(button.dataset.log === which));
  }
}

/** What a decision with secret reasons tells all the same. @param {HTMLElement} button */
async function askTells(button) {
  const found = await load(`tells/${button.dataset.tells}`);
  if (found?.ok && button.isConnected && button.parentElement) button.parentElement.innerHTML = found.text;
}

document.addEventListener('click', event => {
  const target = /** @type {Element} */ (event.target);
  const tells = /** @type {HTMLElement | null} */ (target.closest('[data-tells]'));
  if (tells) askTells(tells);
  const log = /** @type {HTMLElement | null} */ (target.closest('#log-body [data-log]'));
  if (log) filterLog(log.dataset.log || 'all');
  const button = /** @type {HTMLElement | null} */ (target.closest('[data-tab], [data-sheet]'));
  if (target.closest('[data-legend]')) showSigns();
  if (button?.dataset.tab) openTab(button.dataset.tab);
  else if (button?.dataset.sheet === 'play') openTab(tab, false);
  else if (button?.dataset.sheet) openTab(button.dataset.sheet, true);
});

document.addEventListener('keydown', event => {
  const at = /** @type {HTMLElement} */ (event.target);
  if (!at.matches('[role=tab]') || !['ArrowLeft', 'ArrowRight'].includes(event.key)) return;
  const all = /** @type {HTMLElement[]} */ ([...table().querySelectorAll('[role=tab]')]);
  const next = all[(all.indexOf(at) + (event.key === 'ArrowRight' ? 1 : all.length - 1)) % all.length];
  event.preventDefault();
  event.stopImmediatePropagation();
  openTab(next.dataset.tab || 'why');
  next.focus();
});

document.addEventListener('toggle', event => {
  const opened = /** @type {HTMLDetailsElement} */ (event.target);
  if (opened.id === 'correct' && opened.open) loadFacts();
}, true);

/** What can be corrected, as it stands now. */
async function loadFacts() {
  const found = await load('facts');
  if (!found?.ok) return;
  const options = found.text.split('\n').map(fact => Object.assign(document.createElement('option'), {value: fact}));
  find('facts')?.replaceChildren(...options);
}
