// The board: pan, zoom, and places in board units. Shared by the table and the replay.
import {diceDrawn} from './lying.js';
import {NARROW} from './page.js';

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

/** What the page shows of the board; kept while the drawing is exchanged. Until somebody zooms, a large table shows its action; once it has, `settled`. `all`: the whole board is wanted. @type {{box: Box | null, own: boolean, settled: boolean, all: boolean}} */
const look = {box: null, own: false, settled: false, all: false};

/** A unit of fewer points than this is true to scale: a table in centimetres, with small models on it. */
const TRUE_TO_SCALE = 20;
/** So much of the whole table is shown at least; a small screen comes nearer, or names and numbers would cover all. */
const LEAST = NARROW.matches ? 0.28 : 0.36;
/** The letters of a model's name, in the drawing and as they should be on the screen, in points and pixels. */
const [LETTERS, NAME] = [14, 12.5];
/** Round the pieces so much of the table is shown. */
const ROUND = 0.075;
/** What is shown grows when this share of it would be enough. */
const CLOSER = NARROW.matches ? 0.85 : 0.75;
/** Nearer to the edge of what is shown, a piece would be cut off with its name. */
const EDGE = 0.03;

/** A tile of fewer pixels than the first cannot be touched on a small screen: it is drawn with as many as the second. */
const [SMALL, TOUCHED] = [34, 42];
/** So long the window takes to go elsewhere, in milliseconds. */
const GOES = 260;

/** A bar with a short goal is so high on a small screen, in pixels. */
const BAR = 54;
/** The edge of the sheet round a board on each side, what is beside it, in pixels; and how flat it may become, of the screen's height. */
const [SHEET, SIDES, FLATTEST] = [8, 32, 0.24];

/** @returns {SVGSVGElement | null} */
export function drawing() {
  return document.querySelector('#s-board');
}

/** Small models, on a table true to scale, are moved apart; nothing else has to be. @type {typeof import('./spread.js') | null} */
const apart = document.querySelector('#table[data-anywhere]') || Number(drawing()?.dataset.sx) <= TRUE_TO_SCALE ? await import('./spread.js') : null;
/** The small map, once a part of the board has been looked at. @type {typeof import('./minimap.js') | null} */
let map = null;

/** @param {string} text @returns {Box} */
function boxOf(text) {
  const [x, y, w, h] = text.split(' ').map(Number);
  return {x, y, w, h};
}

/** @param {Box} box */
const textOf = box => `${box.x} ${box.y} ${box.w} ${box.h}`;

/** The whole board as the server sent it. @returns {Box} */
function whole() {
  const svg = /** @type {SVGSVGElement} */ (drawing());
  svg.dataset.whole ||= svg.getAttribute('viewBox') || '0 0 1 1';
  return boxOf(svg.dataset.whole);
}

/** Show what was shown before, after the drawing has been exchanged. */
export function keepLook() {
  const svg = drawing();
  if (!svg) return;
  svg.dataset.whole = svg.getAttribute('viewBox') || '0 0 1 1';
  // Before anything is measured: another part of the board would be laid out for nothing.
  if (look.box) svg.setAttribute('viewBox', textOf(look.box));
  leaveRoom(svg);
  const size = touched(svg);
  if (size) look.box = look.all ? null : nearby(svg, size);
  else if (!look.own && document.body.classList.contains('at-table')) look.box = steady(svg);
  apply();
}

/** How high a table of cards was when it was first seen, of its width: it grows while it is played, and has the same room from the first card to the last. */
let first = 0;

/** How much of a board of small tiles the window shows, so that a finger finds each of them; null: all of it. @param {SVGSVGElement} svg */
function touched(svg) {
  const tile = Number(svg.dataset.sx);
  if (!NARROW.matches || tile <= TRUE_TO_SCALE || svg.dataset.sx !== svg.dataset.sy || !svg.clientWidth || !svg.closest('.tbl:not(.companion)')) return null;
  const full = whole();
  if (tile * Math.min(svg.clientWidth / full.w, svg.clientHeight / full.h) >= SMALL) return null;
  return {w: Math.min(full.w, svg.clientWidth * tile / TOUCHED), h: Math.min(full.h, svg.clientHeight * tile / TOUCHED)};
}

/** @param {Element} svg @param {string} which */
const placesOf = (svg, which) => [...svg.querySelectorAll(which)].map(one => /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(one.getAttribute('transform') || ''))
  .filter(at => at !== null).map(at => ({x: Number(at[1]), y: Number(at[2])}));

/** @param {Box} box @param {{x: number, y: number}} at @param {number} edge */
const holds = (box, at, edge) => at.x > box.x + edge && at.x < box.x + box.w - edge && at.y > box.y + edge && at.y < box.y + box.h - edge;

/** The window stays as long as all of the reader's pieces are in it; else it goes where most of his are, then most of the others. @param {SVGSVGElement} svg @param {{w: number, h: number}} size @returns {Box} */
function nearby(svg, {w, h}) {
  const full = whole();
  const edge = Number(svg.dataset.sx) / 3;
  const [own, foes] = [placesOf(svg, '.r-unit:not(.t-foe)'), placesOf(svg, '.r-unit.t-foe')];
  if (look.box && (look.own || own.every(at => holds(/** @type {Box} */ (look.box), at, edge)))) return look.box;
  const all = [...own, ...foes];
  const boxes = all.flatMap(a => all.map(b => ({x: within((a.x + b.x) / 2, w, full.x, full.w), y: within((a.y + b.y) / 2, h, full.y, full.h), w, h})));
  const worth = (/** @type {Box} */ box) => 9 * own.filter(at => holds(box, at, edge)).length + foes.filter(at => holds(box, at, edge)).length;
  return boxes.reduce((best, box) => (worth(box) > worth(best) ? box : best), boxes[0] || {x: within(full.x + full.w / 2, w, full.x, full.w), y: full.y + full.h - h, w, h});
}

/** Running window. */
let going = 0;

/** The window goes to what is told or picked, if that is not in it; to nothing: back to the reader's own pieces. @param {{x: number, y: number}[]} places */
export function follow(places) {
  const svg = drawing();
  const size = svg && touched(svg);
  if (!svg || !size || look.all || !look.box) return;
  const edge = Number(svg.dataset.sx) * 0.6;
  if (places.length && places.every(at => holds(/** @type {Box} */ (look.box), at, edge))) return;
  const full = whole();
  const [from, {w, h}] = [look.box, look.box];
  look.own = false;
  let [xs, ys] = [places.map(at => at.x), places.map(at => at.y)];
  // Where not all of it has room, the first thing counts.
  if (Math.max(...xs) - Math.min(...xs) > w || Math.max(...ys) - Math.min(...ys) > h) [xs, ys] = [xs.slice(0, 1), ys.slice(0, 1)];
  const to = places.length ? {x: within((Math.min(...xs) + Math.max(...xs)) / 2, w, full.x, full.w), y: within((Math.min(...ys) + Math.max(...ys)) / 2, h, full.y, full.h)} : nearby(svg, {w, h});
  const began = performance.now();
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  cancelAnimationFrame(going);
  const step = (/** @type {number} */ now) => {
    const t = still ? 1 : Math.max(0, Math.min(1, (now - began) / GOES));
    const k = t * (2 - t);
    look.box = {w, h, x: from.x + (to.x - from.x) * k, y: from.y + (to.y - from.y) * k};
    apply();
    if (t < 1) going = requestAnimationFrame(step);
  };
  step(began);
}

/** On a narrow screen a low board leaves its room to what lies below it. The map alone says how high that is: what is chosen changes nothing. @param {SVGSVGElement} svg */
function leaveRoom(svg) {
  const table = /** @type {HTMLElement | null} */ (svg.closest('.tbl'));
  const stage = /** @type {HTMLElement | null} */ (svg.closest('.board'));
  // What a long goal takes above, the board gives: what can be chosen keeps its room.
  const bar = document.querySelector('#bar');
  if (table && bar && NARROW.matches) table.style.setProperty('--bar-more', `${Math.max(0, Math.round(bar.getBoundingClientRect().height) - BAR)}px`);
  if (!table || !stage || Number(svg.dataset.sx) <= TRUE_TO_SCALE) return;
  const {w, h} = whole();
  if (svg.dataset.sx !== svg.dataset.sy) first ||= h / w;
  const pad = 2 * SHEET + parseFloat(getComputedStyle(stage).paddingTop || '0');
  // Tiles of a small map that is shown whole are as large as a finger, if what lies below can spare that.
  if (svg.dataset.sx === svg.dataset.sy && !touched(svg)) table.style.setProperty('--board-least', `${Math.ceil(TOUCHED * h / Number(svg.dataset.sx) + pad)}px`);
  table.style.setProperty('--board-fits', `${Math.ceil(Math.max(FLATTEST * innerHeight, (stage.clientWidth - SIDES) * (first || h / w) + pad))}px`);
}

/** A place is looked for on the whole board, until somebody zooms. */
export function showWhole() {
  const svg = drawing();
  if (!svg || look.own) return;
  look.settled = false;
  if (!look.box) return;
  look.box = null;
  apply();
}

/** A box as wide or high as the screen has room for. @param {number} w @param {number} h @param {number} room @param {number} tall */
function widened(w, h, room, tall) {
  return w / h < room / tall ? [h * room / tall, h] : [w, w * tall / room];
}

/** From one turn to the next the scale stays as it is: what is shown moves or grows only if a piece would be cut off. @param {SVGSVGElement} svg @returns {Box | null} */
function steady(svg) {
  const [now, needed] = [look.box, action(svg)];
  const inside = reached(svg);
  if (!look.settled) {
    look.settled = inside !== null;
    return needed;
  }
  if (!now || !needed) return null;
  // When all have come together, most of what is shown would be empty.
  if (needed.w < CLOSER * now.w) return needed;
  const full = whole();
  const room = EDGE * full.w;
  const clear = (/** @type {number} */ low, /** @type {number} */ high, /** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ first, /** @type {number} */ all) =>
    (from <= first || low >= from + room) && (from + size >= first + all || high <= from + size - room);
  if (inside && clear(inside.left, inside.right, now.x, now.w, full.x, full.w) && clear(inside.top, inside.bottom, now.y, now.h, full.y, full.h)) return now;
  const [w, h] = [Math.max(now.w, needed.w), Math.max(now.h, needed.h)];
  if (w >= full.w && h >= full.h * 0.95) return null;
  return {x: within(needed.x + needed.w / 2, w, full.x, full.w), y: within(needed.y + needed.h / 2, h, full.y, full.h), w, h};
}

/** As near to a middle as the edges of the board let it be. @param {number} at @param {number} size @param {number} from @param {number} all */
function within(at, size, from, all) {
  return size >= all ? from + (all - size) / 2 : Math.max(from, Math.min(at - size / 2, from + all - size));
}

/** Between which edges pieces and markers stand. @param {SVGSVGElement} svg */
function reached(svg) {
  const places = [...svg.querySelectorAll('.r-unit, .r-marker')].map(
    one => /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(one.getAttribute('transform') || '')).filter(one => one !== null);
  if (!places.length) return null;
  const [xs, ys] = [places.map(one => Number(one[1])), places.map(one => Number(one[2]))];
  return {left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys)};
}

/** Where the pieces are, with some room round them; null: the whole board. @param {SVGSVGElement} svg @returns {Box | null} */
function action(svg) {
  const found = Number(svg.dataset.sx) > TRUE_TO_SCALE ? null : reached(svg);
  if (!found) return null;
  const full = whole();
  const {left, right, top, bottom} = found;
  // The place on the screen is no square: what is needed both ways decides how large it can be.
  const round = 2 * ROUND * full.w;
  const [wide, high] = [Math.max(right - left + round, full.w * LEAST), Math.max(bottom - top + round, full.h * LEAST)];
  const [w, h] = widened(wide, high, svg.clientWidth || 1, svg.clientHeight || 1);
  if (w >= full.w && h >= full.h * 0.95) return null;
  return {x: within((left + right) / 2, w, full.x, full.w), y: within((top + bottom) / 2, h, full.y, full.h), w, h};
}

/** How much larger or smaller names of models are drawn, so that they can be read at any zoom and cover little. */
export function names() {
  const svg = drawing();
  if (!svg || Number(svg.dataset.sx) > TRUE_TO_SCALE) return 1;
  const box = look.box || whole();
  const shown = Math.min((svg.clientWidth || box.w) / box.w, (svg.clientHeight || box.h) / box.h);
  return Math.round(100 * Math.max(0.7, Math.min(2, NAME / LETTERS / shown))) / 100;
}

/** Show the part of the board that is looked at, in every drawing that lies over it. */
export function apply() {
  const svg = drawing();
  if (!svg) return;
  const box = look.box || whole();
  svg.setAttribute('viewBox', textOf(box));
  svg.closest('.board')?.classList.toggle('near', touched(svg) !== null);
  svg.closest('.board')?.classList.toggle('zoomed', look.box !== null || (look.all && touched(svg) !== null));
  /** @type {HTMLElement | null} */ (svg.closest('.board'))?.style.setProperty('--names', String(names()));
  for (const over of document.querySelectorAll('#overlay, #marks')) over.setAttribute('viewBox', textOf(box));
  // On a narrow screen it would cover what happens, unless somebody has gone elsewhere by himself.
  const near = look.box && touched(svg) !== null;
  const part = NARROW.matches && !look.own && !near ? null : look.box;
  if (map) map.minimap(svg, whole(), part, Boolean(near));
  else if (part && document.querySelector('#minimap')) import('./minimap.js').then(found => { if (!map) { map = found; apply(); } });
  const past = document.querySelector('#past > svg');
  if (look.box) past?.setAttribute('viewBox', textOf(box));
  if (Number(svg.dataset.sx) > TRUE_TO_SCALE || !svg.clientWidth) return;
  const pixel = Math.max(box.w / svg.clientWidth, box.h / svg.clientHeight);
  const over = lyingOver();
  for (const one of [svg, past]) if (one instanceof SVGSVGElement) apart?.spread(one, box, pixel, names(), over);
  diceDrawn()?.giveWay();
}

/** @param {number} factor @param {{x: number, y: number}=} middle */
export function zoom(factor, middle) {
  look.own = true;
  const full = whole();
  const box = look.box || full;
  const at = middle || {x: box.x + box.w / 2, y: box.y + box.h / 2};
  const w = box.w / factor;
  if (w >= full.w * 0.99) {
    look.box = null;
  } else if (w > full.w / 12) {
    const h = box.h / factor;
    look.box = {x: at.x - (at.x - box.x) / factor, y: at.y - (at.y - box.y) / factor, w, h};
  }
  apply();
}

/** The whole board. */
export function fit() {
  const svg = drawing();
  const size = svg && touched(svg);
  // Where tiles are too small to be touched, the same button comes near again.
  look.all = !look.all && Boolean(size);
  look.own = !size;
  look.box = null;
  if (size && !look.all) look.box = nearby(svg, size);
  apply();
}

/** A point of the screen in the drawing's own units. @param {{clientX: number, clientY: number}} event */
export function pointAt(event) {
  const svg = drawing();
  const matrix = svg?.getScreenCTM();
  if (!svg || !matrix) return {x: 0, y: 0};
  const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  return {x: point.x, y: point.y};
}

/** Where something of the page lies, as the drawing counts. @param {Element | null} one */
export function lies(one) {
  if (!one) return null;
  const {left, top, right, bottom} = one.getBoundingClientRect();
  const [from, to] = [pointAt({clientX: left, clientY: top}), pointAt({clientX: right, clientY: bottom})];
  return {...from, w: to.x - from.x, h: to.y - from.y};
}

/** What lies over the board: the small map and the buttons. */
export const lyingOver = () => [...document.querySelectorAll('#minimap:not([hidden]), #board [data-zoom]')].map(lies).filter(box => box !== null);

/** Listen on a part of the page that stays, since drawings come and go. @param {HTMLElement} root */
export function boardControls(root) {
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  let moved = 0;

  root.addEventListener('click', event => {
    const there = /** @type {Element} */ (event.target).closest('#minimap') ? map?.pointOnMinimap(event) : null;
    if (there && look.box) {
      look.own = true;
      look.box = {...look.box, x: there.x - look.box.w / 2, y: there.y - look.box.h / 2};
      apply();
    }
    const button = /** @type {Element} */ (event.target).closest('[data-zoom]');
    if (!(button instanceof HTMLElement)) return;
    if (button.dataset.zoom === 'fit') {
      fit();
    } else {
      zoom(button.dataset.zoom === 'in' ? 1.35 : 1 / 1.35);
    }
  });

  root.addEventListener('wheel', event => {
    if (!/** @type {Element} */ (event.target).closest('#s-board')) return;
    // Where the page itself can be scrolled, a wheel scrolls it.
    const still = document.body.classList.contains('at-table') && !document.body.classList.contains('is-companion');
    if (!event.ctrlKey && !look.box && (event.deltaY > 0 || !(still || event.shiftKey))) return;
    event.preventDefault();
    zoom(event.deltaY < 0 ? 1.15 : 1 / 1.15, pointAt(event));
  }, {passive: false});

  root.addEventListener('pointerdown', event => {
    if (!/** @type {Element} */ (event.target).closest('#s-board')) return;
    fingers.set(event.pointerId, event);
    moved = 0;
  });

  root.addEventListener('pointermove', event => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const others = [...fingers.values()].filter(finger => finger.pointerId !== event.pointerId);
    moved += Math.abs(event.clientX - before.clientX) + Math.abs(event.clientY - before.clientY);
    if (others.length) {
      const distance = (/** @type {PointerEvent} */ a, /** @type {PointerEvent} */ b) =>
        Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) || 1;
      const middle = {clientX: (event.clientX + others[0].clientX) / 2, clientY: (event.clientY + others[0].clientY) / 2};
      zoom(distance(event, others[0]) / distance(before, others[0]), pointAt(middle));
    } else if (look.box && moved > 6) {
      const now = pointAt(event);
      const then = pointAt(before);
      look.own = true;
      look.box = {...look.box, x: look.box.x + then.x - now.x, y: look.box.y + then.y - now.y};
      root.querySelector('.board')?.classList.add('grabbing');
      apply();
    }
    fingers.set(event.pointerId, event);
  });

  const lift = (/** @type {PointerEvent} */ event) => {
    fingers.delete(event.pointerId);
    root.querySelector('.board')?.classList.remove('grabbing');
  };
  root.addEventListener('pointerup', lift);
  root.addEventListener('pointercancel', lift);
  root.addEventListener('pointerleave', lift);

  // A drag is no click.
  root.addEventListener('click', event => {
    if (moved > 8 && /** @type {Element} */ (event.target).closest('#s-board')) {
      event.stopPropagation();
      moved = 0;
    }
  }, true);
}
