// The whole board small in a corner, with what the window shows of it: where a board is larger than its window.
import {SVG} from './page.js';

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

/** @param {string} name @param {Record<string, string | number>} attributes */
function made(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Where it may lie, the usual corner first: the buttons are at the lower left. */
const CORNERS = /** @type {[string, string][]} */ ([['bottom', 'right'], ['top', 'right'], ['top', 'left']]);
/** Who sees so much of a board needs no map of it; nor does who sees every piece. */
const LARGEST_SHARE = 0.7;

/** @param {Element} shape */
function standsAt(shape) {
  const at = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(shape.getAttribute('transform') || '');
  return at ? {x: Number(at[1]), y: Number(at[2])} : null;
}

/** Whether a piece lies in the window. @param {Element} piece @param {Box} box */
function seen(piece, box) {
  const at = standsAt(piece);
  return at !== null && at.x > box.x && at.x < box.x + box.w && at.y > box.y && at.y < box.y + box.h;
}

/** The share of the board that is seen. @param {Box} full @param {Box} box */
function share(full, box) {
  const across = Math.min(full.x + full.w, box.x + box.w) - Math.max(full.x, box.x);
  const down = Math.min(full.y + full.h, box.y + box.h) - Math.max(full.y, box.y);
  return across > 0 && down > 0 ? across * down / (full.w * full.h) : 0;
}

/** Put it where it hides fewest pieces and names, and how many that are. @param {SVGSVGElement} map @param {SVGSVGElement} svg */
function aside(map, svg) {
  const pieces = [...svg.querySelectorAll('.r-unit > .b, .r-unit > .plate')].map(one => one.getBoundingClientRect());
  const put = (/** @type {[string, string]} */ [up, side]) => {
    Object.assign(map.style, {top: 'auto', bottom: 'auto', left: 'auto', right: 'auto', [up]: '10px', [side]: '14px'});
    const own = map.getBoundingClientRect();
    return pieces.filter(one => one.right > own.left && one.left < own.right && one.bottom > own.top && one.top < own.bottom).length;
  };
  const hides = CORNERS.map(put);
  const least = Math.min(...hides);
  put(CORNERS[hides.indexOf(least)]);
  return least;
}

/** Draw it anew, or take it away if most of the board is seen, or half of it and the map would hide something. @param {SVGSVGElement} svg @param {Box} full @param {Box | null} box @param {boolean=} always a window that goes by itself */
export function minimap(svg, full, box, always = false) {
  const map = document.querySelector('#minimap');
  if (!(map instanceof SVGSVGElement)) return;
  const wanted = box !== null && (always || share(full, box) <= LARGEST_SHARE) && ![...svg.querySelectorAll('.r-unit')].every(piece => seen(piece, box));
  map.toggleAttribute('hidden', !wanted);
  if (!wanted || !box) return;
  if (aside(map, svg) > 0 && !always && share(full, box) > LARGEST_SHARE / 2) {
    map.toggleAttribute('hidden', true);
    return;
  }
  map.setAttribute('viewBox', `${full.x} ${full.y} ${full.w} ${full.h}`);
  const r = full.w / (always ? 22 : 45);
  map.replaceChildren(made('rect', {class: 'all', x: full.x, y: full.y, width: full.w, height: full.h}));
  // The ground as it is on the table, so that one knows where one is.
  for (const ground of svg.querySelectorAll('.r-terrain > .b, .r-tile > .b')) {
    const land = /** @type {SVGElement} */ (ground.cloneNode(false));
    land.removeAttribute('id');
    land.setAttribute('class', 'land');
    land.style.fill = getComputedStyle(ground).fill;
    const own = ground.parentElement?.getAttribute('transform');
    if (own) land.setAttribute('transform', own);
    map.append(land);
  }
  for (const piece of svg.querySelectorAll('.r-unit')) {
    const at = standsAt(piece);
    if (!at) continue;
    const {x, y} = at;
    map.append(piece.classList.contains('t-foe') ? made('path', {class: 'foe', d: `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`})
      : made('circle', {class: 'own', cx: x, cy: y, r}));
  }
  map.append(made('rect', {class: 'seen', x: box.x, y: box.y, width: box.w, height: box.h}));
}

/** The point of the board under a click on the small one. @param {{clientX: number, clientY: number}} event */
export function pointOnMinimap(event) {
  const map = document.querySelector('#minimap');
  const matrix = map instanceof SVGSVGElement ? map.getScreenCTM() : null;
  return matrix ? new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse()) : null;
}
