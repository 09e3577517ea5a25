// Words of a game that a newcomer cannot know: dotted, and told to whoever points at one, taps it or stops there.
import {NARROW, data, element, find, swallow} from './page.js';

/** Where sentences are read. In each of them a word is marked once. */
const PLACES = '#prompt, #hint, #result, #sealed, #picked, #worth, #armed, #hold, #card-body, .event-line .txt, .told-list, .log, #why-body, #how-now, #pane-rules, #inspector-body, #choices .verbs .what, #choices .what > small, .dock .role, .seat .did, #end .ribbon p, .next-time';
/** What is pressed has no words to be pressed in it, unless it is such a place itself; drawings have no sentences. */
const NOT = 'button, a, label, input, select, textarea, svg, kbd, h2, .rd, .sr, .sources, dfn, .ids, #rules-now dt';
/** How long one points before it is told, on a button, and how long it stays when one does no longer, in milliseconds. */
const [HOVER, ON_BUTTON, LINGER] = [200, 700, 300];
/** What it keeps off the edge of the window and off the word, in pixels. */
const [EDGE, GAP] = [8, 6];

/** @type {[string[], string][]} */
const terms = data('glossary') || [];
const meant = new Map(terms.flatMap(([forms, words]) => forms.map(form => /** @type {[string, string]} */ ([form.toLowerCase(), words]))));
const longest = [...meant.keys()].sort((one, other) => other.length - one.length);
const escaped = longest.map(form => form.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
const word = new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join('|') || '(?!)'})(?![\\p{L}\\p{N}])`, 'giu');

const told = element('div', 'term-words');
told.id = 'term-words';
told.setAttribute('role', 'tooltip');
told.hidden = true;
/** The word that is told now. @type {HTMLElement | null} */
let shown = null;
let timer = 0;

/** @param {string} form */
const meaning = form => meant.get(form.toLowerCase()) || '';
/** There a word is only pointed at: a tap presses the button. @param {Element} marked */
const onButton = marked => Boolean(marked.closest('button'));

/** What a place said when its words were marked, and how many are. @type {WeakMap<Element, string>} */
const done = new WeakMap();
/** @param {Element} place */
const saying = place => `${place.querySelectorAll('dfn.term').length} ${place.textContent}`;

/** @param {Element} place */
function mark(place) {
  if (done.get(place) === saying(place)) return;
  markWords(place);
  done.set(place, saying(place));
}

/** @param {Element} place */
function markWords(place) {
  const known = new Set([...place.querySelectorAll('dfn.term')].map(one => meaning(one.textContent || '')));
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const texts = [];
  while (walker.nextNode()) {
    const text = /** @type {Text} */ (walker.currentNode);
    // Hardly any text has such a word: where it stands is asked only then.
    if (text.data.search(word) < 0) continue;
    const within = text.parentElement?.closest(NOT);
    if (!within || within === place || !place.contains(within)) texts.push(text);
  }
  for (const text of texts) {
    const found = [...text.data.matchAll(word)].filter(one => !known.has(meaning(one[0])) && known.add(meaning(one[0])));
    // From the last one on, so that what stands before it keeps its place.
    for (const one of found.reverse()) {
      const rest = text.splitText(one.index || 0);
      const marked = element('dfn', 'term', one[0]);
      if (!onButton(place)) marked.tabIndex = 0;
      rest.data = rest.data.slice(one[0].length);
      rest.before(marked);
    }
  }
}

/** In a first game, what was picked last is explained at once, where there is room. */
function explainPicked() {
  const crumbs = find('picked');
  const last = [...crumbs?.querySelectorAll('.crumb') || []].at(-1)?.textContent || '';
  const words = crumbs && !crumbs.hidden && find('hint') && !NARROW.matches ? meaning(last) : '';
  const said = find('picked-means');
  if ((said?.textContent || '') === words) return;
  said?.remove();
  if (!words) return;
  const means = element('p', 'picked-means', words);
  means.id = 'picked-means';
  crumbs?.after(means);
}

/** The words of the game that stand in these places, each with what it means, in their order. @param {string} places @returns {[string, string][]} */
export function wordsIn(places) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const place of document.querySelectorAll(places)) {
    for (const [form] of (place.textContent || '').matchAll(word)) if (!found.has(meaning(form))) found.set(meaning(form), form);
  }
  found.delete('');
  return [...found].map(([words, form]) => [form, words]);
}

/** In a picture that is not shown yet: what stays the same in it then needs no change. @param {ParentNode} within */
export function markTerms(within) {
  if (terms.length) for (const place of within.querySelectorAll(PLACES)) mark(place);
}

function markAll() {
  markTerms(document);
  explainPicked();
}

/** What says in a word where something comes from; a finger cannot point at it. */
const TITLED = '.sources [title]';

/** @param {HTMLElement} marked @param {string=} words */
function tell(marked, words = meaning(marked.textContent || '')) {
  clearTimeout(timer);
  shown = marked;
  // A dialog covers everything that is not in it.
  (marked.closest('dialog') || document.body).append(told);
  told.textContent = words;
  told.hidden = false;
  marked.setAttribute('aria-describedby', told.id);
  place(marked);
}

/** @param {HTMLElement} marked */
function place(marked) {
  const at = marked.getBoundingClientRect();
  const above = at.top - told.offsetHeight - GAP;
  told.style.left = `${Math.max(EDGE, Math.min(at.left, innerWidth - told.offsetWidth - EDGE))}px`;
  told.style.top = `${above >= EDGE ? above : at.bottom + GAP}px`;
}

/** Whether a word can still be seen where something has scrolled. @param {Element} marked @param {EventTarget | null} pane */
function within(marked, pane) {
  const at = marked.getBoundingClientRect();
  const seen = pane instanceof Element ? pane.getBoundingClientRect() : new DOMRect(0, 0, innerWidth, innerHeight);
  return at.bottom > seen.top && at.top < seen.bottom;
}

function hide() {
  clearTimeout(timer);
  shown?.removeAttribute('aria-describedby');
  shown = null;
  told.hidden = true;
}

/** @param {Event} event */
const termOf = event => /** @type {HTMLElement | null} */ (event.target instanceof Element ? event.target.closest('dfn.term') : null);

/** Something to be pressed or chosen is touched. @param {Event} event */
const meantFor = event => event.target instanceof Element && event.target.closest('button, a, summary, label, input, select, textarea, .live') !== null;

/** Where the pointer was last. */
let hand = '';
/** A finger has come down while a word was told: on the bare table it only closes that. */
let closes = false;
/** It was a finger that came down last. */
let touches = false;

if (terms.length) {
  document.addEventListener('pointermove', event => { hand = `${event.clientX} ${event.clientY}`; }, {passive: true});
  document.addEventListener('pointerover', event => {
    if (event.pointerType === 'touch') return;
    // What comes to lie under a hand that rests was not pointed at.
    const here = `${event.clientX} ${event.clientY}`;
    const marked = here === hand ? null : termOf(event);
    hand = here;
    clearTimeout(timer);
    if (marked) timer = window.setTimeout(() => marked.isConnected && tell(marked), onButton(marked) ? ON_BUTTON : HOVER);
    else if (shown && event.target !== told && document.activeElement !== shown) timer = window.setTimeout(hide, LINGER);
  });
  document.addEventListener('focusin', event => {
    const marked = termOf(event);
    if (marked) tell(marked); else hide();
  });
  document.addEventListener('focusout', event => { if (termOf(event)) hide(); });
  document.addEventListener('pointerdown', event => {
    touches = event.pointerType === 'touch';
    closes = touches && shown !== null;
  }, true);
  // A tap tells, and does nothing else: a tip is not folded by it. The next one closes it, and does nothing else either,
  // unless it means something that can be pressed.
  document.addEventListener('click', event => {
    const marked = termOf(event);
    if (event.target === told) return;
    const titled = touches && event.target instanceof Element ? /** @type {HTMLElement | null} */ (event.target.closest(TITLED)) : null;
    // The second tap goes where it leads.
    if (titled && shown !== titled) {
      swallow(event);
      return tell(titled, titled.title);
    }
    if (!marked || onButton(marked)) {
      if (closes && !meantFor(event)) swallow(event);
      return hide();
    }
    swallow(event);
    tell(marked);
  }, true);
  document.addEventListener('keydown', event => {
    const asked = event.key === 'Enter' || event.key === ' ' ? termOf(event) : null;
    if (!asked && !(shown && event.key === 'Escape')) return;
    swallow(event);
    if (asked) tell(asked); else hide();
  }, true);
  // Whoever comes to a word with the keyboard may have made its page scroll by that: it is told all the same.
  document.addEventListener('scroll', event => { if (shown && document.activeElement === shown && within(shown, event.target)) place(shown); else hide(); }, true);
  // Before anything is painted; what is marked here is no news.
  const watch = new MutationObserver(() => {
    markAll();
    watch.takeRecords();
    if (shown && !shown.isConnected) hide();
  });
  watch.observe(document.body, {childList: true, characterData: true, subtree: true});
  markAll();
}
