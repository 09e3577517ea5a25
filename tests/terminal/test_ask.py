"""What a typed word can mean among what is offered, and what is said of one that means nothing now."""

from kempelen.terminal.ask import Named, find

CARDS = ["Sperrkarte „Lore“", "Reparaturkarte „Lore“", "Reparaturkarte „Laterne oder Lore“", "Schatzkarte"]


def test_a_word_in_quotation_marks_is_a_word():
    among = [(Named(card, ()), card) for card in CARDS]
    assert find("lore", among) == CARDS[:3]
    assert find("schatz", among) == CARDS[3:]


def test_a_refusal_repeats_what_was_typed(kempelen):
    """A German order is not answered with the English one that is made of it."""
    run = kempelen(
        "play", "universalis", "--scenario", "first", "--seed", 3, "--lang", "de", typed="A1 bewegen 46,5 30\n"
    )
    assert "„A1 bewegen 46,5 30“ ist jetzt nicht erlaubt." in " ".join(run.out.split())
