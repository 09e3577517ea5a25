// What several others did, each in its turn: who acts is lit, the card goes from plate to plate, and its row shows whom it was for.
import {data, element, find, table} from './page.js';

/** @typedef {import('./marks.js').Touch} Touch */

/** How long a card lies in the middle of its way, as a share of it. */
const HELD = 0.55;

/** The plate of a seat, one's own or another's, or a pile. @param {string} handle @returns {HTMLElement | null} */
const plateOf = handle => handle
  ? /** @type {HTMLElement | undefined} */ ([...table().querySelectorAll('.seat, .you, .pile')].find(one => one.id === handle || /** @type {HTMLElement} */ (one).dataset.of === handle)) || null
  : null;

/** Nobody else is lit. @param {Touch[]} touches what he who acts now does */
export function light(touches) {
  for (const one of table().querySelectorAll('.acts-now')) one.classList.remove('acts-now');
  plateOf(touches[0]?.by || '')?.classList.add('acts-now');
}

/** Who acts there, as his plate calls him; nothing of whoever has none, and of the reader. @param {Touch[]} touches */
export const nameOf = touches => plateOf(touches[0]?.by || touches[0]?.handle || '')?.querySelector('h3')?.firstChild?.textContent?.trim() || '';

/**
 * A card that is played on somebody goes to his plate; what is thrown away goes to its pile.
 * @param {string} number of the event @param {Touch[]} touches @param {number} at @param {number} long
 * @returns {{card: HTMLElement, moves: Animation} | null} it is seen while it moves
 */
export function pass(number, touches, at, long) {
  const [touch] = touches;
  const [from, to] = [plateOf(touch?.by || ''), plateOf(touch?.handle || '')].map(one => one?.getBoundingClientRect());
  if (!from?.width || !to?.width || touch.by === touch.handle) return null;
  const drawn = find(`event-${number}`)?.querySelector('.played svg') || null;
  const card = element('div', drawn ? 'gliding passing' : 'gliding passing face-down');
  card.setAttribute('aria-hidden', 'true');
  if (drawn) card.append(drawn.cloneNode(true));
  const [x, y] = [from.x + from.width / 2, from.y + Math.min(40, from.height / 2)];
  Object.assign(card.style, {left: `${x}px`, top: `${y}px`, opacity: '0'});
  document.body.append(card);
  const [toX, toY] = [to.x + to.width / 2 - x, to.y + Math.min(40, to.height / 2) - y];
  // Half-way it is large: which card it is can be read there.
  const middle = `translate(${0.5 * toX}px, ${0.5 * toY + 46}px) scale(1.9)`;
  const moves = card.animate([
    {transform: 'scale(.4)', opacity: 0.4},
    {transform: middle, opacity: 1, offset: (1 - HELD) / 2},
    {transform: middle, opacity: 1, offset: (1 + HELD) / 2},
    {transform: `translate(${toX}px, ${toY}px) scale(.6)`, opacity: 0.7},
  ], {delay: at, duration: long, easing: 'cubic-bezier(.3,.7,.3,1)', fill: 'backwards'});
  return {card, moves};
}

/** Beside each row of what others did stands whom it was for; what was done to the reader is marked. */
export function showWhom() {
  /** @type {Touch[][]} */
  const known = data('touched')?.of || [];
  for (const row of /** @type {NodeListOf<HTMLElement>} */ (table().querySelectorAll('#event .rows li[data-event]'))) {
    const event = find(`event-${row.dataset.event}`);
    const [touch] = known[Number(event?.dataset.touch)] || [];
    const plate = touch && touch.by !== touch.handle ? plateOf(touch.handle) : null;
    const face = plate?.querySelector('.who-is, .emb');
    row.classList.toggle('to-me', Boolean(plate?.matches('.you') && (touch.effect === 'hurt' || touch.effect === 'lost')));
    const place = row.querySelector('.whom');
    if (!place?.querySelector('.away')) place?.replaceChildren(...face ? [face.cloneNode(true)] : []);
  }
}
