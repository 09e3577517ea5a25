// The line to the server: news by server-sent events, and a note when it is gone.
import {path, table, words} from './page.js';

/** @type {EventSource | null} */
let line = null;
/** @type {(tick: string) => void} */
let onNews = () => {};

/** @param {(tick: string) => void} changed there may be something new to see: how the table is marked now */
export function listen(changed) {
  onNews = changed;
  connect();
}

function connect() {
  if (line || document.hidden) return;
  line = new EventSource(path('events'));
  line.addEventListener('changed', event => {
    lost(false);
    if (event.data !== table().dataset.tick) onNews(event.data);
  });
  line.addEventListener('error', () => {
    lost(true);
    if (line?.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
    line = null;
    setTimeout(connect, 3000);
  });
}

document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    line?.close();
    line = null;
  } else {
    connect();
  }
});

let lostSince = 0;

/** @param {boolean} is */
export function lost(is) {
  const note = document.querySelector('.line-lost');
  if (!is) {
    lostSince = 0;
    note?.remove();
  } else if (!lostSince) {
    lostSince = Date.now();
    setTimeout(() => {
      if (!lostSince || document.querySelector('.line-lost')) return;
      const made = document.createElement('p');
      made.className = 'line-lost';
      made.setAttribute('role', 'status');
      made.textContent = words.lost || '';
      document.body.append(made);
    }, 2500);
  }
}
