// What takes a while on the workbench: begun by a button, asked again until it is over, and stopped if somebody wants.
import {become} from './become.js';

const PAUSE = 500;

/** @param {HTMLFormElement} form @param {(more?: Record<string, string>) => URLSearchParams} fields */
export function beginJobs(form, fields) {
  /** @type {Record<string, number>} */
  const turns = {};

  /** @param {string} kind @param {string} address @param {RequestInit} how @param {number} turn */
  async function ask(kind, address, how, turn) {
    const place = /** @type {HTMLElement} */ (document.querySelector(`#${kind}-shown`));
    let answer;
    try {
      answer = await fetch(address, {...how, headers: {accept: 'text/html', 'x-part': '1'}});
    } catch {
      // The line is gone for a moment; whatever runs can be asked again.
      if (how.method !== 'POST') setTimeout(() => ask(kind, address, how, turn), PAUSE);
      return;
    }
    const made = new DOMParser().parseFromString(await answer.text(), 'text/html');
    if (turns[kind] !== turn) return;
    const job = /** @type {HTMLElement | null} */ (made.querySelector('.job'));
    if (!job) {
      const message = document.createElement('p');
      message.className = 'message';
      message.textContent = made.querySelector('.message')?.textContent || '';
      place.replaceChildren(message);
      return;
    }
    const there = /** @type {HTMLElement | null} */ (place.querySelector('.job'));
    if (there && how.method !== 'POST') become(there, job);
    else place.replaceChildren(job);
    settle(place);
    const running = job.dataset.running;
    if (running) setTimeout(() => ask(kind, running, {}, turn), PAUSE);
  }

  /** A position remembers where it was found, and its text can be changed. @param {HTMLElement} place */
  function settle(place) {
    const at = /** @type {HTMLElement | null} */ (place.querySelector('.at-position'));
    if (!at) return;
    /** @type {HTMLInputElement} */ (form.querySelector('#at-game')).value = at.dataset.game || '';
    /** @type {HTMLInputElement} */ (form.querySelector('#at-decision')).value = at.dataset.decision || '';
    const said = /** @type {HTMLTextAreaElement | null} */ (at.querySelector('[data-position]'));
    const position = /** @type {HTMLTextAreaElement} */ (form.querySelector('#position'));
    if (said) position.value = said.value;
  }

  /** @param {HTMLButtonElement} button @param {Record<string, string>} more */
  function begin(button, more = {}) {
    const kind = button.dataset.jobButton || '';
    const place = /** @type {HTMLElement} */ (document.querySelector(`#${kind}-shown`));
    const wait = document.createElement('p');
    wait.className = 'soft';
    wait.textContent = place.dataset.wait || '';
    place.replaceChildren(wait);
    turns[kind] = (turns[kind] || 0) + 1;
    const sent = fields(button.name ? {[button.name]: button.value, ...more} : more);
    if (!('unit' in more)) sent.delete('unit');
    ask(kind, button.formAction, {method: 'POST', body: sent}, turns[kind]);
  }

  form.querySelectorAll('[data-job-button]').forEach(one => one.addEventListener('click', event => {
    event.preventDefault();
    begin(/** @type {HTMLButtonElement} */ (one));
  }));

  form.addEventListener('click', event => {
    const stop = /** @type {HTMLElement | null} */ (/** @type {Element} */ (event.target).closest('[data-stop]'));
    if (!stop) return;
    event.preventDefault();
    const kind = /** @type {HTMLElement} */ (stop.closest('[data-job]')).dataset.job || '';
    turns[kind] = (turns[kind] || 0) + 1;
    ask(kind, stop.dataset.stop || '', {method: 'POST'}, turns[kind]);
  });

  // Another unit of the same position.
  form.addEventListener('change', event => {
    const menu = /** @type {HTMLSelectElement} */ (event.target);
    if (!('unit' in menu.dataset)) return;
    begin(/** @type {HTMLButtonElement} */ (form.querySelector('#look-at')), {unit: menu.value});
  });
}
