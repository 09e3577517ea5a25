// Cards on the board while it is told how they came there: each lies, or is turned, as it was until its own moment. What was laid and taken away again since lies there in between.
import {drawing} from './board.js';
import {copyOf, make, spotOf, spotOfShape} from './marks.js';
import {find, plain, shapesOf} from './page.js';

/** @typedef {import('./marks.js').Touch} Touch */
/** @typedef {import('./marks.js').Spot} Spot */
/** @typedef {{number: string, touches: Touch[]}} Beat */
/** @typedef {{shape: SVGElement, spot: Spot}} Was */

/** What shows the other side of a card, to everybody or to one. */
const TURNS = ['turned', 'took'];

/** Cards as they lay in the picture before. @type {Map<string, Was>} */
const before = new Map();

/** @param {(shape: SVGElement) => SVGElement} alone a copy that needs nothing else @param {boolean} wanted whether anything will move */
export function rememberCards(alone, wanted) {
  before.clear();
  if (!wanted) return;
  for (const shape of /** @type {NodeListOf<SVGElement>} */ (drawing()?.querySelectorAll('.r-card[data-handle]') || [])) {
    before.set(shape.dataset.handle || '', {shape: alone(shape), spot: spotOfShape(shape)});
  }
}

/** It looks as it did, until it is let go. @param {SVGElement} shape @param {SVGElement} was @returns {() => void} */
function holdShape(shape, was) {
  const [fresh, kind] = [[...shape.childNodes], shape.getAttribute('class') || ''];
  shape.replaceChildren(...was.cloneNode(true).childNodes);
  shape.setAttribute('class', was.getAttribute('class') || '');
  shape.classList.remove('live', 'later', 'chosen', 'fresh');
  return () => {
    shape.replaceChildren(...fresh);
    shape.setAttribute('class', kind);
  };
}

/** The card that was played, drawn at its place. @param {SVGElement} layer @param {string} number of its event @param {Spot} at @returns {SVGElement | null} */
function playedAt(layer, number, at) {
  const played = find(`event-${number}`)?.querySelector('.played');
  const card = /** @type {SVGElement | null} */ (played?.querySelector('.r-card') || null);
  const body = /** @type {SVGElement | null} */ (card?.querySelector('.b') || card);
  if (!card || !body) return null;
  const holder = copyOf(card, {x: 0, y: 0, w: 0, h: 0}, 1, 0);
  layer.append(holder);
  const drawn = /** @type {SVGElement} */ (holder.firstElementChild);
  const box = spotOfShape(drawn);
  drawn.setAttribute('transform', `translate(${at.x} ${at.y}) rotate(${played?.classList.contains('turned') ? 180 : 0}) scale(${box.w && box.h ? Math.min(at.w / box.w, at.h / box.h) : 1})`);
  return holder;
}

/** @param {Beat} beat @param {string} handle @param {string[]} effects */
const does = (beat, handle, ...effects) => beat.touches.some(touch => plain(touch.handle) === handle && effects.includes(touch.effect));

/** A piece has a strength of its own; of a card nothing is left. @param {Touch} touch */
const isGone = touch => touch.effect === 'lost' && touch.amount === undefined;

/**
 * What is to be seen, and when: with the beginning of a deed, with its blow, or when all is told.
 * @param {Beat[]} beats @param {boolean} ending what nobody has done is known when all is told
 * @returns {{begins: (n: number) => void, lands: (n: number) => void, told: () => void, knows: number} | null} `knows`: which deed turns the last of them
 */
export function cardsTold(beats, ending) {
  const [board, marks] = [drawing(), find('marks')];
  if (!board || !marks) return null;
  /** @type {[number, () => void][]} */
  const [begins, lands] = [[], []];
  /** @type {(() => void)[]} */
  const told = [];
  // Below all marks: what is crossed is seen through its cross.
  const layer = /** @type {SVGElement} */ (make('g', {class: 'lain'}));
  marks.prepend(layer);
  marks.setAttribute('viewBox', board.getAttribute('viewBox') || '0 0 1 1');
  told.push(() => layer.remove());
  /** @param {SVGElement} holder @param {number} from @param {number} to */
  const between = (holder, from, to) => {
    holder.setAttribute('class', 'scene lain');
    if (from >= 0) {
      holder.style.opacity = '0';
      begins.push([from, () => { holder.style.opacity = '1'; }]);
    }
    lands.push([to, () => holder.classList.add('taken')]);
  };
  // What follows from a card that is turned is known with it.
  const knows = beats.findLastIndex(beat => beat.touches.some(touch => before.has(plain(touch.handle)) && TURNS.includes(touch.effect)));
  for (const [handle, {shape, spot}] of before) {
    const now = shapesOf(handle, board)[0];
    const gone = beats.findIndex(beat => beat.touches.some(touch => plain(touch.handle) === handle && isGone(touch)));
    if (gone >= 0) {
      const holder = copyOf(shape, spot, 1, 0);
      layer.append(holder);
      between(holder, -1, gone);
    } else if (now?.matches('.r-card') && (now.innerHTML !== shape.innerHTML || now.getAttribute('class') !== shape.getAttribute('class'))) {
      const own = beats.findLastIndex(beat => does(beat, handle, ...TURNS));
      if (knows < 0 && !ending) continue;
      const letGo = holdShape(now, shape);
      if (own >= 0 || !ending) lands.push([own >= 0 ? own : knows, letGo]);
      told.push(letGo);
    }
  }
  beats.forEach((beat, n) => {
    for (const touch of beat.touches) {
      if (touch.effect !== 'laid') continue;
      const [handle, at] = [plain(touch.handle), spotOf(touch.handle)];
      const gone = beats.findIndex((other, m) => m > n && other.touches.some(one => plain(one.handle) === handle && isGone(one)));
      const holder = gone > n && at && shapesOf(handle, board).length ? playedAt(layer, beat.number, at) : null;
      if (holder) between(holder, n, gone);
    }
  });
  const doAll = (/** @type {[number, () => void][]} */ all) => (/** @type {number} */ n) => { for (const [at, act] of all) if (at === n) act(); };
  return {begins: doAll(begins), lands: doAll(lands), told: () => { for (const act of told) act(); }, knows};
}
