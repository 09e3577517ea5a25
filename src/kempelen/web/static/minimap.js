// The whole board small in a corner, with what the window shows of it: where a board is larger than its window.

/** @typedef {{x: number, y: number, w: number, h: number}} Box */

const SVG = 'http://www.w3.org/2000/svg';

/** @param {string} name @param {Record<string, string | number>} attributes */
function made(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  return element;
}

/** Draw it anew, or take it away if the whole board is seen. @param {SVGSVGElement} svg @param {Box} full @param {Box | null} box */
export function minimap(svg, full, box) {
  const map = document.querySelector('#minimap');
  if (!(map instanceof SVGSVGElement)) return;
  map.toggleAttribute('hidden', box === null);
  if (box === null) return;
  map.setAttribute('viewBox', `${full.x} ${full.y} ${full.w} ${full.h}`);
  const r = full.w / 45;
  map.replaceChildren(made('rect', {class: 'all', x: full.x, y: full.y, width: full.w, height: full.h}));
  for (const piece of svg.querySelectorAll('.r-unit')) {
    const at = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(piece.getAttribute('transform') || '');
    if (!at) continue;
    const foe = piece.classList.contains('t-foe');
    const [x, y] = [Number(at[1]), Number(at[2])];
    map.append(foe ? made('path', {class: 'foe', d: `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`})
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
