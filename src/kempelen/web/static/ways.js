// Ways: where any point of the table may be clicked, the game finds the way there, draws how far one gets and says what it takes.
import {clearest, labels, marked, wide} from './badges.js';
import {drawing, lies, lyingOver, pointAt, showWhole} from './board.js';
import {layerOf, make, tag, unit} from './marks.js';
import {NARROW, element, find, path, shapesOf, table, words} from './page.js';
import {drawWorth, rounded, spared, within} from './points.js';
import {drawPreview, keep} from './preview.js';

/**
 * A point as the game counts, and what can be aimed at one.
 * @typedef {[number, number]} Spot
 * @typedef {import('./choosing.js').Free} Family
 * @typedef {import('./choosing.js').Option} Option
 * @typedef {Option & {seen?: import('./preview.js').Preview, path?: Spot[], objection?: string, nearer?: Aimed}} Aimed
 */

/** Points lie on half centimetres; who types one may be finer. */
const STEP = 0.5;
/** With the shift key an arrow goes so far, and a second click so near the first means the same place. */
const [STRIDE, NEAR] = [5, 1.2];
/** A click so near a marked place means it, in pixels. */
const CLOSE = 14;
/** So long the pointer rests before the game is asked, in milliseconds. */
const REST = 70;
/** A stretch this long can be bent in its middle. */
const BENT = 3;

/** What a click would aim now. @type {Family | null} */
let family = null;
/** Where y is counted from, if from below. @type {number | null} */
let upwards = null;
/** @type {(option: Option) => void} */
let offer = () => {};
/** The point that has been chosen, with the corners before it, and what the game says. @type {{points: Spot[], said: Aimed | null} | null} */
let fixed = null;
/** Places that are worth a mark: a click near one means it. @type {{at: Spot, word: string}[]} */
let worth = [];
/** What is said while the pointer is nowhere. */
let usual = '';
/** @type {Spot | null} */
let pointed = null;
let timer = 0;
let asked = 0;
/** Keys that were pressed before the table was ready for them: how often an arrow, and how far. @type {[[number, number], boolean][] | null} */
let early = null;

// -- where things are

/** @param {{x: number, y: number}} point of the drawing @returns {Spot} */
function counted(point) {
  const svg = drawing();
  const [sx, sy] = [Number(svg?.dataset.sx || 1), Number(svg?.dataset.sy || 1)];
  const y = upwards === null ? point.y / sy : upwards - point.y / sy;
  return [Math.round(point.x / sx / STEP) * STEP, Math.round(y / STEP) * STEP];
}

/** @param {Spot} spot */
function drawn([x, y]) {
  const svg = drawing();
  return {x: x * Number(svg?.dataset.sx || 1), y: (upwards === null ? y : upwards - y) * Number(svg?.dataset.sy || 1)};
}

/** @param {Spot} a @param {Spot} b */
const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/** Where the piece stands that is to go. @returns {Spot | null} */
function stands() {
  const svg = drawing();
  const handle = family?.handles.find(one => svg && shapesOf(one, svg).length);
  const found = svg && handle && /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(shapesOf(handle, svg)[0].getAttribute('transform') || '');
  return found ? counted({x: Number(found[1]), y: Number(found[2])}) : null;
}

// -- asking

/** What has been asked for at this version of the table. @type {{at: string, known: Map<string, Promise<any>>}} */
const kept = {at: '', known: new Map()};

/** @param {string} what @param {object} body */
function request(what, body) {
  const {id, seat, version} = table().dataset;
  const at = [id, seat, version].join();
  if (kept.at !== at) Object.assign(kept, {at, known: new Map()});
  const key = what + JSON.stringify(body);
  const found = kept.known.get(key) || fetch(path(what), {
    method: 'POST', body: JSON.stringify(body), headers: {'content-type': 'application/json'},
  }).then(reply => (reply.ok ? reply.json() : null), () => null);
  kept.known.set(key, found);
  return found;
}

/** @param {Spot[]} points @returns {Promise<Aimed>} */
async function say(points) {
  const said = await request('aim', {handles: family?.handles || [], points});
  if (said?.do && said.seen) keep(said.do, said.seen);
  if (said?.nearer) keep(said.nearer.do, said.nearer.seen);
  return said || {objection: words.failed};
}

// -- what a click would aim

/**
 * The table has been laid out anew: draw how far one gets, and the point that is still chosen.
 * @param {Family | null} place @param {number | null | undefined} up @param {Option | null} armed @param {(option: Option) => void} arm
 */
export function readyWays(place, up, armed, arm) {
  const same = place && family && place.handles.join() === family.handles.join();
  family = place;
  usual = '';
  worth = [];
  upwards = up ?? null;
  offer = arm;
  pointed = null;
  clearTimeout(timer);
  if (place?.usual && !place.ways) showWhole();
  if (!same || (fixed?.said?.do && fixed.said.do !== armed?.do)) fixed = null;
  layerOf('pointed');
  drawRings();
  const held = Boolean(document.activeElement?.closest('.aim-end'));
  // Why one cannot go there is still to be read.
  if (fixed?.said && !fixed.said.do) deny(fixed.points, fixed.said);
  else drawHandles();
  if (held) focusEnd();
  if (early && place) {
    const steps = early;
    early = null;
    if (begin()) steps.forEach(([way, stride]) => nudge(way, stride));
  }
}

/** Whether this is what the chosen point would do. @param {Option | null} option */
export const isAimed = option => Boolean(option && fixed?.said && (fixed.said.do === option.do || fixed.said.nearer?.do === option.do));

/** Whether a point is being chosen. */
export const isAiming = () => Boolean((family && fixed) || early);

/** No point is chosen any more; whether one was. */
export function forgetPoint() {
  const was = fixed !== null;
  fixed = early = null;
  asked += 1;
  find('free')?.remove();
  layerOf('pointed');
  return was;
}

// -- pointing and choosing

/** The pointer moves over the table. @param {PointerEvent} event */
export function pointTo(event) {
  if (!family || fixed || event.pointerType === 'touch') return;
  const spot = counted(pointAt(event));
  if (pointed && far(spot, pointed) < 0.01) return;
  pointed = spot;
  clearTimeout(timer);
  timer = window.setTimeout(() => show(spot), REST);
}

/** The pointer has left the bare ground. */
export function pointAway() {
  if (!pointed || fixed) return;
  pointed = null;
  clearTimeout(timer);
  drawPreview(null, 0);
  layerOf('pointed');
  tell('');
}

/** @param {Spot} spot */
async function show(spot) {
  const said = await say([spot]);
  if (pointed !== spot || fixed) return;
  drawSaid(said, spot);
}

/** A click on bare ground chooses it; the same place once more does it. @param {MouseEvent} event @param {() => void} commit */
export function choosePoint(event, commit) {
  if (!family) return;
  const touched = counted(pointAt(event));
  const spot = worth.find(({at}) => far(at, touched) <= CLOSE * unit() / Number(drawing()?.dataset.sx || 1))?.at || touched;
  if (fixed?.said?.do && far(spot, /** @type {Spot} */ (fixed.points.at(-1))) <= NEAR) return commit();
  fix([spot]);
}

/** @param {Spot[]} points the corners of the way, and its end */
async function fix(points) {
  pointed = null;
  clearTimeout(timer);
  fixed = {points, said: fixed?.said || null};
  asked += 1;
  const mine = asked;
  const said = await say(points);
  if (mine !== asked || !fixed) return;
  fixed = {points, said};
  find('free')?.remove();
  if (said.do) {
    tell('');
    return offer(said);
  }
  offer(/** @type {any} */ (null));
  fixed = {points, said};
  deny(points, said);
}

/** One cannot go there: in words, and on the table. @param {Spot[]} points @param {Aimed} said */
function deny(points, said) {
  refuse(said);
  drawSaid(said, /** @type {Spot} */ (points.at(-1)));
  drawHandles();
}

/** Why not, and how far one could go. @param {Aimed} said */
function refuse(said) {
  find('free')?.remove();
  const box = element('div', 'message aim-no');
  box.id = 'free';
  box.setAttribute('role', 'status');
  box.append(element('p', '', said.objection));
  const {nearer} = said;
  if (nearer) {
    const button = element('button', 'btn', words.nearer);
    button.type = 'button';
    button.id = 'nearer';
    button.append(element('small', '', (nearer.seen?.costs || []).join(' · ')));
    button.addEventListener('click', () => {
      if (fixed) fixed.said = nearer;
      box.remove();
      offer(nearer);
    });
    box.append(button);
  }
  tell(' ');
  (find('anywhere') || find('choices'))?.before(box);
  const live = find('live');
  if (live) live.textContent = said.objection || '';
}

/** What is said about where the pointer is. @param {string} text */
function tell(text) {
  const line = find('aim-says');
  if (line) line.textContent = text || usual || words.anywhere || '';
}

// -- by keyboard

const focusEnd = () => /** @type {SVGElement | null} */ (document.querySelector('#overlay .aim-end'))?.focus();

/** Begin where the piece stands; while the table is still being laid out, as soon as it is. */
export function aimByKeys() {
  if (!begin() && find('aim-keys')) early = [];
}

/** Whether there is a piece to begin from. */
function begin() {
  const from = family && stands();
  if (!from) return false;
  fixed = {points: [from], said: null};
  tell(words.arrows || '');
  drawHandles();
  focusEnd();
  return true;
}

/** One step of the chosen point. @param {[number, number]} way on the screen @param {boolean} stride */
export function nudge([dx, dy], stride) {
  if (early) early.push([[dx, dy], stride]);
  if (!fixed) return;
  // An answer about an earlier point must not bring that point back.
  asked += 1;
  const step = stride ? STRIDE : STEP;
  const [x, y] = /** @type {Spot} */ (fixed.points.at(-1));
  // Corners that were found for another end are of no use.
  fixed.points = [[x + dx * step, y + (upwards === null ? dy : -dy) * step]];
  drawHandles();
  clearTimeout(timer);
  const {points} = fixed;
  timer = window.setTimeout(() => fix(points), REST * 2);
}

// -- drawing

/** @param {Aimed} said @param {Spot} end */
function drawSaid(said, end) {
  drawPreview(said.do ? said : null, 0, said.seen);
  const layer = layerOf('pointed');
  if (!layer) return;
  const u = unit();
  const at = drawn(end);
  if (!find('free')) tell(said.objection || '');
  if (said.do) {
    const costs = (said.seen?.costs || []).join(' · ');
    const last = said.path?.length ? drawn(/** @type {Spot} */ (said.path.at(-1))) : at;
    if (costs) layer.append(tag(last.x, last.y + 26 * u, costs));
    else if (!said.path) layer.append(make('circle', {class: 'spot-yes', cx: at.x, cy: at.y, r: 9 * u, 'stroke-width': 2 * u}), tag(at.x, at.y + 22 * u, said.text));
    return;
  }
  if (said.path) layer.append(make('path', {class: 'way-no', d: line(said.path)}));
  const r = 6 * u;
  layer.append(make('path', {class: 'spot-no', d: `M${at.x - r} ${at.y - r}L${at.x + r} ${at.y + r}M${at.x + r} ${at.y - r}L${at.x - r} ${at.y + r}`, 'stroke-width': 3 * u}));
}

/** @param {Spot[]} spots */
const line = spots => `M${spots.map(drawn).map(one => `${one.x} ${one.y}`).join('L')}`;

/** How far one gets, the nearest ring last so that it lies on top. */
async function drawRings() {
  const place = family;
  const layer = layerOf('rings');
  if (!place || !layer) return;
  /** @type {{rings: {label: string, short: string, outlines: Spot[][]}[], spots: {at: Spot, word: string}[]} | null} */
  const found = await request('reach', {handles: place.handles});
  if (place !== family || !layer.isConnected || !found) return;
  const {rings} = found;
  worth = found.spots;
  // Where a way is sought and any point may be touched, dots say nothing that these marks do not.
  find('overlay')?.classList.toggle('marked', place.ways && rings.length > 0);
  const u = unit();
  layer.replaceChildren();
  // One area and no ways: something is put there.
  usual = rings.length === 1 && !place.ways ? rings[0].label : '';
  if (!fixed && !pointed) tell('');
  for (const ring of [...rings].reverse()) {
    const d = ring.outlines.map(outline => `${line(rounded(outline))}Z`).join('');
    layer.append(make('path', {class: ring === rings.at(-1) ? 'ring-area last' : 'ring-area', d, mask: 'url(#ring-mask)'}));
  }
  if (rings.length) layer.prepend(spared());
  const laid = lyingOver();
  const seen = lies(drawing());
  const shown = (/** @type {{x: number, y: number}} */ {x, y}) => !seen || (x >= seen.x && y >= seen.y && x <= seen.x + seen.w && y <= seen.y + seen.h);
  // On a narrow screen there is room for the name of the farthest ring only.
  for (const ring of usual ? [] : rings.slice(NARROW.matches ? -1 : 0)) {
    const text = ring === rings.at(-1) ? ring.label : ring.short;
    const [w, h] = [wide(text, 11) * u, 14 * u];
    const spots = ring.outlines.flat().map(drawn).filter(shown);
    if (!spots.length) continue;
    // Left, right, below, above, between: wherever no name and no piece is covered, and all of it can be read.
    const ends = ROUND.map(([dx, dy]) => spots.reduce((a, b) => (b.x * dx + b.y * dy > a.x * dx + a.y * dy ? b : a)));
    // Where the ring is narrow something lies at all of them: then farther out.
    const places = [0, 0.7, 1.6].flatMap(out => ends.map((one, n) => ({x: one.x + ROUND[n][0] * out * w, y: one.y + ROUND[n][1] * out * 2 * h})));
    const place = clearest(places.map(one => within({x: one.x - w / 2, y: one.y - h / 2, w, h}, seen)), [...laid, ...labels(), ...marked('.tag, .pop, .pct, .thrown')]);
    laid.push(place);
    layer.append(make('text', {class: 'ring-label', x: place.x + w / 2, y: place.y + h / 2 + 4 * u, 'font-size': 11 * u}, text));
  }
  drawWorth(layer, fixed?.said?.do ? [] : worth.map(({at, word}) => ({...drawn(at), word})), laid, seen);
}

/** Left, right, below, above, and between them. */
const ROUND = [[-1, 0], [1, 0], [0, 1], [0, -1], [1, 1], [-1, 1], [1, -1], [-1, -1]];

/** Corners to drag: those of the way, the middle of its stretches, and its end. */
function drawHandles() {
  document.querySelectorAll('#overlay .aim-handle').forEach(old => old.remove());
  if (!fixed || !family) return;
  const end = /** @type {Spot} */ (fixed.points.at(-1));
  const way = family.ways && fixed.said?.path && fixed.said.path.length > 1 ? fixed.said.path : null;
  if (way) {
    way.slice(1).forEach((there, n) => {
      const here = way[n];
      if (far(here, there) >= BENT) handle([(here[0] + there[0]) / 2, (here[1] + there[1]) / 2], 'aim-bend', n, words.bend || '');
      if (n < way.length - 2) handle(there, 'aim-corner', n, words.corner || '');
    });
  }
  handle(way && fixed.said?.do ? /** @type {Spot} */ (way.at(-1)) : end, 'aim-end', -1, words.aim || '');
}

/** @param {Spot} spot @param {string} cls @param {number} n which corner; -1 is the end @param {string} label */
function handle(spot, cls, n, label) {
  const u = unit();
  const {x, y} = drawn(spot);
  const made = make('g', {class: `aim-handle ${cls}`, transform: `translate(${x} ${y})`, tabindex: cls === 'aim-bend' ? -1 : 0, role: 'button', 'aria-label': label, 'data-corner': n});
  made.append(make('circle', {r: (cls === 'aim-end' ? 13 : cls === 'aim-corner' ? 7 : 4.5) * u}), make('circle', {class: 'grip', r: 16 * u}));
  find('overlay')?.append(made);
}

/** The way with one corner somewhere else. @param {Element} grip @param {Spot} to @returns {Spot[]} */
function bent(grip, to) {
  const n = Number(/** @type {SVGElement} */ (grip).dataset.corner);
  const corners = (fixed?.said?.path || []).slice(1, -1);
  const end = /** @type {Spot} */ (fixed?.points.at(-1));
  if (n < 0) return [...(fixed?.points.slice(0, -1) || []), to];
  if (grip.classList.contains('aim-bend')) corners.splice(n, 0, to);
  else corners.splice(n, 1, to);
  return [...corners, end];
}

/** @type {{grip: SVGElement, id: number, moved: boolean} | null} */
let held = null;
let dragged = false;

/** Whether the end of the way has been clicked, and not dragged. @param {Element} target */
export const isEnd = target => Boolean(target.closest('.aim-end')) && !dragged && Boolean(fixed?.said?.do);

document.addEventListener('pointerdown', event => {
  const grip = /** @type {SVGElement | null} */ (/** @type {Element} */ (event.target).closest('.aim-handle'));
  if (!grip || !fixed) return;
  event.preventDefault();
  dragged = false;
  held = {grip, id: event.pointerId, moved: false};
  grip.setPointerCapture?.(event.pointerId);
});

document.addEventListener('pointermove', event => {
  if (!held || event.pointerId !== held.id || !fixed) return;
  const spot = counted(pointAt(event));
  const {x, y} = drawn(spot);
  const at = `translate(${x} ${y})`;
  if (held.grip.getAttribute('transform') === at) return;
  held.moved = true;
  held.grip.setAttribute('transform', at);
  const points = bent(held.grip, spot);
  clearTimeout(timer);
  timer = window.setTimeout(async () => {
    const said = await say(points);
    if (held) drawSaid(said, /** @type {Spot} */ (points.at(-1)));
  }, REST);
});

document.addEventListener('pointerup', event => {
  if (!held || event.pointerId !== held.id) return;
  const {grip, moved} = held;
  held = null;
  dragged = moved;
  if (moved && fixed) fix(bent(grip, counted(pointAt(event))));
});

document.addEventListener('pointercancel', () => { held = null; });

// A corner that is clicked twice, or deleted, goes away.
/** @param {Element | null} grip */
function drop(grip) {
  if (!fixed || !grip?.classList.contains('aim-corner')) return;
  const corners = (fixed.said?.path || []).slice(1, -1);
  corners.splice(Number(/** @type {SVGElement} */ (grip).dataset.corner), 1);
  fix([...corners, /** @type {Spot} */ (fixed.points.at(-1))]);
}

document.addEventListener('dblclick', event => drop(/** @type {Element} */ (event.target).closest('.aim-handle')));
document.addEventListener('keydown', event => {
  if (event.key === 'Delete' || event.key === 'Backspace') drop(/** @type {Element} */ (event.target).closest?.('.aim-handle'));
});
