"""What a device lacks or spoils: a picture of the memory that is none, no file system of its own, no room."""

import pytest

from kempelen.engine.game import say_in
from tests.e2e.clicks import choose, expect, press, settled, version
from tests.site.device import Host, app, changed, shown
from tests.site.hands import begin, window_of

SPOIL = """async version => {
  const cache = await caches.open('kempelen-picture');
  await cache.put(new URL(`picture/${version}`, document.baseURI), new Response(new Uint8Array(5e6).fill(7)));
}"""
PICTURES = (
    """async () => (await (await caches.open('kempelen-picture')).keys()).map(one => one.url.split('/').at(-2))"""
)

FULL = """
/** Whether there is room is a file of the host's, outside the app: it can be changed while Python works. */
function isFull() {
  const asked = new XMLHttpRequest();
  asked.open('GET', `/room.txt?${Math.random()}`, false);
  asked.send();
  return asked.responseText === 'none';
}
const noRoom = () => new DOMException('no room', 'QuotaExceededError');
"""
OWN_FILES = """
const {write} = FileSystemSyncAccessHandle.prototype;
FileSystemSyncAccessHandle.prototype.write = function (...what) {
  if (isFull()) throw noRoom();
  return write.apply(this, what);
};
"""
DATABASE = """
delete StorageManager.prototype.getDirectory;
const {transaction} = IDBDatabase.prototype;
IDBDatabase.prototype.transaction = function (...how) {
  const begun = transaction.apply(this, how);
  if (how[1] === 'readwrite' && isFull()) {
    Object.defineProperty(begun, 'error', {value: noRoom()});
    queueMicrotask(() => begun.abort());
  }
  return begun;
};
"""
STORAGES = {"files": OWN_FILES, "database": DATABASE}
SAID = {"files": "perhaps its storage is full", "database": "did not manage to answer"}
"""At the table: Python finds out by itself that a file cannot be written, or the worker does when it has answered."""
KINDS = """async () => {
  const found = [];
  for await (const name of (await navigator.storage.getDirectory()).keys()) found.push(name);
  return [found, (await indexedDB.databases()).map(one => one.name)];
}"""


def asked(window):
    settled(window_of(window))
    return app(window).locator("#prompt").inner_text(), version(window_of(window))


def choose_in_vain(page, said):
    """A choice made to its end; the table says that it is not kept."""
    for _ in range(6):
        if page.locator("#commit").count():
            break
        press(page, 1)
        settled(page)
    page.click("#commit")
    expect(page.locator(".message")).to_contain_text(said)


def again(window):
    """Loaded anew, with another Python."""
    window.reload()
    return shown(window)


def test_a_spoiled_picture_of_the_memory_costs_one_slow_start(switch_on, host, tmp_path):
    device = switch_on(tmp_path / "profile", expected="Pyodide")
    window = device.open(host.base)
    begin(window, "saboteur")
    before = asked(window)
    window.evaluate(SPOIL, version_of(window))
    again(window)
    assert asked(window) == before
    assert set(window.evaluate(PICTURES)) >= {"picture", "trying"}, "it was tried"
    again(window)
    assert asked(window) == before
    assert "picture" not in window.evaluate(PICTURES), "and is not tried again"
    device.close()


def version_of(window):
    """The version of the folder, as the cache of its files is called."""
    names = window.evaluate("caches.keys()")
    return next(name for name in names if name != "kempelen-picture").removeprefix("kempelen-")


def test_a_start_that_takes_too_long_is_begun_once_more(switch_on, built, tmp_path):
    """The first Python is given up; the second one gets its files."""
    folder = changed(built, tmp_path / "host")
    text = (folder / "shell.js").read_text("utf-8")
    (folder / "shell.js").unlink()
    (folder / "shell.js").write_text(text.replace("PATIENCE = 90000", "PATIENCE = 1"), "utf-8")
    host = Host(tmp_path / "host")
    device = switch_on(tmp_path / "profile")
    begin(device.open(host.base), "saboteur")
    device.close()
    host.close()


@pytest.mark.parametrize("kind", STORAGES)
def test_games_on_a_full_device_are_safe_and_go_on_when_there_is_room(switch_on, built, tmp_path, kind):
    """In the browser's file system and, where it has none, in its database."""
    changed(built, tmp_path / "host", worker=FULL + STORAGES[kind])
    room = tmp_path / "host" / "room.txt"
    room.write_text("much", "utf-8")
    host = Host(tmp_path / "host")
    device = switch_on(tmp_path / "profile", expected="Failed to load")
    window = device.open(host.base)
    begin(window, "saboteur")
    before = asked(window)
    if kind == "database":
        assert window.evaluate(KINDS) == [[], ["kempelen"]]
    again(window)
    assert asked(window) == before

    room.write_text("none", "utf-8")
    choose_in_vain(window_of(window), SAID[kind])
    expect(window.locator("#note-said")).to_have_text(say_in("en")("site.shell.full"))
    assert app(window).locator("#table").get_attribute("data-version") == str(before[1]), "it is not acknowledged"
    again(window)  # what was kept can be read without room
    assert asked(window) == before
    choose_in_vain(window_of(window), SAID[kind])

    room.write_text("much", "utf-8")
    again(window)
    now = asked(window)
    if kind == "files":
        assert now == before
    else:  # what only the device's database had refused may have been written meanwhile: nothing is lost
        assert now[1] >= before[1]
    choose(window_of(window), 1)
    app(window).locator(f"#table:not([data-version='{now[1]}'])").wait_for(state="attached")
    after = asked(window)
    again(window)
    assert asked(window) == after
    device.close()
    host.close()
