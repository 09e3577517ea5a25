// What `homes.answer` says in the Python of a built folder: node homes.mjs FOLDER JOBS ANSWERS
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {pathToFileURL} from 'node:url';
import {gunzipSync} from 'node:zlib';

process.on('uncaughtException', error => {
  console.error(String(error?.message || error));
  process.exit(1);
});

const [folder, jobs, answers] = process.argv.slice(2);
const engine = mkdtempSync(join(tmpdir(), 'kempelen-'));
for (const name of ['pyodide.mjs', 'pyodide.asm.mjs', 'pyodide.asm.wasm']) writeFileSync(join(engine, name), readFileSync(join(folder, 'runtime', name)));
writeFileSync(join(engine, 'package.json'), '{"type": "module"}');
writeFileSync(join(engine, 'python_stdlib.zip'), gunzipSync(readFileSync(join(folder, 'runtime/python_stdlib.pack'))));
const lock = /const LOCK = '(.*)';/.exec(readFileSync(join(folder, 'worker.js'), 'utf-8'))[1];
const {loadPyodide} = await import(pathToFileURL(join(engine, 'pyodide.mjs')).href);
const python = await loadPyodide({indexURL: `${engine}/`, lockFileContents: lock});
const pack = gunzipSync(readFileSync(join(folder, 'app.pack')));
let at = 4 + pack.readUInt32LE(0);
for (const [path, size] of JSON.parse(pack.toString('utf-8', 4, at))) {
  const place = `/lib/python3.14/site-packages/${path}`;
  python.FS.mkdirTree(place.replace(/\/[^/]*$/, ''));
  python.FS.writeFile(place, new Uint8Array(pack.subarray(at, at + size)));
  at += size;
}
writeFileSync(answers, python.pyimport('kempelen.site.homes').answer(readFileSync(jobs, 'utf-8')));
rmSync(engine, {recursive: true});
