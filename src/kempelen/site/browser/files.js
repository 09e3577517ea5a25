// Games on the device: files in the browser's own file system, or in its database where there is none.

const NAMES = ['games.sqlite', 'games.sqlite-wal', 'games.sqlite-journal', 'games.sqlite.before', 'jar-0.json', 'jar-1.json', 'version.txt'];

/** A file in memory, until it is laid into the database. */
class Held {
  /** @param {Uint8Array=} bytes */
  constructor(bytes) {
    this.bytes = bytes || new Uint8Array(0);
    this.size = this.bytes.length;
  }

  getSize() {
    return this.size;
  }

  read(into, {at}) {
    const part = this.bytes.subarray(at, Math.min(this.size, at + into.length));
    into.set(part);
    return part.length;
  }

  write(from, {at}) {
    this.truncate(Math.max(this.size, at + from.length));
    this.bytes.set(from, at);
    return from.length;
  }

  truncate(size) {
    if (size > this.bytes.length) {
      const more = new Uint8Array(Math.max(size, 2 * this.bytes.length));
      more.set(this.bytes.subarray(0, this.size));
      this.bytes = more;
    }
    this.bytes.fill(0, Math.min(size, this.size), this.size);
    this.size = size;
  }

  flush() {}
}

async function ownFiles(folder) {
  const root = await navigator.storage.getDirectory();
  const place = await root.getDirectoryHandle(folder, {create: true});
  const opened = NAMES.map(async name => /** @type {const} */ ([name, await handle(await place.getFileHandle(name, {create: true}))]));
  return new Map(await Promise.all(opened));
}

/** A window that was closed just now may hold its files for another moment. */
async function handle(file) {
  for (let turn = 0; ; turn++) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (turn > 50 || error.name !== 'NoModificationAllowedError') throw error;
      await new Promise(done => setTimeout(done, 100));
    }
  }
}

function database(folder) {
  return new Promise((done, fail) => {
    const asked = indexedDB.open(folder, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore('files');
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => fail(asked.error);
  });
}

const answer = asked => new Promise((done, fail) => {
  asked.onsuccess = () => done(asked.result);
  asked.onerror = () => fail(asked.error);
});

/**
 * The games' files. `flush` returns when everything written is on the device.
 * @param {string} folder
 */
export async function openFiles(folder) {
  const dirty = new Set();
  if (navigator.storage?.getDirectory && self.FileSystemSyncAccessHandle) {
    const slots = await ownFiles(folder);
    const flush = async () => {
      for (const name of dirty) slots.get(name).flush();
      dirty.clear();
    };
    return {slots, dirty, flush, kind: 'files'};
  }
  const db = await database(folder);
  const slots = new Map();
  const store = db.transaction('files').objectStore('files');
  for (const name of NAMES) slots.set(name, new Held(await answer(store.get(name))));
  const flush = async () => {
    if (!dirty.size) return;
    const writing = db.transaction('files', 'readwrite', {durability: 'strict'});
    const written = [...dirty];
    dirty.clear(); // what changes while this is written is written next time
    for (const name of written) writing.objectStore('files').put(slots.get(name).bytes.slice(0, slots.get(name).size), name);
    try {
      await new Promise((done, fail) => {
        writing.oncomplete = done;
        writing.onerror = writing.onabort = () => fail(writing.error);
      });
    } catch (error) {
      for (const name of written) dirty.add(name);
      throw error;
    }
  };
  return {slots, dirty, flush, kind: 'database'};
}

/** What Python sees of them: a folder of these files; an empty one counts as not there. */
export function mountFiles(python, path, files) {
  const {FS, ERRNO_CODES} = python;
  const error = code => new FS.ErrnoError(code);
  const ENOENT = 44;
  const ENOSPC = 51;
  const made = new Set([...files.slots].filter(([, slot]) => slot.getSize()).map(([name]) => name));
  const slotOf = node => files.slots.get(node.name);
  const attributes = node => {
    const folder = FS.isDir(node.mode);
    const size = folder ? 4096 : slotOf(node).getSize();
    const then = new Date(0);
    return {dev: 1, ino: node.id, mode: node.mode, nlink: 1, uid: 0, gid: 0, rdev: 0, size, atime: then, mtime: then, ctime: then, blksize: 4096, blocks: Math.ceil(size / 4096)};
  };
  const changing = (node, change) => {
    files.dirty.add(node.name);
    return doing(node, change);
  };
  const doing = (node, change) => {
    try {
      return change(slotOf(node));
    } catch (wrong) {
      if (wrong.name === 'QuotaExceededError') {
        self.postMessage({full: true});
        throw error(ENOSPC);
      }
      throw wrong;
    }
  };
  const node_ops = {
    getattr: attributes,
    setattr(node, given) {
      if (given.mode !== undefined) node.mode = given.mode;
      if (given.size !== undefined) changing(node, slot => slot.truncate(given.size));
    },
    lookup(parent, name) {
      if (!made.has(name)) throw error(ENOENT);
      return node(parent, name, 0o100666);
    },
    mknod(parent, name, mode) {
      if (!files.slots.has(name)) throw error(ENOENT);
      made.add(name);
      return node(parent, name, mode);
    },
    unlink(parent, name) {
      made.delete(name);
      files.dirty.add(name);
      files.slots.get(name).truncate(0);
    },
    readdir: () => ['.', '..', ...made],
  };
  const stream_ops = {
    open() {},
    close() {},
    read: (stream, buffer, offset, length, at) => slotOf(stream.node).read(buffer.subarray(offset, offset + length), {at}),
    write: (stream, buffer, offset, length, at) => changing(stream.node, slot => slot.write(buffer.subarray(offset, offset + length), {at})),
    llseek(stream, offset, whence) {
      return whence === 1 ? stream.position + offset : whence === 2 ? slotOf(stream.node).getSize() + offset : offset;
    },
    // SQLite's own waiting, so that nothing overtakes what it needs; the file stays dirty, for an answer waits for all of them
    fsync: stream => void doing(stream.node, slot => slot?.flush()), // the folder has nothing to wait for
  };
  function node(parent, name, mode) {
    const made = FS.createNode(parent, name, mode, 0);
    made.node_ops = node_ops;
    made.stream_ops = stream_ops;
    return made;
  }
  FS.mkdirTree(path);
  FS.mount({mount: () => node(null, '/', 0o40777), syncfs: (_mount, _populate, done) => done(null)}, {}, path);
}
