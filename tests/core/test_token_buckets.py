"""Token buckets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall import token_buckets
from gamehall.token_buckets import Allowance, Bucket, Buckets, whole_seconds

NOW_MS = 1_800_000_000_000


def test_a_bucket_gives_its_burst_and_then_at_its_rate() -> None:
    bucket = Bucket(Allowance(2.0, 1.0, 3))
    assert [bucket.take(NOW_MS) for _ in range(4)] == [0, 0, 0, 500]
    assert bucket.take(NOW_MS + 499) == 1
    assert [bucket.take(NOW_MS + 500), bucket.take(NOW_MS + 500)] == [0, 500]
    assert [bucket.take(NOW_MS + 60_000, 3), bucket.take(NOW_MS + 60_000, 3)] == [0, 1500]


@pytest.mark.parametrize(
    ("count", "window_s", "wait_ms"),
    [(0.1, 1.0, 10_000), (5, 3600.0, 720_000), (1e6, 1.0, 0), (1, 86_400.0, 86_400_000)],
)
def test_any_rate_that_a_setting_may_have_is_kept(count: float, window_s: float, wait_ms: int) -> None:
    bucket = Bucket(Allowance(count, window_s, 1))
    assert bucket.take(NOW_MS) == 0
    assert bucket.take(NOW_MS) == max(wait_ms, 1)


@given(st.lists(st.tuples(st.integers(0, 5000), st.integers(1, 5)), max_size=60))
def test_in_no_span_does_it_give_more_than_its_burst_and_what_came_in(takes: list[tuple[int, int]]) -> None:
    bucket, now_ms, given_out = Bucket(Allowance(2.0, 1.0, 5)), NOW_MS, 0
    for later_ms, tokens in takes:
        now_ms += later_ms
        wait_ms = bucket.take(now_ms, tokens)
        given_out += 0 if wait_ms else tokens
        assert given_out <= 5 + (now_ms - NOW_MS) * 2 / 1000
        if wait_ms:
            assert Bucket.take(bucket, now_ms + wait_ms, tokens) == 0
            given_out += tokens
            now_ms += wait_ms


def test_what_is_given_back_can_be_taken_again_and_no_more_than_fits() -> None:
    bucket = Bucket(Allowance(1.0, 1.0, 2))
    assert bucket.is_full(NOW_MS)
    bucket.take(NOW_MS, 2)
    assert not bucket.is_full(NOW_MS)
    for _ in range(5):
        bucket.give_back(NOW_MS)
    assert bucket.is_full(NOW_MS)
    assert [bucket.take(NOW_MS) for _ in range(3)] == [0, 0, 1000]


def test_keys_have_a_bucket_each_and_few_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_buckets, "_MOST_KEYS", 10)
    buckets: Buckets[int] = Buckets(Allowance(1, 60.0, 1))
    assert [buckets.take(key, NOW_MS) for key in (1, 2, 1)] == [0, 0, 60_000]
    buckets.refill(1)
    assert buckets.take(1, NOW_MS) == 0
    for key in range(100):
        buckets.take(key, NOW_MS)
    assert len(buckets) == 10
    buckets.take(1000, NOW_MS + 60_000)
    assert len(buckets) == 1


def test_a_wait_is_told_in_whole_seconds_and_never_too_short() -> None:
    assert [whole_seconds(ms) for ms in (1, 1000, 1001)] == [1, 1, 2]
