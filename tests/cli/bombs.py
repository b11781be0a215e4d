"""Archives that are made to exhaust who unpacks them: small on the disk, endless
inside, or with headers that lie. All by hand, for no tool makes them.
"""

import bz2
import functools
import gzip
import io
import lzma
import struct
import tarfile
import zipfile
import zlib

import archives

BLOCK = bytes(16 * 1024 * 1024)
BLOCKS = 128  # 2 GiB
_LZMA2 = [{"id": lzma.FILTER_LZMA2, "preset": 0, "dict_size": 1 << 20}]


def nested_zips(levels: int, copies: int, innermost: bytes) -> bytes:
    """Each level holds so many of the one below."""
    name, data = "zeros", innermost
    for level in range(levels):
        data = archives.zip_of({f"{i:02}-{name}": data for i in range(copies)})
        name = f"{level}.zip"
    return data


def nested_gzips(levels: int, innermost: bytes) -> bytes:
    data = innermost
    for _ in range(levels):
        data = gzip.compress(data)
    return data


# 2 GiB of zeros with something before and after them. Most formats can be
# assembled from parts, so the zeros are packed once.

@functools.cache
def _zeros(pack):
    return pack(BLOCK) * BLOCKS


def _in_parts(pack):
    return lambda head, tail: pack(head) + _zeros(pack) + pack(tail)


def _deflated(data: bytes) -> bytes:
    """Ends at a byte, so that more may follow."""
    packer = zlib.compressobj(6, zlib.DEFLATED, -15)
    return packer.compress(data) + packer.flush(zlib.Z_FULL_FLUSH)


def _lzma2(data: bytes) -> bytes:
    """Without the byte that ends it."""
    return lzma.compress(data, lzma.FORMAT_RAW, filters=_LZMA2)[:-1]


@functools.cache
def _size_and_crc(head: bytes, tail: bytes) -> tuple[int, int]:
    crc = zlib.crc32(head)
    for _ in range(BLOCKS):
        crc = zlib.crc32(BLOCK, crc)
    return (len(head) + len(BLOCK) * BLOCKS + len(tail),
            zlib.crc32(tail, crc))


def large_zip(head: bytes, tail: bytes) -> bytes:
    data = _deflated(head) + _zeros(_deflated) + _deflated(tail) + b"\3\0"
    return stored_zip([("zeros", data, *_size_and_crc(head, tail), 8)])


def stored_zip(members, at=None) -> bytes:
    """Of (name, packed bytes, size, CRC, method). `at`: for each member the
    one whose bytes it says are its own."""
    out, places = b"", []
    for name, data, size, crc, method in members:
        places.append(len(out))
        out += struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, method, 0, 33,
                           crc, len(data), size, len(name), 0)
        out += name.encode() + data
    directory = b""
    entries = [(i, members[i][0]) for i in range(len(members))] \
        if at is None else at
    for i, called in entries:
        _, data, size, crc, method = members[i]
        directory += struct.pack(
            "<IHHHHHHIIIHHHHHII", 0x02014B50, 20, 20, 0, method, 0, 33, crc,
            len(data), size, len(called), 0, 0, 0, 0, 0, places[i])
        directory += called.encode()
    return out + directory + struct.pack(
        "<IHHHHIIH", 0x06054B50, 0, 0, len(entries) & 0xFFFF,
        len(entries) & 0xFFFF, len(directory), len(out), 0)


def overlapping_zip(count: int, data: bytes) -> bytes:
    """So many entries of the directory for one member."""
    return stored_zip(
        [("zeros", _deflated(data) + b"\3\0", len(data), zlib.crc32(data), 8)],
        [(0, f"{i:05}") for i in range(count)])


def quoting_zip(count: int, data: bytes) -> bytes:
    """Each member begins with a stored block that holds the header of the next
    one, and goes on as that does: so all unpack to the same deflated zeros (the
    construction of David Fifield, A better zip bomb, 2019)."""
    kernel = _deflated(data) + b"\3\0"
    size, crc, packed = len(data), zlib.crc32(data), len(kernel)
    headers, sizes = [], []
    for i in reversed(range(count)):
        name = f"{i:05}"
        header = struct.pack("<IHHHHHIIIHH", 0x04034B50, 20, 0, 8, 0, 33, crc,
                             packed, size, len(name), 0) + name.encode()
        headers.insert(0, header)
        sizes.insert(0, (crc, packed, size))
        if i > 0:
            # The member before quotes this header.
            crc = crc_of_both(zlib.crc32(header), crc, size)
            packed += 5 + len(header)
            size += len(header)
    out, places = b"", []
    for i, header in enumerate(headers):
        if i > 0:
            out += struct.pack("<BHH", 0, len(header), len(header) ^ 0xFFFF)
        places.append(len(out))
        out += header
    out += kernel
    directory = b""
    for i, (crc, packed, size) in enumerate(sizes):
        directory += struct.pack(
            "<IHHHHHHIIIHHHHHII", 0x02014B50, 20, 20, 0, 8, 0, 33, crc, packed,
            size, 5, 0, 0, 0, 0, 0, places[i]) + f"{i:05}".encode()
    return out + directory + struct.pack(
        "<IHHHHIIH", 0x06054B50, 0, 0, count, count, len(directory), len(out),
        0)


def crc_of_both(first: int, second: int, second_size: int) -> int:
    """Returns the CRC-32 of two texts, one after the other, from their own
    CRCs. It is the CRC of the first followed by as many zeros, by a matrix
    over GF(2) that is squared (zlib's crc32_combine)."""
    def times(matrix, vector):
        out = 0
        for row in matrix:
            if vector & 1:
                out ^= row
            vector >>= 1
        return out

    def square(matrix):
        return [times(matrix, row) for row in matrix]
    matrix = [0xEDB88320] + [1 << i for i in range(31)]  # one zero bit
    for _ in range(3):
        matrix = square(matrix)  # at last one zero byte
    while second_size:
        if second_size & 1:
            first = times(matrix, first)
        matrix = square(matrix)
        second_size >>= 1
    return first ^ second


def seven_zip(packed: bytes, size: int, crc: int, dictionary: int) -> bytes:
    """One member of LZMA2 (7zFormat.txt). `dictionary`: its property; 40 is
    4 GiB."""
    def number(value):
        return b"\xff" + struct.pack("<Q", value)
    name = "zeros\0".encode("utf-16-le")
    header = (b"\1\4"
              + b"\6" + number(0) + number(1) + b"\t" + number(len(packed))
              + b"\0"
              + b"\7\x0b" + number(1) + b"\0" + b"\1\x21\x21\1"
              + bytes([dictionary]) + b"\x0c" + number(size) + b"\0"
              + b"\x08\n\1" + struct.pack("<I", crc) + b"\0"
              + b"\0"
              + b"\5" + number(1) + b"\x11" + number(len(name) + 1) + b"\0"
              + name + b"\0" + b"\0")
    start = struct.pack("<QQI", len(packed), len(header), zlib.crc32(header))
    return (b"7z\xbc\xaf\x27\x1c\0\4" + struct.pack("<I", zlib.crc32(start))
            + start + packed + header)


def large_seven_zip(head: bytes, tail: bytes) -> bytes:
    return seven_zip(_lzma2(head) + _zeros(_lzma2) + _lzma2(tail) + b"\0",
                     *_size_and_crc(head, tail), 16)


# Makers that take the bytes before and after the zeros.
LARGE = {
    "gz": _in_parts(gzip.compress),
    "bz2": _in_parts(bz2.compress),
    "xz": _in_parts(lzma.compress),
    "zst": _in_parts(archives.COMPRESSIONS["zst"]),
    "zip": large_zip,
    "7z": large_seven_zip,
}


# Headers that demand a dictionary of 4 GiB, or nearly.

def greedy_xz(data: bytes) -> bytes:
    packed = bytearray(lzma.compress(data, filters=_LZMA2))
    # The header of a block, after the stream's of 12: size, flags, the
    # filter's id, the size of its properties, the dictionary; its CRC at the
    # end.
    assert packed[14:16] == b"\x21\1"
    packed[16] = 40
    end = 12 + (packed[12] + 1) * 4 - 4
    packed[end:end + 4] = struct.pack("<I", zlib.crc32(packed[12:end]))
    return bytes(packed)


def greedy_seven_zip(data: bytes) -> bytes:
    return seven_zip(_lzma2(data) + b"\0", len(data), zlib.crc32(data), 40)


def greedy_zstd(data: bytes) -> bytes:
    """A frame with a window of 2 GiB and one block that is stored."""
    return (b"\x28\xb5\x2f\xfd\0\xa8"
            + struct.pack("<I", len(data) << 3 | 1)[:3] + data)


def greedy_lzip(data: bytes) -> bytes:
    packed = bytearray(archives.COMPRESSIONS["lz"](data))
    packed[5] = 29
    return bytes(packed)


def greedy_zip(data: bytes) -> bytes:
    """LZMA in a zip (APPNOTE.TXT 5.8), whose properties have the size."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as out:
        out.writestr("zeros", data)
    whole = bytearray(packed.getvalue())
    at = 30 + len("zeros") + 4 + 1  # version, size of properties, one of these
    whole[at:at + 4] = b"\xff\xff\xff\xff"
    return bytes(whole)


GREEDY = {"xz": greedy_xz, "7z": greedy_seven_zip, "zst": greedy_zstd,
          "lz": greedy_lzip, "zip": greedy_zip}


# Tars with wrong headers.

def tar_with(secret: bytes, **fields) -> bytes:
    """A member that holds the secret, then one with these bytes in its
    header's fields, then another with the secret."""
    places = {"name": 0, "mode": 100, "size": 124, "mtime": 136, "kind": 156,
              "link": 157, "magic": 257, "major": 329, "prefix": 345}
    def entry(name, data):
        header = tarfile.TarInfo(name)
        header.size = len(data)
        return bytearray(header.tobuf(tarfile.GNU_FORMAT))
    first, second = entry("a.txt", secret), entry("b.txt", secret)
    for field, value in fields.items():
        second[places[field]:places[field] + len(value)] = value
    second[148:156] = b" " * 8
    second[148:156] = b"%06o\0 " % sum(second)
    body = secret.ljust(512, b"\0")
    return (bytes(first) + body + bytes(second) + body
            + bytes(entry("c.txt", secret)) + body + bytes(1024))


LYING_TARS = {
    "octal garbage": {"size": b"9z9z9z9z9z9\0"},
    "base 256, huge": {"size": b"\x80\0\0\0\x7f" + b"\xff" * 7},
    "base 256, more than 64 bits": {"size": b"\xbf" + b"\xff" * 11},
    "base 256, negative": {"size": b"\xff" * 11 + b"\xfe"},
    "octal, huge": {"size": b"77777777777\0"},
    "octal, without end": {"size": b"777777777777"},
    "a size of nothing": {"size": b"\0" * 12},
    "a directory with a size": {"kind": b"5"},
    "a link with a size": {"kind": b"2", "link": b"/etc/passwd"},
    "a long name of 4 GiB": {"kind": b"L", "size": b"40000000000\0"},
    "a long name": {"kind": b"L", "name": b"././@LongLink"},
    "a pax header of 4 GiB": {"kind": b"x", "size": b"40000000000\0"},
    "a pax header that is none": {"kind": b"x"},
    "sparse": {"kind": b"S"},
    "an unknown kind": {"kind": b"\xff"},
    "a volume": {"kind": b"M"},
    "a device": {"kind": b"3", "major": b"0000001\0"},
    "no name": {"name": b"\0" * 100},
}
