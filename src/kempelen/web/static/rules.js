// Looking something up in the rules: what does not hold every word is put away.
const field = /** @type {HTMLInputElement} */ (document.querySelector('#find'));
const found = /** @type {HTMLElement} */ (document.querySelector('#found'));
const lines = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('#rules [data-line]')]);
const parts = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('#rules .part')]);
const chapters = /** @type {HTMLDetailsElement[]} */ ([...document.querySelectorAll('#rules details')]);
/** What somebody has opened himself, before he searched. */
let before = chapters.map(one => one.open), searched = false;
const plain = (/** @type {string} */ text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const texts = new Map([...lines, ...parts].map(one => [one, plain(one.textContent || '')]));

function look() {
  const words = plain(field.value).split(/\s+/).filter(Boolean);
  const holds = (/** @type {HTMLElement} */ one) => words.every(word => texts.get(one)?.includes(word));
  let count = 0;
  for (const line of lines) {
    const shown = holds(line);
    line.hidden = !shown;
    if (shown) count += 1;
  }
  for (const part of parts) {
    const heading = plain(part.querySelector('h3')?.textContent || '');
    const named = words.length > 0 && words.every(word => heading.includes(word));
    const own = /** @type {HTMLElement[]} */ ([...part.querySelectorAll('[data-line]')]);
    if (named) for (const line of own) line.hidden = false;
    part.hidden = !part.matches('[data-line]') ? !(holds(part) || own.some(line => !line.hidden)) : !holds(part);
  }
  if (words.length && !searched) before = chapters.map(one => one.open);
  chapters.forEach((one, n) => { if (words.length || searched) one.open = words.length ? !one.hidden : before[n]; });
  searched = words.length > 0;
  found.textContent = !words.length ? '' : count ? `${found.dataset.found} ${count}` : found.dataset.none || '';
}

/** @type {HTMLElement} */ (field.closest('.find')).hidden = false;
field.addEventListener('input', look);
field.addEventListener('keydown', event => {
  if (event.key === 'Escape') {
    field.value = '';
    look();
  }
});
// Who comes by a link to a line must see it.
window.addEventListener('hashchange', () => {
  if (field.value) {
    field.value = '';
    look();
  }
  unfold();
});

/** The chapter of the line that the address names. Browsers do so by themselves, but not all of them. */
function unfold() {
  const line = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const chapter = line?.closest('details');
  if (chapter) chapter.open = true;
  line?.scrollIntoView();
}
if (location.hash) unfold();
