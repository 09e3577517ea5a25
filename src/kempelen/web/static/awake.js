// A screen beside a real table stays on while somebody looks at it, and a chosen value sends its form.
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
