"""How a person plays in a browser: looks until it is his turn, clicks what is lit up, chooses from the list."""

READY = "#table:not(.busy)"
ASKED = f"{READY} #choices button"
SETTLED = f"{ASKED}, {READY} #next, {READY}[data-over]"


def settled(page):
    """Until somebody is asked, an automa waits for a click, or it is over."""
    page.locator(SETTLED).first.wait_for()


def version(page):
    return int(page.locator("#table").get_attribute("data-version"))


def over(page):
    return page.locator("#table[data-over]").count() > 0


def changed(page, before):
    """Until the table is another one than this version."""
    page.locator(f"{READY}:not([data-version='{before}'])").wait_for()
    settled(page)


def choose(page, turn):
    """Click what is lit up, one after the other, or choose from the list, until something has been done."""
    settled(page)
    before = version(page)
    for click in range(12):
        if over(page) or version(page) != before:
            return
        if (going := page.locator("#next")).count():
            going.click()
            settled(page)
            continue
        live = page.locator("#table .live")
        buttons = page.locator("#choices button")
        if click < 3 and (turn + click) % 2 == 0 and (there := live.count()):
            live.nth(turn % there).dispatch_event("click")
        else:
            buttons.nth((turn + click) % buttons.count()).click()
        settled(page)
    assert version(page) != before, page.inner_text("#now")


def play_to_the_end(page, most=120):
    for turn in range(most):
        if over(page):
            return
        choose(page, turn)
    assert over(page), page.inner_text("#now")
