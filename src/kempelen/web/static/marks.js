// Marks on the board: what has just happened, and what would happen.
import {crowded, hidden, marked, onName, shared, spareNames, taken, written} from './badges.js';
import {drawing} from './board.js';
import {diceDrawn, lying} from './lying.js';
import {NARROW, SVG, data, drawnAside, find, isDrawn, plain, portrait, shapesOf, table, words} from './page.js';

/** @typedef {{x: number, y: number, w: number, h: number}} Spot */
/** @typedef {{handle: string, effect: string, amount?: number, path?: (string | [number, number])[], by?: string, own?: boolean, from?: string | [number, number]}} Touch `from`: where who shot stood then */

/** More deeds than so many at once are no picture any more, if all that was laid and turned is marked, too; a few ways are always drawn. */
const [MANY, MOST_WAYS, WAYS] = [4, 6, ['moved', 'laid', 'turned']];

/** The board that is shown: the one of an earlier moment, or now. */
export const shownBoard = () =>
  /** @type {SVGSVGElement | null} */ (find('past')?.hidden === false ? find('past')?.querySelector('svg') : drawing());

/** @param {string} name @param {Record<string, string | number>} attributes @param {string=} text */
export function make(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text) made.textContent = text;
  return made;
}

/** What a piece acts with, as the sign beside its numbers shows it. */
const BOLT = '\u26a1\ufe0e';

/** Where a handle lies on the board that is shown. @param {string} handle @returns {Spot | null} */
export function spotOf(handle) {
  const board = shownBoard();
  const shape = board && shapesOf(plain(handle), board)[0];
  return shape ? spotOfShape(shape) : null;
}

/** @param {SVGElement} shape @returns {Spot} */
export function spotOfShape(shape) {
  const body = /** @type {SVGGraphicsElement | null} */ (shape.querySelector(':scope > .b')) || /** @type {SVGGraphicsElement} */ (/** @type {unknown} */ (shape));
  const box = body.getBBox();
  const moved = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(shape.getAttribute('transform') || '');
  const [dx, dy] = moved ? [Number(moved[1]), Number(moved[2])] : [0, 0];
  const aside = drawnAside(shape);
  const [w, h] = [aside.k * box.width, aside.k * box.height];
  return {x: dx + aside.x + aside.k * box.x + w / 2, y: dy + aside.y + aside.k * box.y + h / 2, w, h};
}

/** A point of a path: a handle, or a place as the game counts. @param {string | [number, number]} place @returns {Spot | null} */
export function along(place) {
  if (typeof place === 'string') return spotOf(place);
  const svg = shownBoard();
  const up = data('touched')?.upwards;
  if (!svg) return null;
  return {x: place[0] * Number(svg.dataset.sx), y: (up === null || up === undefined ? place[1] : up - place[1]) * Number(svg.dataset.sy), w: 0, h: 0};
}

/** How large letters are, so that they can be read on a board of any size. */
export function unit() {
  const box = shownBoard()?.viewBox.baseVal;
  const wide = shownBoard()?.clientWidth || 1;
  const high = shownBoard()?.clientHeight || 1;
  return box ? Math.max(box.width / wide, box.height / high) : 1;
}

/** @param {number} x @param {number} y @param {string} text */
export function tag(x, y, text) {
  const u = unit();
  const wide = (text.length * 6.4 + 14) * u;
  const made = make('g', {class: 'tag'});
  made.append(make('rect', {x: x - wide / 2, y: y - 9 * u, width: wide, height: 18 * u, rx: 5 * u, 'stroke-width': u}),
    make('text', {x, y: y + 4 * u, 'font-size': 11.5 * u}, text));
  return made;
}

/** A tag at the side where it hides no piece; where it would hide one everywhere, the mark alone has to do. @param {SVGElement} layer @param {Spot} at @param {string} text */
function tagBeside(layer, at, text) {
  const u = unit();
  const [w, h] = [(text.length * 6.4 + 14) * u, 18 * u];
  const box = shownBoard()?.viewBox.baseVal;
  const places = [
    {x: at.x - w / 2, y: at.y - at.h / 2 - h - 2 * u}, {x: at.x - w / 2, y: at.y + at.h / 2 + 2 * u},
    {x: at.x + at.w / 2 + 4 * u, y: at.y - h / 2}, {x: at.x - at.w / 2 - 4 * u - w, y: at.y - h / 2},
  ].map(place => ({...place, w, h})).filter(place => !box || (place.x >= box.x && place.y >= box.y && place.x + w <= box.x + box.width && place.y + h <= box.y + box.height));
  const best = places.find(place => !hidden(place));
  if (!best) return;
  const made = tag(best.x + w / 2, best.y + h / 2, text);
  made.setAttribute('data-box', `${best.x} ${best.y} ${w} ${h}`);
  layer.append(made);
}

/** So far the spikes of a burst reach, in pixels: so large it is for what it may not lie on, too. */
const SPIKES = 16.5;
/** A number is a little smaller where its piece is, and can still be read. @param {number} room how large the piece is, in pixels */
const small = room => Math.max(0.9, Math.min(1, room / 52));

/** @param {number} x @param {number} y @param {string} text @param {boolean} good @param {number=} room how large the piece is, in pixels */
export function burst(x, y, text, good, room = 60) {
  const u = unit() * small(room);
  const points = [...Array(20).keys()].map(n => {
    const r = (n % 2 ? 12.5 : SPIKES) * u;
    return `${x + r * Math.cos(n * Math.PI / 10)} ${y + r * Math.sin(n * Math.PI / 10)}`;
  });
  const made = make('g', {class: 'pop'});
  made.append(make('path', {class: good ? 'burst up' : 'burst', d: `M${points.join('L')}Z`}),
    make('text', {class: 'sum', x, y: y + 4.5 * u, 'font-size': 12.5 * u}, text));
  return made;
}

/** From the edge of one piece to the edge of another: a line hides neither. @param {Spot} a @param {Spot} b @returns {string} */
function line(a, b) {
  const far = Math.hypot(b.x - a.x, b.y - a.y) || 1;
  const [dx, dy] = [(b.x - a.x) / far, (b.y - a.y) / far];
  const edge = (/** @type {Spot} */ one) => Math.min(one.w, one.h) / 2;
  const [from, to] = edge(a) + edge(b) < far - 2 * unit() ? [edge(a), edge(b)] : [0, 0];
  return `M${a.x + dx * from} ${a.y + dy * from}L${b.x - dx * to} ${b.y - dy * to}`;
}

/** @param {Touch} touch */
export const isMore = touch => touch.effect === 'healed' || touch.effect === 'gained';

/** What is not known to be an enemy's is the reader's. @param {Touch} touch */
function isFoe(touch) {
  const board = shownBoard();
  return !(touch.own ?? !(board && shapesOf(plain(touch.handle), board)[0]?.classList.contains('t-foe')));
}

/** Good for the reader: he gains, or an enemy loses. @param {Touch} touch */
export const isGood = touch => isFoe(touch) !== isMore(touch);

/** What a mark covers of other pieces, of signs, names and numbers; of its own piece it may, but for what is read there. @param {SVGElement} layer @param {Spot} at whose mark it is */
function covering(layer, at) {
  const own = {x: at.x - at.w / 2, y: at.y - at.h / 2, w: at.w, h: at.h};
  const others = taken('.m, .v').filter(box => shared(box, own) < 0.9 * Math.min(box.w * box.h, own.w * own.h) || box.w * box.h < 0.5 * own.w * own.h);
  const numbers = marked('.pct');
  const there = [.../** @type {NodeListOf<SVGElement>} */ (layer.querySelectorAll('[data-box]'))].map(one => (one.dataset.box || '').split(' ').map(Number));
  const seen = shownBoard()?.viewBox.baseVal;
  const letters = written();
  return (/** @type {import('./badges.js').Box} */ box) => others.reduce((sum, other) => sum + shared(box, other), 0) + letters.reduce((sum, other) => sum + 3 * shared(box, other), 0) + (onName(box) ? box.w * box.h : 0) +
    there.reduce((sum, [x, y, w, h]) => sum + 4 * shared(box, {x, y, w, h}), 0) + numbers.reduce((sum, other) => sum + 4 * shared(box, other), 0) +
    (seen ? 2 * (box.w * box.h - shared(box, {x: seen.x, y: seen.y, w: seen.width, h: seen.height})) : 0);
}

/** The place at a piece where a number hides least of others. @param {SVGElement} layer @param {Spot} at @param {number} size @returns {[number, number]} */
function corner(layer, at, size) {
  const [dx, dy] = [Math.max(at.w / 2, size / 2), Math.max(at.h / 2, size / 2)];
  const hides = covering(layer, at);
  /** @type {[number, number][]} */
  const places = [[dx, -dy], [-dx, -dy], [dx, dy], [-dx, dy], [0, -dy - size / 3], [dx + size / 3, 0], [-dx - size / 3, 0], [0, dy + size / 3], [dx + size, -dy], [-dx - size, -dy]];
  const costs = places.map(([x, y], n) => hides({x: at.x + x - size / 2, y: at.y + y - size / 2, w: size, h: size}) + n * size * size / 60);
  const [x, y] = places[costs.indexOf(Math.min(...costs))];
  return [at.x + x, at.y + y];
}

/** A number on a burst at a piece, beside those that are there already. @param {SVGElement} layer @param {Touch} touch @param {Spot} at */
export function burstAt(layer, touch, at) {
  const [u, amount] = [unit(), touch.amount || 0];
  const room = Math.min(at.w, at.h) / u;
  const size = 2 * SPIKES * u * small(room);
  // Several losses of one piece are one number.
  const was = /** @type {SVGElement | undefined} */ ([...layer.querySelectorAll('.pop[data-of]')].find(one => /** @type {SVGElement} */ (one).dataset.of === touch.handle && Boolean(one.querySelector('.up')) === isGood(touch)));
  const sum = amount * (isMore(touch) ? 1 : -1) + Number(was?.dataset.sum || 0);
  was?.remove();
  const [x, y] = corner(layer, at, size);
  const made = burst(x, y, `${sum > 0 ? '+' : '−'}${Math.abs(sum)}`, isGood(touch), room);
  made.setAttribute('data-x', String(x));
  made.setAttribute('data-y', String(y));
  made.setAttribute('data-of', touch.handle);
  made.setAttribute('data-sum', String(sum));
  made.setAttribute('data-box', `${x - size / 2} ${y - size / 2} ${size} ${size}`);
  layer.append(made);
}

/** A word at a piece, where it hides nothing else; where it has to stand apart a line leads to it. @param {SVGElement} layer @param {Spot} at @param {string} text */
export function tagAt(layer, at, text) {
  const u = unit();
  const [w, h] = [(text.length * 6.4 + 14) * u, 18 * u];
  const [dx, dy] = [at.w / 2 + w / 2 + 2 * u, at.h / 2 + h / 2];
  const hides = covering(layer, at);
  const near = [[0, dy], [0, -dy], [dx, 0], [-dx, 0], [dx, -dy], [-dx, -dy], [dx, dy], [-dx, dy], [w / 3, dy], [-w / 3, dy], [w / 3, -dy], [-w / 3, -dy]];
  const far = [[0, dy + 1.5 * h], [0, -dy - 1.5 * h], [dx, dy + h], [-dx, dy + h], [dx, -dy - h], [-dx, -dy - h], [0, dy + 4 * h], [0, -dy - 4 * h]];
  const places = [...near, ...far].map(([x, y]) => ({x: at.x + x - w / 2, y: at.y + y - h / 2, w, h}));
  const costs = places.map((box, n) => hides(box) + (n < near.length ? n * 0.02 : 0.5) * w * h);
  const best = places[costs.indexOf(Math.min(...costs))];
  if (places.indexOf(best) >= near.length) layer.append(make('path', {class: 'leads', d: `M${at.x} ${at.y}L${best.x + w / 2} ${best.y + h / 2}`}));
  const made = tag(best.x + w / 2, best.y + h / 2, text);
  made.setAttribute('data-box', `${best.x} ${best.y} ${w} ${h}`);
  layer.append(made);
}

/** How a shot came out, at whom it was aimed at: below, above or beside, where least is hidden. @param {SVGElement} layer @param {Spot} at @param {string} text @param {boolean} thrown there are dice that say it too */
function tagAtTarget(layer, at, text, thrown) {
  const u = unit();
  const [w, h] = [(text.length * 6.4 + 14) * u, 18 * u];
  const [dx, dy] = [at.w / 2 + w / 2 + 2 * u, at.h / 2 + h / 2 + 2 * u];
  const places = [[0, dy], [0, -dy], [0, dy + 9 * u], [dx, 0], [-dx, 0], [dx, dy], [-dx, dy]].map(([x, y]) => ({x: at.x + x - w / 2, y: at.y + y - h / 2, w, h}));
  const seen = shownBoard()?.viewBox.baseVal;
  const inside = places.filter(one => !seen || (one.x >= seen.x && one.y >= seen.y && one.x + w <= seen.x + seen.width && one.y + h <= seen.y + seen.height));
  // Where all round it something lies, the dice beside it say how it came out; without dice it stands on its lower edge.
  const best = inside.find(one => !crowded(one)) || (thrown ? null : {x: at.x - w / 2, y: at.y + at.h / 2 - h / 2, w, h});
  if (!best) return;
  const made = tag(best.x + w / 2, best.y + h / 2, text);
  made.setAttribute('data-box', `${best.x} ${best.y} ${w} ${h}`);
  layer.append(made);
}

/** @param {SVGElement} layer @param {Touch} touch @param {string} who @param {string} outcome in the game's words @param {boolean} missed @param {boolean=} plainly without words @param {boolean=} thrown dice say it too */
function drawTouch(layer, touch, who, outcome, missed, plainly, thrown = false) {
  const at = spotOf(touch.handle) || along(touch.path?.at(-1) || '');
  if (!at) return;
  const u = unit();
  const {effect} = touch;
  if (effect === 'moved' || effect === 'laid' || effect === 'turned') {
    const path = (touch.path || []).map(along).filter(one => one !== null);
    if (path.length > 1) {
      const last = line({...path[path.length - 2], w: 0, h: 0}, {...path[path.length - 1], w: at.w, h: at.h});
      const d = `M${path.slice(0, -1).map(one => `${one.x} ${one.y}`).join('L')}${last.replace('M', 'L')}`;
      const whose = isFoe(touch) ? ' foe' : '';
      layer.append(make('path', {class: 'trail', d}), make('path', {class: `trail2${whose}`, d}),
        make('circle', {class: `from${whose}`, cx: path[0].x, cy: path[0].y, r: Math.max(9 * u, Math.min(at.w, at.h) * 0.3)}));
    }
    const pad = 3 * u;
    layer.append(make('rect', {class: 'ring', x: at.x - at.w / 2 - pad, y: at.y - at.h / 2 - pad, width: at.w + 2 * pad, height: at.h + 2 * pad, rx: 7 * u, 'stroke-width': 4 * u}));
    // On a narrow screen the line of news says it: words would cover what lies there.
    if (effect !== 'turned' && !plainly && !NARROW.matches) tagBeside(layer, at, [who, words.now].filter(Boolean).join(' · '));
  } else if (effect === 'fired') {
    const [stands, began] = [touch.by ? spotOf(touch.by) : null, touch.from === undefined ? null : along(touch.from)];
    const from = stands && began ? {...stands, x: began.x, y: began.y} : stands;
    if (from) {
      const d = line(from, at);
      layer.append(make('path', {class: 'aim', d}), make('path', {class: missed ? 'aim2 miss' : 'aim2', d}));
      if (outcome) tagAtTarget(layer, at, outcome, thrown);
    }
  } else if (effect === 'hurt' || effect === 'healed' || effect === 'gained' || (effect === 'lost' && touch.amount !== undefined)) {
    if (touch.amount !== undefined) burstAt(layer, touch, at);
  } else if (effect === 'spent') {
    tagAt(layer, at, `−${touch.amount} ${BOLT}`);
  } else if (effect === 'lost') {
    // Over what still stands, or stands there now, no cross is drawn.
    if (!stands(at)) gone(layer, at, isGood(touch));
  } else {
    layer.append(make('rect', {class: 'ring', x: at.x - at.w / 2, y: at.y - at.h / 2, width: at.w, height: at.h, rx: 7 * u, 'stroke-width': 3 * u}));
  }
}

/** Whether a piece stands there on the board that is shown. @param {Spot} at */
const stands = at => /** @type {SVGElement[]} */ ([...shownBoard()?.querySelectorAll('.r-unit') || []]).map(spotOfShape)
  .some(one => Math.abs(one.x - at.x) < one.w / 2 && Math.abs(one.y - at.y) < one.h / 2);

/** @param {SVGElement} layer @param {Spot} at @param {boolean=} good it was an enemy @param {boolean=} may it still stands, and would be gone */
export function gone(layer, at, good, may) {
  const r = Math.max(9 * unit(), Math.min(at.w, at.h) * 0.22);
  const d = `M${at.x - r} ${at.y - r}L${at.x + r} ${at.y + r}M${at.x + r} ${at.y - r}L${at.x - r} ${at.y + r}`;
  if (!may) layer.append(make('path', {class: 'goneb', d}));
  layer.append(make('path', {class: `gone pop${good ? ' good' : ''}${may ? ' may' : ''}`, d}));
}

/** What an event has touched, without what is gone where something else was laid since. @param {Touch[][]} known @param {number[]} marked @param {number} at */
function lasting(known, marked, at) {
  const later = marked.filter(n => n > at).flatMap(n => known[n] || []).filter(touch => touch.effect === 'laid').map(touch => touch.handle);
  return (known[at] || []).filter(touch => touch.effect !== 'lost' || !later.includes(touch.handle))
    .map(touch => (touch.effect === 'fired' ? {...touch, from: stood(known, marked, at, touch.by || '')} : touch));
}

/** Whoever has gone on since he shot stood where that way began. @param {Touch[][]} known @param {number[]} marked @param {number} at @param {string} by */
const stood = (known, marked, at, by) => [...marked].sort((a, b) => a - b).filter(n => n > at).flatMap(n => known[n] || [])
  .find(touch => touch.effect === 'moved' && touch.handle === by && touch.path?.length)?.path?.[0];

/** Whether a shot of this event came to nothing. @param {number} n */
const isMiss = n => Boolean(table().querySelector(`#event .event:not(.whole)[data-touch="${n}"] > .out.miss`));

/** The event that is marked. @type {HTMLElement | null} */
let marking = null;

/** Mark what one event has touched, on the board and beside it. @param {HTMLElement | null} event */
export function markEvent(event) {
  marking = event;
  const layer = layerOf('event');
  for (const one of table().querySelectorAll('.just')) one.classList.remove('just');
  if (!event || !layer) return;
  const known = data('touched')?.of || [];
  // Of a whole turn: what else was done is marked too, without words.
  const marked = [...new Set([...(event.dataset.touches || '').split(' ').filter(Boolean), event.dataset.touch || ''])].map(Number);
  const ways = marked.flatMap(n => known[n] || []).filter((/** @type {Touch} */ touch) => touch.effect === 'moved').length <= MOST_WAYS;
  const marks = (/** @type {Touch} */ touch) => marked.length <= MANY || !WAYS.includes(touch.effect) || (ways && touch.effect === 'moved');
  for (const other of marked) {
    if (other === Number(event.dataset.touch)) continue;
    // Of a long turn what counts is marked, and not every way.
    for (const touch of lasting(known, marked, other)) if (marks(touch)) drawTouch(layer, touch, '', '', isMiss(other), true);
    beatOf(layer, other);
  }
  /** @type {Touch[]} */
  const touches = lasting(known, marked, Number(event.dataset.touch));
  const out = event.querySelector('.out');
  const missed = Boolean(out?.classList.contains('miss'));
  const thrown = lying(event, marked).includes(Number(event.dataset.dice ?? event.dataset.touch));
  // Numbers stand on the pieces themselves.
  const outcome = NARROW.matches || /\d/.test(out?.textContent || '') ? '' : out?.textContent || '';
  // Of one's own deed nobody needs to be told that it was done just now, and of one deed it is said once.
  const own = 'mine' in event.dataset;
  const who = event.querySelector('.emb:not(.e-own) text')?.textContent || '';
  for (const [n, touch] of touches.entries()) {
    const again = touch.effect === 'laid' && touches.slice(0, n).some(other => other.effect === 'laid');
    drawTouch(layer, touch, who, outcome, missed, own || again, thrown);
    for (const handle of [touch.handle, touch.by || '']) {
      const beside = handle && [...table().querySelectorAll('.seat, .you, .pile')].find(
        one => one.id === handle || /** @type {HTMLElement} */ (one).dataset.of === handle);
      if (beside) beside.classList.add('just');
    }
  }
  beatOf(layer, Number(event.dataset.touch));
  spareNames(layer);
  const cast = lying(event, marked);
  if (!cast.length) return;
  const dice = diceDrawn();
  if (dice) return cast.forEach((n, k) => dice.drawDice(layer, n, known[n] || [], k === cast.length - 1));
  // Without them the rest is marked all the same.
  import('./dice.js').then(() => { if (marking === event && event.isConnected) markEvent(event); }, () => {});
}

/** Who did it, if it was no seat: the piece itself. @param {HTMLElement} one */
export function face(one) {
  const place = one.querySelector('.who-did');
  const touches = JSON.parse(find('touched')?.textContent || '{"of":[]}').of[Number(one.dataset.touch)] || [];
  if (!place || place.children.length) return;
  const handle = touches.map((/** @type {any} */ touch) => touch.by || touch.handle)[0];
  const seat = handle && [...table().querySelectorAll('.seat, .you')].find(one => one.id === handle || /** @type {HTMLElement} */ (one).dataset.of === handle);
  const emblem = seat?.querySelector('.emb')?.cloneNode(true);
  const shape = handle && shapesOf(handle).find(isDrawn);
  if (emblem) place.append(emblem); else if (shape) place.append(portrait(shape));
}

/** What was drawn last belongs to this event. @param {SVGElement} layer @param {number} n */
function beatOf(layer, n) {
  for (const one of layer.children) if (!one.hasAttribute('data-beat')) one.setAttribute('data-beat', String(n));
}

/** @param {string} which @returns {SVGElement | null} an empty layer */
export function layerOf(which) {
  const marks = /** @type {SVGElement | null} */ (/** @type {unknown} */ (find('marks')));
  if (!marks) return null;
  marks.querySelector(`.${which}`)?.remove();
  marks.setAttribute('viewBox', shownBoard()?.getAttribute('viewBox') || '0 0 1 1');
  const layer = /** @type {SVGElement} */ (make('g', {class: which}));
  // Numbers that can be read lie on top of all other marks.
  marks.insertBefore(layer, which === 'chances' ? null : marks.querySelector('.chances'));
  return layer;
}

/**
 * What an option would do, as far as its handles show: the card at its place, the piece at its goal, a line to a target.
 * @param {{handles: string[]} | null} option @param {number} turned
 * @param {{handle: string, at: string | [number, number], turned: number}=} ghost where the game itself says what lies where
 * @param {boolean=} way the way is drawn by somebody else
 */
export function drawGhost(option, turned, ghost, way) {
  const layer = layerOf('preview');
  if (!layer || !option || !drawing()) return;
  if (ghost && drawn(layer, ghost)) return;
  const shapes = option.handles.map(handle => ({
    board: shapesOf(handle, /** @type {Element} */ (drawing()))[0] || find('overlay')?.querySelector(`[data-handle="${CSS.escape(handle)}"]`),
    hand: find('own') ? shapesOf(handle, /** @type {Element} */ (find('own')))[0] : undefined,
  }));
  const target = shapes.map(one => one.board).filter(Boolean).at(-1);
  if (!target) return;
  const at = target instanceof SVGCircleElement ? {x: target.cx.baseVal.value, y: target.cy.baseVal.value, w: 0, h: 0} : spotOfShape(/** @type {SVGElement} */ (target));
  const card = shapes.map(one => one.hand).filter(one => one?.classList.contains('r-card')).at(-1);
  const piece = shapes.map(one => one.board).filter(one => one && one !== target && one.classList.contains('r-unit')).at(-1);
  if (target.classList.contains('r-unit')) {
    const from = piece && spotOfShape(/** @type {SVGElement} */ (piece));
    if (from && !way) {
      const d = line(from, at);
      layer.append(make('path', {class: 'aim', d}), make('path', {class: 'aim2', d}));
    }
    edge(layer, at);
  } else if (piece) {
    const from = spotOfShape(/** @type {SVGElement} */ (piece));
    const d = `M${from.x} ${from.y}L${at.x} ${at.y}`;
    if (!way) layer.append(make('path', {class: 'trail', d}), make('path', {class: 'trail2', d}));
    layer.append(copyOf(/** @type {SVGElement} */ (piece), at, 1, 0));
    edge(layer, {...at, w: from.w, h: from.h});
  } else if (card && (target.classList.contains('r-place') || target.classList.contains('t-empty'))) {
    const body = spotOfShape(/** @type {SVGElement} */ (card));
    // A hand that is not drawn has no size, and so its card has no ghost.
    if (body.w && body.h) layer.append(copyOf(/** @type {SVGElement} */ (card), at, Math.min(at.w / body.w, at.h / body.h), turned));
    edge(layer, at);
  } else {
    edge(layer, at);
  }
  spareNames(layer);
}

/** A thing as the game says it would lie; whether it is to be found. @param {SVGElement} layer @param {{handle: string, at: string | [number, number], turned: number}} ghost */
function drawn(layer, ghost) {
  const shape = shapesOf(plain(ghost.handle), /** @type {Element} */ (drawing()))[0] || shapesOf(plain(ghost.handle))[0];
  const at = along(ghost.at);
  if (!shape || !at) return false;
  const body = spotOfShape(shape);
  // A card fills the place it goes to; a piece keeps its size.
  const scale = shape.classList.contains('r-card') && at.w && body.w && body.h ? Math.min(at.w / body.w, at.h / body.h) : 1;
  layer.append(copyOf(shape, at, scale, ghost.turned));
  edge(layer, {...at, w: body.w * scale, h: body.h * scale});
  return true;
}

/** @param {SVGElement} layer @param {Spot} at */
function edge(layer, at) {
  layer.append(make('rect', {class: 'ghostedge', x: at.x - at.w / 2 - 2, y: at.y - at.h / 2 - 2, width: at.w + 4, height: at.h + 4, rx: 6}));
}

/** @param {SVGElement} shape @param {Spot} at @param {number} scale @param {number} turned */
export function copyOf(shape, at, scale, turned) {
  const copy = /** @type {SVGElement} */ (shape.cloneNode(true));
  for (const one of [copy, ...copy.querySelectorAll('*')]) ['id', 'data-handle', 'tabindex', 'role', 'aria-label'].forEach(name => one.removeAttribute(name));
  copy.querySelectorAll('.m, .c, .plate, .beside, .lead, title').forEach(sign => sign.remove());
  copy.classList.remove('live', 'later', 'chosen');
  // It lies where it would stand, in the size in which it is seen.
  for (const part of copy.querySelectorAll('[data-still]')) part.setAttribute('transform', `scale(${drawnAside(shape).k}) ${part.getAttribute('data-still')}`.trim());
  copy.setAttribute('transform', `translate(${at.x} ${at.y}) rotate(${turned}) scale(${scale})`);
  const holder = make('g', {class: 'scene ghost'});
  holder.append(copy);
  return holder;
}
