// Pieces on a table that is true to scale: drawn large enough to be seen, moved apart where they would lie upon each
// other, with their markers on the rim and their names where they hide nothing. A line leads to where each truly stands.
import {SVG} from './page.js';

/** @typedef {{x: number, y: number, w: number, h: number}} Box its left upper corner and size */
/** @typedef {{shape: SVGElement, body: SVGGraphicsElement, own: {x: number, y: number}, x: number, y: number, r: number, k: number, thing: boolean}} Piece `own` is where it stands, `x`, `y` where it is drawn; a `thing` never moves */

/** A piece is at least so wide from its middle to its rim, in pixels, but no more than so many times its true size. */
const [RIM, ENLARGED] = [20, 3];
/** So much less than a piece or a wall the ground weighs that a word would lie on. */
const SOFT = 0.3;
/** A thing is a picture in a square: so much of that must be seen. */
const SEEN = 0.55;
/** Between two pieces so much is left, in pixels; a marker on the rim is so wide, and a sign of its own stands out so far. */
const [GAP, MARKER, SIGN] = [6, 15, 8];
/** A thing lies on top of whoever stands there: so much of their sizes has to be between their middles. */
const COVERS = 0.72;
/** So often neighbours are pushed apart. */
const ROUNDS = 60;
/** No piece is drawn farther from its place than this, in its own sizes; from so far on a line leads there. */
const [FARTHEST, LEADS] = [1.8, 0.45];

/** @param {Element} shape */
function placeOf(shape) {
  const found = /translate\(([-\d.]+)[ ,]+([-\d.]+)\)/.exec(shape.getAttribute('transform') || '');
  return found ? {x: Number(found[1]), y: Number(found[2])} : null;
}

/** @param {SVGSVGElement} svg @param {number} u a pixel in units of the drawing @returns {Piece[]} */
function piecesOf(svg, u) {
  const found = [];
  for (const one of svg.querySelectorAll('.r-unit, .r-marker.t-standing')) {
    const shape = /** @type {SVGElement} */ (one);
    const body = /** @type {SVGGraphicsElement | null} */ (shape.querySelector(':scope > .b'));
    const own = placeOf(shape);
    if (!body || !own) continue;
    const thing = shape.classList.contains('r-marker');
    const r = (body.getBBox().width / 2 || 1) * (thing ? SEEN : 1);
    const k = Math.max(1, Math.min(ENLARGED, RIM * (thing ? SEEN : 1) * u / r));
    found.push({shape, body, own, x: own.x, y: own.y, r: r * k, k, thing});
  }
  return found;
}

/** Push neighbours apart until none covers another, or as far as they may go: who is seen stays in sight. @param {Piece[]} pieces @param {number} gap @param {Box} seen @param {Box[]} over what lies over the drawing */
function pushApart(pieces, gap, seen, over) {
  const kept = (/** @type {number} */ at, /** @type {number} */ own, /** @type {number} */ from, /** @type {number} */ size, /** @type {number} */ r) =>
    (own < from || own > from + size || size < 2 * r ? at : Math.max(from + r, Math.min(from + size - r, at)));
  for (let round = 0; round < ROUNDS; round += 1) {
    let still = true;
    pieces.forEach((a, n) => {
      for (const b of pieces.slice(n + 1)) {
        const [dx, dy] = [b.x - a.x || (b.own.x - a.own.x) / 100, b.y - a.y || (n % 2 ? 0.01 : -0.01)];
        const far = Math.hypot(dx, dy);
        if (a.thing && b.thing) continue;
        const lacks = (a.thing || b.thing ? COVERS * (a.r + b.r) : a.r + b.r + gap) - far;
        if (lacks <= gap / 10) continue;
        still = false;
        const [px, py] = [dx / far * lacks, dy / far * lacks];
        // What a mission is about stays where it lies: whoever stands there is drawn a little beside it.
        const share = a.thing === b.thing ? 0.5 : a.thing ? 0 : 1;
        Object.assign(a, {x: a.x - px * share, y: a.y - py * share});
        Object.assign(b, {x: b.x + px * (1 - share), y: b.y + py * (1 - share)});
      }
    });
    for (const one of pieces) {
      over.forEach(box => stepAside(one, box, gap));
      Object.assign(one, {x: kept(one.x, one.own.x, seen.x, seen.w, one.r + gap * SIGN / GAP), y: kept(one.y, one.own.y, seen.y, seen.h, one.r + gap * SIGN / GAP)});
      const far = Math.hypot(one.x - one.own.x, one.y - one.own.y);
      const most = FARTHEST * one.r;
      if (far > most) Object.assign(one, {x: one.own.x + (one.x - one.own.x) * most / far, y: one.own.y + (one.y - one.own.y) * most / far});
    }
    if (still) return;
  }
}

/** Out from under what lies over the drawing, the shortest way. @param {Piece} one @param {Box} box @param {number} gap */
function stepAside(one, box, gap) {
  const [x, y] = [Math.max(box.x, Math.min(box.x + box.w, one.x)), Math.max(box.y, Math.min(box.y + box.h, one.y))];
  if (Math.hypot(one.x - x, one.y - y) >= one.r + gap / 2) return;
  const ways = [
    [box.x + box.w + one.r + gap - one.x, 0], [box.x - one.r - gap - one.x, 0],
    [0, box.y + box.h + one.r + gap - one.y], [0, box.y - one.r - gap - one.y],
  ];
  const [dx, dy] = ways.reduce((a, b) => (Math.hypot(...b) < Math.hypot(...a) ? b : a));
  Object.assign(one, {x: one.x + dx, y: one.y + dy});
}

/** @param {Piece} one @param {number} u */
function draw(one, u) {
  const {shape, body, own, k} = one;
  const [dx, dy] = [one.x - own.x, one.y - own.y];
  Object.assign(shape.dataset, {dx: dx.toFixed(2), dy: dy.toFixed(2), k: k.toFixed(3)});
  shape.querySelectorAll(':scope > .lead').forEach(line => line.remove());
  for (const part of shape.children) {
    if (!part.matches('title, .plate, .beside')) part.setAttribute('transform', moved(part, dx, dy, k));
  }
  if (Math.hypot(dx, dy) > LEADS * one.r) {
    const line = document.createElementNS(SVG, 'path');
    line.setAttribute('class', 'lead');
    line.setAttribute('d', `M${dx} ${dy}L0 0M${2.5 * u} 0A${2.5 * u} ${2.5 * u} 0 1 1 ${-2.5 * u} 0A${2.5 * u} ${2.5 * u} 0 1 1 ${2.5 * u} 0`);
    line.setAttribute('stroke-width', String(1.6 * u));
    body.before(line);
  }
}

/** Badges have a place of their own, which stays what it was. @param {Element} part @param {number} dx @param {number} dy @param {number} k */
function moved(part, dx, dy, k) {
  const old = part.getAttribute('data-still') ?? part.getAttribute('transform') ?? '';
  part.setAttribute('data-still', old);
  // The signs of a piece sit on its rim and grow less than it does: they must not hide its neighbours. Its picture and its
  // shadow grow with it.
  const own = !part.matches('.a, .w') && /^translate\(([-\d.]+)[ ,]+([-\d.]+)\)(.*)$/.exec(old);
  if (own) return `translate(${(dx + k * Number(own[1])).toFixed(2)} ${(dy + k * Number(own[2])).toFixed(2)}) scale(${Math.sqrt(k).toFixed(3)})${own[3]}`;
  return `translate(${dx.toFixed(2)} ${dy.toFixed(2)}) scale(${k.toFixed(3)}) ${old}`.trim();
}

// -- markers and names

/** Markers that belong to a piece go onto its rim, from the upper right one downwards. @param {SVGSVGElement} svg @param {Piece[]} pieces @param {number} u @param {Box} seen @returns {Box[]} */
function pin(svg, pieces, u, seen) {
  const lying = [];
  /** @type {Map<Piece, number>} */
  const count = new Map();
  for (const one of svg.querySelectorAll('.r-marker:not(.t-standing)')) {
    const marker = /** @type {SVGElement} */ (one);
    const label = /^marker:(.+)\./.exec(marker.dataset.handle || '')?.[1];
    const piece = label && pieces.find(({shape}) => (shape.dataset.handle || '').endsWith(`:${label}`));
    const [body, at] = [/** @type {SVGGraphicsElement | null} */ (marker.querySelector(':scope > .b')), placeOf(marker)];
    if (!body || !at) continue;
    const wide = body.getBBox().width || 1;
    if (!piece) {
      lying.push({x: at.x - wide / 2, y: at.y - wide / 2, w: wide, h: wide});
      continue;
    }
    const n = count.get(piece) || 0;
    count.set(piece, n + 1);
    const turn = (n - 1) * 0.75;
    const k = MARKER * u / wide;
    const half = MARKER * u / 2;
    const rim = {x: piece.x + piece.r * Math.cos(turn) - half, y: piece.y + piece.r * Math.sin(turn) - half, w: 2 * half, h: 2 * half};
    const kept = inside(rim, seen);
    const [x, y] = [kept.x + half, kept.y + half];
    const [dx, dy] = [x - at.x, y - at.y];
    Object.assign(marker.dataset, {dx: dx.toFixed(2), dy: dy.toFixed(2), k: k.toFixed(3)});
    for (const part of marker.children) if (!part.matches('title')) part.setAttribute('transform', moved(part, dx, dy, k));
    piece.shape.after(marker);
    lying.push({x: x - wide * k / 2, y: y - wide * k / 2, w: wide * k, h: wide * k});
  }
  return lying;
}

/** @param {Box} a @param {Box} b */
function overlap(a, b) {
  const across = Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}

/** What would stick out is pushed in, if a part of it can be seen at all. @param {Box} box @param {Box} seen @returns {Box} */
const inside = (box, seen) => (overlap(box, seen) === 0 ? box : {
  ...box, x: Math.max(seen.x, Math.min(seen.x + seen.w - box.w, box.x)), y: Math.max(seen.y, Math.min(seen.y + seen.h - box.h, box.y)),
});

/** Numbers at the edge of the table; one that would be cut off is not shown. @param {SVGSVGElement} svg @param {Box} seen @returns {Box[]} */
function wordsOn(svg, seen) {
  const found = [];
  for (const one of /** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll(':scope > .axis'))) {
    one.style.visibility = '';
    const box = one.getBBox();
    const whole = {x: box.x, y: box.y, w: box.width, h: box.height};
    if (overlap(whole, seen) < 0.98 * box.width * box.height) one.style.visibility = 'hidden';
    else if (box.width) found.push(whole);
  }
  return found;
}

/** @param {SVGSVGElement} svg @param {string} which @returns {Box[]} */
const boxesOf = (svg, which) => [.../** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll(which))].map(one => {
  const [{x, y, width, height}, at] = [one.getBBox(), placeOf(/** @type {Element} */ (one.parentElement)) || {x: 0, y: 0}];
  return {x: at.x + x, y: at.y + y, w: width, h: height};
});

/** What stands on the table and should be seen: words go beside it. @param {SVGSVGElement} svg @returns {Box[]} */
const wallsOf = svg => boxesOf(svg, '.r-terrain.t-wall > .b');

/** What else lies there: words go beside it if they can. @param {SVGSVGElement} svg @returns {Box[]} */
const groundsOf = svg => boxesOf(svg, '.r-terrain:not(.t-wall) > .b');

/** The names of circles, each beside its rim where it covers least: at first under it, since at its side it would be read with what lies there. @param {SVGSVGElement} svg @param {Box[]} lying @param {number} u @param {Box} seen @returns {Box[]} */
function nameRims(svg, lying, u, seen) {
  const filled = [...lying];
  const grounds = groundsOf(svg);
  const found = [];
  const rims = [.../** @type {NodeListOf<SVGGraphicsElement>} */ (svg.querySelectorAll('.rim'))].flatMap(one => {
    const [box, at] = [one.getBBox(), placeOf(/** @type {Element} */ (one.parentElement))];
    const far = Math.max(box.x, 0);
    return at && box.width ? [{one, box, at, far, ring: {x: at.x - far, y: at.y - far, w: 2 * far, h: 2 * far}}] : [];
  });
  for (const {one, box, at, far, ring} of rims) {
    const [w, h] = [box.width, box.height];
    const soft = [...grounds, ...rims.map(other => other.ring).filter(other => other !== ring)];
    const [side, slant] = [far + w, 0.75 * far];
    const places = [
      {x: -w / 2, y: far}, {x: -w / 2, y: -far - h}, {x: far, y: box.y}, {x: -side, y: box.y},
      {x: slant, y: slant}, {x: slant, y: -slant - h}, {x: -slant - w, y: slant}, {x: -slant - w, y: -slant - h},
    ].map(({x, y}) => ({x: at.x + x, y: at.y + y, w, h}));
    const on = (/** @type {Box} */ place, /** @type {Box[]} */ boxes) => boxes.reduce((sum, other) => sum + overlap(place, other), 0);
    const hides = (/** @type {Box} */ place) => on(place, filled) + SOFT * on(place, soft) + w * h - overlap(place, seen);
    const best = inside(places.reduce((a, b) => (hides(b) < hides(a) - u * u ? b : a)), seen);
    filled.push(best);
    found.push(best);
    one.style.transform = `translate(${(best.x - at.x - box.x).toFixed(2)}px, ${(best.y - at.y - box.y).toFixed(2)}px)`;
    one.dataset.lies = [best.x, best.y, w, h].map(n => n.toFixed(1)).join(' ');
  }
  return found;
}

/** Each name where it covers least, nearest first. @param {Piece[]} pieces @param {Box[]} lying @param {number} u @param {number} k how large names are @param {Box} seen */
function name(pieces, lying, u, k, seen) {
  const filled = [...lying, ...pieces.map(({x, y, r}) => ({x: x - r, y: y - r, w: 2 * r, h: 2 * r}))];
  for (const one of pieces) {
    const plate = /** @type {SVGGraphicsElement | null} */ (one.shape.querySelector(':scope > rect.plate'));
    if (!plate) continue;
    for (const line of one.shape.querySelectorAll(':scope > path.plate')) /** @type {SVGElement} */ (line).style.display = 'none';
    const box = plate.getBBox();
    const [w, h] = [k * box.width, k * box.height];
    const far = one.r + 3 * u;
    const places = [
      {x: one.x - w / 2, y: one.y - far - h}, {x: one.x + far, y: one.y - h / 2}, {x: one.x - far - w, y: one.y - h / 2},
      {x: one.x - w / 2, y: one.y + far}, {x: one.x + 0.6 * far, y: one.y - far - 0.4 * h}, {x: one.x - 0.6 * far - w, y: one.y - far - 0.4 * h},
      {x: one.x + 0.6 * far, y: one.y + far - 0.6 * h}, {x: one.x - 0.6 * far - w, y: one.y + far - 0.6 * h},
      {x: one.x - w / 2, y: one.y - far - 2.2 * h}, {x: one.x - w / 2, y: one.y + far + 1.2 * h},
    ].map(place => ({...place, w, h}));
    const hides = (/** @type {Box} */ place) => filled.reduce((sum, other) => sum + overlap(place, other), 0) + w * h - overlap(place, seen);
    const best = inside(places.reduce((a, b) => (hides(b) < hides(a) - u ? b : a)), seen);
    filled.push(best);
    one.shape.dataset.plate = [best.x, best.y, w, h].map(n => n.toFixed(1)).join(' ');
    const [tx, ty] = [best.x + w / 2 - one.own.x - k * (box.x + box.width / 2), best.y + h / 2 - one.own.y - k * (box.y + box.height / 2)];
    for (const part of one.shape.querySelectorAll(':scope > rect.plate, :scope > .beside')) {
      /** @type {SVGElement} */ (part).style.transform = `translate(${tx.toFixed(2)}px, ${ty.toFixed(2)}px) scale(${k})`;
    }
  }
}

/**
 * Lay pieces, markers and names anew; after every change of what is shown, since all of it is measured in pixels.
 * @param {SVGSVGElement} svg @param {Box} seen what is shown of the drawing @param {number} u a pixel in its units @param {number} k how large names are
 * @param {Box[]} over what lies over the drawing: a small map, buttons
 */
export function spread(svg, seen, u, k, over) {
  const pieces = piecesOf(svg, u);
  pushApart(pieces, GAP * u, seen, over);
  pieces.forEach(one => draw(one, u));
  // What a mission is about lies on top of whoever stands there.
  const [last] = pieces.filter(({thing}) => !thing).slice(-1);
  for (const {shape} of pieces.filter(({thing}) => thing)) last?.shape.after(shape);
  const lying = [...over, ...pin(svg, pieces, u, seen), ...wordsOn(svg, seen)];
  // Signs stand out from the rim of a piece.
  const bodies = pieces.map(({x, y, r}) => ({x: x - r - 8 * u, y: y - r - 8 * u, w: 2 * r + 16 * u, h: 2 * r + 16 * u}));
  const walls = wallsOf(svg);
  name(pieces, [...lying, ...walls, ...nameRims(svg, [...lying, ...bodies, ...walls], u, seen)], u, k, seen);
}
