// A click on something that is not lit: the game says why that means nothing now.
import {element, find, path, plain, shapesOf, table, words} from './page.js';
import {fitPanel} from './scrolls.js';

/** Counts clicks: only the latest is answered. */
let asked = 0;

/** @param {string[]} picked what has been picked before @param {string} handle what was clicked then */
export async function refuse(picked, handle) {
  const [mine, at] = [++asked, table().dataset.version];
  const said = await reason([...picked.filter(one => one !== handle), handle]);
  if (mine !== asked || at !== table().dataset.version) return;
  unrefuse();
  // What lies beside the board may have been touched only to look at it.
  if (!said && !shapesOf(plain(handle)).some(shape => shape.closest('#board, #own'))) return;
  const told = element('p', 'why-not', said || words.unlit);
  told.id = 'why-not';
  told.setAttribute('role', 'status');
  find('picked')?.before(told);
  fitPanel();
  told.scrollIntoView({block: 'nearest'});
}

/** What was said about an earlier click is over. */
export function unrefuse() {
  find('why-not')?.remove();
}

/** @param {string[]} handles @returns {Promise<string>} */
async function reason(handles) {
  try {
    const reply = await fetch(path('refused'), {method: 'POST', body: JSON.stringify({handles}), headers: {'content-type': 'application/json'}});
    return reply.ok ? await reply.text() : '';
  } catch {
    return '';
  }
}
