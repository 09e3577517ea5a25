// A moment that is looked back at: what happened is marked on its board as at a table. Shared by the replay and its file.
import {boardControls, keepLook} from './board.js';
import {face, markEvent} from './marks.js';
import {find, isSet, table} from './page.js';

/** @param {string} id @returns {HTMLElement} */
export const part = id => /** @type {HTMLElement} */ (find(id));

/** After the page shows another moment. @param {boolean} aloud somebody asked for it, so it is said */
export function showMoment(aloud) {
  document.body.classList.toggle('coords', isSet('coords'));
  keepLook();
  const event = /** @type {HTMLElement | null} */ (table().querySelector('#event .event[data-number]'));
  if (event) face(event);
  markEvent(event);
  if (aloud) part('live').textContent = [event?.querySelector('.txt b'), event?.querySelector('.out')].map(one => one?.textContent || '').join(' ').trim();
}

/** In the list of all that was done: what is shown, or what came before it. @param {number} at */
export function pointTo(at) {
  const all = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('#story [data-at]')]);
  const here = all.filter(one => Number(one.dataset.at) <= at).at(-1);
  for (const one of all) if (one === here) one.setAttribute('aria-current', 'step'); else one.removeAttribute('aria-current');
  const list = document.querySelector('#story ol');
  // Two lines of what came before, and no line cut at the upper edge.
  if (here && list) list.scrollTop = all[Math.max(0, all.indexOf(here) - 2)].offsetTop - /** @type {HTMLElement} */ (list).offsetTop;
}

let timer = 0;

export function stop() {
  clearInterval(timer);
  timer = 0;
  part('play').textContent = '▶';
  part('play').setAttribute('aria-label', part('play').dataset.play || '');
}

/** Buttons, keys, the slider. @param {{go: (what: string) => void, at: (number: number) => void, ended: () => boolean}} film */
export function controls(film) {
  const slider = /** @type {HTMLInputElement} */ (part('slider'));
  const speed = /** @type {HTMLSelectElement} */ (part('speed'));
  const play = () => {
    if (film.ended()) film.go('first');
    timer = setInterval(() => film.go('next'), Number(speed.value));
    part('play').textContent = '❚❚';
    part('play').setAttribute('aria-label', part('play').dataset.pause || '');
  };
  const toggle = () => { if (timer) stop(); else play(); };
  document.addEventListener('click', event => {
    const target = /** @type {Element} */ (event.target);
    const button = /** @type {HTMLElement | null} */ (target.closest('[data-go]'));
    const listed = /** @type {HTMLElement | null} */ (target.closest('#story [data-at]'));
    if (target.closest('[data-why]')) part('why').scrollIntoView({block: 'nearest'});
    if (listed) { stop(); film.at(Number(listed.dataset.at)); }
    if (button?.dataset.go === 'play') toggle();
    else if (button) { stop(); film.go(button.dataset.go || ''); }
  });
  slider.addEventListener('input', () => { stop(); film.at(Number(slider.value)); });
  speed.addEventListener('change', () => { if (timer) { stop(); play(); } });
  document.addEventListener('keydown', event => {
    if (event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement) return;
    if (event.key === 'ArrowRight' || event.key === ']') { stop(); film.go('next'); }
    if (event.key === 'ArrowLeft' || event.key === '[') { stop(); film.go('back'); }
    if (event.key === ' ' && !(event.target instanceof HTMLButtonElement)) { event.preventDefault(); toggle(); }
  });
  boardControls(table());
}
