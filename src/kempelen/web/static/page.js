// What every part of a table's page needs.

export const SVG = 'http://www.w3.org/2000/svg';

export const words = /** @type {HTMLElement} */ (document.querySelector('#words')).dataset;

export const NARROW = matchMedia('(max-width: 760px), (max-height: 500px)');

/** Of a click that has closed something nothing else comes. @param {Event} event */
export function swallow(event) {
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** @param {string} id */
export const find = id => /** @type {HTMLElement | null} */ (document.getElementById(id));
/** The path the app stands under. */
export const root = document.documentElement.dataset.root || '';
export const table = () => /** @type {HTMLElement} */ (find('table'));
export const path = (/** @type {string} */ what) => `${root}/tables/${table().dataset.id}/${what}?seat=${table().dataset.seat}`;

/** @param {string} id @returns {any} plain data that came with the table */
export const data = id => JSON.parse(find(id)?.textContent || 'null');

/** The number of what is told, as the reader has known it: when all is open at the end he learns of more, and the page counts otherwise; -1 if nothing is told. @param {HTMLElement | null | undefined} one */
export const heard = one => Number(one?.dataset.heard ?? one?.dataset.number ?? -1);

/** Of equal things further ones carry a number: card:map#2. @param {string} handle */
export const plain = handle => handle.replace(/#\d+$/, '');

/**
 * What is drawn for a handle, on the board first.
 * @param {string} handle @param {Element=} within @returns {SVGElement[]}
 */
export function shapesOf(handle, within) {
  const all = /** @type {NodeListOf<SVGElement>} */ ((within || table()).querySelectorAll('[data-handle]'));
  return [...all].filter(shape => shape.dataset.handle === handle || plain(shape.dataset.handle || '') === handle);
}

/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name @param {string=} cls @param {string=} text @returns {HTMLElementTagNameMap[K]}
 */
export function element(name, cls, text) {
  const made = document.createElement(name);
  if (cls) made.className = cls;
  if (text) made.textContent = text;
  return made;
}

/** Whether it is on the screen: what is not has no size to be drawn in. @param {SVGElement} shape */
export function isDrawn(shape) {
  const box = shape instanceof SVGGraphicsElement ? shape.getBBox() : null;
  return !!box && box.width > 0 && box.height > 0;
}

/** How far from its place a shape is drawn, and how much larger. @param {SVGElement} shape */
export function drawnAside(shape) {
  const {dx, dy, k} = shape.dataset;
  return {x: Number(dx || 0), y: Number(dy || 0), k: Number(k || 1)};
}

/** A small picture of a drawn shape, by itself. @param {SVGElement} shape */
export function portrait(shape) {
  const svg = document.createElementNS(SVG, 'svg');
  // A piece is known by its body: its name beside it would make it tiny.
  const body = shape.matches('.r-unit, .t-standing') ? shape.querySelector(':scope > .b') : null;
  const box = /** @type {SVGGraphicsElement} */ (body || /** @type {unknown} */ (shape)).getBBox();
  const copy = /** @type {SVGElement} */ (shape.cloneNode(true));
  for (const one of [copy, ...copy.querySelectorAll('*')]) ['id', 'data-handle', 'tabindex', 'role', 'aria-label'].forEach(name => one.removeAttribute(name));
  copy.querySelectorAll(body ? 'title, .plate, .beside, .m, .lead' : 'title').forEach(part => part.remove());
  for (const part of copy.querySelectorAll('[data-still]')) part.setAttribute('transform', part.getAttribute('data-still') || '');
  copy.classList.remove('live', 'later', 'chosen', 'fresh');
  copy.removeAttribute('transform');
  svg.setAttribute('class', 'scene');
  svg.setAttribute('aria-hidden', 'true');
  const side = Math.max(box.width, box.height, 1);
  // What is not shown has no size: then its own drawing says how large it is.
  const whole = !box.width && shape.ownerSVGElement?.getAttribute('viewBox');
  svg.setAttribute('viewBox', whole || `${box.x - side * 0.04} ${box.y - side * 0.04} ${box.width + side * 0.08} ${box.height + side * 0.08}`);
  svg.append(copy);
  return svg;
}

/** What this browser remembers; nothing if it may not. @param {string} key */
export function remembered(key) {
  try {
    return localStorage.getItem(`kempelen.${key}`) || '';
  } catch {
    return '';
  }
}

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(`kempelen.${key}`, value);
  } catch {
    // a browser that keeps nothing asks again next time
  }
}

/** What is on until somebody switches it off: coordinates, where anything is called by them. */
const AT_FIRST = () => (document.querySelector('#board .spare-axes') ? [] : ['coords']);

/** @param {string} name */
export const isSet = name => (AT_FIRST().includes(name) ? remembered(`set.${name}`) !== '0' : remembered(`set.${name}`) === '1');

/** What is shown before it is done: what cannot be taken back for free, `all`, or `none`. */
export const confirms = () => remembered('set.confirm') || (isSet('instant') ? 'none' : 'usual');
