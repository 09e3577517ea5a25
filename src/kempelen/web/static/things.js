// What is named or typed instead of clicked: dice and cards of a real table, free notation.
import {find, words} from './page.js';

/**
 * At a real table: dice, cards, yes or no.
 * @param {HTMLElement} list
 * @param {{kind: string, options: {do: string, text: string}[], count?: number}} question
 * @param {(notation: string) => void} answer
 * @param {(label: string, act: () => void) => HTMLElement} choiceButton
 */
export function drawThings(list, question, answer, choiceButton) {
  if (question.kind === 'ask') {
    const pair = document.createElement('div');
    pair.className = 'yesno';
    list.append(pair);
    question.options.forEach(option => {
      const button = choiceButton(option.text, () => answer(option.do));
      pair.append(button);
    });
    return;
  }
  const faces = question.kind === 'roll' || question.kind === 'pool' || question.kind === 'direction';
  if (faces && question.options.length <= 24) {
    const pad = document.createElement('div');
    pad.className = 'pad';
    list.append(pad);
    /** @type {string[]} */
    const seen = [];
    for (const option of question.options) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'btn';
      button.textContent = option.text;
      button.addEventListener('click', () => {
        seen.push(option.do);
        if (seen.length >= (question.count || 1)) answer(seen.join(' '));
        else /** @type {HTMLElement} */ (find('live')).textContent = seen.join(' ');
        button.textContent = `${option.text}${'•'.repeat(seen.filter(face => face === option.do).length)}`;
      });
      pad.append(button);
    }
    return;
  }
  const typed = document.createElement('form');
  typed.className = 'typed';
  const input = document.createElement('input');
  input.autocomplete = 'off';
  input.id = 'typed';
  input.setAttribute('aria-label', (faces ? words.number : words.filter) || '');
  input.placeholder = (faces ? words.number : words.filter) || '';
  if (faces) input.inputMode = 'numeric';
  typed.append(input);
  if (faces) {
    const enter = document.createElement('button');
    enter.className = 'btn pri';
    enter.textContent = words.enter || '';
    typed.append(enter);
    typed.addEventListener('submit', event => { event.preventDefault(); if (input.value.trim()) answer(input.value); });
    list.append(typed);
    return;
  }
  const all = question.options;
  const show = () => {
    list.querySelectorAll('.choice').forEach(button => button.remove());
    const wanted = input.value.trim().toLowerCase();
    for (const option of all) {
      if (option.text.toLowerCase().includes(wanted)) choiceButton(option.text, () => answer(option.do));
    }
  };
  if (all.length > 9) {
    list.append(typed);
    typed.addEventListener('submit', event => {
      event.preventDefault();
      /** @type {HTMLElement | null} */ (list.querySelector('.choice'))?.click();
    });
    input.addEventListener('input', show);
  }
  show();
}

/**
 * Where the list cannot hold everything that is allowed, it may be typed too.
 * @param {string} example
 * @param {(notation: string) => void} answer
 */
export function typedForm(example, answer) {
  const form = document.createElement('form');
  form.className = 'typed';
  const input = Object.assign(document.createElement('input'), {id: 'typed', autocomplete: 'off', placeholder: example});
  input.setAttribute('aria-label', words.typed || '');
  const enter = Object.assign(document.createElement('button'), {className: 'btn', textContent: words.enter || ''});
  form.append(input, enter);
  form.addEventListener('submit', event => { event.preventDefault(); if (input.value.trim()) answer(input.value); });
  return form;
}
