// Python, in a worker of the window that has the lock.
import {mountFiles, openFiles} from './files.js';
import {loadPyodide} from './runtime/pyodide.mjs';
import {attempt, keep, kept, tried} from './snapshot.js';

const LOCK = '@LOCK@';
const PLACE = '/lib/python3.14/site-packages';
const GAMES = '/games';
const marks = {};
const mark = name => void (marks[name] = Math.round(performance.now()));

self.onmessage = ({data}) => {
  if (data.begin) begin(data.begin).catch(error => self.postMessage({failed: String(error?.stack || error)}));
  if (data.port) listen(data.port);
  if (data.photograph) photograph(data.photograph).catch(error => self.postMessage({failed: String(error?.stack || error)}));
};

let python = null;
let bridge = null;
let files = null;
let told = Promise.resolve();

/** @param {{root: string, address: string, version: string, plain: boolean}} wish */
async function begin({root, address, version, plain}) {
  // everything is fetched and unpacked at once, beside each other; the engine is compiled meanwhile, too
  const engine = WebAssembly.compileStreaming(fetch(new URL('runtime/pyodide.asm.wasm', self.location.href))).catch(() => null);
  import('./runtime/pyodide.asm.mjs'); // Pyodide asks for it later, and finds it read
  const pack = unpacked();
  const library = unzipped('runtime/python_stdlib.pack');
  const [picture, opening] = await Promise.all([plain ? null : kept(version), openFiles('kempelen')]);
  files = opening;
  mark('files');
  python = await booted(library, picture ? {_loadSnapshot: picture.bytes} : {});
  await engine;
  mark(picture ? 'restored' : 'python');
  lay(python, await pack);
  self.postMessage({loaded: true});
  mark('unpacked');
  python.runPython('import gc; gc.disable()'); // what is loaded now stays; looking for garbage in it takes time
  mountFiles(python, GAMES, files);
  const opened = python.pyimport('kempelen.site.bridge');
  mark('imported');
  bridge = await opened.open_app(GAMES, root, address, version);
  python.runPython('gc.freeze(); gc.enable()');
  await files.flush().catch(full); // what is there can be read without room for more
  mark('opened');
  self.postMessage({ready: true, fresh: !picture && !plain, marks});
  if (picture) await tried(version);
}

/**
 * Another Python that loads everything, is asked for the pages that come first, and of whose memory a picture is kept.
 * Nobody waits for it: the first start goes on meanwhile.
 * @param {{version: string}} wish
 */
async function photograph({version}) {
  if (await attempt(version)) {
    const pack = unpacked();
    const made = await booted(unzipped('runtime/python_stdlib.pack'), {_makeSnapshot: true});
    lay(made, await pack);
    made.runPython(`from kempelen.site.rehearsal import prepare; prepare(${JSON.stringify(self.navigator.languages.join(','))}); del prepare`);
    await keep(version, made.makeMemorySnapshot());
  }
  self.postMessage({photographed: true});
}

/** Python, with what Pyodide is told besides. @param {Promise<ArrayBuffer>} library @param {object} more */
async function booted(library, more) {
  const indexURL = new URL('runtime/', self.location.href).href;
  const stdLibURL = URL.createObjectURL(new Blob([await library]));
  return loadPyodide({indexURL, lockFileContents: LOCK, stdLibURL, ...more});
}

/** The app's files, [path, bytes]: the length of a list, the list, the contents. */
async function unpacked() {
  const whole = new Uint8Array(await unzipped('app.pack'));
  const length = new DataView(whole.buffer).getUint32(0, true);
  let at = 4 + length;
  return JSON.parse(new TextDecoder().decode(whole.subarray(4, at))).map(([path, size]) => {
    const bytes = whole.subarray(at, at + size);
    at += size;
    return [path, bytes];
  });
}

/** @param {string} file @returns {Promise<ArrayBuffer>} */
async function unzipped(file) {
  const answer = await fetch(new URL(file, self.location.href));
  if (!answer.ok || !answer.body) throw new Error(`${file}: ${answer.status}`);
  return new Response(answer.body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer();
}

function lay(python, pack) {
  const made = new Set();
  for (const [path, bytes] of pack) {
    const folder = `${PLACE}/${path}`.replace(/\/[^/]*$/, '');
    if (!made.has(folder)) {
      python.FS.mkdirTree(folder);
      made.add(folder);
    }
    python.FS.writeFile(`${PLACE}/${path}`, bytes, {canOwn: true});
  }
}

// -- requests

/** The window says that there is no room; anything else is not expected. @param {any} error */
function full(error) {
  if (error?.name !== 'QuotaExceededError') throw error;
  self.postMessage({full: true});
}

const NO_ROOM = 507;

/** What is said instead of answers that are not on the device; what was begun before goes on. @param {any[]} messages */
function refused(messages) {
  const begun = new Set(messages.filter(one => one.status).map(one => one.id));
  const told = [...begun].flatMap(id => [{id, status: NO_ROOM, headers: []}, {id, end: true}]);
  return [...messages.filter(one => !begun.has(one.id)), ...told];
}

function listen(port) {
  let gathered = [];
  let given = [];
  /**
   * Whatever was written is on the device before anybody is told. What Python says in one go is told together: a whole
   * answer is one message.
   * @param {any} message @param {Transferable=} with_it
   */
  const tell = (message, with_it) => {
    if (with_it) given.push(with_it);
    if (gathered.push(message) > 1) return;
    told = told.then(async () => {
      const [messages, transferred] = [gathered, given];
      gathered = [];
      given = [];
      try {
        if (files.dirty.size) await files.flush();
      } catch (error) {
        full(error);
        return port.postMessage(refused(messages));
      }
      port.postMessage(messages, transferred);
    }).catch(error => self.postMessage({failed: String(error?.stack || error)}));
  };
  const answers = {
    start: (id, status, headers) => tell({id, status, headers: JSON.parse(headers)}),
    body(id, content) {
      const body = content.toJs();
      tell({id, body}, body.buffer);
    },
    end: id => tell({id, end: true}),
  };
  const ask = bridge.ask;
  port.onmessage = ({data}) => {
    if (data.cancel) return bridge.cancel(data.cancel);
    const body = python.toPy(data.body ? new Uint8Array(data.body) : new Uint8Array(0));
    ask(answers, data.ask, data.method, data.path, data.query, JSON.stringify(data.headers), body);
  };
}
