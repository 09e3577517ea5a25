// Compiles Python files with the very Python that will run them: node compile.mjs RUNTIME FOLDER
// FOLDER has jobs.json, [[file, the name it is to have], ...]; beside each file.py its file.pyc is laid.
import {readFileSync} from 'node:fs';
import {pathToFileURL} from 'node:url';

process.on('uncaughtException', error => {
  console.error(String(error?.message || error)); // not the line of a megabyte in which it happened
  process.exit(1);
});

const [runtime, folder] = process.argv.slice(2);
const {loadPyodide} = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
const lock = JSON.stringify({info: JSON.parse(readFileSync(`${folder}/info.json`, 'utf-8')), packages: {}});
// columns are for pointing into a line of a source, which is not there; the lines themselves stay
const env = {PYTHONNODEBUGRANGES: '1'};
const python = await loadPyodide({indexURL: `${runtime}/`, lockFileContents: lock, env});
python.FS.mkdir('/jobs');
python.FS.mount(python.FS.filesystems.NODEFS, {root: folder}, '/jobs');
python.runPython(`
import json
from importlib._bootstrap_external import _code_to_hash_pyc
from importlib.util import source_hash

for file, name in json.load(open("/jobs/jobs.json")):
    with open(f"/jobs/{file}.py", "rb") as source:
        text = source.read()
    code = compile(text, name, "exec", dont_inherit=True, optimize=2)
    with open(f"/jobs/{file}.pyc", "wb") as out:
        out.write(_code_to_hash_pyc(code, source_hash(text), False))
`);
