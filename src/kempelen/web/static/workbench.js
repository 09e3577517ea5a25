// The workbench: problems 300 ms after the last key, a margin with their lines, the same as a form, and tabs beside it.
import {beginJobs} from './bench-jobs.js';

const bench = /** @type {HTMLElement} */ (document.querySelector('.bench'));
const form = /** @type {HTMLFormElement} */ (document.querySelector('#bench'));
const text = /** @type {HTMLTextAreaElement} */ (document.querySelector('#text'));
const good = /** @type {HTMLTextAreaElement} */ (document.querySelector('#good-text'));
const margin = /** @type {HTMLElement} */ (document.querySelector('#margin'));
const editor = /** @type {HTMLElement} */ (document.querySelector('#editor'));
const asForm = /** @type {HTMLElement} */ (document.querySelector('#as-form'));
const found = /** @type {HTMLElement} */ (document.querySelector('#found'));
const verdict = /** @type {HTMLElement} */ (document.querySelector('#verdict'));
const kept = /** @type {HTMLElement} */ (document.querySelector('#kept'));
const view = /** @type {HTMLInputElement} */ (document.querySelector('#view'));
const PLACES = {verdict: '#verdict', page: '#page-shown', odds: '#odds-shown'};
const PAUSE = 300;
let waiting = 0;
let asked = 0;

/** @param {Record<string, string>} more */
function fields(more = {}) {
  const sent = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  for (const [key, value] of Object.entries(more)) sent.set(key, value);
  return sent;
}

/** @param {string} name */
function linesOf(name) {
  const said = bench.dataset[name] || '';
  return new Set(said.split(' ').filter(Boolean).map(Number));
}

function number() {
  const bad = linesOf('lines');
  const doubts = linesOf('doubts');
  const count = text.value.split('\n').length;
  margin.replaceChildren(...Array.from({length: count}, (_, n) => {
    const item = document.createElement('li');
    item.textContent = String(n + 1);
    item.className = bad.has(n + 1) ? 'bad' : doubts.has(n + 1) ? 'doubt' : '';
    return item;
  }));
  margin.scrollTop = text.scrollTop;
  asForm.querySelectorAll('li').forEach(row => row.classList.toggle('bad', bad.has(Number(row.id.slice(4)))));
}

/** Put what was found where it belongs. @param {ParentNode} made */
function lay(made) {
  const all = /** @type {HTMLElement | null} */ (made.querySelector('.found'));
  if (!all) return;
  const open = [...document.querySelectorAll('#changes[open], #doubts[open]')].map(one => one.id);
  bench.dataset.lines = all.dataset.lines || '';
  bench.dataset.doubts = all.dataset.doubts || '';
  bench.dataset.good = all.dataset.good || '';
  if (all.dataset.good === '1') good.value = text.value;
  for (const [part, place] of Object.entries(PLACES)) {
    const piece = all.querySelector(`[data-part="${part}"]`);
    if (piece) document.querySelector(place)?.replaceChildren(...piece.childNodes);
  }
  open.forEach(id => document.getElementById(id)?.setAttribute('open', ''));
  number();
}

async function look() {
  const mine = ++asked;
  const answer = await fetch(form.dataset.look || '', {method: 'POST', body: fields()});
  const made = new DOMParser().parseFromString(await answer.text(), 'text/html');
  if (mine !== asked) return;
  if (!answer.ok) {
    const message = document.createElement('p');
    message.className = 'message';
    message.textContent = made.querySelector('.message')?.textContent || '';
    verdict.replaceChildren(message);
    return;
  }
  lay(made);
  kept.hidden = false;
}

function soon() {
  clearTimeout(waiting);
  waiting = window.setTimeout(look, PAUSE);
  number();
}

text.addEventListener('input', soon);
text.addEventListener('scroll', () => { margin.scrollTop = text.scrollTop; });
document.querySelector('#page')?.addEventListener('change', look);
// A key in a field of the form presses the first button there is: it is to check, and to leave everything where it is.
document.querySelectorAll('#check, #by-enter').forEach(one => one.addEventListener('click', event => {
  event.preventDefault();
  look();
}));

// -- the form

/** Whoever has gone on to another field by then loses neither his place nor what he has typed there. @param {() => void} replace */
function keepTyping(replace) {
  const at = /** @type {HTMLInputElement | null} */ (document.activeElement);
  const typed = at instanceof HTMLInputElement && at.value !== at.defaultValue ? at.value : null;
  const name = at && asForm.contains(at) && at.name !== 'do' ? at.name : '';
  replace();
  const again = name ? /** @type {HTMLInputElement | null} */ (asForm.querySelector(`[name="${CSS.escape(name)}"]`)) : null;
  again?.focus();
  if (again && typed !== null) again.value = typed;
}

/** Changes of the form are answered one after the other. */
let changing = Promise.resolve();

/** @param {Record<string, string>} more @param {() => void} then */
function change(more = {}, then = () => {}) {
  changing = changing.then(() => apply(more, then), () => apply(more, then));
  return changing;
}

/** All that is chosen and typed in the form. */
const filled = () => new Map([...asForm.querySelectorAll('input, select, textarea')].map(one => {
  const field = /** @type {HTMLInputElement} */ (one);
  return [field, field.type === 'checkbox' ? String(field.checked) : field.value];
}));

/** @param {Record<string, string>} more @param {() => void} then @returns {Promise<void>} */
async function apply(more, then) {
  const before = filled(), written = text.value;
  const answer = await fetch(form.dataset.form || '', {method: 'POST', body: fields(more)});
  if (!answer.ok) return;
  const made = new DOMParser().parseFromString(await answer.text(), 'text/html');
  // What was chosen while the answer came is not in it: that change comes next and has this one in it; a button is pressed once more.
  const others = [...filled()].filter(([field]) => field !== document.activeElement || !(field instanceof HTMLInputElement));
  if (others.some(([field, value]) => before.get(field) !== value)) return more.do ? apply(more, then) : undefined;
  if (text.value !== written) return;  // somebody has gone on in the text
  const said = /** @type {HTMLTextAreaElement | null} */ (made.querySelector('[data-text]'));
  if (said) text.value = said.value;
  if (view.value === 'form') keepTyping(() => asForm.replaceChildren(...made.body.childNodes));
  then();
  await look();
}

/** @param {string} to */
async function show(to) {
  view.value = to;
  document.querySelectorAll('[data-view-to]').forEach(one => {
    one.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (one).dataset.viewTo === to));
  });
  if (to === 'form') await change();
  else asForm.replaceChildren();  // its fields are not to be sent with a text that goes on without them
  editor.hidden = to === 'form';
  asForm.hidden = to !== 'form';
}

document.querySelectorAll('[data-view-to]').forEach(one => one.addEventListener('click', event => {
  event.preventDefault();
  show(/** @type {HTMLElement} */ (one).dataset.viewTo || 'text');
}));
/** The buttons of every line that can be moved, of the outer or of the inner ones. @param {boolean} deep */
function moves(deep) {
  const all = /** @type {HTMLElement[]} */ ([...asForm.querySelectorAll('.moves')]);
  return all.filter(one => one.closest('li')?.classList.contains('deep') === deep);
}

/** The same button of the line that was moved, so that a key can be pressed again. @param {string} verb @param {boolean} deep @param {number} place */
function follow(verb, deep, place) {
  const all = moves(deep);
  const to = place + ({up: -1, down: 1, add: 1}[verb] || 0);
  const row = all[Math.max(0, Math.min(to, all.length - 1))];
  /** @type {HTMLElement | null | undefined} */ (row?.querySelector(`[value^="${verb}."]`))?.focus();
}

asForm.addEventListener('change', () => change());
asForm.addEventListener('click', event => {
  const button = /** @type {HTMLButtonElement | null} */ (/** @type {Element} */ (event.target).closest('button[name=do]'));
  if (!button) return;
  event.preventDefault();
  const verb = button.value.split('.')[0];
  const deep = Boolean(button.closest('li.deep'));
  const place = moves(deep).indexOf(/** @type {HTMLElement} */ (button.closest('.moves')));
  change({do: button.value}, () => follow(verb, deep, place));
});

// -- the small change of the first page

document.querySelector('#try')?.addEventListener('click', event => {
  event.preventDefault();
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  change({do: button.value}).then(() => {
    /** @type {HTMLElement | null} */ (verdict.querySelector('[data-differ]'))?.focus();
    button.hidden = true;
  });
});

// -- from what was found to its place

verdict.addEventListener('click', event => {
  if (!/** @type {Element} */ (event.target).closest('[data-differ]')) return;
  event.preventDefault();
  const pane = /** @type {HTMLElement} */ (document.querySelector('#pane-position'));
  const tab = /** @type {HTMLElement} */ (document.querySelector('#tab-position'));
  open(tab);
  /** @type {HTMLElement} */ (pane.querySelector('button[value=differ]')).click();
  tab.focus({preventScroll: true});
  document.querySelector('#position-shown')?.scrollIntoView({block: 'start'});
});

verdict.addEventListener('click', async event => {
  const link = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-line]'));
  if (!link) return;
  event.preventDefault();
  if (view.value === 'form') await show('text');
  const lines = text.value.split('\n');
  const line = Number(link.dataset.line);
  const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + Number(link.dataset.column) - 1;
  text.focus();
  text.setSelectionRange(at, Math.min(at + 1, text.value.length));
  text.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(text).lineHeight));
});

// -- tabs

const tabs = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('.bench-tabs [role=tab]')]);

/** @param {HTMLElement} chosen */
function open(chosen) {
  for (const tab of tabs) {
    const on = tab === chosen;
    tab.setAttribute('aria-selected', String(on));
    tab.tabIndex = on ? 0 : -1;
    const pane = document.getElementById(tab.getAttribute('aria-controls') || '');
    if (pane) pane.hidden = !on;
  }
}

tabs.forEach((tab, n) => {
  tab.addEventListener('click', () => open(tab));
  tab.addEventListener('keydown', event => {
    const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
    const to = event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : step ? n + step : -2;
    if (to === -2) return;
    event.preventDefault();
    const next = tabs[(to + tabs.length) % tabs.length];
    open(next);
    next.focus();
  });
});

bench.classList.add('scripted');
/** @type {HTMLElement} */ (document.querySelector('.bench-tabs')).hidden = false;
lay(found);
found.remove();
open(tabs[0]);
beginJobs(form, fields);
