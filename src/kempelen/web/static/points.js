// Points that are offered: a dot for each, to be clicked as pieces are.
import {drawing} from './board.js';
import {make} from './marks.js';

/**
 * Dots for points that can be chosen.
 * @param {[string, [number, number]][]} points
 * @param {Record<string, string>} labels
 */
export function drawDots(points, labels) {
  const svg = drawing();
  if (!svg) return;
  for (const [handle, [x, y]] of points) {
    const dot = make('circle', {class: 'dot', cx: x * Number(svg.dataset.sx), cy: y * Number(svg.dataset.sy), r: 6});
    dot.setAttribute('data-handle', handle);
    dot.setAttribute('aria-label', labels[handle] || handle);
    document.querySelector('#overlay')?.append(dot);
  }
}

export function clearFree() {
  document.querySelector('#overlay')?.replaceChildren();
  document.querySelector('#free')?.remove();
}
