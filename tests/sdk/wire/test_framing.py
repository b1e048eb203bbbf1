from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gamehall_sdk.errors import EmptyFrame, FrameTooLong, FrameTruncated, LocalProtocolError
from gamehall_sdk.wire import MAX_FRAME_BYTES, FrameReader, frame

PAYLOADS = st.lists(st.binary(min_size=1, max_size=40), max_size=8)


@given(PAYLOADS, st.data())
def test_any_split_gives_the_same_payloads(payloads: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(map(frame, payloads))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=12)))
    reader, got = FrameReader(), []
    for start, end in zip([0, *cuts], [*cuts, len(stream)], strict=True):
        got += reader.feed(stream[start:end])
    reader.close()
    assert got == payloads


@given(PAYLOADS)
def test_one_byte_at_a_time(payloads: list[bytes]) -> None:
    reader = FrameReader()
    stream = b"".join(map(frame, payloads))
    assert [payload for at in range(len(stream)) for payload in reader.feed(stream[at : at + 1])] == payloads
    reader.close()


def test_the_length_is_four_big_endian_bytes_and_counts_the_payload_only() -> None:
    assert frame(b"hei") == b"\x00\x00\x00\x03hei"


# Cases 67 and 71 of the public cases: lengths of zero and below, and headers that dribble in.
@pytest.mark.parametrize(
    ("header", "error"),
    [(b"\x00\x00\x00\x00", EmptyFrame), (b"\xff\xff\xff\xff", FrameTooLong), (b"\x80\x00\x00\x00", FrameTooLong)],
)
def test_a_bad_length_is_refused_as_soon_as_its_header_is_there(header: bytes, error: type[Exception]) -> None:
    reader = FrameReader(64)
    for at in range(3):
        assert reader.feed(header[at : at + 1]) == []
    with pytest.raises(error):
        reader.feed(header[3:])


def test_the_limit_itself_is_allowed() -> None:
    assert FrameReader(5).feed(frame(b"12345", 5)) == [b"12345"]
    with pytest.raises(FrameTooLong, match="6 bytes; the limit is 5"):
        FrameReader(5).feed(frame(b"123456"))


def test_payloads_before_a_bad_header_are_given_and_nothing_after_it() -> None:
    reader = FrameReader(16)
    assert reader.feed(frame(b"good") + struct.pack(">I", 17) + b"x" * 17 + frame(b"late")) == [b"good"]
    assert isinstance(reader.error, FrameTooLong)
    for _ in range(2):
        with pytest.raises(FrameTooLong):
            reader.feed(frame(b"more"))
    with pytest.raises(FrameTooLong):
        reader.close()


# Case 73: the stream ends inside a header or a payload.
@pytest.mark.parametrize("start", [b"\x00\x00", b"\x00\x00\x00\x03", b"\x00\x00\x00\x03he"])
def test_an_end_inside_a_frame(start: bytes) -> None:
    reader = FrameReader()
    assert reader.feed(start) == []
    with pytest.raises(FrameTruncated):
        reader.close()
    with pytest.raises(FrameTruncated):
        reader.feed(b"i")


def test_an_end_between_frames_is_no_error() -> None:
    reader = FrameReader()
    reader.close()
    assert reader.feed(frame(b"a")) == [b"a"]
    reader.close()
    assert reader.error is None


@pytest.mark.parametrize("payload", [b"", b"x" * (MAX_FRAME_BYTES + 1)])
def test_what_cannot_be_framed_is_our_own_fault(payload: bytes) -> None:
    with pytest.raises(LocalProtocolError):
        frame(payload)
