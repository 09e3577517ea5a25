"""How a person plays in a browser."""

SETTLED = "#choices button, #table[data-over]"


def settled(page):
    page.wait_for_selector(SETTLED)


def version(page):
    return page.locator("#table").get_attribute("data-version")


def over(page):
    return page.locator("#table[data-over]").count() > 0


def choose(page, turn):
    """Click what is lit up, in turn, or choose from the list, until something has been done."""
    settled(page)
    before = version(page)
    for click in range(12):
        if over(page) or version(page) != before:
            return
        live = page.locator("#table .live")
        buttons = page.locator("#choices button")
        if click < 3 and live.count() and (turn + click) % 2 == 0:
            live.nth(turn % live.count()).dispatch_event("click")
        elif buttons.count():
            buttons.nth((turn + click) % buttons.count()).click()
        page.wait_for_function("!document.querySelector('#table').classList.contains('busy')")
        settled(page)
    assert version(page) != before, page.inner_text("#now")


def play_to_the_end(page, most=150):
    for turn in range(most):
        if over(page):
            return
        choose(page, turn)
    assert over(page), page.inner_text("#now")
