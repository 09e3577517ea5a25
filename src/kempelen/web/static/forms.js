// Small helps on forms: reload when a choice changes the rest, copy a link, send a file.

for (const form of document.querySelectorAll('form[data-reload]')) {
  // A long text has no place in an address; it waits here while the page is loaded anew.
  const long = /** @type {HTMLTextAreaElement | null} */ (form.querySelector('textarea'));
  const kept = sessionStorage.getItem('automa-text');
  if (long && kept && !long.value) {
    long.value = kept;
    long.closest('details')?.setAttribute('open', '');
  }
  sessionStorage.removeItem('automa-text');
  form.addEventListener('change', event => {
    if (!(event.target instanceof HTMLElement) || !event.target.hasAttribute('data-reloads')) return;
    const fields = new URLSearchParams(/** @type {any} */ (new FormData(/** @type {HTMLFormElement} */ (form))));
    if (long) {
      sessionStorage.setItem('automa-text', long.value);
      fields.delete(long.name);
    }
    const changed = event.target.getAttribute('name');
    if (changed === 'scenario') fields.delete('players');
    if (changed === 'edition') [...fields.keys()].filter(key => key.startsWith('option-')).forEach(key => fields.delete(key));
    location.replace(`${/** @type {HTMLElement} */ (form).dataset.reload}?${fields}`);
  });
}

for (const button of document.querySelectorAll('[data-copy]')) {
  button.addEventListener('click', async () => {
    const {copy, copied} = /** @type {HTMLElement} */ (button).dataset;
    const field = /** @type {HTMLInputElement | null} */ (button.parentElement?.querySelector('.address'));
    field?.select();
    try {
      await navigator.clipboard.writeText(copy || '');
    } catch {
      document.execCommand('copy');
    }
    button.textContent = copied || '';
  });
}

const sending = /** @type {HTMLFormElement | null} */ (document.querySelector('#import'));
sending?.addEventListener('submit', async event => {
  event.preventDefault();
  const message = /** @type {HTMLElement} */ (document.querySelector('#message'));
  const file = /** @type {HTMLInputElement} */ (document.querySelector('#file')).files?.[0];
  if (!file) return;
  const seat = /** @type {HTMLInputElement} */ (document.querySelector('#seat')).value;
  const query = new URLSearchParams({name: file.name, seat});
  try {
    const answer = await fetch(`${document.documentElement.dataset.root || ''}/import?${query}`, {method: 'POST', body: file, headers: {accept: 'application/json'}});
    const said = await answer.json();
    if (answer.ok) {
      location.assign(said.table);
    } else {
      message.textContent = said.error;
      message.hidden = false;
    }
  } catch {
    message.textContent = message.dataset.failed || '';
    message.hidden = false;
  }
});
