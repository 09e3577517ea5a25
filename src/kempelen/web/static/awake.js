// A screen beside a real table stays on while somebody looks at it; a chosen value sends its form; a place that is
// all there is to choose answers at once.
/** @type {{release: () => Promise<void>} | null} */
let lock = null;

async function stayAwake() {
  const wake = /** @type {any} */ (navigator).wakeLock;
  for (const line of document.querySelectorAll('[data-no-wake]')) /** @type {HTMLElement} */ (line).hidden = Boolean(wake);
  if (!wake || document.visibilityState !== 'visible' || lock) return;
  try {
    lock = await wake.request('screen');
    /** @type {any} */ (lock).addEventListener('release', () => (lock = null));
  } catch {
    // low battery, or a browser that does not allow it: the screen goes dark as usual
    lock = null;
  }
}

document.addEventListener('visibilitychange', stayAwake);
stayAwake();

for (const field of document.querySelectorAll('[data-sends]')) {
  field.addEventListener('change', () => /** @type {HTMLSelectElement} */ (field).form?.requestSubmit());
}

for (const place of document.querySelectorAll('a[data-do]')) {
  place.addEventListener('click', event => {
    const form = /** @type {HTMLFormElement | null} */ (document.getElementById('say'));
    if (!form) return;
    event.preventDefault();
    const field = /** @type {HTMLInputElement} */ (form.querySelector('input[name=do]'));
    // What is corrected is a fact, what is done is an answer.
    if (form.action.endsWith('/fix')) field.name = 'fact';
    field.value = /** @type {SVGElement} */ (place).dataset.do || '';
    form.requestSubmit();
  });
}

// Cards of one hand are tapped one after the other and sent together; a tap on one that was named takes it back.
for (const found of document.querySelectorAll('form[data-several]')) {
  const form = /** @type {HTMLFormElement} */ (found);
  const hint = /** @type {HTMLElement | null} */ (document.querySelector('.tap-all'));
  const tray = document.createElement('div');
  tray.className = 'had';
  form.prepend(tray);
  if (hint) hint.hidden = false;
  form.addEventListener('click', event => {
    const card = /** @type {HTMLElement} */ (event.target).closest('button[name=do]');
    if (!(card instanceof HTMLButtonElement)) return;
    event.preventDefault();
    const named = document.createElement('button');
    named.type = 'button';
    named.className = 'named-card';
    named.setAttribute('aria-label', card.innerText.trim());
    named.innerHTML = card.querySelector('.pic')?.outerHTML || card.innerText;
    const field = document.createElement('input');
    field.type = 'hidden';
    field.name = 'do';
    field.value = card.value;
    named.append(field);
    named.addEventListener('click', () => named.remove());
    tray.append(named);
    if (tray.children.length >= Number(form.dataset.several)) form.requestSubmit();
  });
}

// The button is always in sight; so that as little as possible of the instruction lies under it, its picture gets smaller.
const LEAST = 110;
/** How far the text reaches under the button, in pixels. @param {Element} text @param {Element} button */
const under = (text, button) => text.getBoundingClientRect().bottom - button.getBoundingClientRect().top;

function freeText() {
  const [text, button] = [document.querySelector('.deed .deed-text'), document.querySelector('.deeds.stays')];
  if (!text || !button || scrollY > 0) return;
  const drawing = /** @type {SVGElement | null} */ (document.querySelector('.deed .board-pic > svg'));
  const hidden = under(text, button);
  if (drawing && hidden > 0) drawing.style.maxHeight = `${Math.max(LEAST, drawing.getBoundingClientRect().height - hidden)}px`;
}

freeText();
document.fonts.ready.then(freeText);
