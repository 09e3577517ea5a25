// Small helps on forms: reload when a choice changes the rest, copy a link, send a file.

for (const form of /** @type {NodeListOf<HTMLFormElement>} */ (document.querySelectorAll('form[data-reload]'))) {
  form.addEventListener('change', event => {
    const field = event.target;
    if (field instanceof HTMLElement && field.hasAttribute('data-reloads')) renew(form, /** @type {HTMLInputElement} */ (field));
  });
}

// A file that fills a field with its text, and chooses what it is for.
document.addEventListener('change', async event => {
  const field = event.target;
  const file = field instanceof HTMLInputElement && field.dataset.into ? field.files?.[0] : null;
  if (!(field instanceof HTMLInputElement) || !file || !field.form) return;
  const {into, chooses} = field.dataset;
  const text = field.form.elements.namedItem(into || ''), choice = field.form.elements.namedItem(chooses || '');
  if (text instanceof HTMLTextAreaElement) text.value = await file.text();
  if (choice instanceof HTMLSelectElement) choice.value = 'own';
});

/** The form again with what follows from a choice; everything else that was chosen stays. @param {HTMLFormElement} form @param {HTMLInputElement} field */
async function renew(form, field) {
  const fields = new URLSearchParams(/** @type {any} */ (new FormData(form)));
  const before = String(fields);
  if (field.name === 'edition') {
    // What the last edition said gives way to what this one says; what somebody has chosen himself does not.
    for (const option of /** @type {NodeListOf<HTMLElement>} */ (form.querySelectorAll('.option'))) {
      const chosen = /** @type {HTMLInputElement | null} */ (option.querySelector('input:checked'));
      if (chosen && chosen.value === option.dataset.usual) fields.delete(chosen.name);
    }
  }
  // A long text has no place in an address; it is put back by hand. What follows from an opened file needs all of it.
  const posts = 'posts' in form.dataset;
  for (const long of posts ? [] : form.querySelectorAll('textarea')) fields.delete(long.name);
  const address = posts ? form.dataset.reload || '' : `${form.dataset.reload}?${fields}`;
  try {
    const answer = await fetch(address, posts ? {method: 'POST', body: fields} : {});
    if (!answer.ok) throw new Error(answer.statusText);
    const made = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('form[data-reload]');
    if (!made) throw new Error('no form');
    // Something else was chosen or typed while the answer came: it counts, and the answer is asked for again.
    if (String(new URLSearchParams(/** @type {any} */ (new FormData(form)))) !== before) return renew(form, field);
    const written = [...form.querySelectorAll('textarea')].map(one => /** @type {const} */ ([one.name, one.value]));
    const open = [...form.querySelectorAll('details[open]')].map(one => one.id);
    const here = /** @type {HTMLInputElement} */ (form.querySelector('input[type=text]:focus, textarea:focus') || field);
    form.replaceChildren(...made.childNodes);
    if (!posts) history.replaceState(null, '', address);
    for (const [name, text] of written) {
      const long = form.querySelector(`textarea[name="${name}"]`);
      if (long instanceof HTMLTextAreaElement && text) long.value = text;
    }
    for (const id of open) form.querySelector(`#${id}`)?.setAttribute('open', '');
    const again = [...form.elements].find(one => one.getAttribute('name') === here.name && (here.type !== 'radio' || /** @type {HTMLInputElement} */ (one).value === here.value));
    if (again instanceof HTMLElement) again.focus({preventScroll: true});
  } catch {
    if (!posts) location.replace(address);
  }
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
    const query = new URLSearchParams({name, seat, form: '1'});
    const real = /** @type {HTMLInputElement | null} */ (document.querySelector('#real'))?.checked || false;
    if (real) query.set('real', '1');
    const answer = await fetch(`${root}/import?${query}`, {method: 'POST', body: content, headers: {accept: 'application/json'}});
    const said = await answer.json();
    if (said.form) {
      await fillForm(said.form, content, name, Number(seat), real);
    } else if (answer.ok) {
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

/**
 * A position is no game yet: it comes into the form of its game, where who plays is chosen.
 * @param {string} to @param {BodyInit} content @param {string} name @param {number} seat @param {boolean} real
 */
async function fillForm(to, content, name, seat, real) {
  const form = document.createElement('form');
  Object.assign(form, {method: 'post', action: to, hidden: true});
  const text = await new Response(content).text();
  /** @type {Record<string, string>} */
  const fields = {position_file: name, position_text: text, [`seat${seat}`]: 'me', ...(seat > 1 ? {seat1: ''} : {}), ...(real ? {companion: '1'} : {})};
  for (const [key, value] of Object.entries(fields)) {
    const field = document.createElement('textarea');
    Object.assign(field, {name: key, value});
    form.append(field);
  }
  document.body.append(form);
  form.submit();
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
