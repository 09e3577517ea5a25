// The workbench: problems 300 ms after the last key, a margin with their lines, a draft that is kept in this browser.

const form = /** @type {HTMLFormElement} */ (document.querySelector('#bench'));
const text = /** @type {HTMLTextAreaElement} */ (document.querySelector('#text'));
const margin = /** @type {HTMLElement} */ (document.querySelector('#margin'));
const found = /** @type {HTMLElement} */ (document.querySelector('#found'));
const draft = form.dataset.draft || '';
let waiting = 0;
let asked = 0;

function fields() {
  return new URLSearchParams(/** @type {any} */ (new FormData(form)));
}

/** @param {string} name */
function linesOf(name) {
  const said = /** @type {HTMLElement | null} */ (found.querySelector('.found'))?.dataset[name] || '';
  return new Set(said.split(' ').filter(Boolean).map(Number));
}

function number() {
  const bad = linesOf('lines');
  const doubts = linesOf('doubts');
  const count = text.value.split('\n').length;
  margin.replaceChildren(...Array.from({length: count}, (_, n) => {
    const item = document.createElement('li');
    item.textContent = String(n + 1);
    item.className = bad.has(n + 1) ? 'bad' : doubts.has(n + 1) ? 'doubt' : '';
    return item;
  }));
  margin.scrollTop = text.scrollTop;
}

async function look() {
  const mine = ++asked;
  const answer = await fetch(form.dataset.look || '', {method: 'POST', body: fields()});
  if (mine !== asked || !answer.ok) return;
  const made = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const open = Boolean(found.querySelector('#changes[open]'));
  found.replaceChildren(...made.body.childNodes);
  if (open) found.querySelector('#changes')?.setAttribute('open', '');
  number();
}

text.addEventListener('input', () => {
  localStorage.setItem(draft, text.value);
  clearTimeout(waiting);
  waiting = window.setTimeout(look, 300);
  number();
});
text.addEventListener('scroll', () => { margin.scrollTop = text.scrollTop; });
document.querySelector('#page')?.addEventListener('change', look);

// A click on a problem leads to its place.
found.addEventListener('click', event => {
  const link = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-line]'));
  if (!link) return;
  event.preventDefault();
  const lines = text.value.split('\n');
  const line = Number(link.dataset.line);
  const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + Number(link.dataset.column) - 1;
  text.focus();
  text.setSelectionRange(at, Math.min(at + 1, text.value.length));
  text.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(text).lineHeight));
});

// What a change does is shown here; without a script the answer is a page of its own.
document.querySelector('#effect')?.addEventListener('click', async event => {
  event.preventDefault();
  const shown = /** @type {HTMLElement} */ (document.querySelector('#effect-shown'));
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  shown.textContent = shown.dataset.wait || '';
  button.disabled = true;
  try {
    const answer = await fetch(button.formAction, {method: 'POST', body: fields(), headers: {accept: 'text/html'}});
    const made = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const part = made.querySelector('.effect-found');
    if (part) shown.replaceChildren(...part.childNodes);
    else shown.textContent = made.querySelector('.message')?.textContent || '';
  } finally {
    button.disabled = false;
  }
});

const kept = localStorage.getItem(draft);
if (form.hasAttribute('data-fresh') && kept && kept !== text.value) {
  const line = /** @type {HTMLElement} */ (document.querySelector('#draft'));
  line.hidden = false;
  line.querySelector('#restore')?.addEventListener('click', () => {
    text.value = kept;
    line.hidden = true;
    look();
    number();
  });
}
number();
