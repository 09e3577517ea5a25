// What a store writes on a device, and when it waits for the disk: node power.mjs RUNTIME FILES.MJS WORK LOCK; WORK has writes.py and gets log.json.
import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {gunzipSync} from 'node:zlib';

const [runtime, filesModule, work, lock] = process.argv.slice(2);
const {loadPyodide} = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const {mountFiles} = await import(pathToFileURL(filesModule).href);

/** @type {any[]} */
const log = [];

/** As a browser's own file, but it notes what is done. */
class Noted {
  constructor(name) {
    this.name = name;
    this.bytes = new Uint8Array(0);
  }

  getSize() {
    return this.bytes.length;
  }

  read(into, {at}) {
    const part = this.bytes.subarray(at, at + into.length);
    into.set(part);
    return part.length;
  }

  write(from, {at}) {
    log.push(['write', this.name, at, Buffer.from(from).toString('base64')]);
    if (at + from.length > this.bytes.length) this.grow(at + from.length);
    this.bytes.set(from, at);
    return from.length;
  }

  truncate(size) {
    log.push(['truncate', this.name, size]);
    this.grow(size);
  }

  grow(size) {
    const more = new Uint8Array(size);
    more.set(this.bytes.subarray(0, size));
    this.bytes = more;
  }

  flush() {
    log.push(['flush', this.name]);
  }
}

const library = join(work, 'python_stdlib.zip');
writeFileSync(library, gunzipSync(readFileSync(`${runtime}/python_stdlib.pack`)));
const python = await loadPyodide({indexURL: `${runtime}/`, lockFileContents: lock, stdLibURL: library});
const slots = new Map(['games.sqlite', 'games.sqlite-wal', 'games.sqlite-journal'].map(name => [name, new Noted(name)]));
const files = {slots, dirty: new Set()};
mountFiles(python, '/games', files);
// as the worker does before it tells of an answer
python.globals.set('answered', number => {
  for (const name of files.dirty) slots.get(name).flush();
  files.dirty.clear();
  log.push(['answered', number]);
});
python.runPython(readFileSync(join(work, 'writes.py'), 'utf-8'));
writeFileSync(join(work, 'log.json'), JSON.stringify(log));
