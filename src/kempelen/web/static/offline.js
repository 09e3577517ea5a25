// The player inside a downloaded replay: every moment is a list of line numbers.
import {controls, part, pointTo, showMoment, stop} from './film.js';

const film = JSON.parse(part('data').textContent || '');
const [slider, why, ending] = [/** @type {HTMLInputElement} */ (part('slider')), part('why-body'), film.frames.length - 1];
let at = -1;

/** @param {number[]} numbers */
const textOfLines = numbers => numbers.map(n => film.lines[n]).join('\n');

/** @param {number} number @param {boolean=} aloud */
function turnTo(number, aloud = true) {
  const wanted = Math.max(0, Math.min(ending, number));
  if (wanted === ending) stop();
  if (wanted === at) return;
  at = wanted;
  const frame = film.frames[at];
  part('then').outerHTML = textOfLines(frame.then);
  part('told').outerHTML = textOfLines(frame.told);
  if (frame.whys.length) why.innerHTML = frame.whys.join('');
  else why.replaceChildren(Object.assign(document.createElement('p'), {className: 'soft', textContent: why.dataset.none || ''}));
  slider.value = String(at);
  part('number').textContent = `${at}/${ending}`;
  showMoment(aloud);
  pointTo(at);
}

controls({
  go: what => turnTo(what === 'first' ? 0 : what === 'last' ? ending : at + (what === 'next' ? 1 : -1)),
  at: number => turnTo(number),
  ended: () => at === ending,
});
document.addEventListener('click', event => {
  const one = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-deed]:not(#then)'));
  if (!one) return;
  const [choice, deed] = (one.dataset.deed || '').split('.').map(Number);
  turnTo(film.frames.findIndex((/** @type {{at: number}} */ frame) => frame.at === choice) + deed);
});

turnTo(0, false);
