// The shortest way for an answer: from the window that has Python straight to its worker, and what comes of it straight
// back. By the service worker it would wait for four more turns of others; everything else goes that way.

const ANSWER = /\/tables\/[^/]+\/answer$/;
const PATIENCE = 90000;

/** @typedef {{take: (response: Response) => void, into: ReadableStreamDefaultController<Uint8Array> | null, timer: number}} Asked */

/** A line to Python by which answers are sent. @param {MessagePort} port */
export function nearLine(port) {
  /** @type {Map<string, Asked>} */
  const open = new Map();
  let last = 0;
  port.onmessage = ({data}) => {
    for (const one of data) hear(open, one);
  };
  /** @param {URL} url @param {RequestInit} how @returns {Promise<Response>} */
  return (url, how) => new Promise(take => {
    const id = `near-${++last}`;
    const late = () => {
      open.delete(id);
      take(new Response('', {status: 504}));
    };
    open.set(id, {take, into: null, timer: window.setTimeout(late, PATIENCE)});
    const headers = [['accept-language', navigator.languages.join(',')], ...new Headers(how.headers)];
    const body = new TextEncoder().encode(String(how.body)).buffer;
    port.postMessage({ask: id, method: 'POST', path: decodeURIComponent(url.pathname), query: url.search.slice(1), headers, body}, [body]);
  });
}

/** A piece of what Python says. @param {Map<string, Asked>} open @param {any} said */
function hear(open, said) {
  const asked = open.get(said.id);
  if (!asked) return;
  if (said.status) {
    clearTimeout(asked.timer);
    const content = new ReadableStream({start: into => void (asked.into = into)});
    asked.take(new Response(content, {status: said.status, headers: said.headers}));
  } else if (said.body) {
    asked.into?.enqueue(said.body);
  } else if (said.end) {
    open.delete(said.id);
    asked.into?.close();
  }
}

/** Answers of a page go by this line as long as there is one. @param {any} page a window @param {() => ReturnType<typeof nearLine> | null} line */
export function shorten(page, line) {
  const {fetch} = page;
  page.fetch = (what, how) => {
    const ask = line();
    if (!ask || how?.method !== 'POST' || typeof how.body !== 'string') return fetch.call(page, what, how);
    const url = new URL(what, page.location.href);
    return ANSWER.test(url.pathname) && url.origin === location.origin ? ask(url, how) : fetch.call(page, what, how);
  };
}
