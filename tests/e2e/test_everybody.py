"""Pages for everybody: names for screen readers, contrast in light and dark, targets large enough for a finger."""

import pytest

from kempelen.engine.game import games
from tests.e2e.clicks import choose, pace, press, settled

GAMES = tuple(games())

FAULTS = """() => {
  const found = [];
  const shown = one => { const box = one.getBoundingClientRect(); return box.width > 0 && box.height > 0; };
  const where = one => one.outerHTML.slice(0, 120);
  const name = one => (one.getAttribute('aria-label') || one.textContent.trim() || one.getAttribute('title') ||
    [...(one.labels || [])].map(label => label.textContent.trim()).join('') ||
    document.getElementById(one.getAttribute('aria-labelledby') || '')?.textContent.trim() || '');
  const active = 'button, a[href], input:not([type=hidden]), select, summary, [role=button], [tabindex="0"]';
  for (const one of document.querySelectorAll(active)) {
    if (shown(one) && !name(one)) found.push(`no name: ${where(one)}`);
    if (one.closest('[aria-hidden=true]')) found.push(`hidden but active: ${where(one)}`);
  }
  for (const one of document.querySelectorAll('img:not([alt])')) found.push(`no alt: ${where(one)}`);
  for (const one of document.querySelectorAll('[role=img]')) {
    if (!name(one)) found.push(`no name: ${where(one)}`);
  }
  if (document.querySelectorAll('h1').length !== 1) found.push('not one h1');
  if (document.querySelectorAll('main').length !== 1) found.push('not one main');
  if (!document.documentElement.lang) found.push('no language');
  const ids = [...document.querySelectorAll('[id]')].map(one => one.id);
  for (const id of new Set(ids.filter((id, n) => ids.indexOf(id) !== n))) found.push(`twice: ${id}`);
  return found;
}"""

PALE = """() => {
  const numbers = text => (text.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  // A veil over a picture, which is white under it at worst: letters stand where it has its last colour.
  const veiled = one => {
    const style = getComputedStyle(one), stops = style.backgroundImage.match(/^linear-gradient\\(.*?(?:, (rgba\\([^)]*\\)) ([\\d.]+)px)\\)$/);
    if (!stops || parseFloat(style.paddingTop) < Number(stops[2])) return null;
    const [r, g, b, part] = numbers(stops[1]);
    return [r, g, b].map(v => v * part + 255 * (1 - part));
  };
  const behind = one => {
    for (let at = one; at; at = at.parentElement) {
      const veil = veiled(at);
      if (veil) return veil;
      const colour = numbers(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return numbers(getComputedStyle(document.documentElement).backgroundColor);
  };
  const found = new Set();
  for (const one of document.querySelectorAll('body *:not(svg, svg *, script, style, template, noscript, noscript *)')) {
    const own = [...one.childNodes].some(node => node.nodeType === 3 && node.textContent.trim());
    const box = one.getBoundingClientRect();
    if (!own || !box.width || one.closest('.sr, .skip')) continue;
    const [a, b] = [light(numbers(getComputedStyle(one).color)), light(behind(one))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) found.add(`${contrast.toFixed(1)}: ${one.tagName}.${one.className} ${one.textContent.trim().slice(0, 40)}`);
  }
  return [...found];
}"""

SMALL = """() => [...document.querySelectorAll('main button, main .button, main select')].filter(one => {
  const box = one.getBoundingClientRect();
  return box.width > 0 && (box.height < 24 || box.width < 24);
}).map(one => one.outerHTML.slice(0, 100))"""


def look(page, where, problems):
    problems += [f"{where}: {fault}" for fault in page.evaluate(FAULTS) + page.evaluate(SMALL)]
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        problems += [f"{where}, {scheme}: {fault}" for fault in page.evaluate(PALE)]
    page.emulate_media(color_scheme="light")


def test_pages_round_the_tables(visit, base):
    page, problems = visit(), []
    for path in ("/", "/import", *(f"/{kind}/{GAMES[0]}" for kind in ("new", "rules"))):
        page.goto(base + path)
        look(page, path, problems)
    assert not problems


@pytest.mark.parametrize("game", GAMES)
def test_tables(visit, base, game, handed):
    page, problems = visit(), []
    page.goto(base)
    page.click(f"#game-{game} .primary")
    settled(page)
    pace(page)
    look(page, "table", problems)
    choose(page, 1)
    press(page)
    settled(page)
    look(page, "choosing", problems)
    table = page.url.partition("?")[0]
    page.goto(f"{table}/replay")
    look(page, "replay", problems)
    page.goto(f"{table}/{handed}")
    look(page, handed, problems)
    assert not problems
