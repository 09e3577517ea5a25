// A screen beside a real table stays on while somebody looks at it; a chosen value sends its form; a place that is
// all there is to choose answers at once.
/** @type {{release: () => Promise<void>} | null} */
let lock = null;

async function stayAwake() {
  const wake = /** @type {any} */ (navigator).wakeLock;
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
