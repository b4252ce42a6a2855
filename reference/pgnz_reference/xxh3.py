"""docs/format.md, XXH3: the hash of 64 bits with seed 0."""
import struct

M32, M64 = 2**32 - 1, 2**64 - 1
P32 = (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D)
P64 = (0x9E3779B185EBCA87, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0x85EBCA77C2B2AE63, 0x27D4EB2F165667C5)
PMX1, PMX2 = 0x165667919E3779F9, 0x9FB21C651E98DF25
SECRET = bytes.fromhex(
    "b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
    "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
    "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
    "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
    "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
    "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e"
)


def u32(data, at):
    return struct.unpack_from("<I", data, at)[0]


def u64(data, at):
    return struct.unpack_from("<Q", data, at)[0]


def fold(a, b):
    """The product of 128 bits, its halves xor each other."""
    product = a * b
    return (product & M64) ^ (product >> 64)


def avalanche(h):
    h = ((h ^ (h >> 37)) * PMX1) & M64
    return h ^ (h >> 32)


def swap64(x):
    return int.from_bytes(x.to_bytes(8, "little"), "big")


def swap32(x):
    return int.from_bytes(x.to_bytes(4, "little"), "big")


def rotl(x, n):
    return ((x << n) | (x >> (64 - n))) & M64


def old_avalanche(h):
    h = ((h ^ (h >> 33)) * P64[1]) & M64
    h = ((h ^ (h >> 29)) * P64[2]) & M64
    return h ^ (h >> 32)


def mix16(data, at, secret):
    return fold(u64(data, at) ^ u64(SECRET, secret), u64(data, at + 8) ^ u64(SECRET, secret + 8))


def xxh3(data):
    """The hash of bytes of any length."""
    n = len(data)
    if n == 0:
        return old_avalanche(u64(SECRET, 56) ^ u64(SECRET, 64))
    if n <= 3:
        word = (data[0] << 16) | (data[n >> 1] << 24) | data[n - 1] | (n << 8)
        return old_avalanche(word ^ (u32(SECRET, 0) ^ u32(SECRET, 4)))
    if n <= 8:
        word = u32(data, n - 4) + (u32(data, 0) << 32)
        h = word ^ (u64(SECRET, 8) ^ u64(SECRET, 16))
        h ^= rotl(h, 49) ^ rotl(h, 24)
        h = (h * PMX2) & M64
        h ^= (h >> 35) + n
        h = (h * PMX2) & M64
        return h ^ (h >> 28)
    if n <= 16:
        low = u64(data, 0) ^ (u64(SECRET, 24) ^ u64(SECRET, 32))
        high = u64(data, n - 8) ^ (u64(SECRET, 40) ^ u64(SECRET, 48))
        return avalanche((n + swap64(low) + high + fold(low, high)) & M64)
    if n <= 128:
        h = n * P64[0]
        for i in range((n - 1) // 32, -1, -1):
            h += mix16(data, 16 * i, 32 * i) + mix16(data, n - 16 * (i + 1), 32 * i + 16)
        return avalanche(h & M64)
    if n <= 240:
        h = n * P64[0] + sum(mix16(data, 16 * i, 16 * i) for i in range(8))
        h = avalanche(h & M64)
        h += sum(mix16(data, 16 * i, 16 * (i - 8) + 3) for i in range(8, n // 16))
        return avalanche((h + mix16(data, n - 16, 136 - 17)) & M64)
    return long_hash(data, n)


def long_hash(data, n):
    """More than 240 bytes: eight sums over stripes of 64 bytes, scrambled after each 16 stripes."""
    acc = [P32[2], P64[0], P64[1], P64[2], P64[3], P32[1], P64[4], P32[0]]
    keys = [struct.unpack_from("<8Q", SECRET, 8 * i) for i in range(16)]
    last_key = struct.unpack_from("<8Q", SECRET, 192 - 64 - 7)
    scramble_key = struct.unpack_from("<8Q", SECRET, 128)

    def stripe(at, key):
        words = struct.unpack_from("<8Q", data, at)
        for i in range(8):
            keyed = words[i] ^ key[i]
            acc[i] = (acc[i] + words[i ^ 1] + (keyed & M32) * (keyed >> 32)) & M64

    whole = (n - 1) // 64
    for number in range(whole):
        stripe(64 * number, keys[number % 16])
        if number % 16 == 15:
            for i in range(8):
                acc[i] = ((acc[i] ^ (acc[i] >> 47) ^ scramble_key[i]) * P32[0]) & M64
    stripe(n - 64, last_key)
    merge = struct.unpack_from("<8Q", SECRET, 11)
    h = n * P64[0] + sum(fold(acc[2 * i] ^ merge[2 * i], acc[2 * i + 1] ^ merge[2 * i + 1]) for i in range(4))
    return avalanche(h & M64)
