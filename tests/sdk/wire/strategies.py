"""Hypothesis strategies for whatever can travel, made from the same shapes as the codecs."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

from gamehall_sdk.cards import CARDS
from gamehall_sdk.wire.binding import record_of
from gamehall_sdk.wire.messages import Message
from gamehall_sdk.wire.scalars import Scalar
from gamehall_sdk.wire.shape import Anything, Choice, Field, Many, Nested, Nullable, Pairs, Record, Shape
from tests.sdk.wire.examples import Act, Checked, Fold, RaiseTo, Seat, Tree

TEXTS = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="".join(map(chr, range(32))) + "\ufffe\uffff")
    | st.sampled_from("\t\n\r<>&'\"]"),
    max_size=12,
)
_BASES = {
    "xs:short": st.integers(-(2**15), 2**15 - 1),
    "xs:int": st.integers(-(2**31), 2**31 - 1),
    "xs:long": st.integers(-(2**63), 2**63 - 1),
    "xs:boolean": st.booleans(),
    "xs:double": st.floats(allow_nan=False, allow_infinity=False),
    "xs:decimal": st.decimals(min_value=-(10**12), max_value=10**12, places=4, allow_nan=False).map(
        lambda value: value.normalize() + Decimal(0)
    ),
    "xs:base64Binary": st.binary(max_size=12),
    "xs:string": TEXTS,
}


def payloads() -> st.SearchStrategy[Any]:
    """Instances for a field that holds any payload."""
    leaf = st.just(Fold()) | st.builds(RaiseTo, st.integers(0, 10**9)) | st.builds(Seat, st.integers(0, 9))
    return leaf | st.builds(Act, leaf, st.none() | st.integers(0, 99))


def of_class(cls: type) -> st.SearchStrategy[Any]:
    """Instances of *cls*."""
    if cls is Tree:
        return st.recursive(
            st.builds(Tree, st.integers(0, 9)),
            lambda inner: st.builds(Tree, st.integers(0, 9), st.lists(inner, max_size=2).map(tuple)),
            max_leaves=4,
        )
    if cls is Checked:
        return st.builds(Checked, st.integers(1, 9))
    return _of_record(record_of(cls))


def messages() -> st.SearchStrategy[Message]:
    """Messages of every kind."""
    return of_class(Message)


def _of_record(record: Record) -> st.SearchStrategy[Any]:
    return st.builds(record.build, **{field.alias: _of_field(field) for field in record.fields})


def _of_field(field: Field) -> st.SearchStrategy[Any]:
    values = _of_shape(field.shape, field.least)
    return st.none() | values if field.optional else values


def _of_shape(shape: Shape, least: int = 0) -> st.SearchStrategy[Any]:
    match shape:
        case Scalar():
            return _of_scalar(shape)
        case Nested():
            return st.deferred(lambda: of_class(shape.type))
        case Choice():
            return st.one_of([of_class(option) for option in shape.options])
        case Anything():
            return payloads()
        case Many():
            most = 3 if shape.exactly is None else shape.exactly
            return st.lists(_of_shape(shape.item), min_size=max(least, shape.exactly or 0), max_size=most).map(
                shape.build
            )
        case Pairs():
            return st.dictionaries(_of_scalar(shape.key), _of_field(shape.entry.fields[1]), max_size=3)
        case Nullable():
            return st.none() | _of_shape(shape.item)


def _of_scalar(scalar: Scalar) -> st.SearchStrategy[Any]:
    if scalar.name == "card":
        return st.sampled_from(CARDS)
    if scalar.values:
        return st.sampled_from([scalar.parse(value) for value in scalar.values])
    return _BASES[scalar.base]
