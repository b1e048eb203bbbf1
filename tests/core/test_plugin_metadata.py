from __future__ import annotations

import importlib.metadata
import itertools

from gamehall.plugin_metadata import Discovery, discover, normalized
from tests.core.site import Site


def look(site: Site) -> list[importlib.metadata.Distribution]:
    return list(importlib.metadata.distributions(path=[str(site.folder)]))


def names(discovery: Discovery) -> list[tuple[str, str]]:
    return [(plugin.distribution, plugin.name) for plugin in discovery.found]


def test_the_order_does_not_depend_on_the_order_of_discovery(site: Site) -> None:
    # Case 103: one order for all permutations.
    site.install("zebra", {"b": "m", "a": "m"})
    site.install("gamehall", {"builtin": "m"})
    site.install("ant", {"c": "m"})
    orders = {tuple(names(discover(some))) for some in itertools.permutations(look(site))}
    assert orders == {(("gamehall", "builtin"), ("ant", "c"), ("zebra", "a"), ("zebra", "b"))}


def test_names_of_entry_points_keep_their_case(site: Site) -> None:
    site.install("one", {"Some.Name": "m"})
    assert names(discover(look(site))) == [("one", "Some.Name")]


def test_other_groups_are_none_of_ours(site: Site) -> None:
    site.install("one", "[console_scripts]\none = one:main\n\n[gamehall]\nx = m:thing [extra]\n")
    [found] = discover(look(site)).found
    assert (found.name, found.value, found.version, found.label) == ("x", "m:thing [extra]", "1.0", "x of one")


def test_a_percent_sign_is_only_a_percent_sign(site: Site) -> None:
    site.install("one", "[other]\nx = %(y)s\n[gamehall]\nx = m\n")
    assert names(discover(look(site))) == [("one", "x")]


def test_of_a_broken_and_a_good_copy_the_good_one_counts(site: Site) -> None:
    site.install("one", {"x": "m"})
    site.install("one", "nonsense\n", egg=True)
    discovery = discover(look(site))
    assert names(discovery) == [("one", "x")]
    assert [failure.distribution for failure in discovery.failures] == ["one"]


def test_a_broken_copy_is_reported_once(site: Site) -> None:
    site.install("one", "nonsense\n")
    assert len(discover([*look(site), *look(site)]).failures) == 1


def test_metadata_that_is_no_text(site: Site) -> None:
    metadata = site.install("one", {"x": "m"})
    (metadata / "METADATA").write_bytes(b"\xff\xfe\x00")
    [found] = discover(look(site)).found
    assert (found.distribution, found.version) == ("one", "unknown")


def test_names_compare_as_the_packaging_rules_say() -> None:
    assert normalized("Gamehall__Hello.x") == "gamehall-hello-x"
