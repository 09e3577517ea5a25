// One thing after the other: what a new picture tells is seen in its order. Dice roll, a shot flies, then the piece falls; a touch or a key ends it.
import {drawing, follow} from './board.js';
import {light, nameOf, pass} from './deeds.js';
import {drawDice, showFace} from './dice.js';
import {holdFigures, holdInside, holdPanels, holdPlates, rememberFigures} from './held.js';
import {cardsTold, rememberCards} from './lain.js';
import {along, copyOf, layerOf, make, spotOf, spotOfShape, unit} from './marks.js';
import {data, element, find, heard, plain, portrait, shapesOf, table} from './page.js';

/** @typedef {import('./marks.js').Spot} Spot */
/** @typedef {import('./marks.js').Touch} Touch */

const STILL = matchMedia('(prefers-reduced-motion: reduce)');
/** In milliseconds: dice, a shot, a way, a card, a blow, between two things; and all of one picture at most. */
const [ROLLS, FLIES, GLIDES, LAYS, FALLS, APART, MOST] = [620, 220, 350, 320, 420, 110, 2600];
/** In a first game each weighty thing that others do and each shot is seen so long, with its headline; dice that were thrown for it; and all of one picture at most. */
const [READS, DICE_READ, MOST_READ] = [1100, 1150, 9000];
/** Where several others act, each deed of theirs is seen so long in every game, and a card on its way from plate to plate. */
const [EACH, PASSES] = [850, 800];
/** What came of the reader's own choice is seen so long before others act. */
const OWN = 950;
/** What changes a figure. */
const FIGURES = ['hurt', 'lost', 'healed', 'gained', 'took'];
/** So often a die that rolls shows another face. */
const FACE = 70;

/** Pieces as they stood in the picture before. @type {Map<string, {shape: SVGElement, spot: Spot}>} */
const before = new Map();
/** What moves now, and what is done when it is over. @type {Animation[]} */
let moving = [];
/** @type {(() => void)[]} */
let after = [];
/** @type {Promise<void>} */
let over = Promise.resolve();

const isMoved = () => !STILL.matches && !document.hidden && table().dataset.pace !== 'instant';

/** Everything that a picture told has been seen. */
export const played = () => over;
export const isPlaying = () => moving.length > 0;

/** All of it at once, as it is now. */
export function finish() {
  for (const one of moving) one.finish();
  settle();
}

function settle() {
  const then = after;
  moving = [];
  after = [];
  for (const done of then) done();
}

/** How pieces stand, before a new picture is laid over this one. */
export function remember() {
  finish();
  before.clear();
  rememberFigures(isMoved());
  rememberCards(alone, isMoved());
  if (!isMoved()) return;
  for (const shape of /** @type {NodeListOf<SVGElement>} */ (drawing()?.querySelectorAll('.r-unit[data-handle]') || [])) {
    before.set(shape.dataset.handle || '', {shape: alone(shape), spot: spotOfShape(shape)});
  }
}

/** A copy that needs nothing else: what two pieces share is drawn once in a picture, and the next one may not have it. @param {SVGElement} shape */
function alone(shape) {
  const copy = /** @type {SVGElement} */ (shape.cloneNode(true));
  // Pictures are made of others.
  for (let use = copy.querySelector('use'); use; use = copy.querySelector('use')) {
    const art = document.getElementById((use.getAttribute('href') || '').slice(1))?.cloneNode(true);
    if (art instanceof Element) art.removeAttribute('id');
    use.replaceWith(...art ? [art] : []);
  }
  return copy;
}

/** @param {Element} one @param {Keyframe[] | PropertyIndexedKeyframes} frames @param {number} delay @param {number} duration @param {string=} easing */
function move(one, frames, delay, duration, easing = 'ease-out') {
  moving.push(one.animate(frames, {delay, duration, easing, fill: 'backwards'}));
}

/** @param {Element} one @param {number} at from when it is seen */
const appear = (one, at) => move(one, [{opacity: 0}, {opacity: 1}], at, 120);

/** A piece goes on where it went; several ways in a row are one. @type {Map<string, {at: number, long: number, points: [number, number][]}[]>} */
const ways = new Map();

/** Pieces that fall now: of a piece and its field both may be named. @type {Set<object>} */
const falling = new Set();

/**
 * What is new since an event is seen, one thing after the other.
 * @param {number} since @param {(number: string) => void} tell the line says this one; nothing: all of it
 */
export function play(since, tell) {
  const layer = /** @type {SVGElement | null} */ (find('marks')?.querySelector('.event') || null);
  const events = /** @type {HTMLElement[]} */ ([...table().querySelectorAll('#event .event[data-number]:not(.whole)')])
    .filter(one => heard(one) > since).reverse();
  if (!isMoved() || !layer || !events.length || find('past')?.hidden === false) return;
  /** @type {Touch[][]} */
  const touched = data('touched')?.of || [];
  const [first, ending] = ['first' in table().dataset, table().classList.contains('ending')];
  const many = table().classList.contains('rivals');
  const beats = events.map(event => {
    const [n, mine] = [Number(event.dataset.touch), 'mine' in event.dataset];
    const touches = touched[n] || [];
    return {n, touches, number: event.dataset.number || '', mine, least: mine ? 0 : (first && readFor(event, touches)) || (many && Number(event.dataset.weight) > 0 ? EACH : 0)};
  });
  const theirs = beats.findLastIndex(beat => !beat.mine);
  beats.forEach((beat, n) => { if (beat.mine && n < theirs && events[n].querySelector('.die, .out')) beat.least = OWN; });
  for (const beat of beats) if (beat.least && !throwOf(layer, beat.n)) passing(layer, beat.n, beat.touches);
  const long = beats.reduce((sum, beat) => sum + Math.max(beat.least, lasts(layer, beat)), 0);
  const reads = beats.some(beat => beat.least) && (many || beats.length > 1);
  const k = Math.min(1, (reads ? MOST_READ : MOST) / (long || 1));
  ways.clear();
  falling.clear();
  held.clear();
  const falls = layerOf('falls');
  const cards = cardsTold(beats, ending);
  let at = 0;
  /** @type {{from: number, to: number}[]} */
  const rolls = [];
  // When all of it may be told, and when what is told of a single piece may.
  let known = -1;
  /** @type {Map<string, number>} */
  const landed = new Map();
  // When each has done his last, or the last has been done to him.
  /** @type {Map<string, number>} */
  const acted = new Map();
  for (const [n, beat] of beats.entries()) {
    const begun = at;
    if (cards) later(() => cards.begins(n), begun);
    if (beat.least && reads) later(() => sayWhose(beat), begun);
    const told = find('meanwhile')?.querySelector(`[data-number="${beat.number}"]`);
    if (told) appear(told, at);
    const places = beat.touches.flatMap(touch => [spotOf(touch.handle) || along(touch.path?.at(-1) || ''), touch.by ? spotOf(touch.by) : null]).filter(spot => spot !== null);
    if (!beat.mine && places.length) later(() => follow(places), at);
    if (beat.least && reads) later(() => tell(beat.number), at);
    if (beat.least && many) {
      later(() => light(beat.touches), at);
      passed(beat, at, k);
    }
    at = Math.max(playBeat(layer, falls, beat, at, k), begun + k * beat.least);
    if (cards) later(() => cards.lands(n), Math.max(lands, begun));
    for (const touch of beat.touches) for (const who of [touch.handle, touch.by || '']) acted.set(who, at);
    const by = layer.querySelector(`.passing[data-beat="${beat.n}"]`);
    if (by) moving.push(by.animate([{opacity: 1}, {opacity: 1}], {delay: begun, duration: at - begun}));
    const figures = has(beat.touches, ...FIGURES);
    if (lies >= 0) rolls.push({from: begun, to: lies});
    if (figures || lies >= 0 || cards?.knows === n) known = Math.max(known, lies, figures || cards?.knows === n ? lands : 0);
    for (const touch of beat.touches) if (FIGURES.includes(touch.effect)) landed.set(plain(touch.handle), lands);
  }
  if (cards) after.push(cards.told);
  if (reads) {
    table().classList.add('telling');
    later(() => { table().classList.remove('telling'); sayWhose(null); }, at, true);
    move(layer, [{zIndex: 0}, {zIndex: 0}], 0, at);
    after.push(() => { light([]); tell(''); });
  }
  // Where each of several is told for himself the panel goes on when all of them are; what only the end has shown is known with it.
  if (ending || (reads && many)) {
    for (const {letGo, of} of holdPlates(ending)) later(letGo, ending ? at : acted.get(of) ?? at, true);
    known = at;
  }
  if (known >= 0) {
    for (const {letGo, of} of holdFigures()) later(letGo, landed.get(of) ?? known, true);
    later(holdPanels(), known, true);
  }
  glide(k);
  if (rolls.length) {
    // Told one by one, the line waits for the dice of each; told at once, for all of them.
    if (!reads) rolls.splice(0, rolls.length, {from: 0, to: rolls[rolls.length - 1].to});
    for (const {from, to} of rolls) {
      later(() => table().classList.add('rolling'), from);
      later(() => table().classList.remove('rolling'), to);
    }
    if (!rolls[0].from) table().classList.add('rolling');
    after.push(() => table().classList.remove('rolling'));
  }
  after.push(() => falls?.remove(), () => follow([]));
  const mine = moving;
  over = Promise.allSettled(mine.map(one => one.finished)).then(() => { if (moving === mine) settle(); });
}

/** Until all is told, the panel says whose deed is shown; then it says what it says. @param {{mine: boolean, touches: Touch[]} | null} beat */
function sayWhose(beat) {
  const [panel, turn] = [find('now'), table().querySelector('.turn.as-before > .dot + span')];
  const name = beat && !beat.mine ? nameOf(beat.touches) : '';
  const said = name ? (panel?.dataset.acts || '').replace('#', name) : panel?.dataset.goesOn || '';
  if (panel) panel.dataset.waits = said;
  if (turn && beat) turn.textContent = said;
}

/** A card goes from plate to plate. @param {{number: string, touches: Touch[]}} beat @param {number} at @param {number} k */
function passed({number, touches}, at, k) {
  const card = pass(number, touches, at, k * PASSES);
  if (!card) return;
  moving.push(card.moves);
  after.push(() => card.card.remove());
}

/** How long what somebody else did is to be read. @param {HTMLElement} event @param {Touch[]} touches */
function readFor(event, touches) {
  if (event.querySelector('.die')) return DICE_READ;
  return Number(event.dataset.weight) > 1 || has(touches, 'fired') ? READS : 0;
}

/** Dice that others lie instead of in the end: they are seen while they are told of. @param {SVGElement} layer @param {number} n @param {Touch[]} touches */
function passing(layer, n, touches) {
  drawDice(layer, n, touches, true);
  const drawn = throwOf(layer, n);
  drawn?.classList.add('passing');
  after.push(() => drawn?.remove());
}

/** When the latest blow lands, and when the latest dice lie: -1 if none were thrown for it. */
let [lands, lies] = [0, -1];
/** Pieces that still show what they showed before. @type {Set<Element>} */
const held = new Set();

/** At a time, or when everything is ended before. @param {() => void} act @param {number} at @param {boolean=} surely also if it is ended before */
function later(act, at, surely = false) {
  let done = false;
  const once = () => {
    if (!done) act();
    done = true;
  };
  if (at <= 0) return act();
  const timer = setTimeout(once, at);
  after.push(() => {
    clearTimeout(timer);
    if (surely) once();
  });
}

/** @param {Element} layer @param {number} n */
const throwOf = (layer, n) => layer.querySelector(`.thrown[data-beat="${n}"]`);

/** @param {Touch[]} touches @param {string[]} effects */
const has = (touches, ...effects) => touches.some(touch => effects.includes(touch.effect));

/** @param {Element} layer @param {{n: number, touches: Touch[]}} beat */
function lasts(layer, {n, touches}) {
  return (throwOf(layer, n) ? ROLLS : 0) + (has(touches, 'fired') ? FLIES : 0) + (has(touches, 'moved') ? GLIDES : 0) +
    (has(touches, 'laid') ? LAYS : 0) + (has(touches, 'hurt', 'lost') ? FALLS : 0) + (touches.length ? APART : 0);
}

/** @param {SVGElement} layer @param {SVGElement | null} falls @param {{n: number, touches: Touch[], mine: boolean}} beat @param {number} at @param {number} k @returns {number} when it is over */
function playBeat(layer, falls, {n, touches, mine}, at, k) {
  const marks = [...layer.querySelectorAll(`[data-beat="${n}"]`)];
  const thrown = throwOf(layer, n);
  lies = -1;
  if (thrown) {
    tumble(thrown, at, k);
    at += k * ROLLS;
    lies = at;
  }
  if (has(touches, 'fired')) {
    for (const line of marks.filter(one => one.matches('.aim, .aim2'))) flies(layer, line, at, k);
    at += k * FLIES;
  }
  // What no piece has shot comes from the hand of whoever played it.
  if (mine && !thrown && has(touches, 'hurt') && touches.every(touch => !touch.by && touch.effect !== 'fired')) {
    for (const touch of touches) fromHand(touch, at, k);
    at += k * FLIES;
  }
  for (const touch of touches) begin(touch, at, k);
  if (has(touches, 'moved')) at += k * GLIDES;
  if (has(touches, 'laid')) at += k * LAYS;
  lands = at;
  for (const touch of touches) strike(falls, touch, at, k);
  for (const mark of marks) if (!mark.matches('.aim, .aim2, .thrown, .trail, .trail2, .from')) appear(mark, at);
  if (has(touches, 'hurt', 'lost')) at += k * FALLS;
  return at + (touches.length ? k * APART : 0);
}

/** Dice are thrown, show other faces, and lie. @param {Element} thrown @param {number} at @param {number} k */
function tumble(thrown, at, k) {
  appear(thrown, at);
  const dice = [...thrown.querySelectorAll('.cube')];
  dice.forEach((die, n) => {
    const [from, turns, high] = [n % 2 ? 46 : -46, n % 2 ? -540 : 540, 58 * Number(thrown.getAttribute('data-from'))];
    move(die, [
      {transform: `translate(${from}px, ${high}px) rotate(${-turns}deg) scale(1.5)`},
      {transform: `translate(${from * 0.3}px, 5px) rotate(${-turns * 0.3}deg) scale(1.06)`, offset: 0.55},
      {transform: `translate(${from * 0.12}px, -12px) rotate(${-turns * 0.1}deg) scale(1.12)`, offset: 0.76},
      {transform: 'none'},
    ], at, k * ROLLS, 'linear');
  });
  for (const told of thrown.querySelectorAll('.stamp, .bold')) {
    move(told, [{opacity: 0, transform: 'scale(2)'}, {opacity: 1, transform: 'scale(1)'}], at + k * ROLLS, 160);
  }
  const faces = setInterval(() => dice.forEach(die => showFace(die, 1 + Math.floor(Math.random() * Number(die.getAttribute('data-sides'))))), FACE);
  const lie = () => {
    clearInterval(faces);
    for (const die of dice) showFace(die, Number(die.getAttribute('data-face')));
  };
  const landed = setTimeout(lie, at + k * (ROLLS - FACE));
  after.push(() => { clearTimeout(landed); lie(); });
}

/** A line grows from who shoots, and the shot flies along it. @param {Element} layer @param {Element} line @param {number} at @param {number} k */
function flies(layer, line, at, k) {
  const [x, y, toX, toY] = (line.getAttribute('d')?.match(/-?[\d.]+(?:e-?\d+)?/g) || []).map(Number);
  if (toY === undefined) return;
  /** @type {SVGElement} */ (line).style.transformOrigin = `${x}px ${y}px`;
  move(line, [{transform: 'scale(0)'}, {transform: 'none'}], at, k * FLIES);
  if (!line.matches('.aim2')) return;
  const shot = layer.appendChild(make('circle', {class: 'shot', cx: x, cy: y, r: 5 * unit()}));
  move(shot, [{transform: 'none', opacity: 1}, {transform: `translate(${toX - x}px, ${toY - y}px)`, opacity: 1}], at, k * FLIES, 'ease-in');
  shot.style.opacity = '0';
  after.push(() => shot.remove());
}

/** A piece sets out, a card comes flying. @param {Touch} touch @param {number} at @param {number} k */
function begin(touch, at, k) {
  const board = drawing();
  const named = board && shapesOf(plain(touch.handle), board)[0];
  // Of a field that something was laid on, what lies there.
  const shape = named?.matches('.r-tile, .r-place') ? standing(board, spotOfShape(named)) : named;
  // Who falls later in the same turn goes his way first.
  if (!shape && !(touch.effect === 'moved' && before.has(touch.handle))) return;
  if (touch.effect === 'moved') {
    const points = (touch.path || []).map(along).filter(one => one !== null).map(one => /** @type {[number, number]} */ ([one.x, one.y]));
    const known = ways.get(touch.handle) || [];
    const was = before.get(touch.handle)?.spot;
    if (points.length && was && !known.length) points[0] = [was.x, was.y];
    ways.set(touch.handle, [...known, {at, long: k * GLIDES, points}]);
  } else if (shape && touch.effect === 'laid') {
    const seat = touch.by && /** @type {HTMLElement | undefined} */ ([...table().querySelectorAll('.seat')].find(one => one.id === touch.by || /** @type {HTMLElement} */ (one).dataset.of === touch.by));
    if (seat) comes(shape, seat, at, k);
    else if (!before.has(shape.dataset.handle || '')) move(shape, [{opacity: 0, translate: `0 ${-22 * unit()}px`}, {opacity: 1, translate: '0 0'}], at, k * LAYS);
  }
}

/** @param {Spot} field @param {Spot} one */
const isOn = (field, one) => Math.abs(field.x - one.x) < field.w / 2 && Math.abs(field.y - one.y) < field.h / 2;

/** The new piece on a field. @param {Element} board @param {Spot} field */
const standing = (board, field) => /** @type {SVGElement[]} */ ([...board.querySelectorAll('.r-unit[data-handle]')])
  .find(one => !before.has(one.dataset.handle || '') && isOn(field, spotOfShape(one)));

/** The piece that is gone: named itself, or by the field that it stood on. @param {Element} board @param {string} handle */
function fallen(board, handle) {
  if (before.has(handle)) return before.get(handle);
  const field = spotOf(handle);
  return field && [...before].find(([one, {spot}]) => isOn(field, spot) && !shapesOf(one, board).length)?.[1];
}

/** Something flies from a seat to its place. @param {SVGElement} shape @param {HTMLElement} seat @param {number} at @param {number} k */
function comes(shape, seat, at, k) {
  const [from, to] = [seat.getBoundingClientRect(), shape.getBoundingClientRect()];
  if (!from.width || !to.width) return;
  const card = element('div', 'gliding');
  card.setAttribute('aria-hidden', 'true');
  card.append(portrait(shape));
  Object.assign(card.style, {left: `${to.x}px`, top: `${to.y}px`, width: `${to.width}px`, height: `${to.height}px`, opacity: '0'});
  document.body.append(card);
  const start = `translate(${from.x + Math.min(40, from.width / 2) - to.x - to.width / 2}px, ${from.y + Math.min(30, from.height / 2) - to.y - to.height / 2}px) scale(.5) rotate(-14deg)`;
  moving.push(card.animate([{transform: start, opacity: 1}, {transform: 'none', opacity: 1}], {delay: at, duration: k * LAYS, easing: 'cubic-bezier(.2,.7,.3,1)'}));
  move(shape, [{opacity: 0}, {opacity: 0}], 0, at + k * LAYS);
  after.push(() => card.remove());
}

/** Whoever goes somewhere and is lost there falls there. @param {Element} walker @param {{at: number, long: number, points: [number, number][]}[]} legs @param {Spot} was */
function walk(walker, legs, was) {
  const last = legs[legs.length - 1];
  if (!last) return;
  const whole = last.at + last.long;
  const frames = legs.flatMap(({at, long, points}) => points.map(([x, y], m) => ({
    translate: `${x - was.x}px ${y - was.y}px`, offset: Math.min(1, (at + long * m / Math.max(1, points.length - 1)) / whole), easing: 'ease-in-out',
  })));
  frames.unshift({translate: '0px 0px', offset: 0, easing: 'linear'});
  moving.push(walker.animate(frames, {duration: whole, fill: 'both'}));
}

/** What was played flies from the hand to whom it hits. @param {Touch} touch @param {number} at @param {number} k */
function fromHand(touch, at, k) {
  const board = drawing();
  const [hand, shape] = [find('own') || table().querySelector('.you'), board && shapesOf(plain(touch.handle), board)[0]];
  const goal = shape?.getBoundingClientRect();
  const from = hand?.getBoundingClientRect();
  if (!from?.width || !goal?.width || touch.effect !== 'hurt') return;
  const shot = element('div', 'hand-shot');
  shot.setAttribute('aria-hidden', 'true');
  Object.assign(shot.style, {left: `${from.x + from.width / 2}px`, top: `${from.y}px`});
  document.body.append(shot);
  moving.push(shot.animate([{transform: 'none', opacity: 1}, {transform: `translate(${goal.x + goal.width / 2 - from.x - from.width / 2}px, ${goal.y + goal.height / 2 - from.y}px)`, opacity: 1}], {delay: at, duration: k * FLIES, easing: 'ease-in'}));
  after.push(() => shot.remove());
}

/** Every piece goes its ways, one after the other; whoever only made room glides. @param {number} k */
function glide(k) {
  const board = drawing();
  for (const shape of /** @type {NodeListOf<SVGElement>} */ (board?.querySelectorAll('.r-unit[data-handle]') || [])) {
    const handle = shape.dataset.handle || '';
    const [was, now] = [before.get(handle)?.spot, spotOfShape(shape)];
    const legs = ways.get(handle) || ways.get(plain(handle)) || [];
    if (!legs.length) {
      if (was && Math.hypot(was.x - now.x, was.y - now.y) > 1) move(shape, [{translate: `${was.x - now.x}px ${was.y - now.y}px`}, {translate: '0px 0px'}], 0, k * GLIDES);
      continue;
    }
    const last = legs[legs.length - 1];
    const whole = last.at + last.long;
    /** @type {Keyframe[]} */
    const frames = [];
    legs.forEach((leg, n) => {
      const points = n === legs.length - 1 ? [...leg.points.slice(0, -1), /** @type {[number, number]} */ ([now.x, now.y])] : leg.points;
      if (points.length < 2) points.unshift(was ? [was.x, was.y] : [now.x, now.y]);
      points.forEach(([x, y], m) => frames.push({translate: `${x - now.x}px ${y - now.y}px`, offset: Math.min(1, (leg.at + leg.long * m / (points.length - 1)) / whole), easing: 'ease-in-out'}));
    });
    frames.unshift({...frames[0], offset: 0});
    move(shape, frames, 0, whole, 'linear');
  }
}

/** Who is hit is shaken, who is lost falls; a blow at the reader's own is felt by the board. @param {SVGElement | null} falls @param {Touch} touch @param {number} at @param {number} k */
function strike(falls, touch, at, k) {
  if (touch.effect !== 'hurt' && touch.effect !== 'lost' && touch.effect !== 'turned') return;
  const board = drawing();
  const shape = board && shapesOf(plain(touch.handle), board).find(one => one.classList.contains('r-unit'));
  const was = board && fallen(board, touch.handle);
  const u = unit();
  if (shape && touch.effect !== 'turned') {
    const stood = before.get(shape.dataset.handle || '');
    if (stood && !held.has(shape) && stood.shape.innerHTML !== shape.innerHTML) {
      held.add(shape);
      later(holdInside(shape, stood.shape), at, true);
    }
    move(shape, {translate: ['0px', `${5 * u}px ${-2 * u}px`, `${-5 * u}px ${2 * u}px`, `${3 * u}px`, '0px']}, at, 220);
  } else if (!shape && was && falls && touch.effect === 'lost' && !falling.has(was)) {
    falling.add(was);
    const holder = copyOf(was.shape, was.spot, 1, 0);
    holder.setAttribute('class', 'scene falling');
    const walker = falls.appendChild(make('g', {}));
    walker.append(holder);
    walk(walker, ways.get(touch.handle) || [], was.spot);
    holder.style.transformOrigin = `${was.spot.x}px ${was.spot.y + was.spot.h / 2}px`;
    holder.style.opacity = '0';
    move(holder, [
      {opacity: 1, transform: 'none'}, {opacity: 1, transform: `translate(${6 * u}px, ${-5 * u}px)`, offset: 0.2},
      {opacity: 0.9, transform: `translate(0, ${6 * u}px) rotate(68deg)`, offset: 0.75}, {opacity: 0, transform: `translate(0, ${8 * u}px) rotate(80deg) scale(.8)`},
    ], at, k * FALLS);
  }
  const sheet = board?.closest('.sheet');
  if (sheet && touch.own && touch.effect !== 'turned') move(sheet, {translate: ['0px', '-4px 3px', '4px -2px', '-2px 1px', '0px']}, at, 190);
}
