// A part of the page that the server has drawn anew, laid over what stands there.

/**
 * Change what stands there into what was sent, piece by piece: bars grow where they are, and whoever has gone to the
 * button by keyboard stays on it.
 * @param {Element} there @param {Element} wanted
 */
export function become(there, wanted) {
  for (const {name} of [...there.attributes]) if (!wanted.hasAttribute(name)) there.removeAttribute(name);
  for (const {name, value} of [...wanted.attributes]) if (there.getAttribute(name) !== value) there.setAttribute(name, value);
  const before = [...there.childNodes];
  const after = [...wanted.childNodes];
  after.forEach((node, n) => {
    const old = before[n];
    if (!old) there.append(node);
    else if (old.nodeType !== node.nodeType || old.nodeName !== node.nodeName) old.replaceWith(node);
    else if (old instanceof Element) become(old, /** @type {Element} */ (node));
    else if (old.nodeValue !== node.nodeValue) old.nodeValue = node.nodeValue;
  });
  before.slice(after.length).forEach(node => node.remove());
}
