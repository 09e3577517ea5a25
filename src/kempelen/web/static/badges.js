// Numbers on pieces: each at its own piece, on no other piece, name or number.
import {make, shownBoard, unit} from './marks.js';
import {drawnAside} from './page.js';

/** @typedef {import('./marks.js').Spot} Spot */
/** @typedef {{at: Spot, text: string, short: string, safe?: boolean}} Wanted a number in full, and for where there is little room; `safe`: that it is not harmed */
/** @typedef {{x: number, y: number, w: number, h: number}} Box its left upper corner and size */

/** Letters as they should be, and as small as they may be, in pixels. */
const [LARGEST, SMALLEST] = [12, 8.5];
/** So far a number stays off what a circle is called, in pixels. */
const APART = 12;
/** What a number in the next field weighs, of what it covers. */
const BEYOND = 0.7;

/** @param {string} text @param {number} size of its letters */
export const wide = (text, size) => (text.length * 0.57 + (/[≤–]/.test(text) ? 1.1 : 0.6)) * size;

/** How far it is to the nearest other one in the same row. @param {Wanted} one @param {Wanted[]} all */
function room(one, all) {
  const beside = all.filter(other => other !== one && Math.abs(other.at.y - one.at.y) < one.at.h / 2);
  return Math.min(Infinity, ...beside.map(other => Math.abs(other.at.x - one.at.x)));
}

/** The part of a box that another one covers. @param {Box} a @param {Box} b */
export function shared(a, b) {
  const across = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}

/** Where something is drawn, in the units of the board. @param {SVGGraphicsElement} sign @returns {Box} */
function drawnAt(sign) {
  const [seen, matrix] = [sign.getBoundingClientRect(), shownBoard()?.getScreenCTM()?.inverse()];
  if (!matrix) return {x: 0, y: 0, w: 0, h: 0};
  const corner = new DOMPoint(seen.left, seen.top).matrixTransform(matrix);
  return {x: corner.x, y: corner.y, w: seen.width * matrix.a, h: seen.height * matrix.d};
}

/** What must not be covered: pieces, their signs and names, what a mission is about and what circles are called. @param {string=} signs @returns {Box[]} */
export function taken(signs = '.m') {
  const found = [];
  for (const shape of shownBoard()?.querySelectorAll('.r-unit, .r-marker') || []) {
    const moved = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(shape.getAttribute('transform') || '');
    const [dx, dy] = moved ? [Number(moved[1]), Number(moved[2])] : [0, 0];
    const aside = drawnAside(/** @type {SVGElement} */ (shape));
    const body = /** @type {SVGGraphicsElement | null} */ (shape.querySelector(':scope > .b'))?.getBBox();
    if (body) found.push({x: dx + aside.x + aside.k * body.x, y: dy + aside.y + aside.k * body.y, w: aside.k * body.width, h: aside.k * body.height});
    for (const sign of shape.querySelectorAll(signs)) found.push(drawnAt(/** @type {SVGGraphicsElement} */ (sign)));
    const plate = (/** @type {SVGElement} */ (shape).dataset.plate || '').split(' ').map(Number);
    if (plate.length === 4) found.push({x: plate[0], y: plate[1], w: plate[2], h: plate[3]});
  }
  for (const rim of /** @type {NodeListOf<SVGElement>} */ (shownBoard()?.querySelectorAll('.rim[data-lies]') || [])) {
    const [x, y, w, h] = (rim.dataset.lies || '').split(' ').map(Number);
    // A number right beside it would be read with it.
    found.push({x: x - APART * unit(), y: y - unit() * APART / 3, w: w + 2 * APART * unit(), h: h + unit() * APART / 1.5});
  }
  return found;
}

/** What stands on pieces to be read: letters, numbers, bars, signs. @returns {Box[]} */
export const written = () => [.../** @type {NodeListOf<SVGGraphicsElement>} */ (shownBoard()?.querySelectorAll('.r-unit :is(.c, .q, .gone, .v, .m)') || [])].map(drawnAt);

/** What fields are called, and what stands there in figures. @returns {Box[]} */
export const labels = () => [.../** @type {NodeListOf<SVGGraphicsElement>} */ (shownBoard()?.querySelectorAll('.r-tile > text, .r-cover') || [])].map(drawnAt);

/** Where words lie among the marks: what was just done, how it came out, dice, how far one gets. @param {string=} which @returns {Box[]} */
export const marked = (which = '.tag, .pop, .thrown, .ring-label') => [.../** @type {NodeListOf<SVGGraphicsElement>} */ (document.querySelectorAll('#marks'))]
  .flatMap(marks => [.../** @type {NodeListOf<SVGGraphicsElement>} */ (marks.querySelectorAll(which))])
  .filter(one => getComputedStyle(one).opacity !== '0').map(drawnAt);

/** The fields of a board. @returns {Box[]} */
const tiles = () => [.../** @type {NodeListOf<SVGGraphicsElement>} */ (shownBoard()?.querySelectorAll('.r-tile > .b') || [])].map(drawnAt);

/** Where pieces stand. @returns {Box[]} */
const bodies = () => [.../** @type {NodeListOf<SVGGraphicsElement>} */ (shownBoard()?.querySelectorAll('.r-unit > .b') || [])].map(drawnAt);

/** Where names of pieces stand. @returns {Box[]} */
const plates = () => [.../** @type {NodeListOf<SVGElement>} */ (shownBoard()?.querySelectorAll('[data-plate]') || [])].map(shape => {
  const [x, y, w, h] = (shape.dataset.plate || '').split(' ').map(Number);
  return {x, y, w, h};
});

/** Whether something there would hide a name. @param {Box} place */
export const onName = place => plates().some(box => shared(place, box) > 0);

/** Names of pieces, each with where its piece stands: a number right beside another's name would be read with it. @returns {{piece: Box, name: Box}[]} */
const named = () => [.../** @type {NodeListOf<SVGElement>} */ (shownBoard()?.querySelectorAll('.r-unit[data-plate]') || [])].flatMap(shape => {
  const body = /** @type {SVGGraphicsElement | null} */ (shape.querySelector(':scope > .b'));
  const [x, y, w, h] = (shape.dataset.plate || '').split(' ').map(Number);
  return body ? [{piece: drawnAt(body), name: {x: x - APART * unit(), y, w: w + 2 * APART * unit(), h}}] : [];
});

/** Lines go on behind names, pieces and what fields are called: from edge to edge of those they join. @param {SVGElement} layer with lines */
export function spareNames(layer) {
  const lines = layer.querySelectorAll('.aim, .aim2, .trail, .trail2');
  if (!lines.length) return;
  const id = `names-${layer.getAttribute('class')}`;
  const mask = make('mask', {id, maskUnits: 'userSpaceOnUse', x: -1e5, y: -1e5, width: 2e5, height: 2e5});
  mask.append(make('rect', {x: -1e5, y: -1e5, width: 2e5, height: 2e5, fill: '#fff'}));
  for (const {x, y, w, h} of [...plates(), ...bodies(), ...labels()]) mask.append(make('rect', {x, y, width: w, height: h, rx: 3 * unit(), fill: '#000'}));
  layer.prepend(mask);
  for (const line of lines) line.setAttribute('mask', `url(#${id})`);
}

/** The place where something would cover least of all that, and of what else lies there; of equal ones the first. @param {Box[]} places @param {Box[]} also */
export function clearest(places, also) {
  const filled = [...taken(), ...also];
  const hides = (/** @type {Box} */ place) => filled.reduce((sum, box) => sum + shared(place, box), 0);
  return places.reduce((a, b) => (hides(b) < hides(a) ? b : a));
}

/** Whether something there would hide a piece, a name, a marker or a number. @param {Box} place */
export const hidden = place => [...taken(), ...marked('.pct')].some(box => shared(place, box) > 0);

/** Whether something there would hide even a sign beside a piece, or one that lies on the board. @param {Box} place */
export const crowded = place => hidden(place) || [.../** @type {NodeListOf<SVGGraphicsElement>} */ (shownBoard()?.querySelectorAll('.r-unit, .r-mark') || [])].some(shape => shared(place, drawnAt(shape)) > 0);

/** Pieces so near each other that their numbers would lie on one another have one together, if it is the same. @param {Wanted[]} wanted @param {number} u */
function together(wanted, u) {
  /** @type {(Wanted & {last: number})[]} */
  const found = [];
  for (const one of [...wanted].sort((a, b) => a.at.x - b.at.x)) {
    const {at} = one;
    const beside = found.find(other => other.short === one.short && Boolean(other.safe) === Boolean(one.safe) && Math.abs(other.at.y - at.y) < at.h / 2 && at.x - other.last < wide(one.short, SMALLEST + 1) * u);
    if (!beside) {
      found.push({...one, at: {...at}, last: at.x});
      continue;
    }
    const [left, right] = [beside.at.x - beside.at.w / 2, at.x + at.w / 2];
    Object.assign(beside, {last: at.x, text: beside.text === one.text ? one.text : one.short});
    Object.assign(beside.at, {x: (left + right) / 2, w: right - left});
  }
  return found;
}

/** A chance to stay unharmed has another form than a chance to harm. @param {Box} box @param {number} u */
function shield({x, y, w, h}, u) {
  const [left, right, low] = [x - 3 * u, x + w + 3 * u, y + h * 1.7];
  return make('path', {class: 'shield', d: `M${left} ${y - 2 * u}H${right}V${y + h * 0.9}Q${right} ${y + h * 1.3} ${x + w / 2} ${low}Q${left} ${y + h * 1.3} ${left} ${y + h * 0.9}Z`, 'stroke-width': 1.8 * u});
}

/** @param {SVGElement} layer @param {Wanted[]} all */
export function layBadges(layer, all) {
  if (!all.length) return;
  const u = unit();
  const filled = [...taken(), ...labels()];
  const letters = written();
  const laid = marked('.tag, .pop, .ring-label');
  const known = named();
  const wanted = together(all, u);
  const seen = shownBoard()?.viewBox.baseVal;
  const whole = (/** @type {Wanted} */ one) => wide(one.text, LARGEST) <= room(one, wanted) / u - 1;
  // One picture writes all its numbers in one way.
  const tight = !wanted.every(whole);
  const fields = tiles();
  for (const one of wanted) {
    const most = room(one, wanted) / u - 1;
    const text = whole(one) ? one.text.replace(' %', tight ? '%' : ' %') : one.short.replace(' ', '');
    const size = Math.max(SMALLEST, Math.min(LARGEST, LARGEST * most / wide(text, LARGEST)));
    const [w, h] = [wide(text, size) * u, (size + 5) * u];
    const {at} = one;
    // A large piece carries the number on its lower edge; a small one would be hidden by it.
    const foot = at.y + at.h / 2 + (at.h < 2 * h ? 2 * u : -h / 2);
    const places = [
      {x: at.x - w / 2, y: foot},
      // On the rim of its own piece it hides nobody else.
      {x: at.x - at.w / 2 - w * 0.3, y: at.y - at.h / 2 - h * 0.6}, {x: at.x + at.w / 2 - w * 0.7, y: at.y - at.h / 2 - h * 0.6},
      {x: at.x - w / 2, y: at.y - at.h / 2 - h / 2}, {x: at.x - at.w / 2 - w * 0.7, y: at.y - h / 2}, {x: at.x - w / 2, y: at.y - at.h / 2 - h - 2 * u},
      {x: at.x + at.w / 2 + 2 * u, y: at.y - h / 2}, {x: at.x - at.w / 2 - 2 * u - w, y: at.y - h / 2},
      // Where all round it something lies: at its corners, and a little farther away.
      {x: at.x + at.w * 0.36, y: at.y - at.h * 0.36 - h}, {x: at.x - at.w * 0.36 - w, y: at.y - at.h * 0.36 - h},
      {x: at.x + at.w * 0.36, y: at.y + at.h * 0.36}, {x: at.x - at.w * 0.36 - w, y: at.y + at.h * 0.36},
      {x: at.x - w / 2, y: at.y + at.h / 2 + h}, {x: at.x - w / 2, y: at.y - at.h / 2 - 2.4 * h},
    ].map(place => ({...place, w, h}));
    const own = {x: at.x - at.w / 2, y: at.y - at.h / 2, w: at.w, h: at.h};
    const hides = (/** @type {Box} */ place) => filled.reduce((sum, box) => sum + (shared(box, own) > 0.9 * at.w * at.h ? 0 : shared(place, box)), 0);
    const cut = (/** @type {Box} */ place) => (seen ? 2 * (w * h - shared(place, {x: seen.x, y: seen.y, w: seen.width, h: seen.height})) : 0);
    // What stands apart from its piece is worse than what covers half of a field's name.
    const apart = (/** @type {Box} */ place) => (places.indexOf(place) < places.length - 2 ? 0 : 0.6 * w * h);
    const others = known.filter(({piece}) => shared(piece, own) < 0.5 * piece.w * piece.h);
    const strange = (/** @type {Box} */ place) => others.reduce((sum, {name}) => sum + 0.5 * shared(place, name), 0);
    // A letter that cannot be read is worse than a piece that is partly covered; another number is worst.
    const unread = (/** @type {Box} */ place) => letters.reduce((sum, box) => sum + 2 * shared(place, box), 0) + laid.reduce((sum, box) => sum + 4 * shared(place, box), 0);
    // In the next field it would be read with what stands there.
    const field = fields.find(box => shared(box, own) > 0.9 * at.w * at.h);
    const beyond = (/** @type {Box} */ place) => (field ? BEYOND * (w * h - shared(place, field)) : 0);
    // A face is what tells pieces apart: a number goes beside it.
    const face = at.h < 2 * h ? null : {x: at.x - at.w * 0.3, y: at.y - at.h * 0.34, w: at.w * 0.6, h: at.h * 0.56};
    const faced = (/** @type {Box} */ place) => (face ? 1.5 * shared(place, face) : 0);
    const costs = (/** @type {Box} */ place) => unread(place) + faced(place) + hides(place) + cut(place) + apart(place) + strange(place) + beyond(place);
    const best = places.reduce((a, b) => (costs(b) < costs(a) ? b : a));
    filled.push(best);
    laid.push(best);
    const made = make('g', {class: one.safe ? 'pct safe' : 'pct'});
    made.append(one.safe ? shield(best, u) : make('rect', {x: best.x, y: best.y, width: w, height: h, rx: h / 2, 'stroke-width': 1.6 * u}),
      make('text', {x: best.x + w / 2, y: best.y + h / 2 + size * 0.36 * u, 'font-size': size * u}, text));
    layer.append(made);
  }
}
