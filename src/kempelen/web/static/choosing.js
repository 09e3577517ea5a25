// What can be chosen, and what has been picked so far: no page, only the options.

/**
 * @typedef {{do: string, text: string, handles: string[], chance?: string, price?: string, then?: string, here?: string, plain?: boolean, begins?: boolean, spends?: boolean, serves?: boolean, same?: string}} Option `then` answers what is asked right after it, a line for each question; `here` says it where its things have been picked; `plain` decides nothing for good, what it `begins` can be chosen with it, and after what it `spends` the piece can do nothing more; what `serves` the goal comes first, and those with the `same` come to the same
 * @typedef {{handles: string[], do?: string, usual?: boolean, ways?: boolean}} Free
 * @typedef {{kind: string, prompt: string, options: Option[], labels?: Record<string, string>, barred?: Record<string, [string, string][]>, free?: Free[], count?: number,
 *   points?: Record<string, [number, number]>, upwards?: number | null, typed?: string, advised?: Option | null}} Asked
 */

/** The handles that an option still needs. @param {Option} option @param {string[]} picked */
export function rest(option, picked) {
  const left = [...option.handles];
  for (const handle of picked) {
    const at = left.indexOf(handle);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/** What fits what has been clicked. @param {Asked | null} asked @param {string[]} picked */
export const remaining = (asked, picked) =>
  asked?.kind === 'do' ? meant(asked.options.filter(option => rest(option, picked) !== null), picked) : [];

/**
 * Of answers that come to the same nobody has to choose one; and where the same things are named in another order, that in
 * which they were clicked is meant. @param {Option[]} options @param {string[]} picked
 */
function meant(options, picked) {
  const [first, ...others] = options;
  if (!others.length) return options;
  if (first.same && others.every(other => other.same === first.same)) return [first];
  const open = rest(first, picked)?.join();
  if (others.some(other => rest(other, picked)?.join() !== open)) return options;
  const turned = options.map(option => disorder(option.handles.map(handle => picked.indexOf(handle)).filter(at => at >= 0)));
  const found = options.filter((_, n) => turned[n] === Math.min(...turned));
  return found.length === 1 ? found : options;
}

/** How many pairs stand the wrong way round. @param {number[]} row */
const disorder = row => row.reduce((sum, one, n) => sum + row.slice(n + 1).filter(later => later < one).length, 0);

/** @param {Option} option @param {string[]} picked */
export const nextHandle = (option, picked) => rest(option, picked)?.[0] || '';

/**
 * The options by what is to be clicked next; levels without a choice are passed over, and counted as clicked. A plain word
 * that ends something is no choice either: it stays beside what follows.
 * @param {Asked | null} asked @param {string[]} picked @param {(handle: string) => boolean=} isDrawn
 * @returns {{at: string[], found: Map<string, Option[]>}}
 */
export function groups(asked, picked, isDrawn = () => true) {
  let at = [...picked];
  /** @type {Map<string, Option[]>} */
  const aside = new Map();
  for (;;) {
    /** @type {Map<string, Option[]>} */
    const found = new Map();
    for (const option of remaining(asked, at)) {
      const next = nextHandle(option, at);
      const same = found.get(next);
      if (same) same.push(option); else found.set(next, [option]);
    }
    const plain = [...found].filter(([handle, options]) => options.length === 1 && options[0].handles.length === 1 && !isDrawn(handle));
    const others = [...found.keys()].filter(handle => !plain.some(([word]) => word === handle));
    const [only] = others;
    if (others.length !== 1 || !only || /** @type {Option[]} */ (found.get(only)).length === 1) return {at, found: new Map([...found, ...aside])};
    for (const [word, options] of plain) aside.set(word, options);
    at = [...at, only];
  }
}

/** @param {string} handle */
const isTurn = handle => handle.startsWith('turn:');

/** The same thing done with the card turned. @param {Asked | null} asked @param {Option} option */
export function turns(asked, option) {
  const place = option.handles.filter(handle => !isTurn(handle)).join();
  return (asked?.options || []).filter(other => other.handles.filter(handle => !isTurn(handle)).join() === place &&
    other.handles.some(isTurn));
}

/** They differ in nothing but how the card is turned. @param {Option[]} options */
export const onlyTurned = options =>
  new Set(options.map(option => option.handles.filter(handle => !isTurn(handle)).join())).size === 1 &&
  options.every(option => option.handles.some(isTurn));

/** By how many degrees an option turns what is laid. @param {Option} option */
export const degrees = option => Number(/^turn:\D*(\d+)$/.exec(option.handles.find(isTurn) || '')?.[1] || 0);

/**
 * What is chosen together with what would be done now: the unit acts, and goes there.
 * @param {Option} first @param {Option[]} following @param {string} handle @returns {Option | null}
 */
export function chained(first, following, handle) {
  const found = following.filter(option => option.handles.length === 1 && option.handles[0] === handle);
  if (found.length !== 1) return null;
  const [second] = found;
  const then = first.then ? `${first.then}\n${second.do}` : second.do;
  const text = first.then ? `${first.text} › ${second.text}` : second.text;
  return {do: first.do, then, text, handles: [...first.handles, handle], chance: second.chance, plain: second.plain, spends: second.spends};
}

/** How many questions it answers. @param {Option} option */
export const answers = option => 1 + (option.then ? option.then.split('\n').length : 0);

/** Two ways to do one thing are the same if both their answers are. @param {Option | null | undefined} one @param {Option | null | undefined} other */
export const same = (one, other) => Boolean(one && other && one.do === other.do && (one.then || '') === (other.then || ''));

/**
 * What a point would complete: nothing but a point is missing, or the game says what a click usually means.
 * @param {{free?: Free[]} | null} question @param {string[]} picked @param {{handles: string[]}[]} left the options that fit what has been clicked
 */
export function familyOf(question, picked, left) {
  return wholeFamily(question, picked, left) ||
    question?.free?.find(one => one.usual && picked.every(handle => one.handles.includes(handle))) || null;
}

/**
 * What a point would complete, if nothing but a point is missing.
 * @param {{free?: Free[]} | null} question @param {string[]} picked @param {{handles: string[]}[]} left
 */
export function wholeFamily(question, picked, left) {
  if (!picked.length) return null;
  return question?.free?.find(one => picked.every(handle => one.handles.includes(handle)) &&
    (one.handles.every(handle => picked.includes(handle)) ||
      (left.length > 0 && left.every(option => one.handles.every(handle => option.handles.includes(handle)))))) || null;
}
