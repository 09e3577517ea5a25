// Free points: a tape from the chosen piece to the clicked point, and the reason when the point is not allowed.
import {drawing} from './board.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * What a free point would complete, with what has been clicked.
 * @param {{free?: {handles: string[], do: string}[]} | null} asked
 * @param {string[]} picked
 */
export function free(asked, picked) {
  if (!picked.length) return null;
  return asked?.free?.find(
    one => one.handles.length === picked.length && one.handles.every(handle => picked.includes(handle))) || null;
}

/** Dots for points that can be chosen. @param {[string, [number, number]][]} points */
export function drawDots(points) {
  const svg = drawing();
  if (!svg) return;
  for (const [handle, [x, y]] of points) {
    const dot = make('circle', {class: 'dot', cx: x * Number(svg.dataset.sx), cy: y * Number(svg.dataset.sy), r: 7});
    dot.setAttribute('data-handle', handle);
  }
}

export function clearFree() {
  document.querySelector('#overlay')?.replaceChildren();
  document.querySelector('#free')?.remove();
}

/** @param {string} name @param {Record<string, string | number>} attributes @param {string=} text */
function make(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text) made.textContent = text;
  document.querySelector('#overlay')?.append(made);
  return made;
}

/** The middle of a drawn shape. @param {SVGElement | undefined} shape */
function middle(shape) {
  const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(shape?.getAttribute('transform') || '');
  return found ? {x: Number(found[1]), y: Number(found[2])} : null;
}

/**
 * Measure to a point, ask whether it is allowed, and offer it.
 * @param {{handles: string[], do: string}} spot
 * @param {{x: number, y: number}} point
 * @param {number | null} upwards
 * @param {string[]} picked
 * @param {(handle: string) => SVGElement[]} shapesOf
 * @param {(what: string) => string} path
 * @param {(notation: string) => void} answer
 * @param {DOMStringMap} words
 */
export async function freePoint(spot, point, upwards, picked, shapesOf, path, answer, words) {
  const svg = drawing();
  if (!svg) return;
  const [sx, sy] = [Number(svg.dataset.sx), Number(svg.dataset.sy)];
  const y = upwards === null ? point.y / sy : upwards - point.y / sy;
  const notation = spot.do.replace('{point}', `${(point.x / sx).toFixed(1)},${y.toFixed(1)}`);
  clearFree();
  const from = picked.map(handle => middle(shapesOf(handle)[0])).filter(Boolean).pop();
  if (from) {
    const far = Math.hypot((point.x - from.x) / sx, (point.y - from.y) / sy);
    make('circle', {class: 'ring', cx: from.x, cy: from.y, r: Math.hypot(point.x - from.x, point.y - from.y)});
    make('path', {class: 'tape', d: `M${from.x} ${from.y}L${point.x} ${point.y}`});
    const label = (words.cm || '').replace('#', far.toFixed(1));
    make('text', {x: (from.x + point.x) / 2, y: (from.y + point.y) / 2 - 6, 'text-anchor': 'middle'}, label);
  }
  const mark = make('circle', {class: 'point', cx: point.x, cy: point.y, r: 6});
  const reply = await fetch(path('check'), {
    method: 'POST', body: JSON.stringify({do: notation}), headers: {'content-type': 'application/json'},
  });
  const reason = reply.ok ? await reply.text() : words.failed || '';
  const box = document.createElement('div');
  box.id = 'free';
  box.className = reason ? 'message' : 'notice';
  box.setAttribute('role', 'status');
  box.append(Object.assign(document.createElement('p'), {textContent: reason || words.allowed || ''}));
  if (reason) {
    mark.classList.add('no');
  } else {
    const button = Object.assign(document.createElement('button'), {type: 'button', textContent: words.confirm || ''});
    button.className = 'primary';
    button.addEventListener('click', () => answer(notation));
    box.append(button);
  }
  document.querySelector('#choices')?.before(box);
  box.querySelector('button')?.focus();
}
