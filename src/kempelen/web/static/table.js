// A table: choices by clicking, by keyboard or from a list; new pictures from the server.
import {boardControls, drawing, keepLook, pointAt} from './board.js';
import {listen, lost} from './line.js';
import {NARROW, find, path, table, words} from './page.js';
import {askLog, askWhy, openOdds, renewPanels} from './panels.js';
import {clearFree, drawDots, drawRings, free, freePoint, measure} from './points.js';
import {drawThings, typedForm} from './things.js';

/**
 * @typedef {{do: string, text: string, handles: string[]}} Option
 * @typedef {{handles: string[], do: string}} Free
 * @typedef {{kind: string, prompt: string, options: Option[], labels?: Record<string, string>, free?: Free[], count?: number,
 *   points?: Record<string, [number, number]>, upwards?: number | null, typed?: string}} Asked
 */

/** @type {Asked | null} */
let asked = null;
/** What has been clicked so far, in order. @type {string[]} */
let picked = [];
/** An answer is on its way. */
let busy = false;
/** A new picture is on its way. */
let loading = false;
/** Something has changed that this page has not seen. */
let stale = false;
/** Counts answers: a picture asked for before one never replaces what came with it. */
let answers = 0;

// -- choosing

/** Of equal things further ones carry a number: card:map#2. @param {string} handle */
const plain = handle => handle.replace(/#\d+$/, '');

/** @param {string[]} handles @param {Option} option */
function fits(handles, option) {
  const left = [...option.handles];
  return handles.every(handle => {
    const at = left.indexOf(handle);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/** @param {Option} option @param {string[]} handles */
function nextHandle(option, handles) {
  const left = [...option.handles];
  for (const handle of handles) left.splice(left.indexOf(handle), 1);
  return left[0];
}

/** @param {string[]} handles */
const remaining = handles => (asked?.kind === 'do' ? asked.options.filter(option => fits(handles, option)) : []);

/** @param {string} handle @returns {SVGElement[]} */
function shapesOf(handle) {
  return [...table().querySelectorAll('[data-handle]')].filter(
    shape => plain(/** @type {SVGElement} */ (shape).dataset.handle || '') === handle ||
      /** @type {SVGElement} */ (shape).dataset.handle === handle);
}

/**
 * What was clicked; if it cannot be chosen but something below it can, such as a tile under a counter, that.
 * @param {Element} target @param {number} x @param {number} y @returns {SVGElement | null}
 */
function shapeAt(target, x, y) {
  const top = /** @type {SVGElement | null} */ (target.closest('[data-handle]'));
  if (!top || top.classList.contains('live')) return top;
  const below = document.elementsFromPoint(x, y).map(found => found.closest('[data-handle]'));
  return /** @type {SVGElement | null} */ (below.find(found => found?.classList.contains('live')) || top);
}

/**
 * The options by what is to be clicked next; levels without a choice are passed over, and counted as clicked.
 * @param {string[]} handles
 * @returns {{at: string[], found: Map<string, Option[]>}}
 */
function groups(handles) {
  let at = [...handles];
  for (;;) {
    /** @type {Map<string, Option[]>} */
    const found = new Map();
    for (const option of remaining(at)) {
      const next = nextHandle(option, at) || '';
      const same = found.get(next);
      if (same) same.push(option); else found.set(next, [option]);
    }
    const [only] = found.keys();
    if (found.size !== 1 || !only || /** @type {Option[]} */ (found.get(only)).length === 1) return {at, found};
    at = [...at, only];
  }
}

/** @param {string} handle */
function pick(handle) {
  if (picked.includes(handle)) {
    picked = picked.slice(0, picked.indexOf(handle));
    return draw();
  }
  if (remaining([...picked, handle]).length) {
    picked = [...picked, handle];
  } else if (remaining([handle]).length) {
    picked = [handle];
  } else {
    return;
  }
  const left = remaining(picked);
  const done = left.filter(option => {
    const rest = [...option.handles];
    for (const one of picked) rest.splice(rest.indexOf(one), 1);
    return rest.every(one => shapesOf(one).length === 0);
  });
  if (left.length === 1 && done.length === 1 && !spot()) {
    answer(left[0].do);
    return;
  }
  draw();
  // Where the board is now what counts, it comes into sight.
  if (spot() && NARROW.matches) drawing()?.scrollIntoView({block: 'start', behavior: 'smooth'});
}

function back() {
  picked = picked.slice(0, -1);
  draw();
}

/** Where any point may be clicked now, if that is so. */
const spot = () => free(asked, picked, remaining(picked));

// -- showing what can be chosen

/** @param {string} label @param {() => void} act @param {string=} count */
function choiceButton(label, act, count) {
  const button = document.createElement('button');
  button.type = 'button';
  const number = (find('choices')?.querySelectorAll('.choice').length || 0) + 1;
  button.className = 'choice';
  if (number < 10) {
    const key = document.createElement('span');
    key.className = 'key';
    key.textContent = String(number);
    key.setAttribute('aria-hidden', 'true');
    button.append(key);
  }
  const text = document.createElement('span');
  text.textContent = label;
  button.append(text);
  if (count) {
    const more = document.createElement('span');
    more.className = 'count';
    more.textContent = count;
    button.append(more);
  }
  button.addEventListener('click', act);
  find('choices')?.append(button);
  return button;
}

function draw() {
  const within = holdsFocus();
  lay();
  if (within && !holdsFocus()) focusNow();
}

const holdsFocus = () => Boolean(document.activeElement?.closest('#choices, #picked, #free, #status'));

/** Whoever chooses by keyboard goes on where the next choice is. */
function focusNow() {
  /** @type {HTMLElement | null} */ (find('choices')?.querySelector('button') || find('status'))?.focus({preventScroll: true});
}

/** Lay out what can be chosen: the list, what has been clicked, and what lights up. */
function lay() {
  const list = find('choices');
  const crumbs = find('picked');
  if (!list || !crumbs) return;
  list.replaceChildren();
  crumbs.replaceChildren();
  crumbs.hidden = picked.length === 0;
  clearFree();
  for (const shape of table().querySelectorAll('.live,.later,.chosen')) {
    shape.classList.remove('live', 'later', 'chosen');
    shape.removeAttribute('tabindex');
    shape.setAttribute('role', 'img');
  }
  if (!asked) return;
  if (asked.kind !== 'do') return drawThings(list, asked, answer, choiceButton);
  if (picked.length) {
    for (const handle of picked) {
      const crumb = document.createElement('span');
      crumb.textContent = asked.labels?.[handle] || handle;
      crumbs.append(crumb);
      for (const shape of shapesOf(handle)) shape.classList.add('chosen');
    }
    const undo = document.createElement('button');
    undo.type = 'button';
    undo.className = 'quiet';
    undo.textContent = words.back || '';
    undo.addEventListener('click', back);
    crumbs.append(undo);
  }
  const {at, found} = groups(picked);
  for (const [handle, options] of found) {
    const [first] = options;
    if (options.length === 1 || !handle) {
      for (const option of options) choiceButton(option.text, () => answer(option.do));
    } else {
      choiceButton(asked.labels?.[handle] || first.text, () => { picked = at; pick(handle); }, `${options.length} ›`);
    }
  }
  const place = spot();
  if (place) {
    drawRings(place, shapesOf);
    const how = document.createElement('p');
    how.className = 'soft small';
    how.textContent = words.anywhere || '';
    list.prepend(how);
  }
  if (asked.typed) list.append(typedForm(asked.typed, answer));
  const next = new Set(remaining(picked).map(option => nextHandle(option, picked)));
  drawDots(Object.entries(asked.points || {}).filter(([handle]) => next.has(handle)), asked.labels || {});
  for (const option of remaining(picked)) {
    const next = nextHandle(option, picked);
    if (next) light(next, 'live');
    for (const handle of option.handles) if (handle !== next && !picked.includes(handle)) light(handle, 'later');
  }
}

/** @param {string} handle @param {'live' | 'later'} how */
function light(handle, how) {
  for (const shape of shapesOf(handle)) {
    if (shape.classList.contains('live')) continue;
    shape.classList.add(how);
    shape.setAttribute('role', 'button');
    if (how === 'live') shape.setAttribute('tabindex', '0');
    const title = shape.querySelector('title')?.textContent;
    if (title) shape.setAttribute('aria-label', title);
  }
}

// -- talking to the server

/** This click, doubled, would choose something that was not there when it began. */
let spent = false;

document.addEventListener('click', event => {
  if (event.detail < 2) spent = false;
  else if (spent) event.stopImmediatePropagation();
}, true);

/** @param {string} notation */
function answer(notation) {
  spent = true;
  return post('answer', {do: notation, version: Number(table().dataset.version)});
}

/** @param {string} what @param {object} body */
async function post(what, body) {
  if (busy) return;
  busy = true;
  answers += 1;
  table().classList.add('busy');
  try {
    const reply = await fetch(path(what), {
      method: 'POST', body: JSON.stringify(body), headers: {'content-type': 'application/json', accept: 'text/html'},
    });
    const text = await reply.text();
    if (text.startsWith('<div id="table"')) take(text, true); else complain(reply.status);
    lost(false);
  } catch {
    lost(true);
    stale = true;
  } finally {
    busy = false;
    table().classList.remove('busy');
    if (stale) refresh();
  }
}

async function refresh() {
  if (busy || loading) {
    stale = true;
    return;
  }
  stale = false;
  loading = true;
  const before = answers;
  try {
    const reply = await fetch(path('board'));
    const text = await reply.text();
    if (before !== answers) stale = true; else if (reply.ok) take(text); else complain(reply.status);
    lost(false);
  } catch {
    lost(true);
  }
  loading = false;
  if (stale && !busy) refresh();
}

/** @param {number} status */
function complain(status) {
  if (status === 401 || status === 403 || status === 404) {
    location.reload();
    return;
  }
  const note = document.createElement('p');
  note.className = 'message';
  note.setAttribute('role', 'alert');
  note.textContent = words.failed || '';
  find('now')?.prepend(note);
}

/** What the page fills itself, or a person is typing in. */
const KEPT = ['why-body', 'correct-form', 'legend-body'];

/**
 * Lay the new table over the old one; what stays keeps its element, so it glides.
 * @param {string} text
 * @param {boolean=} mine it answers what was done here: only then has a message been read
 */
function take(text, mine) {
  const before = new Set([...(drawing()?.querySelectorAll('[data-handle]') || [])].map(shape => shape.id));
  const within = holdsFocus();
  const question = find('asked')?.textContent;
  // @ts-ignore  idiomorph is a plain script
  Idiomorph.morph(table(), text, {
    morphStyle: 'outerHTML',
    callbacks: {
      beforeNodeMorphed: (/** @type {Node} */ node) => !(node instanceof Element && KEPT.includes(node.id)),
      beforeNodeRemoved: (/** @type {Node} */ node) => mine || !(node instanceof Element && node.id === 'message'),
      beforeAttributeUpdated: (/** @type {string} */ name, /** @type {Element} */ node) =>
        !(name === 'open' && node instanceof HTMLDetailsElement),
    },
  });
  for (const shape of drawing()?.querySelectorAll('[data-handle]') || []) {
    if (before.size && !before.has(shape.id)) shape.classList.add('fresh');
  }
  settle(question === find('asked')?.textContent);
  if (within) focusNow();
}

/** @param {boolean=} same the question is still the same, so what has been clicked still counts */
function settle(same) {
  asked = JSON.parse(find('asked')?.textContent || 'null');
  // On a phone a tip is one line until it is touched, so that the board is in sight.
  if (!NARROW.matches) find('hint')?.setAttribute('open', '');
  if (!same) {
    picked = [];
    find('column-side')?.scrollTo(0, 0);
  }
  keepLook();
  draw();
  renewPanels();
  const news = table().querySelector('.log li');
  const live = find('live');
  const said = [news?.querySelector('p')?.textContent, find('status')?.textContent].filter(Boolean).join(' ');
  if (live && live.textContent !== said) live.textContent = said;
}

// -- what people do

document.addEventListener('click', event => {
  const target = /** @type {Element} */ (event.target);
  const button = /** @type {HTMLElement | null} */ (target.closest('button'));
  if (button?.dataset.post) {
    const body = JSON.parse(button.dataset.body || '{}');
    if ('versioned' in button.dataset) body.version = Number(table().dataset.version);
    post(button.dataset.post, body);
  } else if (button?.dataset.open === 'odds') {
    openOdds();
  } else if (button?.dataset.why) {
    askWhy(button.dataset.why);
  } else if (button?.dataset.load === 'log') {
    askLog();
  } else {
    const shape = shapeAt(target, event.clientX, event.clientY);
    const handle = shape?.dataset.handle;
    const place = target.closest('#s-board') ? spot() : null;
    if (place && !shape?.classList.contains('live')) {
      freePoint(place, pointAt(event), asked?.upwards ?? null, shapesOf, path, answer, words);
    } else if (handle) {
      const known = asked?.options?.some(option => option.handles?.includes(handle));
      pick(known ? handle : plain(handle));
    }
  }
});

// A tape follows the pointer where any point may be chosen.
document.addEventListener('pointermove', event => {
  if (!asked?.free?.length || find('free')) return;
  const place = /** @type {Element} */ (event.target).closest('#s-board, #overlay') ? spot() : null;
  if (place) measure(place, pointAt(event), shapesOf, words);
});

document.addEventListener('change', event => {
  const target = /** @type {HTMLSelectElement} */ (event.target);
  if (target.id === 'pace') post('pace', {pace: target.value});
});

document.addEventListener('submit', event => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (form.id !== 'correct-form') return;
  event.preventDefault();
  const field = /** @type {HTMLInputElement} */ (find('correct-fact'));
  post('correct', {fact: field.value, version: Number(table().dataset.version)}).then(() => { field.value = ''; });
});

document.addEventListener('keydown', event => {
  const target = /** @type {Element} */ (event.target);
  if (target.matches('input,select,textarea') || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.repeat || find('odds')?.hasAttribute('open')) return;
  const shape = /** @type {SVGElement | null} */ (target.closest('[data-handle]'));
  if (shape && (event.key === 'Enter' || event.key === ' ')) {
    event.preventDefault();
    shape.dispatchEvent(new MouseEvent('click', {bubbles: true}));
  } else if (event.key >= '1' && event.key <= '9') {
    const buttons = find('choices')?.querySelectorAll('.choice') || [];
    /** @type {HTMLElement | undefined} */ (buttons[Number(event.key) - 1])?.click();
  } else if (event.key === 'Escape' && picked.length) {
    back();
  } else if (event.key === 'u') {
    find('undo')?.click();
  } else if (event.key === 'n') {
    find('next')?.click();
  }
});

// A menu closes when something else is clicked.
document.addEventListener('click', event => {
  for (const menu of document.querySelectorAll('details.menu[open]')) {
    if (!menu.contains(/** @type {Node} */ (event.target))) menu.removeAttribute('open');
  }
});

boardControls(/** @type {HTMLElement} */ (document.querySelector('#main')));
settle();
listen(refresh);
