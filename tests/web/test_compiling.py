"""Templates are made into Python in a plainer way than Jinja's; what they say is the same."""

import pytest
from jinja2 import DictLoader, Environment, StrictUndefined, UndefinedError
from markupsafe import Markup, escape

from kempelen.web.compiling import Plainly, escaped
from kempelen.web.templating import environment

TEMPLATES = {
    "page": """{% import "parts" as parts %}{% macro row(one, sign='"') %}<li>{{ one }}{{ sign }}{{ caller() if caller is defined else '' }}</li>{% endmacro %}
{% for one in some %}{{ row(one) }}{{ parts.bold(one) }}{{ loop.index }}{{ loop.cycle('<', '>') }}{% endfor %}
{% call row('&') %}{{ some[0] }}{% endcall %}{{ say('<b>', what=some|join('<')) }}{{ made }}{{ 3 }}{{ 2.5 }}{{ none }}{% include "more" %}""",
    "parts": "{% macro bold(what) %}<b>{{ what }}</b>{% endmacro %}",
    "more": "{{ made }}{{ some[1] }}",
}
GIVEN = {
    "some": ["a", "<script>", "it's", '"&amp;"', Markup("<i>"), True],
    "say": lambda said, what: said + what,
    "made": Markup("<hr>"),
}


@pytest.mark.parametrize("value", ["", "word", "Grüße", "<", "a & b", "'", '"', 0, -7, True, None, 2.5, Markup("<b>")])
def test_escaped(value):
    assert escaped(value) == str(escape(value))


def test_the_same_as_by_jinja():
    said = []
    for kind in (Environment.code_generator_class, Plainly):
        made = Environment(loader=DictLoader(TEMPLATES), autoescape=True, undefined=StrictUndefined)
        made.code_generator_class = kind
        said.append(made.get_template("page").render(**GIVEN))
    assert said[0] == said[1]
    assert "<script>" not in said[1]


def test_what_is_not_there_is_refused():
    for text in ("{{ nothing }}", "{{ nothing() }}", "{{ say.nothing() }}"):
        with pytest.raises(UndefinedError):
            environment().from_string(text).render(say="")


def test_pages_are_made_so():
    assert environment().code_generator_class is Plainly
