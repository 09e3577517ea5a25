// Points that are offered: a dot for each, to be clicked as pieces are; how an area and places worth a mark are drawn.
import {clearest, shared, taken, wide} from './badges.js';
import {drawing} from './board.js';
import {make, unit} from './marks.js';

/** An outline with no more corners than this was not measured on a grid. */
const FEW = 12;
/** How far a chance stands from the middle of its dot, how high its letters are, and how wide a dot is, in pixels. */
const [BESIDE, LETTERS, DOT] = [11, 12, 8];

/**
 * Dots for points that can be chosen, each with its chance if there is one.
 * @param {[string, [number, number]][]} points
 * @param {Record<string, string>} labels
 * @param {Map<string, string>} chances
 */
export function drawDots(points, labels, chances) {
  const svg = drawing();
  const overlay = document.querySelector('#overlay');
  if (!svg || !overlay) return;
  const u = unit();
  const filled = taken();
  for (const [handle, [across, down]] of points) {
    const [x, y] = [across * Number(svg.dataset.sx), down * Number(svg.dataset.sy)];
    const size = Math.max(6, DOT * u);
    // Who stands there is seen: any point beside him can be touched, and the list has this one.
    if (filled.some(box => shared(box, {x: x - size, y: y - size, w: 2 * size, h: 2 * size}) > 0)) continue;
    const dot = make('circle', {class: 'dot', cx: x, cy: y, r: size});
    dot.setAttribute('data-handle', handle);
    dot.setAttribute('aria-label', [labels[handle] || handle, chances.get(handle)].filter(Boolean).join(', '));
    overlay.append(dot);
    const chance = chances.get(handle);
    if (!chance) continue;
    const [w, h] = [wide(chance, LETTERS) * u, (LETTERS + 5) * u];
    const badge = make('g', {class: 'pct', 'aria-hidden': 'true'});
    const number = make('text', {x: x + BESIDE * u + w / 2, y: y + LETTERS * 0.36 * u}, chance);
    /** @type {SVGElement} */ (number).style.fontSize = `${LETTERS * u}px`;
    badge.append(make('rect', {x: x + BESIDE * u, y: y - h / 2, width: w, height: h, rx: h / 2, 'stroke-width': 1.6 * u}), number);
    overlay.append(badge);
  }
}

/** Corners cut twice: an outline is measured on a grid, and nobody walks in steps. @param {[number, number][]} outline @returns {[number, number][]} */
export function rounded(outline) {
  // A zone has true corners.
  let found = outline;
  for (let n = 0; n < 2 && outline.length > FEW; n += 1) {
    found = found.flatMap(([x, y], at) => {
      const [a, b] = found[(at + 1) % found.length];
      return /** @type {[number, number][]} */ ([[0.75 * x + 0.25 * a, 0.75 * y + 0.25 * b], [0.25 * x + 0.75 * a, 0.25 * y + 0.75 * b]]);
    });
  }
  return found;
}

/** Pieces and names stay as clear as they are: what is drawn by this mask leaves them out. */
export function spared() {
  const mask = make('mask', {id: 'ring-mask', maskUnits: 'userSpaceOnUse', x: -1e5, y: -1e5, width: 2e5, height: 2e5});
  mask.append(make('rect', {x: -1e5, y: -1e5, width: 2e5, height: 2e5, fill: '#fff'}));
  for (const {x, y, w, h} of taken()) mask.append(make('rect', {x, y, width: w, height: h, rx: Math.abs(w - h) < 0.1 * w ? w / 2 : 4 * unit(), fill: '#000'}));
  return mask;
}

/** A pin and a word at each place that is worth it, beside all names and pieces. @param {SVGElement} layer @param {{x: number, y: number, word: string}[]} worth @param {import('./badges.js').Box[]} laid @param {import('./badges.js').Box | null} seen */
export function drawWorth(layer, worth, laid, seen) {
  const u = unit();
  for (const {x, y, word} of worth) {
    const [w, h, r] = [wide(word, 11) * u, 16 * u, 6 * u];
    const place = clearest([
      {x: x + r + 3 * u, y: y - h / 2, w, h}, {x: x - r - 3 * u - w, y: y - h / 2, w, h},
      {x: x - w / 2, y: y - r - 2 * u - h, w, h}, {x: x - w / 2, y: y + r + 2 * u, w, h},
      {x: x - w, y: y - r - 2 * u - h, w, h}, {x, y: y - r - 2 * u - h, w, h}, {x: x - w, y: y + r + 2 * u, w, h}, {x, y: y + r + 2 * u, w, h},
      {x: x - w / 2, y: y - r - 2.4 * h, w, h}, {x: x - w / 2, y: y + r + 1.4 * h, w, h},
    ].map(box => within(box, seen)), laid);
    laid.push(place, {x: x - r, y: y - r, w: 2 * r, h: 2 * r});
    layer.append(make('circle', {class: 'worth', cx: x, cy: y, r, 'stroke-width': 2 * u}), make('circle', {class: 'worth-dot', cx: x, cy: y, r: 2 * u}),
      make('rect', {class: 'worth-word', x: place.x, y: place.y, width: w, height: h, rx: 4 * u, 'stroke-width': u}),
      make('text', {class: 'worth-text', x: place.x + w / 2, y: place.y + h / 2 + 4 * u, 'font-size': 11 * u}, word));
  }
}

/** Pushed to where all of it is seen. @param {import('./badges.js').Box} box @param {import('./badges.js').Box | null} seen */
export function within(box, seen) {
  if (!seen) return box;
  return {...box, x: Math.max(seen.x, Math.min(seen.x + seen.w - box.w, box.x)), y: Math.max(seen.y, Math.min(seen.y + seen.h - box.h, box.y))};
}
