import os

import pytest

from kempelen.store import sqlite
from tests.e2e.devices import Devices
from tests.e2e.framed import Framed
from tests.e2e.judging import axe
from tests.site.conftest import built
from tests.site.device import Host
from tests.web.people import PATIENCE, Running, settings, the_same_games

__all__ = ["axe", "built", "the_same_games"]

FOLDER = os.environ.get("KEMPELEN_TEST_HOME") == "folder"
"""All tests in the other home: the built folder and a plain file server; `make prove ONLY=site` does that. Those marked
`both_homes` run in both every time."""
SERVER_HOME, FOLDER_HOME = "server", "folder"
ONLY_ON_A_SERVER = {
    "test_two_people_do_not_see_each_others_hands": "other people come by a link to a server",
    "test_a_server_that_is_killed_and_comes_back": "no server can be killed; tests/site/test_device.py kills the browser",
    "test_workbench.py": "the workbench needs processes",
    "test_the_workbench_in_its_states": "the workbench needs processes",
    "test_a_page[/key]": "whose games they are need not be proved on a device",
    "test_a_page_in_german_and_dark[/key]": "whose games they are need not be proved on a device",
    "test_a_page[/workbench/tactics]": "the workbench needs processes",
    "test_a_page[/workbench/saboteur/words]": "the workbench needs processes",
    "test_a_page[/experiments]": "experiments need processes",
    "test_without_script_names_and_deleting_work": "without scripts there is no Python on a device",
    "test_a_card_of_the_adviser_on_a_phone[False]": "without scripts there is no Python on a device",
    "test_long_rules_are_folded_and_opened_by_what_leads_there[False]": "without scripts there is no Python on a device",
    "test_a_guest_takes_a_table_off_his_list": "other people come by a link to a server",
    "test_a_table_takes_little_from_a_server": "a table comes from the device; test_a_table_is_light weighs it there, unpacked",
}

"""Why, by the name of a file, of a test or of one case of it."""


def pytest_collection_modifyitems(items):
    for item in items if FOLDER else ():
        names = (item.path.name, item.originalname, item.name)
        for why in {ONLY_ON_A_SERVER[name] for name in names if name in ONLY_ON_A_SERVER}:
            item.add_marker(pytest.mark.skip(reason=why))


def pytest_generate_tests(metafunc):
    if metafunc.definition.get_closest_marker("both_homes") is not None and not FOLDER:
        metafunc.parametrize("home", [SERVER_HOME, FOLDER_HOME], indirect=True)


@pytest.fixture
def home(request):
    """Where the app runs: at a server, or on the device from a folder of files."""
    return getattr(request, "param", FOLDER_HOME if FOLDER else SERVER_HOME)


@pytest.fixture
def handed(home):
    """The page from which a table is handed on: by links to a server, or as a file or a code from a device."""
    return "take" if home == FOLDER_HOME else "share"


@pytest.fixture
def base(request, home):
    """The address of a server with an empty file of games, or of the folder in which everything runs on the device."""
    return request.getfixturevalue(f"{home}_base")


SAME_DICE = """
let turn = 1;
crypto.getRandomValues = into => {
  const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
  for (let n = 0; n < bytes.length; n++) bytes[n] = (turn = (Math.imul(turn, 1103515245) + 12345) >>> 0) >>> 24;
  return into;
};
"""
"""For the worker: what a device draws is the same after every start, as `the_same_games` has it at a server."""


@pytest.fixture(scope="session")
def folder_base(tmp_path_factory, built):
    """The built folder, apart from chance as it is."""
    place = tmp_path_factory.mktemp("host") / "games" / "kempelen"
    place.mkdir(parents=True)
    for file in built.iterdir():
        if file.name == "worker.js":
            (place / file.name).write_text(file.read_text("utf-8") + SAME_DICE, "utf-8")
        else:
            (place / file.name).symlink_to(file)
    host = Host(place.parents[1])
    yield host.base.rstrip("/")
    host.close()


@pytest.fixture(scope="session")
def server_base(tmp_path_factory):
    kept, sqlite.SYNCHRONOUS = sqlite.SYNCHRONOUS, "OFF"
    place = tmp_path_factory.mktemp("e2e")
    with Running(settings(place, experiments=place)) as running:
        sqlite.SYNCHRONOUS = kept  # the server has its connection by now; other tests want to see what is usual
        yield running.base


SLOW = int(os.environ.get("KEMPELEN_TEST_SLOW", "0"))
"""How many times slower every window works: with 20 a test fails that looks at a page before it is there."""


def slowed(context, page):
    if SLOW:
        line = context.new_cdp_session(page)
        line.send("Emulation.setCPUThrottlingRate", {"rate": SLOW})
        line.send("Network.enable")
        late = {"offline": False, "latency": 20 * SLOW, "downloadThroughput": -1, "uploadThroughput": -1}
        line.send("Network.emulateNetworkConditions", late)
    return page


@pytest.fixture(scope="session")
def devices(browser, folder_base):
    kept = Devices(browser, folder_base)
    yield kept
    kept.close()


MEDIA = ("color_scheme", "reduced_motion")
"""What can be changed in an open window, by its name among what a new one takes."""


TWICE = "duplicate ids"
"""A mere warning of what lays a new page over the old one, and still a mistake: two things of a page have one name."""


@pytest.fixture
def visit(request, browser, base, home):
    """Windows that share nothing with each other; whatever goes wrong in one fails the test, unless it is expected."""
    problems, leave = [], []

    def listen(context, expected):
        def broken(wrong):
            problems.append(wrong.error.stack or str(wrong.error))

        def said(line):
            if (line.type == "error" or TWICE in line.text) and expected not in line.text:
                problems.append(line.text)

        context.on("weberror", broken)
        context.on("console", said)
        return lambda: (context.remove_listener("weberror", broken), context.remove_listener("console", said))

    def come(width=1280, height=860, lang="en", expected="nothing", **more):
        more, size = {"reduced_motion": "reduce"} | more, {"width": width, "height": height}
        if FOLDER and more.keys() <= set(MEDIA):
            return lent(lang, size, expected, more)
        context = browser.new_context(viewport=size, locale=lang, has_touch=width < 700, **more)
        context.set_default_timeout(PATIENCE * 1000)
        listen(context, expected)
        leave.append(context.close)
        page = slowed(context, context.new_page())
        return Framed(page, base) if home == FOLDER_HOME else page

    def lent(lang, size, expected, media):
        devices, touch = request.getfixturevalue("devices"), size["width"] < 700
        context = devices.lend(lang, touch)
        deaf = listen(context, expected)
        page = slowed(context, context.new_page())
        page.set_viewport_size(size)
        page.emulate_media(**media)
        framed = Framed(page, base)
        leave.append(lambda: context.close() if framed.changed else devices.take_back(context, lang, touch))
        leave.append(deaf)
        return framed

    yield come
    for go in reversed(leave):
        go()
    assert not problems
