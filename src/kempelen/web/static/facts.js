// What a table has, as classes on it. A style that asked `.tbl:has(...)` would have the browser look through the whole
// table, and style much of it anew, whenever anything at all is laid into it: a mark, a word, a row.

/** @type {Record<string, string>} */
const FACTS = {
  'has-rows': '.rows',
  'rows-more': '.rows>.more',
  'has-rivals': '.seat.rival',
  'suspects': '.suspect',
  'reveals': '.revealed',
  'has-rival-2nd': '.seat.rival:nth-child(2)',
  'rivals': '.seat.rival+.seat.rival',
  'rivals-3': '.seat.rival+.seat.rival~.seat.rival',
  'rivals-4': '.seat.rival+.seat.rival~.seat.rival~.seat.rival',
  'has-rival-4th': '.seat.rival:nth-child(4)',
  'rival-conds': '.seat.rival .cond',
  'crew-alone': '.seat:only-child>.crew',
  'crew-alone-5': '.seat:only-child>.crew>li:nth-child(5)',
  'has-crew': '.seat .crew',
  'has-roster': '.k-roster',
  'mine-now': '.your-turn',
  'is-won': '.verdict.won',
};

/** Before it is shown. @param {Element} table */
export function noteFacts(table) {
  for (const [name, what] of Object.entries(FACTS)) table.classList.toggle(name, table.querySelector(what) !== null);
}
