// Small helps on forms: reload when a choice changes the rest, copy a link, send a file.

for (const form of document.querySelectorAll('form[data-reload]')) {
  form.addEventListener('change', event => {
    if (!(event.target instanceof HTMLElement) || !event.target.hasAttribute('data-reloads')) return;
    const fields = new URLSearchParams(/** @type {any} */ (new FormData(/** @type {HTMLFormElement} */ (form))));
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

const root = document.documentElement.dataset.root || '';

/** Send a file, and go to the game. @param {BodyInit} content @param {string} name @param {string} seat */
async function send(content, name, seat) {
  const message = /** @type {HTMLElement} */ (document.querySelector('#message'));
  try {
    const query = new URLSearchParams({name, seat});
    const answer = await fetch(`${root}/import?${query}`, {method: 'POST', body: content, headers: {accept: 'application/json'}});
    const said = await answer.json();
    if (answer.ok) {
      location.replace(said.table);
    } else {
      message.textContent = said.error;
      message.hidden = false;
    }
  } catch {
    message.textContent = message.dataset.failed || '';
    message.hidden = false;
  }
}

const sending = /** @type {HTMLFormElement | null} */ (document.querySelector('#import'));
sending?.addEventListener('submit', async event => {
  event.preventDefault();
  const file = /** @type {HTMLInputElement} */ (document.querySelector('#file')).files?.[0];
  if (file) await send(file, file.name, /** @type {HTMLInputElement} */ (document.querySelector('#seat')).value);
});

/** A link may bring a whole game along, packed behind its #. @param {string} packed */
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed.replace(/-/g, '+').replace(/_/g, '/')), letter => letter.charCodeAt(0));
  const whole = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(whole).arrayBuffer();
}

const brought = sending && /^#game=([\w-]+)$/.exec(location.hash);
if (brought) {
  history.replaceState(null, '', location.pathname); // once is enough
  const message = /** @type {HTMLElement} */ (document.querySelector('#message'));
  unpack(brought[1]).then(content => send(content, 'game.jsonl', '1')).catch(() => {
    message.textContent = message.dataset.broken || '';
    message.hidden = false;
  });
}
