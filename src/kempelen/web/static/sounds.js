// Short sounds of our own, made when they are heard; they come when somebody switches them on, see sound.js.
import {allTold} from './happened.js';
import {isSet, remember, remembered, table} from './page.js';

/** @typedef {'lay' | 'step' | 'die' | 'hit' | 'miss' | 'turn' | 'won' | 'end'} Sound */

/** Tones: how high, how long, when, and what for a wave. @type {Record<Sound, [number, number, number, OscillatorType][]>} */
const TONES = {
  lay: [[180, 0.07, 0, 'triangle'], [120, 0.09, 0.03, 'triangle']],
  step: [[240, 0.05, 0, 'sine'], [300, 0.05, 0.09, 'sine']],
  die: [[900, 0.025, 0, 'square'], [700, 0.025, 0.1, 'square'], [820, 0.025, 0.22, 'square'], [640, 0.03, 0.34, 'square'], [560, 0.03, 0.46, 'square'], [420, 0.05, 0.58, 'square']],
  hit: [[140, 0.16, 0, 'sawtooth'], [90, 0.22, 0.04, 'square']],
  miss: [[420, 0.12, 0, 'sine'], [300, 0.16, 0.08, 'sine']],
  turn: [[523, 0.11, 0, 'sine'], [784, 0.2, 0.1, 'sine']],
  won: [[523, 0.14, 0, 'triangle'], [659, 0.14, 0.13, 'triangle'], [784, 0.14, 0.26, 'triangle'], [1047, 0.5, 0.4, 'triangle'], [659, 0.5, 0.4, 'sine']],
  end: [[392, 0.18, 0, 'triangle'], [523, 0.18, 0.16, 'triangle'], [659, 0.4, 0.32, 'triangle']],
};

/** @type {AudioContext | null} */
let audio = null;

/** How loud, as somebody has set it: half at first. */
const volume = () => Number(remembered('set.volume') || 50) / 100;

/** @param {Sound} which @param {number=} later in seconds */
function play(which, later = 0) {
  if (!volume()) return;
  audio ||= new AudioContext();
  for (const [high, long, when, wave] of TONES[which]) {
    const [tone, loud] = [audio.createOscillator(), audio.createGain()];
    const at = audio.currentTime + when + later;
    Object.assign(tone, {type: wave});
    tone.frequency.setValueAtTime(high, at);
    loud.gain.setValueAtTime(0.0001, at);
    loud.gain.exponentialRampToValueAtTime((wave === 'sine' || wave === 'triangle' ? 0.32 : 0.1) * volume(), at + 0.01);
    loud.gain.exponentialRampToValueAtTime(0.0001, at + long);
    tone.connect(loud).connect(audio.destination);
    tone.start(at);
    tone.stop(at + long + 0.02);
  }
}

const heard = {event: '', asked: false, over: false, begun: false};

/** What a new picture sounds like: the newest event, one's turn, the end. */
export function soundOf() {
  const event = table().querySelector('#event .event[data-number]');
  const number = event?.getAttribute('data-number') || '';
  const [asked, over] = [table().classList.contains('asked'), table().hasAttribute('data-over')];
  const before = {...heard};
  Object.assign(heard, {event: number, asked, over, begun: true});
  if (!before.begun || !isSet('sound')) return;
  if (over && !before.over) {
    allTold().then(() => play(table().querySelector('#end-told[data-tone="won"]') ? 'won' : 'end'));
    return;
  }
  if (number !== before.event && event) {
    const out = event.querySelector('.out');
    // Dice are heard first, then what came of them.
    if (out && event.querySelector('.die')) play('die');
    if (out) play(out.classList.contains('miss') ? 'miss' : 'hit', event.querySelector('.die') ? 0.66 : 0);
    else if (event.querySelector('.die')) play('die');
    else play(asked ? 'lay' : 'step');
  } else if (asked && !before.asked) {
    play('turn');
  }
}

/** The slider stands where it was left. */
export function showVolume() {
  const slider = /** @type {HTMLInputElement | null} */ (document.getElementById('set-volume'));
  if (slider) slider.value = String(100 * volume());
}

// Whoever sets it hears how loud it is now.
document.addEventListener('change', event => {
  const slider = /** @type {HTMLInputElement} */ (event.target);
  if (slider.id !== 'set-volume') return;
  remember('set.volume', slider.value);
  if (isSet('sound')) play('turn');
});
