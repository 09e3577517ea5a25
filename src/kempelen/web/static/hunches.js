// A note about everybody whose role is hidden: a touch changes it, this browser keeps it, and when roles are shown it is
// held against them.
import {data, element, find, remember, remembered, table, words} from './page.js';

/** @typedef {{seat: number, role: string, text: string}} Shown */
/** @typedef {{roles: [string, string, string][], told: Shown[][]}} Noted */
/** @typedef {{notes: Record<string, Record<string, string>>, tally: Record<string, [number, number]>, done: string[]}} Kept */

/** So many rounds are remembered. */
const MOST = 60;

/** @returns {Kept} */
function kept() {
  try {
    const found = JSON.parse(remembered('hunches') || '{}');
    return {notes: found.notes || {}, tally: found.tally || {}, done: found.done || []};
  } catch {
    return {notes: {}, tally: {}, done: []};
  }
}

/** @param {Kept} all */
function keep(all) {
  const [rounds, done] = [Object.entries(all.notes).slice(-MOST), all.done.slice(-MOST)];
  remember('hunches', JSON.stringify({...all, notes: Object.fromEntries(rounds), done}));
}

/** @returns {Noted | null} */
const noted = () => data('hunches');

/** @param {number} stage */
const round = stage => `${table().dataset.id}/${table().dataset.seat}/${stage}`;

/** After every new picture: what has been noted stands with the seats, and what has come out is held against it. */
function renew() {
  const now = noted();
  if (!now) return;
  const mine = kept().notes[round(now.told.length)] || {};
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (table().querySelectorAll('.hunch'))) {
    write(button, now, mine[button.dataset.hunch || ''] || '');
  }
  if (now.told.length) settle(now);
}

/** @param {HTMLElement} button @param {Noted} now @param {string} role */
function write(button, now, role) {
  const [, word, short] = now.roles.find(([name]) => name === role) || ['', '', ''];
  const shown = button.querySelector('b');
  if (shown) {
    shown.textContent = word || '?';
    shown.dataset.short = short || '?';
  }
  button.classList.toggle('set', Boolean(word));
  button.setAttribute('aria-label', `${button.dataset.label}: ${word || words.unsure}`);
}

/** @param {Noted} now */
function settle(now) {
  const at = round(now.told.length - 1);
  const all = kept();
  const mine = all.notes[at] || {};
  const told = now.told[now.told.length - 1].filter(one => mine[one.seat]);
  const right = told.filter(one => mine[one.seat] === one.role).length;
  const game = table().dataset.look || '';
  if (told.length && !all.done.includes(at)) {
    const [hits, of] = all.tally[game] || [0, 0];
    all.tally[game] = [hits + right, of + told.length];
    all.done.push(at);
    keep(all);
  }
  const template = /** @type {HTMLTemplateElement | null} */ (find('end-told'));
  const places = [...table().querySelectorAll('.hunch-told'), ...template?.content.querySelectorAll('.hunch-told') || []];
  for (const place of places) place.replaceChildren(...told.length ? result(told, mine, right, all.tally[game]) : []);
}

/** @param {Shown[]} told @param {Record<string, string>} mine @param {number} right @param {[number, number]} tally */
function result(told, mine, right, tally) {
  const list = element('ul');
  for (const one of told) {
    const hit = mine[one.seat] === one.role;
    const row = list.appendChild(element('li', hit ? 'hit' : 'miss'));
    row.append(element('b', '', hit ? '✓' : '✗'), ` ${one.text}`);
  }
  const sum = (words.hunch || '').replace('#', String(right)).replace('#', String(told.length));
  const ever = tally && tally[1] > told.length ? (words.hunches || '').replace('#', String(tally[0])).replace('#', String(tally[1])) : '';
  return [element('h3', '', sum), list, ...ever ? [element('p', 'ever', ever)] : []];
}

document.addEventListener('click', event => {
  const button = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('.hunch'));
  const now = noted();
  if (!button || !now) return;
  const all = kept();
  const at = round(now.told.length);
  const mine = all.notes[at] || {};
  const names = ['', ...now.roles.map(([name]) => name)];
  const who = button.dataset.hunch || '';
  mine[who] = names[(names.indexOf(mine[who] || '') + 1) % names.length] || '';
  delete all.notes[at];
  all.notes[at] = mine;
  keep(all);
  write(button, now, mine[who]);
});

document.addEventListener('pictured', renew);
