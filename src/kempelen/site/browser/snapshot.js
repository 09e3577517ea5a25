// A picture of Python's memory, taken at the first start of a version: later starts begin from there.
// This rests on an interface of Pyodide that may change, so whoever fails with it once starts without it from then on.

const ON = true;
const CACHE = 'kempelen-picture';
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
  await cache.put(place(version, 'trying'), new Response('1'));
  return {bytes: found.arrayBuffer()};
}

/** The start with it has come to its end. */
export async function tried(version) {
  await (await caches.open(CACHE)).delete(place(version, 'trying'));
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
