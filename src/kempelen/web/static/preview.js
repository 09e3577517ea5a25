// Before one commits: what the game says an action would do, asked for when somebody points at it.
import {layBadges, spareNames} from './badges.js';
import {diceDrawn} from './lying.js';
import {along, burstAt, drawGhost, gone, isGood, layerOf, make, spotOf, tag, tagAt, unit} from './marks.js';
import {element, path, shapesOf, table, words} from './page.js';

/**
 * @typedef {string | [number, number]} Place
 * @typedef {{objection?: string, ghost?: {handle: string, at: Place, turned: number}, path?: Place[], arrows?: [Place, Place][], reach?: string[],
 *   area?: [number, number][], goals?: [[number, number], number, string][], targets?: [string, string][], risks?: [string, string][], costs?: string[], chance?: string, means?: string, need?: string, sum?: string,
 *   touches?: import('./marks.js').Touch[], remarks?: [string, string][], costly?: boolean, short?: string, then?: import('./choosing.js').Option[]}} Preview
 */

/** What has been asked for at this version of the table. @type {{at: string, known: Map<string, Promise<Preview>>}} */
const kept = {at: '', known: new Map()};

/** What an answer would do, or the one after it. @param {string} notation @param {string=} then @returns {Promise<Preview>} */
export function foresee(notation, then = '') {
  const known = foreseen();
  const both = then ? `${notation}\n${then}` : notation;
  const found = known.get(both) || request(notation, then);
  known.set(both, found);
  return found;
}

function foreseen() {
  const {id, seat, version} = table().dataset;
  const at = [id, seat, version].join();
  if (kept.at !== at) Object.assign(kept, {at, known: new Map()});
  return kept.known;
}

/** What has come with something else need not be asked for. @param {string} notation @param {Preview} seen */
export function keep(notation, seen) {
  foreseen().set(notation, Promise.resolve(seen));
}

/** @param {string} notation @param {string} then @returns {Promise<Preview>} */
async function request(notation, then) {
  try {
    const reply = await fetch(path('preview'), {
      method: 'POST', body: JSON.stringify({do: notation, then}), headers: {'content-type': 'application/json'},
    });
    return reply.ok ? await reply.json() : {};
  } catch {
    return {};
  }
}

/**
 * On the board: ghost, way, reach, aims, and what would be hurt.
 * @param {{handles: string[]} | null} option @param {number} turned @param {Preview=} seen
 */
export function drawPreview(option, turned, seen) {
  drawGhost(option, turned, seen?.ghost, Boolean(seen?.path));
  const layer = layerOf('foreseen');
  if (!layer || !option || !seen) return;
  const u = unit();
  if (seen.area) layer.append(make('path', {class: 'area', d: `${line(seen.area)}Z`}));
  for (const handle of seen.reach || []) {
    const at = spotOf(handle);
    if (at) layer.append(make('rect', {class: 'reach', x: at.x - at.w / 2, y: at.y - at.h / 2, width: at.w, height: at.h, rx: 5 * u}));
  }
  if (seen.path) {
    const d = line(seen.path);
    layer.append(make('path', {class: 'trail', d}), make('path', {class: 'trail2', d}));
  }
  for (const [from, to] of seen.arrows || []) arrow(layer, from, to);
  for (const [at, reach, word] of seen.goals || []) goal(layer, at, reach, word);
  for (const [handle, number] of seen.risks || []) risk(layer, handle, seen.ghost?.at || seen.ghost?.handle || '', number);
  // Numbers first: words keep off them.
  for (const touch of [...seen.touches || []].sort((a, b) => Number(a.amount === undefined) - Number(b.amount === undefined))) drawEffect(layer, touch, seen.ghost);
  spareNames(layer);
  for (const [handle, number] of seen.targets || []) badge(layer, handle, number);
}

/** @param {Place[]} places */
const line = places => `M${places.map(along).filter(one => one !== null).map(one => `${one.x} ${one.y}`).join('L')}`;

/** @param {SVGElement} layer @param {Place} from @param {Place} to */
function arrow(layer, from, to) {
  const [a, b] = [along(from), along(to)];
  if (!a || !b) return;
  if (typeof to === 'string') {
    const d = `M${a.x} ${a.y}L${b.x} ${b.y}`;
    layer.append(make('path', {class: 'aim', d}), make('path', {class: 'aim2', d}));
    return;
  }
  const way = Math.atan2(b.y - a.y, b.x - a.x);
  const u = unit();
  const wing = (/** @type {number} */ turn) => `${b.x + 9 * u * Math.cos(way + turn)} ${b.y + 9 * u * Math.sin(way + turn)}`;
  const d = `M${a.x} ${a.y}L${b.x} ${b.y}M${wing(2.5)}L${b.x} ${b.y}L${wing(-2.5)}`;
  layer.append(make('path', {class: 'opens edge', d}), make('path', {class: 'opens', d}));
}

/** What it is about: where it will lie, and how near one must come. @param {SVGElement} layer @param {[number, number]} place @param {number} reach @param {string} word */
function goal(layer, place, reach, word) {
  const [at, edge] = [along(place), along([place[0] + reach, place[1]])];
  if (!at || !edge) return;
  const r = Math.abs(edge.x - at.x);
  if (r) layer.append(make('circle', {class: 'area', cx: at.x, cy: at.y, r}));
  layer.append(make('circle', {class: 'from', cx: at.x, cy: at.y, r: 4 * unit()}), tag(at.x, at.y - Math.max(r, 4 * unit()) - 12 * unit(), word));
}

/** Who could strike back there: a line from him, with his chance in its middle. @param {SVGElement} layer @param {string} handle @param {Place} to @param {string} number */
function risk(layer, handle, to, number) {
  const [a, b] = [along(handle), along(to)];
  if (!a || !b) return;
  layer.append(make('path', {class: 'risk', d: `M${a.x} ${a.y}L${b.x} ${b.y}`}));
  const told = tag((a.x + b.x) / 2, (a.y + b.y) / 2, `! ${number}`);
  told.classList.add('risk-tag');
  layer.append(told);
}

/** Who is led somewhere first is struck there. @param {SVGElement} layer @param {import('./marks.js').Touch} touch @param {Preview['ghost']} ghost */
function drawEffect(layer, touch, ghost) {
  const [stands, goes] = [spotOf(touch.handle), touch.handle === ghost?.handle ? along(ghost.at) : null];
  if (!stands) return;
  const at = goes ? {...stands, x: goes.x, y: goes.y} : stands;
  const {effect, amount} = touch;
  if (effect === 'lost' && amount === undefined) {
    gone(layer, at, isGood(touch), true);
    tagAt(layer, at, words.falls || '');
  } else if (amount !== undefined && ['hurt', 'lost', 'healed', 'gained'].includes(effect)) {
    burstAt(layer, touch, at);
  }
}

/** What is aimed at, with its chance. @param {SVGElement} layer @param {string} handle @param {string} number */
function badge(layer, handle, number) {
  const at = spotOf(handle);
  if (!at) return;
  const u = unit();
  if (!number) {
    layer.append(make('rect', {class: 'aimed', x: at.x - at.w / 2 - 2 * u, y: at.y - at.h / 2 - 2 * u, width: at.w + 4 * u, height: at.h + 4 * u, rx: 7 * u}));
    return;
  }
  layBadges(layer, [{at, text: number, short: number}]);
}

/** What is done, where a game has words for it. @param {string[]} handles */
const verb = handles => handles.find(one => one.startsWith('action:')) || '';

/**
 * Chances on whatever can be aimed at now: that of the best way to do so. A number says nothing of what is done: as long
 * as several things could be, it is that of the first, such as the attack and not the fire that only suppresses.
 * @param {{handles: string[], chance?: string}[]} options
 */
export function drawChances(options) {
  const layer = layerOf('chances');
  if (!layer) return;
  /** @type {Map<string, Set<string>>} */
  const known = new Map();
  const [first] = options.filter(option => option.chance).map(option => verb(option.handles));
  for (const {handles, chance} of options) {
    const handle = chance && verb(handles) === first && handles.filter(one => shapesOf(one).some(shape => shape.closest('#board'))).at(-1);
    if (!handle) continue;
    known.set(handle, (known.get(handle) || new Set()).add(chance));
  }
  const wanted = [];
  for (const [handle, chances] of known) {
    const at = spotOf(handle);
    const sorted = [...chances].sort((a, b) => parseInt(a, 10) - parseInt(b, 10));
    const best = sorted.at(-1) || '';
    // What stands on the reader's own piece is that it comes off unharmed.
    const safe = !shapesOf(handle).some(shape => shape.matches('.t-foe, .t-ally')) && shapesOf(handle).some(shape => shape.matches('#board .r-unit'));
    if (at) wanted.push({at, text: best, short: best, safe});
  }
  layBadges(layer, wanted);
  diceDrawn()?.giveWay();
}

const SIGNS = /** @type {Record<string, string>} */ ({good: '✓', bad: '!', info: 'i'});

/** A number and its sign stay on one line. @param {Element} into @param {string} text */
export function firm(into, text) {
  into.replaceChildren(...text.split(/(\d+ %)/).map((part, n) => (n % 2 ? element('span', 'firm', part) : part)));
  return into;
}

/** In words: chance, what is needed, what it takes and leads to. @param {Preview} seen @returns {HTMLElement[]} */
export function previewWords(seen) {
  const found = [];
  if (seen.chance) {
    const row = element('p', 'chance');
    row.append(firm(element('b'), [seen.chance, seen.means].filter(Boolean).join(' ')), element('span', '', [seen.need && `${words.need} ${seen.need}`, seen.sum].filter(Boolean).join(' · ')));
    found.push(row);
  }
  if (seen.costs?.length) found.push(element('p', 'costs', seen.costs.join(' · ')));
  if (seen.remarks?.length) {
    const list = element('ul', 'remarks');
    // What comes of it is read first, then what it costs: neither is what a small screen cuts.
    const [first, ...others] = seen.remarks;
    for (const [weight, text] of [first, ...others.sort(([a], [b]) => Number(b === 'bad') - Number(a === 'bad'))]) {
      const one = element('li', weight);
      const sign = element('span', 'sign', SIGNS[weight] || 'i');
      sign.setAttribute('aria-hidden', 'true');
      one.append(sign, firm(element('span'), text));
      list.append(one);
    }
    found.push(list);
  }
  return found;
}
