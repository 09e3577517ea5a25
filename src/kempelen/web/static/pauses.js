// What stops the game until it is read: a new round, a dealt role, how to win, the end. What was done is seen first.
import {allTold, stepTo, toNow} from './happened.js';
import {cheer} from './motion.js';
import {find, table, words} from './page.js';
import {fitPanel} from './scrolls.js';

/** Events that stopped the game and have been read. */
let read = -1;
/** How to win has been told at this table. */
let told = false;

const card = () => /** @type {HTMLDialogElement} */ (find('card'));

/** @param {HTMLTemplateElement[]} templates @param {string} go what the button says */
function lay(templates, go) {
  const body = /** @type {HTMLElement} */ (find('card-body'));
  // What is read scrolls where it is taller than the screen; the button stays below it.
  const text = Object.assign(document.createElement('div'), {className: 'veil-read', tabIndex: 0});
  for (const one of templates) text.append(one.content.cloneNode(true));
  body.replaceChildren(text);
  body.querySelectorAll('#card-title').forEach((title, n) => { if (n) title.removeAttribute('id'); });
  const button = Object.assign(document.createElement('button'), {type: 'button', className: 'btn pri', id: 'card-close', textContent: go});
  button.append(Object.assign(document.createElement('kbd'), {textContent: '↵'}));
  button.addEventListener('click', () => card().close());
  const foot = Object.assign(document.createElement('div'), {className: 'veil-go'});
  foot.append(button);
  body.append(foot);
  if (!card().open) card().showModal();
  // Whoever unfolds something with the mouse has the key on the button still: it shows that it takes it.
  text.addEventListener('click', event => {
    if (event.detail && /** @type {Element} */ (event.target).closest('summary')) button.focus({preventScroll: true});
  });
  // It is read from the top, also where it is taller than the screen.
  button.focus({preventScroll: true});
  text.scrollTop = 0;
  if (text.scrollHeight <= text.clientHeight) text.removeAttribute('tabindex');
}

/** @param {string} id */
const template = id => /** @type {HTMLTemplateElement | null} */ (find(id));

export function showGoal() {
  const how = template('how');
  if (how) lay([how], words.go || '');
}

/** A new round is told in the panel, so that the board can be seen; a role on a card; at the start how to win. */
export function showPause() {
  const hold = find('hold');
  const number = Number(hold?.dataset.number ?? -1);
  const kept = Number(keptItem() ?? -1);
  read = Math.max(read, kept);
  const [how, dealt] = [template('how'), template('dealt')];
  if (how?.hasAttribute('data-fresh') && !told && kept < 0 && !table().hasAttribute('data-over')) {
    told = true;
    keep(Math.max(number, 0));
    lay([...(dealt ? [dealt] : []), how], words.play || '');
  }
  if (!hold || number <= read) return held(false);
  // Whoever wants everything at once is stopped only by what he has been dealt.
  if (table().dataset.pace === 'instant' && !('picture' in hold.dataset)) return goOn();
  if ('bare' in hold.dataset) return goOn();
  held(true);
  if (hold.dataset.deed) stepTo(hold.dataset.deed);
  find('hold-go')?.focus({preventScroll: true});
}

/** @param {boolean} is */
function held(is) {
  const hold = find('hold');
  if (hold) hold.hidden = !is;
  const panel = find('now');
  if (panel?.classList.contains('held') === is) return;
  panel?.classList.toggle('held', is);
  table().classList.toggle('holding', is);
  // What stood behind it had no size until now.
  if (!is) fitPanel();
}

/** Something is told in the panel that has to be read first. */
export const isHeld = () => find('hold')?.hidden === false;

/** It has been read; whether there was something to read. */
export function goOn() {
  const hold = find('hold');
  const number = Number(hold?.dataset.number ?? -1);
  if (!hold || number <= read) return false;
  keep(number);
  held(false);
  toNow();
  const dealt = template('dealt');
  if (dealt) lay([dealt], words.go || '');
  else /** @type {HTMLElement | null} */ (find('status'))?.focus({preventScroll: true});
  return true;
}

const key = () => `kempelen.read.${table().dataset.id}.${table().dataset.seat}`;

function keptItem() {
  try {
    return sessionStorage.getItem(key());
  } catch {
    return null;
  }
}

/** @param {number} number */
function keep(number) {
  read = number;
  try {
    sessionStorage.setItem(key(), String(number));
  } catch {
    // a browser that keeps nothing shows it again when the page is loaded anew
  }
}

// The button says that Enter goes on: it does so as well from what only unfolds, which Space opens and closes.
document.addEventListener('keydown', event => {
  if (event.key !== 'Enter' || !/** @type {Element} */ (event.target).closest('#card summary')) return;
  event.preventDefault();
  card().close();
});

// A click beside a card closes it too.
document.addEventListener('click', event => {
  const target = /** @type {Element} */ (event.target);
  if (target.matches('dialog[open]')) /** @type {HTMLDialogElement} */ (target).close();
  if (target.closest('#hold-go')) goOn();
  const told = /** @type {HTMLElement | null} */ (target.closest('[data-share]'));
  if (told) import('./share.js').then(({share}) => share(told));
});

/** What the end of the game says, as it was last laid out. */
let ended = '';
/** The page has been shown once: what ends now has just been done. */
let begun = false;

/** The end of the game: whoever comes to it later finds it open; whoever has just played sees the board, and opens it. */
export function showEnd(always = false) {
  const says = template('end-told');
  const end = /** @type {HTMLDialogElement} */ (find('end'));
  const late = !begun;
  begun = true;
  if (!says) {
    ended = '';
    end.close();
    return;
  }
  const fresh = ended !== says.innerHTML;
  if (fresh) {
    end.replaceChildren(says.content.cloneNode(true));
    end.className = `endcard ${says.dataset.tone}`;
    if (!late && says.dataset.tone === 'won') allTold().then(cheer);
  }
  ended = says.innerHTML;
  if (end.open || !(late || always)) return;
  if (card().open) card().close();
  end.showModal();
  find('end-title')?.focus();
}
