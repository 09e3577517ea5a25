// Points that are offered: a dot for each, to be clicked as pieces are.
import {wide} from './badges.js';
import {drawing} from './board.js';
import {make, unit} from './marks.js';

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
  for (const [handle, [across, down]] of points) {
    const [x, y] = [across * Number(svg.dataset.sx), down * Number(svg.dataset.sy)];
    const dot = make('circle', {class: 'dot', cx: x, cy: y, r: Math.max(6, DOT * u)});
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

export function clearFree() {
  document.querySelector('#overlay')?.replaceChildren();
  document.querySelector('#free')?.remove();
}
