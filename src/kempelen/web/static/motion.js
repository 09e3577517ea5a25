// Small movements: a card glides from the hand to its place, a win is seen. Only who has won waits for them.
import {element, find, table} from './page.js';

const STILL = matchMedia('(prefers-reduced-motion: reduce)');
/** In milliseconds. */
const [GLIDES, CHEERS] = [320, 1500];
const SPARKS = 22;

/** The card that is being played, and where it lay. @type {{card: HTMLElement, from: DOMRect} | null} */
let lifted = null;
/** @type {Promise<void>} */
let lies = Promise.resolve();

/** The card that was played has come to its place: a touch that ends what is told does not end its way. */
export const landed = () => lies;

/** Whatever is chosen in the hand is about to be played. */
export function lift() {
  const shape = find('own')?.querySelector('.hc .chosen');
  const drawing = shape?.closest('svg');
  const from = drawing?.getBoundingClientRect();
  lifted = null;
  if (STILL.matches || !drawing || !from || from.height < 8) return;
  const card = element('div', 'gliding');
  card.setAttribute('aria-hidden', 'true');
  const copy = /** @type {SVGElement} */ (drawing.cloneNode(true));
  for (const one of [copy, ...copy.querySelectorAll('*')]) ['id', 'data-handle', 'tabindex', 'role', 'aria-label'].forEach(name => one.removeAttribute(name));
  copy.querySelectorAll('.chosen').forEach(one => one.classList.remove('chosen', 'live'));
  card.append(copy);
  lifted = {card, from};
}

/** What has been laid on the board since: the card glides there. */
export function land() {
  const there = table().querySelector('#board .fresh > .b')?.getBoundingClientRect();
  const what = lifted;
  lifted = null;
  if (!what || !there?.width) return;
  const {card, from} = what;
  Object.assign(card.style, {left: `${from.x}px`, top: `${from.y}px`, width: `${from.width}px`, height: `${from.height}px`});
  document.body.append(card);
  const [x, y] = [there.x + there.width / 2 - from.x - from.width / 2, there.y + there.height / 2 - from.y - from.height / 2];
  const k = Math.min(there.width / from.width, there.height / from.height);
  lies = card.animate(
    [{transform: 'none'}, {transform: `translate(${x}px, ${y}px) scale(${k})`, offset: 0.85, opacity: 1}, {transform: `translate(${x}px, ${y}px) scale(${k})`, opacity: 0}],
    {duration: GLIDES, easing: 'cubic-bezier(.2,.7,.3,1)'},
  ).finished.then(() => card.remove(), () => card.remove());
}

/** A game has just been won: sparks over the board, when it has been seen how. */
export function cheer() {
  const board = find('board');
  if (STILL.matches || !board) return;
  const sky = element('div', 'cheer');
  sky.setAttribute('aria-hidden', 'true');
  for (let n = 0; n < SPARKS; n += 1) {
    const spark = sky.appendChild(element('i'));
    const [angle, far] = [2 * Math.PI * n / SPARKS, 90 + 70 * (n % 3)];
    const [x, y] = [far * Math.cos(angle), far * Math.sin(angle)];
    spark.animate([
      {transform: 'translate(0, 0) scale(.2)', opacity: 0},
      {transform: `translate(${x}px, ${y}px) rotate(${n * 40}deg)`, opacity: 1, offset: 0.35},
      {transform: `translate(${1.15 * x}px, ${y + 150}px) rotate(${n * 90}deg)`, opacity: 0},
    ], {duration: CHEERS, delay: 30 * (n % 4), easing: 'cubic-bezier(.2,.6,.5,1)', fill: 'both'});
  }
  board.append(sky);
  setTimeout(() => sky.remove(), CHEERS + 200);
}
