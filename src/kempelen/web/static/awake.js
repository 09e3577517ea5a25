// A screen beside a real table stays on while somebody looks at it; a chosen value sends its form; a place that is
// all there is to choose answers at once.
import {inParts} from './parts.js';

/** @type {{release: () => Promise<void>} | null} */
let lock = null;

async function stayAwake() {
  const wake = /** @type {any} */ (navigator).wakeLock;
  for (const line of document.querySelectorAll('[data-no-wake]')) /** @type {HTMLElement} */ (line).hidden = Boolean(wake);
  if (!wake || document.visibilityState !== 'visible' || lock) return;
  try {
    lock = await wake.request('screen');
    /** @type {any} */ (lock).addEventListener('release', () => (lock = null));
  } catch {
    // low battery, or a browser that does not allow it: the screen goes dark as usual
    lock = null;
  }
}

document.addEventListener('visibilitychange', stayAwake);
stayAwake();

for (const field of document.querySelectorAll('[data-sends]')) {
  field.addEventListener('change', () => /** @type {HTMLSelectElement} */ (field).form?.requestSubmit());
}

// Whoever changes one thing after the other in a long form stays where he is.
const stays = document.querySelector('form[data-stays]');
if (stays) {
  const key = 'kempelen.stays';
  stays.addEventListener('submit', () => {
    try {
      sessionStorage.setItem(key, `${location.pathname} ${scrollY}`);
    } catch {
      // it may not
    }
  });
  try {
    const [path, top] = (sessionStorage.getItem(key) || '').split(' ');
    sessionStorage.removeItem(key);
    if (path === location.pathname) scrollTo(0, Number(top));
  } catch {
    // nor this
  }
}

// A calculator opens with what was entered last; a browser that keeps nothing opens it with what is usual.
function lastValues() {
  const key = `kempelen.desk${location.pathname}`;
  const said = new URLSearchParams(location.search);
  const here = new URLSearchParams(['table', 'own'].flatMap(name => (said.has(name) ? [[name, said.get(name) || '']] : [])));
  for (const other of ['table', 'own', 'edition']) said.delete(other);
  try {
    const kept = localStorage.getItem(key);
    if (said.toString()) localStorage.setItem(key, said.toString());
    else if (kept) location.replace(`?${kept}&${here}`);
  } catch {
    // it may not
  }
}

if (document.querySelector('form[data-kept]')) lastValues();

/** How wide a part of a measured table is, in cm. */
const AREA = 10;

for (const place of document.querySelectorAll('a[data-do]')) {
  place.addEventListener('click', event => {
    const form = /** @type {HTMLFormElement | null} */ (document.getElementById('say'));
    if (!form) return;
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (form.querySelector('input[name=do]'));
    // What is corrected is a fact, what is done is an answer.
    if (form.action.endsWith('/fix')) field.name = 'fact';
    field.value = /** @type {SVGElement} */ (place).dataset.do || '';
    form.requestSubmit();
  });
}

// A finger on a part of a measured table means a point in it: its way is shown at once, and half centimetres round its end.
for (const place of document.querySelectorAll('.board-pic.points a.over')) {
  const address = new URL(/** @type {SVGAElement} */ (place).href.baseVal, location.href);
  const part = /^(\d+),(\d+)$/.exec(address.searchParams.get('to') || '');
  if (!part || address.searchParams.has('tab')) continue;
  place.addEventListener('click', event => {
    const box = place.getBoundingClientRect();
    const {clientX, clientY, detail} = /** @type {MouseEvent} */ (event);
    if (!detail || !box.width) return;
    event.preventDefault();
    const half = (/** @type {number} */ share, /** @type {string} */ least) => Number(least) + Math.round(share * 2 * AREA) / 2;
    const [x, y] = [half((clientX - box.left) / box.width, part[1]), half((box.bottom - clientY) / box.height, part[2])];
    address.searchParams.set('to', `${x},${y},cm`);
    location.assign(address);
  });
}

// Cards of one hand are tapped one after the other and sent together; a tap on one that was named takes it back.
for (const found of document.querySelectorAll('form[data-several]')) {
  const form = /** @type {HTMLFormElement} */ (found);
  const hint = /** @type {HTMLElement | null} */ (document.querySelector('.tap-all'));
  const tray = document.createElement('div');
  tray.className = 'had';
  form.prepend(tray);
  if (hint) hint.hidden = false;
  form.addEventListener('click', event => {
    const card = /** @type {HTMLElement} */ (event.target).closest('button[name=do]');
    if (!(card instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const named = document.createElement('button');
    named.type = 'button';
    named.className = 'named-card';
    named.setAttribute('aria-label', card.innerText.trim());
    named.innerHTML = card.querySelector('.pic')?.outerHTML || card.innerText;
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = 'do';
    field.value = card.value;
    named.append(field);
    named.addEventListener('click', () => named.remove());
    tray.append(named);
    if (tray.children.length >= Number(form.dataset.several)) form.requestSubmit();
  });
}

// The last of several dice is named: whoever taps need not say that it was the last. By keyboard one goes through them.
for (const found of document.querySelectorAll('form[data-dice]')) {
  const form = /** @type {HTMLFormElement} */ (found);
  form.classList.add('auto');
  form.addEventListener('click', event => {
    const by = event.target instanceof Element && event.target.closest('label.pick');
    if (by && event.detail > 0) setTimeout(() => form.checkValidity() && form.requestSubmit());
  });
}

// Whoever sends answers of which one is missing is shown which, in his language.
for (const found of document.querySelectorAll('form[data-missing]')) {
  const form = /** @type {HTMLFormElement} */ (found);
  form.noValidate = true;
  const word = document.createElement('b');
  word.className = 'missing';
  word.setAttribute('role', 'alert');
  form.addEventListener('submit', event => {
    const row = [...form.querySelectorAll('.dice-row')].find(one => !one.querySelector(':checked'));
    if (!row) return;
    event.preventDefault();
    row.querySelector('legend')?.append(word);
    word.textContent = ` ${form.dataset.missing}`;
    row.scrollIntoView({block: 'nearest'});
  });
  form.addEventListener('change', () => word.remove());
}

// Everything is on one screen if it can be: what is drawn gets as large as the words and the buttons leave room for.
// Where things are laid by it, it has to be read: the list below it is scrolled to.
const [LEAST, SMALLEST, LAID] = [110, 84, 250];
/** Less than this many pixels hide nothing. */
const HIDES = 12;
/** So many ticks of one table are kept, the newest. */
const MOST_TICKED = 120;

/** @param {boolean} [again] */
function fit(again) {
  const upper = /** @type {HTMLElement | null} */ (document.querySelector('.framed > .upper'));
  if (!upper || (again && upper.scrollTop > 0)) return;
  whole(upper);
  inParts(upper, () => !tight(upper), () => {
    reach(upper);
    for (const pic of upper.querySelectorAll('.board-pic.taps')) zoom(/** @type {HTMLElement} */ (pic));
    goesOn(upper);
  });
}

/** What is scrolled can be scrolled by keyboard, too. @param {HTMLElement} upper */
function reach(upper) {
  if (upper.scrollHeight > upper.clientHeight) upper.tabIndex = 0;
  else upper.removeAttribute('tabindex');
}

// What goes on below what is seen of it says so.
/** @param {HTMLElement} upper */
function goesOn(upper) {
  upper.classList.toggle('more', upper.scrollHeight > upper.clientHeight + upper.scrollTop + HIDES);
}

document.querySelector('.framed > .upper')?.addEventListener('scroll', event => goesOn(/** @type {HTMLElement} */ (event.target)), {passive: true});

/** What is folded where there is no room for it: how a number comes about, and who was who when a game is over. */
const FOLDED = '.sum, [data-over] > details';

/** Everything is put as close as can be read: is that enough? @param {HTMLElement} upper */
function tight(upper) {
  const fits = () => {
    shrink(upper);
    return upper.scrollHeight <= upper.clientHeight + 2;
  };
  // A board that only shows how things lie is left out where the question has no room beside it.
  const looks = [...upper.querySelectorAll('[data-kind] > .board-pic:not(.taps, .points)')];
  for (const one of looks) one.classList.remove('later');
  upper.classList.remove('dense');
  if (fits()) return true;
  upper.classList.add('dense');
  if (fits()) return true;
  for (const one of /** @type {NodeListOf<HTMLDetailsElement>} */ (upper.querySelectorAll(FOLDED))) if (one.dataset.asked === undefined) one.open = false;
  if (fits()) return true;
  for (const one of looks) one.classList.add('later');
  if (fits()) return true;
  // At last a board is rather a little small than words below an edge.
  shrink(upper, SMALLEST);
  return upper.scrollHeight <= upper.clientHeight + 2;
}

/** So wide a field is that a finger hits, in pixels. */
const FINGER = 44;

/**
 * A board that has become small is shown as large as fingers need it: the part in which something can be tapped, with as
 * much round it as there is room for. Where that is too much, the board is moved by a finger.
 * @param {HTMLElement} pic
 */
function zoom(pic) {
  const svg = /** @type {SVGSVGElement | null} */ (pic.querySelector('svg'));
  const links = /** @type {SVGRectElement[]} */ ([...pic.querySelectorAll('a.over > rect')]);
  if (!svg || !links.length || pic.matches('.swipes') || !pic.dataset.field) return;
  svg.dataset.whole ||= svg.getAttribute('viewBox') || '';
  const [left, top, wide, high] = svg.dataset.whole.split(' ').map(Number);
  const [across, down] = [pic.clientWidth, pic.clientHeight];
  const scale = FINGER / Number(pic.dataset.field);
  if (!across || !down || Math.min(across / wide, down / high) >= scale) return;
  const boxes = links.map(one => one.getBBox());
  const [x0, y0] = [Math.min(...boxes.map(one => one.x)), Math.min(...boxes.map(one => one.y))];
  const [x1, y1] = [Math.max(...boxes.map(one => one.x + one.width)), Math.max(...boxes.map(one => one.y + one.height))];
  const seen = [Math.min(across / scale, wide), Math.min(down / scale, high)];
  const fits = x1 - x0 <= seen[0] && y1 - y0 <= seen[1];
  const begin = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ room, /** @type {number} */ least, /** @type {number} */ all) => Math.max(least, Math.min((from + to - room) / 2, least + all - room));
  const [x, y] = [begin(x0, x1, seen[0], left, wide), begin(y0, y1, seen[1], top, high)];
  pic.classList.toggle('zoomed', fits);
  pic.classList.toggle('panned', !fits);
  if (fits) {
    svg.setAttribute('viewBox', `${x} ${y} ${seen[0]} ${seen[1]}`);
    Object.assign(svg.style, {width: `${seen[0] * scale}px`, height: `${seen[1] * scale}px`, maxHeight: 'none'});
    return;
  }
  pic.style.maxHeight = `${down}px`;
  Object.assign(svg.style, {width: `${wide * scale}px`, height: `${high * scale}px`, maxHeight: 'none'});
  pic.scrollTo((x - left) * scale, (y - top) * scale);
}

/** A board as it was before it was made larger. @param {HTMLElement} upper */
function whole(upper) {
  for (const pic of /** @type {NodeListOf<HTMLElement>} */ (upper.querySelectorAll('.zoomed, .panned'))) {
    const svg = /** @type {SVGSVGElement} */ (pic.querySelector('svg'));
    pic.classList.remove('zoomed', 'panned');
    pic.style.maxHeight = '';
    svg.setAttribute('viewBox', svg.dataset.whole || '');
    Object.assign(svg.style, {width: '', height: '', maxHeight: ''});
  }
}

// What somebody has opened stays open.
for (const one of document.querySelectorAll(FOLDED)) one.addEventListener('click', () => one.setAttribute('data-asked', ''));

/** @param {HTMLElement} upper @param {number=} least so high a board stays */
function shrink(upper, least = LEAST) {
  const drawings = /** @type {SVGElement[]} */ ([...upper.querySelectorAll('.board-pic:not(.swipes) > svg, .board-pic.swipes')].filter(one => one.getBoundingClientRect().height > 0));
  for (const one of drawings) one.style.maxHeight = 'none';
  for (const one of drawings) {
    const over = upper.scrollHeight - upper.clientHeight;
    if (over > 0) one.style.maxHeight = `${Math.max(one.closest('[data-step], .lays') ? LAID : least, one.getBoundingClientRect().height - over - 1)}px`;
  }
}

// What was ticked off stays ticked off, and whoever was half-way through what is laid out goes on there, also tomorrow.
const ticked = `kempelen.ticked${location.pathname}`;
/** @type {{at?: number, off?: string[]}} */
let kept = {};
try {
  kept = JSON.parse(localStorage.getItem(ticked) || '{}');
} catch {
  // it may not, or it is not ours
}

/** @param {{at?: number, off?: string[]}} more */
function keep(more) {
  kept = {...kept, ...more};
  try {
    localStorage.setItem(ticked, JSON.stringify(kept));
  } catch {
    // it may not
  }
}

for (const found of document.querySelectorAll('input[data-tick]')) {
  const box = /** @type {HTMLInputElement} */ (found);
  const what = box.dataset.tick || '';
  box.checked = Boolean(kept.off?.includes(what));
  // Of lists that are gone nothing has to be known.
  box.addEventListener('change', () => keep({off: [...(kept.off || []).filter(one => one !== what), ...box.checked ? [what] : []].slice(-MOST_TICKED)}));
}

// What is laid out comes step by step; whoever has no script sees all steps below each other.
const steps = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('[data-step]')]);
if (steps.length > 1) {
  /** @param {string} name */
  const part = name => /** @type {HTMLElement} */ (document.querySelector(`[data-${name}]`));
  const [onward, ready, backward, skip, nth] = ['onward', 'ready', 'backward', 'skip', 'nth'].map(part);
  const words = (nth.textContent || '').replace('0', '{n}');
  /** @param {number} at */
  const show = at => {
    steps.forEach((step, n) => (step.hidden = n !== at));
    const last = at === steps.length - 1;
    onward.hidden = last;
    ready.hidden = !last;
    backward.hidden = at === 0;
    skip.hidden = last;
    nth.hidden = false;
    nth.textContent = words.replace('{n}', String(at + 1));
    onward.onclick = () => show(at + 1);
    backward.onclick = () => show(at - 1);
    part('steps').scrollTop = 0;
    keep({at});
    fit();
  };
  for (const end of [ready, skip]) end.addEventListener('click', () => keep({at: 0}));
  show(Math.min(kept.at || 0, steps.length - 1));
}

// A sketch that is wider than the screen begins with its middle, where who acts stands.
for (const far of document.querySelectorAll('.far')) far.scrollLeft = (far.scrollWidth - far.clientWidth) / 2;

fit();

// Whoever taps twice must not have chosen what stands by then where "Done" was: an answer under his finger waits a moment.
const [TAPPED, JUST_NOW, MOMENT, NEAR] = ['kempelen.tapped', 2000, 400, 8];

/** @param {number} x @param {number} y */
function settle(x, y) {
  for (const one of document.querySelectorAll('.answers .pick, .rolls-now button, .taps a.over')) {
    const box = one.getBoundingClientRect();
    if (x < box.left - NEAR || x > box.right + NEAR || y < box.top - NEAR || y > box.bottom + NEAR) continue;
    one.classList.add('settling');
    setTimeout(() => one.classList.remove('settling'), MOMENT);
  }
}

try {
  const {at, x, y} = JSON.parse(sessionStorage.getItem(TAPPED) || '{"at": 0}');
  if (Date.now() - at < JUST_NOW) settle(x, y);
} catch {
  // it may not
}

document.addEventListener('click', event => {
  const {detail, clientX: x, clientY: y, target} = event;
  if (!detail) return;
  try {
    sessionStorage.setItem(TAPPED, JSON.stringify({at: Date.now(), x, y}));
  } catch {
    // nor this
  }
  if (target instanceof Element && target.closest('[data-further]')) requestAnimationFrame(() => settle(x, y));
}, true);

document.fonts.ready.then(() => fit(true));
addEventListener('resize', () => fit(true));

// What somebody unfolds is seen whole, as far as there is room: nothing opens below the edge.
document.addEventListener('click', event => {
  const opened = event.target instanceof Element && event.target.closest('summary')?.parentElement;
  if (opened instanceof HTMLDetailsElement && !opened.matches('.role')) requestAnimationFrame(() => opened.open && opened.scrollIntoView({block: 'nearest'}));
});
