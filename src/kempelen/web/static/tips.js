// Tips fade: they are open for the first choices of a first game, then folded until somebody asks. What is set in the
// menu goes before; whoever asks three times in a row has them open at this table.
import {find, path, remember, remembered, table, words} from './page.js';
import {fitPanel} from './scrolls.js';

const STAYS = 3;
/** The version of the table for which a tip was asked for, that which was met last, and how many of them in a row. */
let asked = '', met = '', row = 0;

const key = () => `kempelen.tips.${table().dataset.id}`;

function isKept() {
  try {
    return sessionStorage.getItem(key()) === 'open';
  } catch {
    return false;
  }
}

const wish = () => remembered('set.tips') || 'fade';

/** After every new picture. */
export function foldTips() {
  const choice = /** @type {HTMLSelectElement | null} */ (find('set-tips'));
  if (choice) choice.value = wish();
  const tips = find('tips');
  const now = table().dataset.version || '';
  if (!tips) return;
  if (now !== met && asked !== met) row = 0;
  met = now;
  const fades = wish() === 'asked' || (wish() === 'fade' && 'folded' in tips.dataset && !isKept());
  tips.classList.toggle('off', wish() === 'off');
  tips.classList.toggle('folded', fades && asked !== now);
  if (asked === now) find('hint')?.setAttribute('open', '');
}

/** Somebody wants to know. The record says so with his choice. */
export function askTip() {
  const tips = find('tips');
  if (!tips || !tips.matches('.folded, .off')) return find('show-me')?.focus();
  tips.classList.remove('off');
  asked = met;
  row += 1;
  fetch(path('tip'), {method: 'POST', headers: {'content-type': 'application/json'}, body: '{}'}).catch(() => {});
  if (row === STAYS && wish() === 'fade') {
    try {
      sessionStorage.setItem(key(), 'open');
    } catch {
      // a browser that keeps nothing folds them again when the page is loaded anew
    }
    find('hint')?.append(Object.assign(document.createElement('p'), {className: 'kept', textContent: words.kept || ''}));
  }
  tips.classList.remove('folded');
  find('hint')?.setAttribute('open', '');
  const live = find('live');
  if (live) live.textContent = find('hint')?.textContent || '';
  fitPanel();
  find('show-me')?.focus({preventScroll: true});
}

document.addEventListener('click', event => {
  if (/** @type {Element} */ (event.target).closest('#ask-tip')) askTip();
});

document.addEventListener('change', event => {
  const choice = /** @type {HTMLSelectElement} */ (event.target);
  if (choice.id !== 'set-tips') return;
  try {
    sessionStorage.removeItem(key());
  } catch {
    // nothing was kept
  }
  remember('set.tips', choice.value);
  asked = '';
  foldTips();
  fitPanel();
});
