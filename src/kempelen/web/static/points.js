// Free points: a tape from the chosen piece to the clicked point, and the reason when the point is not allowed.
import {drawing} from './board.js';

const SVG = 'http://www.w3.org/2000/svg';

/** How far apart the rings round a chosen piece are, in the table's units, and how many there are. */
const [APART, RINGS] = [10, 3];

/**
 * What a free point would complete, if nothing but a point is missing.
 * @param {{free?: {handles: string[], do: string}[]} | null} asked
 * @param {string[]} picked
 * @param {{handles: string[]}[]} left the options that fit what has been clicked
 */
export function free(asked, picked, left) {
  if (!picked.length || !left.length) return null;
  return asked?.free?.find(
    one => picked.every(handle => one.handles.includes(handle)) &&
      left.every(option => one.handles.every(handle => option.handles.includes(handle)))) || null;
}

/**
 * Dots for points that can be chosen.
 * @param {[string, [number, number]][]} points
 * @param {Record<string, string>} labels
 */
export function drawDots(points, labels) {
  const svg = drawing();
  if (!svg) return;
  for (const [handle, [x, y]] of points) {
    const dot = make('circle', {class: 'dot', cx: x * Number(svg.dataset.sx), cy: y * Number(svg.dataset.sy), r: 7});
    dot.setAttribute('data-handle', handle);
    dot.setAttribute('aria-label', labels[handle] || handle);
  }
}

/**
 * Rings round the piece that is to be moved, to judge distances by.
 * @param {{handles: string[]}} place
 * @param {(handle: string) => SVGElement[]} shapesOf
 */
export function drawRings(place, shapesOf) {
  const svg = drawing();
  const from = start(place, shapesOf);
  if (!svg || !from) return;
  const [sx, sy] = [Number(svg.dataset.sx), Number(svg.dataset.sy)];
  for (let n = RINGS; n > 0; n -= 1) {
    const far = n * APART;
    make('ellipse', {class: 'range', cx: from.x, cy: from.y, rx: far * sx, ry: far * sy, 'aria-hidden': 'true'});
    make('text', {class: 'range', x: from.x, y: from.y - far * sy - 3, 'text-anchor': 'middle', 'aria-hidden': 'true'}, String(far));
  }
}

/**
 * A tape from the piece to a point; it replaces the last one.
 * @param {{handles: string[]}} place
 * @param {{x: number, y: number}} point
 * @param {(handle: string) => SVGElement[]} shapesOf
 * @param {DOMStringMap} words
 */
export function measure(place, point, shapesOf, words) {
  const svg = drawing();
  document.querySelectorAll('#overlay .measured').forEach(old => old.remove());
  const from = start(place, shapesOf);
  if (!svg || !from) return;
  const far = Math.hypot((point.x - from.x) / Number(svg.dataset.sx), (point.y - from.y) / Number(svg.dataset.sy));
  make('path', {class: 'tape measured', d: `M${from.x} ${from.y}L${point.x} ${point.y}`, 'aria-hidden': 'true'});
  const label = (words.cm || '').replace('#', far.toFixed(1));
  make('text', {class: 'measured', x: (from.x + point.x) / 2, y: (from.y + point.y) / 2 - 6, 'text-anchor': 'middle'}, label);
}

/** Where a tape begins. @param {{handles: string[]}} place @param {(handle: string) => SVGElement[]} shapesOf */
function start(place, shapesOf) {
  return place.handles.map(handle => middle(shapesOf(handle)[0])).filter(Boolean).pop() || null;
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

/** Why this is not allowed; empty if it is. @param {string} address @param {string} notation @param {string} failed */
async function objection(address, notation, failed) {
  try {
    const reply = await fetch(address, {
      method: 'POST', body: JSON.stringify({do: notation}), headers: {'content-type': 'application/json'},
    });
    return reply.ok ? await reply.text() : failed;
  } catch {
    return failed;
  }
}

/**
 * Measure to a point, ask whether it is allowed, and offer it.
 * @param {{handles: string[], do: string}} place
 * @param {{x: number, y: number}} point
 * @param {number | null} upwards
 * @param {(handle: string) => SVGElement[]} shapesOf
 * @param {(what: string) => string} path
 * @param {(notation: string) => void} answer
 * @param {DOMStringMap} words
 */
export async function freePoint(place, point, upwards, shapesOf, path, answer, words) {
  const svg = drawing();
  if (!svg) return;
  const [sx, sy] = [Number(svg.dataset.sx), Number(svg.dataset.sy)];
  const y = upwards === null ? point.y / sy : upwards - point.y / sy;
  const notation = place.do.replace('{point}', `${(point.x / sx).toFixed(1)},${y.toFixed(1)}`);
  document.querySelector('#free')?.remove();
  document.querySelectorAll('#overlay .point').forEach(old => old.remove());
  measure(place, point, shapesOf, words);
  const mark = make('circle', {class: 'point', cx: point.x, cy: point.y, r: 6, 'aria-hidden': 'true'});
  const reason = await objection(path('check'), notation, words.failed || '');
  if (!mark.isConnected) return; // another point has been clicked meanwhile, or something else has happened
  const box = document.createElement('div');
  box.id = 'free';
  box.className = reason ? 'message' : 'notice';
  box.setAttribute('role', 'status');
  box.append(Object.assign(document.createElement('p'), {textContent: reason || words.allowed || ''}));
  if (reason) {
    mark.classList.add('no');
  } else {
    const button = Object.assign(document.createElement('button'), {type: 'button', textContent: words.confirm || ''});
    button.className = 'btn pri';
    button.addEventListener('click', () => answer(notation));
    button.id = 'commit';
    box.append(button);
  }
  document.querySelector('#choices')?.before(box);
  box.querySelector('button')?.focus();
}
