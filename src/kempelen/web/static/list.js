// The list of what can be chosen: verbs, rows with their chances, and what ends something last.
import {groups, onlyTurned, remaining} from './choosing.js';
import {NARROW, data, element, find, portrait, remember, remembered, shapesOf, table, words} from './page.js';
import {goesOnSign} from './scrolls.js';

/** @typedef {import('./choosing.js').Asked} Asked */
/** @typedef {import('./choosing.js').Option} Option */
/** @typedef {[string, Option[]]} Entry */
/** @typedef {{pick: (at: string[], handle: string) => void, arm: (option: Option) => void, glance: (option: Option | null) => void}} Hands */

/** So many lit things are listed at once, the likeliest first; of more the rest is folded. */
const FEW = 4;
/** A word longer than this is a row and no chip. */
const CHIP = 26;
/** On a narrow screen a longer one has a row to itself. */
const LONG = 32;
/** Handles of what gives something up or ends it: they stand last. */
export const ENDS = ['discard', 'done', 'pass', 'stop', 'enough', 'end', 'hold', 'hold always'];

/** Somebody has opened the long list of this question; so far has the list of what was picked been scrolled. */
const kept = {open: false, top: 0, of: ''};

/** A pointer that only rests where the page has put another button beneath it points at nothing: it has to move first. */
export const restPointer = () => document.documentElement.classList.add('resting');

let rests = [-1, -1];
document.addEventListener('pointermove', ({clientX, clientY}) => {
  if (rests[0] !== clientX || rests[1] !== clientY) document.documentElement.classList.remove('resting');
  rests = [clientX, clientY];
});

/** Another question: its list is folded. */
export const foldList = () => Object.assign(kept, {open: false, top: 0});

/**
 * @param {string} label @param {() => void} act
 * @param {{count?: string, small?: string, into?: Element, on?: boolean, of?: string, chance?: string, shows?: Option, serves?: boolean, glance?: Hands['glance']}=} more
 */
export function choiceButton(label, act, more = {}) {
  const button = element('button', more.on ? 'choice on' : 'choice');
  if (more.serves) button.classList.add('serves');
  if (label.length > LONG) button.classList.add('wide');
  button.type = 'button';
  const number = (find('choices')?.querySelectorAll('.choice').length || 0) + 1;
  if (number < 10) {
    const key = element('span', 'key', String(number));
    key.setAttribute('aria-hidden', 'true');
    button.append(key);
    if (more.of) badge(more.of, number);
  }
  const text = element('span', 'what', label);
  if (more.small) text.append(element('small', '', more.small));
  button.append(text);
  if (more.chance) button.append(...chanceBar(more.chance));
  if (more.count) button.append(element('span', 'count', more.count));
  button.addEventListener('click', act);
  const {shows, glance} = more;
  if (shows && glance) {
    for (const begins of ['pointerenter', 'focus']) button.addEventListener(begins, () => glance(shows));
    for (const ends of ['pointerleave', 'blur']) button.addEventListener(ends, () => glance(null));
  }
  (more.into || find('choices'))?.append(button);
  return button;
}

/** @param {string} chance */
function chanceBar(chance) {
  const track = element('span', 'odd');
  track.setAttribute('aria-hidden', 'true');
  const bar = element('i');
  bar.style.width = `${parseInt(chance, 10)}%`;
  track.append(bar);
  return [track, element('b', 'pct', chance)];
}

/** The key that chooses it stands on a card in hand too. @param {string} handle @param {number} number */
function badge(handle, number) {
  const [shape] = find('own') ? shapesOf(handle, /** @type {Element} */ (find('own'))) : [];
  shape?.closest('.hc')?.setAttribute('data-key', String(number));
}

/** As things lie on the table, so they are numbered. @param {Entry} a @param {Entry} b */
function inOrder([a], [b]) {
  const [one, other] = [shapesOf(a)[0], shapesOf(b)[0]];
  if (!one || !other || one === other) return 0;
  return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
}

/** So many verbs stand below the name of a card. */
const VERBS = 3;

/** What a card in hand can be played for. @param {Asked | null} asked @param {Entry} entry @param {(handle: string) => boolean} isLit */
function verbsOf(asked, [handle, options], isLit) {
  if (options.length < 2 || !handle.startsWith('card:')) return '';
  const verbs = [...new Set(options.map(option => option.handles[option.handles.indexOf(handle) + 1] || ''))];
  const said = verbs.filter(verb => verb && !isLit(verb)).map(verb => asked?.labels?.[verb] || '').filter(Boolean);
  if (said.length < verbs.length) return '';
  return [...said.slice(0, VERBS), ...(said.length > VERBS ? ['…'] : [])].join(' · ');
}

/** So many numbers stand each by itself: a level for them would only be one press more. */
const NUMBERS = 3;

/** A verb of which only a number is still open, each with its number. @param {Entry} entry @param {(handle: string) => boolean} isLit @returns {Entry[]} */
function numbers([handle, options], isLit) {
  if (isStored(handle)) return [[handle, options]];
  const last = options.map(option => (option.handles.at(-2) === handle ? option.handles.at(-1) || '' : ''));
  const open = options.length > 1 && options.length <= NUMBERS && last.every(one => /^(?!turn)[a-z]+:\d+$/.test(one) && !isLit(one));
  return open ? options.map(option => ['', [option]]) : [[handle, options]];
}

/** Of the same things named in another order that is meant in which they are clicked. @param {Asked | null} asked @param {string[]} at @param {Entry} entry @returns {Entry} */
function inClickedOrder(asked, at, [handle, options]) {
  const left = handle && options.length > 1 ? remaining(asked, [...at, handle]) : options;
  return [handle, left.length === 1 ? left : options];
}

/** It lies in a stack that opens, and nowhere else. @param {string} handle */
export function isStored(handle) {
  const shapes = handle ? shapesOf(handle) : [];
  return shapes.length > 0 && shapes.every(shape => shape.closest('details.drawer'));
}

/**
 * What lies in a stack is chosen by its picture in the list: an open stack would hide the hand, and a sentence for each
 * thing would say the same again and again. @param {string} handle @param {HTMLElement} button
 */
function pictured(handle, button) {
  const [shape] = shapesOf(handle);
  const name = shape.closest('.hc')?.querySelector('.cap')?.textContent || '';
  button.classList.add('pictured');
  button.querySelector('.what')?.before(portrait(shape));
  const [text] = button.querySelector('.what')?.childNodes || [];
  if (name && text) text.textContent = name;
}

/** Who sits there, if it is a seat beside the board. @param {string} handle */
function seatName(handle) {
  const [plate] = shapesOf(handle).map(shape => shape.closest('.seat')).filter(one => one !== null);
  return plate?.querySelector('h3')?.firstChild?.textContent?.trim() || '';
}

/** The chance of an entry that is one option. @param {Entry} entry */
const chanceOf = ([, options]) => (options.length === 1 ? options[0].chance || '' : '');
/** What an entry takes, if all its options take the same. @param {Entry} entry */
const priceOf = ([, options]) => (options.every(option => option.price === options[0].price) && options[0].price) || '';
/** @param {Entry} entry */
const serving = ([, options]) => options.some(option => option.serves);
/** @param {Entry} entry */
const likely = entry => (chanceOf(entry) ? parseInt(chanceOf(entry), 10) : -1);

/**
 * Chips for verbs, rows for the rest; of what is lit on the table the likeliest, the others if somebody wants a list.
 * @param {HTMLElement} list @param {Asked | null} asked @param {string[]} picked @param {Option | null} armed
 * @param {(handle: string) => boolean} isLit @param {Hands} hands
 */
export function drawList(list, asked, picked, armed, isLit, hands) {
  const {at, found} = groups(asked, picked, isLit);
  /** @type {Entry[]} */
  const entries = picked.length ? [...found].map(entry => inClickedOrder(asked, at, entry)).flatMap(entry => numbers(entry, isLit)) : [...found];
  // What is shown above the list needs no row of its own.
  if (armed && entries.length === 1) return;
  // A bare number says nothing where a sentence does.
  const named = (/** @type {string} */ handle) => (/^\d+$/.test(asked?.labels?.[handle] || '') ? '' : asked?.labels?.[handle]);
  /** A card's name, and what it is worth, which stands behind a colon. */
  const cardOf = (/** @type {string} */ handle) => {
    const [name, ...worth] = handle.startsWith('card:') ? (asked?.labels?.[handle] || '').split(': ') : [''];
    return {name, worth: worth.join(': ')};
  };
  const labelOf = (/** @type {Entry} */ [handle, options]) =>
    (options.length === 1 && !isLit(handle) && !named(handle)) || !handle
      || (isLit(handle) && options.length > 1 && onlyTurned(options) && picked.length) ? options[0].text : cardOf(handle).name || asked?.labels?.[handle] || options[0].text;
  /** What stands behind its name and a colon. */
  const restOf = (/** @type {Entry} */ entry) => {
    const [start, ...more] = entry[1].length === 1 ? entry[1][0].text.split(': ') : [''];
    return !isLit(entry[0]) && start === asked?.labels?.[entry[0]] ? more.join(': ') : '';
  };
  // Where a card has been picked, whom it is for is enough: all of them are seen at once.
  const person = (/** @type {Entry} */ [handle, options]) => (picked.length && options.length === 1 && seatName(handle)) || '';
  // A name alone says whom among several; of one it would not say what is done.
  const several = entries.filter(person).length > 1;
  const whose = (/** @type {Entry} */ entry) => (several && person(entry)) || '';
  /** What lies there only one way or the other is said as where only one fits, and that there is a choice. */
  const waysOf = (/** @type {Option[]} */ options) => (options.length > 1 && onlyTurned(options) && picked.length ? words.turns || '' : '');
  // Where a verb has been picked, whom or where is enough.
  const said = picked.length > 0 && !isLit(picked[picked.length - 1]);
  const act = (/** @type {Entry} */ [handle, options]) => () => (options.length === 1 ? hands.arm(options[0]) : hands.pick(at, handle));
  const takes = sharedPrice(asked, picked);
  const one = (/** @type {Entry} */ entry, /** @type {Element} */ into, /** @type {boolean} */ whole) => {
    const [handle, options] = entry;
    const small = restOf(entry);
    choiceButton(whose(entry) || (whole && options.length === 1 && !small && !(said && isLit(handle) && named(handle)) ? options[0].text : labelOf(entry)), act(entry), {
      into, of: handle, chance: chanceOf(entry), glance: hands.glance, shows: options.length === 1 ? options[0] : undefined, serves: serving(entry),
      count: options.length > 1 && !onlyTurned(options) ? '›' : '', small: [small || waysOf(options) || verbsOf(asked, entry, isLit) || (options.length > 1 ? cardOf(handle).worth : ''), takes ? '' : priceOf(entry)].filter(Boolean).join(' · '), on: options.some(option => option.do === armed?.do),
    });
  };
  const ends = entries.filter(([handle]) => ENDS.includes(handle));
  const others = entries.filter(([handle]) => !ENDS.includes(handle));
  const isChip = (/** @type {Entry} */ entry) => Boolean(entry[0]) && !isLit(entry[0]) && labelOf(entry).length <= CHIP && !restOf(entry);
  // What serves the goal is not looked for below.
  others.sort((a, b) => Number(serving(b)) - Number(serving(a)));
  const chips = others.filter(isChip);
  const stock = others.filter(([handle]) => isLit(handle) && isStored(handle)).sort(inOrder);
  const lit = others.filter(entry => entry[0] && isLit(entry[0]) && !stock.includes(entry)).sort((a, b) => Number(serving(b)) - Number(serving(a)) || likely(b) - likely(a) || inOrder(a, b));
  const rows = others.filter(entry => !isChip(entry) && !(entry[0] && isLit(entry[0])));
  // What ends something stands below whatever scrolls, and covers nothing.
  const scrolls = element('div', 'scrolls');
  scrolls.addEventListener('scroll', () => { kept.top = scrolls.scrollTop; }, {passive: true});
  if (kept.of !== picked.join()) Object.assign(kept, {top: 0, of: picked.join()});
  // What all of them take scrolls away with none of them: on little room it stands beside the sign that the list goes on.
  if (takes && !armed) list.append(element('p', 'takes', takes));
  list.append(scrolls, goesOnSign());
  if (chips.length) {
    const verbs = element('div', 'verbs');
    scrolls.append(verbs);
    for (const entry of chips) one(entry, verbs, false);
  }
  for (const [handle, options] of rows) {
    for (const same of handle ? [options] : options.map(option => [option])) one([handle, same], scrolls, true);
  }
  if (stock.length) {
    const cards = element('div', 'verbs');
    scrolls.append(cards);
    for (const [handle, options] of stock) {
      const left = (asked?.labels?.[handle] || '').split(': ')[1] || '';
      pictured(handle, choiceButton(labelOf([handle, options]), act([handle, options]), {
        into: cards, of: handle, glance: hands.glance, shows: options.length === 1 ? options[0] : undefined, small: left, on: options.some(option => option.do === armed?.do),
      }));
    }
  }
  // Cards in hand can be touched: where there is little room, how one stands is worth more than the same once more.
  const inHand = (/** @type {Entry} */ [handle]) => shapesOf(handle).some(shape => shape.closest('#own'));
  // On a narrow screen whoever glows on the board is touched there: the hand and the tip need the room.
  const onBoard = NARROW.matches && !picked.length && lit.some(entry => !inHand(entry)) && Boolean(find('own')?.querySelector('.hc'));
  // One card in hand that is what the tip shows needs none either.
  const advised = NARROW.matches && !picked.length && lit.length === 1 && lit[0][1].length === 1 && lit[0][1][0].do === asked?.advised?.do && inHand(lit[0]);
  const held = onBoard || advised || (NARROW.matches && Boolean(find('standing')) && lit.every(inHand));
  const all = (lit.length <= FEW && !held) || table().classList.contains('companion');
  const first = all ? lit : lit.filter(entry => likely(entry) >= 0).slice(0, FEW);
  const people = element('div', 'verbs people');
  if (first.some(whose)) scrolls.append(people);
  for (const entry of first) one(entry, whose(entry) ? people : scrolls, true);
  const rest = lit.filter(entry => !first.includes(entry));
  if (rest.length) fold(scrolls, rest.length, lit.length, inner => { for (const entry of rest) one(entry, inner, true); });
  const barred = at.length === 1 && !armed ? asked?.barred?.[at[0]] : null;
  if (at.length === 1 && !armed) scrolls.append(...firstMet(at[0], [...found.keys()].map(handle => asked?.labels?.[handle] || '')));
  if (barred?.length) scrolls.append(notNow(barred, others.length === 0));
  if (ends.length) {
    const last = element('div', 'verbs ends');
    list.append(last);
    for (const entry of ends.sort(([a], [b]) => ENDS.indexOf(a) - ENDS.indexOf(b))) one(entry, last, true);
  }
}

/** What has been picked takes the same wherever it goes: that is told once, before it goes anywhere. @param {Asked | null} asked @param {string[]} picked */
function sharedPrice(asked, picked) {
  const [first, ...others] = picked.length ? remaining(asked, picked) : [];
  return others.length && others.every(other => other.price === first.price) ? first.price || '' : '';
}

/**
 * What can be done with a card that somebody has never had before him is told at once, a line for each of it: a hover is no
 * lesson. It stays as long as the same is asked. @param {string} handle @param {string[]} names
 */
function firstMet(handle, names) {
  if (NARROW.matches || table().classList.contains('companion')) return [];
  const known = data('abouts');
  const metAt = `met.${table().dataset.look}`;
  const told = known?.told[known.of[handle] ?? -1];
  const now = `${location.pathname} ${table().dataset.version}`;
  /** @type {Record<string, string>} */
  const met = JSON.parse(remembered(metAt) || '{}');
  const lines = names.flatMap(name => {
    const about = told?.about.map((/** @type {number} */ n) => known.terms[n]).find((/** @type {[string, string]} */ [term]) => name && term.replace(/ \d+$/, '').toLowerCase() === name.toLowerCase());
    return about && (met[name] ?? now) === now ? [{name, words: about[1]}] : [];
  });
  if (!lines.length) return [];
  remember(metAt, JSON.stringify({...met, ...Object.fromEntries(lines.map(({name}) => [name, now]))}));
  const list = element('ul', 'first-met');
  for (const {name, words: said} of lines) {
    const line = element('li');
    line.append(element('b', '', name), ` ${/^.*?[.;](?= |$)/.exec(said)?.[0].replace(/;$/, '.') || said}`);
    list.append(line);
  }
  return [list];
}

/** What it cannot be used for now, with the reason; folded, unless it is all there is to say or short. @param {[string, string][]} barred @param {boolean} alone */
function notNow(barred, alone) {
  const folded = Object.assign(element('details', 'not-now'), {open: alone || (!NARROW.matches && barred.length <= 2)});
  folded.append(element('summary', '', `${words.notNow} ${barred.map(([uses]) => uses).join(' · ')}`));
  for (const [uses, reason] of barred) {
    const line = element('p');
    line.append(element('b', '', `${uses}: `), reason);
    folded.append(line);
  }
  return folded;
}

/** Once the list has its size: where it was when the same was asked before. */
export function scrollBack() {
  const scrolls = find('choices')?.querySelector('.scrolls');
  if (scrolls && kept.top) scrolls.scrollTop = kept.top;
}

/** A list that opens; what somebody has opened stays open while the question is the same. @param {HTMLElement} list @param {number} more @param {number} of @param {(inner: HTMLElement) => void} fill */
function fold(list, more, of, fill) {
  const folded = element('details', 'lit-list');
  folded.open = kept.open;
  const summary = element('summary');
  if (of > 1) summary.append(element('span', '', (words.lit || '').replace('#', String(of))), ' ');
  summary.append(element('b', '', more < of ? (words.all || '').replace('#', String(of)) : words.list));
  const inner = element('div', 'long');
  inner.tabIndex = -1;
  folded.append(summary, inner);
  list.append(folded);
  fill(inner);
  folded.addEventListener('toggle', () => { kept.open = folded.open; });
}

/** From one choice to the next with the arrow keys; whether there was one. @param {Element} from @param {number} by */
export function nextChoice(from, by) {
  const all = /** @type {HTMLElement[]} */ ([...(find('choices')?.querySelectorAll('.choice, summary') || [])]).filter(one => one.offsetParent);
  const at = all.indexOf(/** @type {HTMLElement} */ (from.closest('.choice, summary')));
  const next = all[at + by];
  if (at < 0 || !next) return false;
  next.focus();
  return true;
}
