// A picture of Python's memory, taken after the first start of a version: later starts begin from there.
// This rests on an interface of Pyodide that may change, so whoever fails with it once starts without it from then on.

const ON = true;
const CACHE = 'kempelen-picture';
const ATTEMPTS = 3; // so often one is begun: a device without the room for a second Python would fail for ever
const place = (version, what) => new URL(`${what}/${version}`, self.location.href).href;

/** The picture of this version, while it is still being read; null if there is none, or if the last start with it did not come to its end. */
export async function kept(version) {
  if (!ON) return null;
  const cache = await caches.open(CACHE);
  const found = await cache.match(place(version, 'picture'));
  if (!found) return null;
  if (await cache.match(place(version, 'trying'))) {
    await cache.delete(place(version, 'picture')); // the mark stays: it is not tried again
    return null;
  }
  const bytes = found.arrayBuffer(); // read while the mark is written
  await cache.put(place(version, 'trying'), new Response('1'));
  return {bytes};
}

/** The start with it has come to its end. */
export async function tried(version) {
  await (await caches.open(CACHE)).delete(place(version, 'trying'));
}

/** Whether to take one: none is there, none has failed, and it was not begun in vain too often. */
export async function attempt(version) {
  if (!ON) return false;
  const cache = await caches.open(CACHE);
  if ((await cache.match(place(version, 'picture'))) || (await cache.match(place(version, 'trying')))) return false;
  const before = Number((await (await cache.match(place(version, 'attempts')))?.text()) || 0);
  await cache.put(place(version, 'attempts'), new Response(String(before + 1)));
  return before < ATTEMPTS;
}

/** Keep it, and none of other versions; not if this device has failed with it. */
export async function keep(version, picture) {
  try {
    const cache = await caches.open(CACHE);
    if (await cache.match(place(version, 'trying'))) return;
    for (const other of await cache.keys()) if (!other.url.endsWith(version)) await cache.delete(other);
    await cache.put(place(version, 'picture'), new Response(picture));
  } catch (error) {
    console.warn('no picture is kept', error); // no room: the next start takes a little longer
  }
}
