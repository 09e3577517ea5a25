// Light, dark or high contrast, as somebody wants it here; otherwise as the device is set.

/** @typedef {'' | 'light' | 'dark' | 'contrast'} Scheme */

/** @returns {Scheme} */
export function scheme() {
  try {
    return /** @type {Scheme} */ (localStorage.getItem('kempelen.scheme') || '');
  } catch {
    return '';
  }
}

/** Whether a question about the device is answered otherwise than by the device. @param {string} asked @param {Scheme} wanted */
function answer(asked, wanted) {
  if (asked.includes('prefers-color-scheme: dark')) return wanted === 'dark' ? 'all' : wanted ? 'not all' : asked;
  if (asked.includes('prefers-contrast: more')) return wanted === 'contrast' ? 'all' : asked;
  return asked;
}

/** The rules of a stylesheet that ask for the device's setting ask for this one instead. @param {Scheme} wanted */
export function applyScheme(wanted = scheme()) {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (!(rule instanceof CSSMediaRule)) continue;
      const asked = asks.get(rule) || rule.media.mediaText;
      asks.set(rule, asked);
      const now = answer(asked, wanted);
      if (rule.media.mediaText !== now) rule.media.mediaText = now;
    }
  }
  document.documentElement.style.colorScheme = wanted === 'dark' ? 'dark' : wanted ? 'light' : '';
}

/** What each rule asked for at first. @type {WeakMap<CSSMediaRule, string>} */
const asks = new WeakMap();

/** @param {Scheme} wanted */
export function chooseScheme(wanted) {
  try {
    localStorage.setItem('kempelen.scheme', wanted);
  } catch {
    // a browser that keeps nothing forgets it with the page
  }
  applyScheme(wanted);
}

if (scheme()) applyScheme();
