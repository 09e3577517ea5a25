// Dice on the board: each drawn as the die it is, beside what it was thrown for, with what was needed and how it came out.
import {labels, marked, shared, taken} from './badges.js';
import {lyingOver} from './board.js';
import {bringDice} from './lying.js';
import {along, make, shownBoard, spotOf, spotOfShape, unit} from './marks.js';
import {NARROW, data, table} from './page.js';

/** @typedef {import('./marks.js').Spot} Spot */
/** @typedef {import('./marks.js').Touch} Touch */
/** @typedef {import('./badges.js').Box} Box */

/** Shares of the board at which a plate may lie where there is no room beside whom it speaks of. */
const EVERYWHERE = [...Array(11).keys()].map(n => n / 10);
/** Outlines and inner edges by the number of sides, round 0, 0, sixteen high and wide to each side. @type {Record<number, [string, string]>} */
const FORMS = {
  4: ['M0 -16L16 13H-16Z', ''],
  6: ['M-14 -10Q-14 -14 -10 -14H10Q14 -14 14 -10V10Q14 14 10 14H-10Q-14 14 -14 10Z', ''],
  8: ['M0 -16L14 -7V8L0 16 -14 8V-7Z', 'M0 -16L14 8H-14Z'],
  10: ['M0 -17L15.5 3 0 17 -15.5 3Z', 'M0 -17L9 4.5 0 9.5 -9 4.5ZM9 4.5L15.5 3M-9 4.5L-15.5 3M0 9.5V17'],
  12: ['M0 -16L9.5 -13 15.4 -5V5L9.5 13 0 16 -9.5 13 -15.4 5V-5L-9.5 -13Z', 'M0 -10L9.8 -3 6 8.5H-6L-9.8 -3ZM0 -10V-16M9.8 -3L15.4 -5M6 8.5L9.5 13M-6 8.5L-9.5 13M-9.8 -3L-15.4 -5'],
  20: ['M0 -16L14 -8V8L0 16 -14 8V-8Z', 'M0 -10L9.5 6H-9.5ZM0 -10V-16M0 -10L14 -8M0 -10L-14 -8M9.5 6L14 8M9.5 6L14 -8M9.5 6L0 16M-9.5 6L0 16M-9.5 6L-14 8M-9.5 6L-14 -8'],
};
const PIPS = ['', '0 0', '-7 -7 7 7', '-7 -7 0 0 7 7', '-7 -7 7 -7 -7 7 7 7', '-7 -7 7 -7 0 0 -7 7 7 7', '-7 -7 7 -7 -7 0 7 0 -7 7 7 7'];

/** What a die shows; other faces come by while it rolls. @param {Element} die @param {number} face */
export function showFace(die, face) {
  const shown = die.querySelector('.face-up');
  if (!shown) return;
  if (die.getAttribute('data-sides') !== '6' || face > 6) {
    shown.replaceChildren(make('text', {y: 5, 'font-size': face > 9 ? 12.5 : 14.5}, String(face)));
    return;
  }
  const at = PIPS[face].split(' ').map(Number);
  shown.replaceChildren(...[...Array(at.length / 2).keys()].map(n => make('circle', {cx: at[2 * n], cy: at[2 * n + 1], r: 2.7})));
}

/** @param {number} sides @param {number} face @param {number} x @param {number} y @param {number} size @param {boolean} best */
function dieAt(sides, face, x, y, size, best) {
  const [edge, inner] = FORMS[sides] || FORMS[20];
  const die = make('g', {class: best ? 'cube best' : 'cube', 'data-sides': sides, 'data-face': face});
  const place = make('g', {transform: `translate(${x} ${y}) scale(${size / 32})`});
  die.append(make('path', {class: 'fall', d: edge, transform: 'translate(1.4 2.8)'}), make('path', {class: 'edge', d: edge}));
  if (inner) die.append(make('path', {class: 'in', d: inner}));
  die.append(make('g', {class: 'face-up'}));
  showFace(die, face);
  place.append(die);
  return place;
}

/** Chances on what can be aimed at. @returns {Box[]} */
const chances = () => [...document.querySelectorAll('#marks .pct > :is(rect, path)')].map(one => {
  const {x, y, width: w, height: h} = /** @type {SVGGraphicsElement} */ (one).getBBox();
  return {x, y, w, h};
});

/** What stands on pieces: numbers that they lost, and how a shot came out. @param {SVGElement} layer @returns {Box[]} */
const told = layer => [
  .../** @type {SVGElement[]} */ ([...layer.querySelectorAll('.pop[data-x]')]).map(one => ({x: Number(one.dataset.x) - 16 * unit(), y: Number(one.dataset.y) - 16 * unit(), w: 32 * unit(), h: 32 * unit()})),
  ...[...layer.querySelectorAll('[data-box]')].map(one => {
    const [x, y, w, h] = (one.getAttribute('data-box') || '').split(' ').map(Number);
    return {x, y, w, h};
  })];

/** Where dice were laid at first, and what they are about. @type {Map<SVGElement, {at: Box, about: Spot[], layer: SVGElement, n: number}>} */
const fallen = new Map();

/** Names may have gone elsewhere since the dice fell: what would hide one now lies in another place. */
function clearNames() {
  for (const [made, {at, about, layer, n}] of fallen) {
    if (!made.isConnected) {
      fallen.delete(made);
      continue;
    }
    const [x, y, w, h] = (made.getAttribute('data-box') || '').split(' ').map(Number);
    if (!taken().some(one => shared({x, y, w, h}, one) > 0)) continue;
    made.removeAttribute('data-box');
    const box = freePlace(w, h, about, layer, n);
    made.setAttribute('data-box', `${box.x} ${box.y} ${w} ${h}`);
    made.setAttribute('transform', `translate(${box.x - at.x} ${box.y - at.y})`);
  }
}

/** Dice give way to what can be aimed at now, and to its chance. */
export function giveWay() {
  clearNames();
  const live = /** @type {SVGElement[]} */ ([...shownBoard()?.querySelectorAll('.r-unit.live') || []]).map(spotOfShape);
  const aimed = [...chances(), ...live.map(one => ({x: one.x - one.w / 2, y: one.y - one.h / 2, w: one.w, h: one.h}))];
  for (const one of document.querySelectorAll('#marks .thrown')) {
    const [x, y, w, h] = (one.getAttribute('data-box') || '').split(' ').map(Number);
    one.classList.toggle('aside', aimed.some(box => shared({x, y, w, h}, box) > 0));
  }
}

/** Where pieces stand while these dice roll: they go from there only afterwards. @param {number} n which event @returns {Box[]} */
const still = n => (data('touched')?.of || []).slice(n + 1).flat().flatMap((/** @type {Touch} */ touch) => {
  const [from, piece] = [touch.effect === 'moved' && touch.path ? along(touch.path[0]) : null, spotOf(touch.handle)];
  return from && piece ? [{x: from.x - piece.w / 2, y: from.y - 0.9 * piece.h, w: piece.w, h: 1.4 * piece.h}] : [];
});

/** Along the line of a shot: a plate in its middle would hide who fires at whom. @param {number} n which event @returns {Box[]} */
const shots = n => (data('touched')?.of?.[n] || []).flatMap((/** @type {Touch} */ touch) => {
  const [from, to] = [touch.by ? spotOf(touch.by) : null, spotOf(touch.handle)];
  if (!from || !to || touch.effect === 'moved') return [];
  const r = 6 * unit();
  return [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9].map(k => ({x: from.x + (to.x - from.x) * k - r, y: from.y + (to.y - from.y) * k - r, w: 2 * r, h: 2 * r}));
});

/** Where a plate hides least: nobody, no name, no target, and all of it is seen; near whom it speaks of if there is room, else wherever there is. @param {number} w @param {number} h @param {Spot[]} about @param {SVGElement} layer @param {number} n which event @returns {Box} */
function freePlace(w, h, about, layer, n) {
  const u = unit();
  const seen = shownBoard()?.viewBox.baseVal;
  const view = seen ? {x: seen.x + 4 * u, y: seen.y + 4 * u, w: seen.width - 8 * u, h: seen.height - 8 * u} : {x: 0, y: 0, w, h};
  const near = about[0] || {x: view.x + view.w / 2, y: view.y + h / 2, w: 0, h: 0};
  const signs = /** @type {SVGElement[]} */ ([...shownBoard()?.querySelectorAll('.r-mark') || []]).map(spotOfShape);
  const filled = [...lyingOver(), ...still(n), ...shots(n), ...taken(), ...labels(), ...marked('.ring-label'), ...chances(), ...told(layer), ...[...about, ...signs].map(one => ({x: one.x - one.w / 2, y: one.y - one.h / 2, w: one.w, h: one.h}))];
  const places = [];
  for (const gap of [6, 30, 64, 110, 170]) {
    const [dx, dy] = [near.w / 2 + w / 2 + gap * u, near.h / 2 + h / 2 + gap * u];
    for (const [x, y] of [[dx, 0], [-dx, 0], [0, -dy], [0, dy], [dx, -dy], [-dx, -dy], [dx, dy], [-dx, dy]]) {
      const left = Math.max(view.x, Math.min(view.x + view.w - w, near.x + x - w / 2));
      const top = Math.max(view.y, Math.min(view.y + view.h - h, near.y + y - h / 2));
      places.push({x: left, y: top, w, h});
    }
  }
  for (const across of EVERYWHERE) for (const down of EVERYWHERE) places.push({x: view.x + across * (view.w - w), y: view.y + down * (view.h - h), w, h});
  const pad = 8 * u;
  const apart = filled.map(box => ({x: box.x - pad, y: box.y - pad, w: box.w + 2 * pad, h: box.h + 2 * pad}));
  const hides = (/** @type {Box} */ place) => apart.reduce((sum, box) => sum + shared(place, box), 0);
  const covers = (/** @type {Box} */ place) => filled.reduce((sum, box) => sum + shared(place, box), 0);
  // Even an edge that it would hide is worth a longer way; what only lies close is not hidden.
  const cost = (/** @type {Box} */ place) => (covers(place) > 0 ? 1 : 0) + (hides(place) > 0 ? 1 : 0) + 9 * hides(place) / (w * h) + 0.0008 * Math.hypot(place.x + w / 2 - near.x, place.y + h / 2 - near.y) / u;
  return places.reduce((a, b) => (cost(b) < cost(a) ? b : a));
}

/** How wide a text is in letters of this size, in the heaviest of the weights that are used. @param {string} text @param {number} size */
function wideIn(text, size) {
  const pen = document.createElement('canvas').getContext('2d');
  if (!pen) return text.length * size * 0.7;
  pen.font = `800 100px ${getComputedStyle(table()).fontFamily}`;
  return pen.measureText(text).width * size / 100;
}

/** @param {Element | null | undefined} one */
const said = one => [...one?.childNodes || []].map(node => node.textContent?.trim()).filter(Boolean).join(' ');

/** The dice of an event as they lie; nothing if none were thrown. @param {SVGElement} layer @param {number} n which event @param {Touch[]} touches @param {boolean} latest no others fell since */
export function drawDice(layer, n, touches, latest) {
  const event = table().querySelector(`#event .event:not(.whole)[data-touch="${n}"]`);
  const thrown = [...event?.querySelectorAll('.die') || []];
  if (!event || !thrown.length) return;
  const u = unit();
  const size = (NARROW.matches ? 26 : latest ? 34 : 28) * u;
  const sides = Number(/\bd(\d+)\b/.exec(thrown[0].className)?.[1] || 6);
  const faces = thrown.map(one => Number(one.textContent));
  const rivals = [...event.querySelectorAll('.rival')];
  const need = said(event.querySelector('.need'));
  const low = !rivals.length && /≤/.test(need);
  const best = rivals.length ? rivals.findIndex(one => one.classList.contains('best')) : faces.indexOf(low ? Math.min(...faces) : Math.max(...faces));
  const out = event.querySelector('.out');
  const sum = NARROW.matches || !latest ? '' : [...event.querySelectorAll('.txt .bit')].map(one => one.textContent || '').find(text => /^−?\d+ = /.test(text)) || '';
  const lines = [need, sum.length < 46 ? sum : ''].filter(Boolean);
  const stamp = rivals.length ? '' : out?.textContent || '';
  const letters = (NARROW.matches || !latest ? 10.5 : 12) * u;
  const called = rivals.map(one => (one.querySelector('i')?.textContent || '').slice(0, 13));
  const sums = rivals.map(one => (one.textContent || '').slice((one.querySelector('i')?.textContent || '').length).replace(/\s+/g, ' ').trim());
  // Where there is little room the line above the board has the sum.
  const totals = NARROW.matches ? sums.map(one => one.slice(one.lastIndexOf('=') + 1).trim()) : sums;
  const step = rivals.length ? Math.max(size * 1.5, letters + Math.max(...totals.map(one => wideIn(one, letters)), ...called.map(one => wideIn(one, letters * 0.88)))) : size * 1.14;
  const [pad, line] = [6 * u, letters * 1.35];
  const under = rivals.length ? [...lines, '', ''] : [...lines, ...(stamp ? [stamp] : [])];
  const wide = Math.max(step * faces.length, ...under.map(text => wideIn(text, letters * (text === sum ? 0.86 : 1)) + (text === stamp ? 1.1 * letters : 0)));
  const [w, h] = [wide + 2 * pad, size + 5 * u + under.length * line + (stamp ? 3 * u : 0) + 1.6 * pad];
  const struck = touches.filter(touch => ['fired', 'hurt', 'lost', 'turned'].includes(touch.effect));
  const about = [...struck, ...touches].flatMap(touch => [touch.handle, touch.by || '']).filter(Boolean).map(spotOf).filter(one => one !== null);
  const box = freePlace(w, h, about, layer, n);
  const made = make('g', {class: 'thrown', 'data-beat': n, 'data-box': `${box.x} ${box.y} ${box.w} ${box.h}`, 'data-from': box.y < (shownBoard()?.viewBox.baseVal.y || 0) + 40 * u ? 1 : -1});
  made.append(make('rect', {class: 'tray', x: box.x, y: box.y, width: w, height: h, rx: 8 * u, 'stroke-width': 1.4 * u}));
  faces.forEach((face, k) => made.append(dieAt(sides, face, box.x + w / 2 + (k - (faces.length - 1) / 2) * step, box.y + pad + size / 2 + 4 * u - (k === best && faces.length > 1 ? 4 * u : 0), size, k === best)));
  let y = box.y + pad + size + 5 * u + line * 0.9;
  rivals.forEach((_, k) => {
    const x = box.x + w / 2 + (k - (faces.length - 1) / 2) * step;
    made.append(make('text', {class: 'rolled', x, y, 'font-size': letters * 0.88}, called[k]),
      make('text', {class: k === best ? 'told bold best' : 'told bold', x, y: y + line, 'font-size': letters}, totals[k]));
  });
  for (const text of lines) {
    made.append(make('text', {class: 'told', x: box.x + w / 2, y, 'font-size': letters * (text === sum ? 0.86 : 1)}, text));
    y += line;
  }
  if (stamp) made.append(stampAt(box.x + w / 2, y + u, stamp, letters, /\b(good|hit|miss)\b/.exec(out?.className || '')?.[1] || 'plain'));
  layer.append(made);
  fallen.set(made, {at: box, about, layer, n});
  giveWay();
}

/** How it came out, as a stamp: in a word with its sign. @param {number} x @param {number} y @param {string} text @param {number} letters @param {string} tone */
function stampAt(x, y, text, letters, tone) {
  const wide = wideIn(text, letters) + 1.1 * letters;
  const made = make('g', {class: `stamp ${tone}`});
  made.append(make('rect', {x: x - wide / 2, y: y - letters * 1.05, width: wide, height: letters * 1.5, rx: letters * 0.4}), make('text', {x, y, 'font-size': letters}, text));
  return made;
}

bringDice({drawDice, giveWay});
