"""What one wants is read whole above every table, on a phone too; nothing of the bar lies over it."""

import os

import pytest

from kempelen.contract.playing import default_setup
from kempelen.contract.shown import GOAL_LETTERS
from kempelen.engine.game import game_named, games, say_in
from kempelen.engine.session import Session
from tests.e2e.clicks import settled

ALL = os.environ.get("KEMPELEN_PROVE") == "1"
SIZES = [(1280, 800), (390, 844), (360, 740)]
LONGEST = {
    "en": "Nobody holds the mast: Libelle and Brandt panic and do not count. Be there at that time.",
    "de": "Niemand hält den Mast, Libelle und Brandt zählen in Panik nicht: Sei am Rundenende dort.",
}
"""As many letters as the contract lets a goal have, or nearly."""
CUT = """words => {
  const box = one => one.getBoundingClientRect();
  const tools = document.querySelector('#tools');
  // A choice that can be taken back takes its button's room from the goal.
  if (!document.querySelector('#undo')) {
    const undo = document.createElement('button');
    Object.assign(undo, {id: 'undo', className: 'ib', type: 'button'});
    tools.prepend(undo);
  }
  const [aim, bar, off] = [document.querySelector('#bar .goal .aim'), box(document.querySelector('#bar')), []];
  if (words) {
    aim.textContent = words;
    aim.closest('.goal').classList.add('long');
  }
  if (aim.scrollHeight > aim.clientHeight + 1) off.push(`cut: ${aim.scrollHeight} of ${aim.clientHeight}`);
  const range = document.createRange();
  range.selectNodeContents(aim);
  const lines = [...range.getClientRects()];
  if (!lines.length || lines.some(line => line.top < -1 || line.bottom > bar.bottom)) off.push('out of the bar');
  for (const other of document.querySelectorAll('#bar .round, #bar .race, #tools, #bar .mark, #bar .goal .eyebrow')) {
    const at = box(other);
    const over = line => Math.min(line.right, at.right) - Math.max(line.left, at.left) > 1 && Math.min(line.bottom, at.bottom) - Math.max(line.top, at.top) > 1.5;
    if (lines.some(over)) off.push(`under ${other.className}`);
  }
  if (bar.bottom > 96) off.push(`a bar of ${bar.bottom}`);
  return off;
}"""


def goal(game, scenario, lang):
    """What the first seat reads there at the start."""
    session = Session(game, default_setup(game, "human", scenario), seed=1).run()
    return game.status(game.view(session.checkpoint, 0), say_in(lang)).goal


def scenarios(name, lang):
    """All of them in the long form, else the one with the longest goal."""
    game = game_named(name)
    return game.scenarios if ALL else [max(game.scenarios, key=lambda one: len(goal(game, one, lang)))]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_goal_is_cut(visit, base, lang):
    page = visit(lang=lang)
    assert GOAL_LETTERS - 4 <= len(LONGEST[lang]) <= GOAL_LETTERS
    found = []
    for game in games():
        for scenario in scenarios(game, lang):
            page.set_viewport_size({"width": 1280, "height": 800})
            page.goto(f"{base}/new/{game}?scenario={scenario}")
            page.click("form.setup button.primary")
            page.locator("#bar .goal").wait_for()
            settled(page)
            for words in ("", LONGEST[lang]):
                for width, height in SIZES:
                    page.set_viewport_size({"width": width, "height": height})
                    found += [(game, scenario, width, bool(words), *page.evaluate(CUT, words))]
    assert [one for one in found if one[4:]] == []
