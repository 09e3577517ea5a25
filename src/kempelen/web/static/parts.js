// What does not fit on one screen comes in parts: the same button leads on to the next of them, and from the last to
// where it led before. Nothing is cut, and nobody has to know that there is more below an edge.

/** What may be told on a screen of its own: a headline and what belongs to it. @param {HTMLElement} upper @returns {Element[][]} */
function pieces(upper) {
  /** @type {Element[][]} */
  const found = [];
  for (const body of upper.querySelectorAll('.results > div > div, .deed > .deed-text > div')) {
    for (const one of body.children) {
      if (one === body.firstElementChild || one.matches('.goes-on')) found.push([]);
      found[found.length - 1].push(one);
    }
  }
  return found;
}

/** The first piece that is shown, and whose page it is. */
let at = 0;

/**
 * @param {HTMLElement} upper
 * @param {() => boolean} over do words go on below the edge, though everything is as small as it may be?
 * @param {() => void} then what is to be seen to on every part
 */
export function inParts(upper, over, then) {
  const further = /** @type {HTMLElement | null} */ (document.querySelector('.foot > [data-further]'));
  if (!further) {
    over();
    then();
    return;
  }
  const all = pieces(upper);
  const foot = [...(further.parentElement?.children || [])].filter(one => one !== further);
  const told = upper.querySelector('.deed');
  const [whole, bodies] = ['.results, .deed', '.results > div:not(.board-pic), .deed > .deed-text'].map(what => [...upper.querySelectorAll(what)]);
  // Below what is told stands what is asked; what only one of the players may see goes with what came first.
  const asks = [...upper.children].filter(one => !one.matches('.results, .deed, .apart, .message') && one !== told?.previousElementSibling);
  const asked = asks.length > 0 || !foot.some(one => one.querySelector('#done'));
  /** @param {Element} one @param {boolean} later */
  const put = (one, later) => one.classList.toggle('later', later);
  /** @param {number} to @param {boolean} ends */
  const show = (to, ends) => {
    all.forEach((piece, n) => piece.forEach(one => put(one, n < at || n >= to)));
    for (const one of bodies) put(one, [...(one.querySelector(':scope > div')?.children || [])].every(child => child.matches('.later')));
    for (const one of whole) put(one, bodies.filter(body => one.contains(body)).every(body => body.matches('.later')));
    if (told?.previousElementSibling?.matches('.zone')) put(told.previousElementSibling, told.matches('.later'));
    for (const one of upper.querySelectorAll(':scope > .apart')) put(one, at > 0);
    for (const one of [...asks, ...foot]) put(one, !ends);
    further.hidden = ends;
  };
  /** @type {[number, boolean][]} */
  const ways = [[all.length, true]];
  if (asked && at < all.length) ways.push([all.length, false]);
  for (let to = all.length - 1; to > at; to -= 1) ways.push([to, false]);
  const [to] = ways.find(([...way]) => {
    show(...way);
    return !over();
  }) || ways[ways.length - 1];
  then();
  further.onclick = () => {
    at = to;
    upper.scrollTop = 0;
    inParts(upper, over, then);
  };
}
