// The first page before Python runs: as it was last seen here, or else as everybody sees it who comes for the first time.
// Python's own takes its place as soon as it is there; what was chosen meanwhile is done then.

/**
 * @param {HTMLIFrameElement} frame @param {URL} base @param {string} version @param {string} lang
 * @returns {Promise<boolean>} whether it is shown
 */
export async function early(frame, base, version, lang) {
  if (location.pathname !== base.pathname || location.search || location.hash.startsWith('#game=')) return false;
  let text = await last(base, version);
  if (!text && navigator.serviceWorker.controller) return false; // games may be here, of which that page knows nothing
  unknown = !text;
  text ||= await first(base, lang);
  if (!text) return false;
  frame.srcdoc = text;
  await readable(frame, 'about:srcdoc');
  frame.contentDocument?.addEventListener('click', note, true);
  frame.contentDocument?.addEventListener('submit', note, true);
  return true;
}

/** Python is about to answer: the page that is wanted instead of the one shown early. @param {HTMLIFrameElement} frame @param {string} address */
export async function goOn(frame, address) {
  if (unknown) await fetch(address).catch(() => {}); // whoever comes for the first time is known from this answer on
  const page = /** @type {Document} */ (frame.contentDocument);
  page.removeEventListener('click', note, true);
  page.removeEventListener('submit', note, true);
  if (wanted) wanted.click();
  else frame.contentWindow?.location.replace(address);
}

/** Nothing was ever answered here. */
let unknown = false;
/** What was clicked before anybody could answer. @type {any} */
let wanted = null;

/** @param {Event} event */
function note(event) {
  const chosen = /** @type {Element} */ (event.target).closest('a[href], form button');
  if (!chosen && event.type === 'click') return;
  event.preventDefault();
  event.stopPropagation();
  if (chosen) wanted = chosen;
}

/** Until a page other than the one before can be read; its pictures may come later. @param {HTMLIFrameElement} frame @param {string} address */
export function readable(frame, address) {
  return new Promise(done => {
    const look = () => {
      const page = frame.contentDocument;
      if (page && page.readyState !== 'loading' && (page.URL === address || (!address && !page.URL.startsWith('about:')))) done(true);
      else setTimeout(look, 15);
    };
    look();
  });
}

/** @param {URL} base @param {string} version */
async function last(base, version) {
  const found = await (await caches.open(`kempelen-${version}`)).match(base.href);
  return found ? found.text() : '';
}

/** @param {URL} base @param {string} lang */
async function first(base, lang) {
  const answer = await fetch(new URL(`home/${lang}.html`, base)).catch(() => null);
  return answer?.ok ? (await answer.text()).replaceAll('/ROOT-OF-THIS-FOLDER', base.pathname.replace(/\/$/, '')) : '';
}
