/**
 * SHA-256 (FIPS 180-4) of bytes as they come. WebCrypto takes them whole only, which a scan has no room for,
 * and only on pages of HTTPS.
 */

/** The first bits of the roots of the first primes, by which the algorithm is defined. */
const primes = listPrimes(64)
const roundKeys = Uint32Array.from(primes, (prime) => toFraction(Math.cbrt(prime)))
const start = Uint32Array.from(primes.slice(0, 8), (prime) => toFraction(Math.sqrt(prime)))
const blockBytes = 64

/** A hash that grows. */
export class Sha256 {
  readonly #state = start.slice()
  readonly #words = new Int32Array(64)
  readonly #rest = new Uint8Array(blockBytes)
  #bytes = 0

  add(bytes: Uint8Array): void {
    let at = 0
    const filled = this.#bytes % blockBytes
    this.#bytes += bytes.length
    if (filled > 0) {
      at = Math.min(blockBytes - filled, bytes.length)
      this.#rest.set(bytes.subarray(0, at), filled)
      if (filled + at < blockBytes) return
      this.#mix(this.#rest, 0)
    }
    for (; at + blockBytes <= bytes.length; at += blockBytes) this.#mix(bytes, at)
    this.#rest.set(bytes.subarray(at))
  }

  /** Ends the hash, and returns it in hexadecimal digits. */
  end(): string {
    const bits = 8 * this.#bytes
    const filled = this.#bytes % blockBytes
    const padding = new Uint8Array(filled < 56 ? blockBytes - filled : 2 * blockBytes - filled)
    padding[0] = 0x80
    const length = new DataView(padding.buffer, padding.length - 8)
    length.setUint32(0, Math.floor(bits / 2 ** 32))
    length.setUint32(4, bits >>> 0)
    this.add(padding)
    return [...this.#state].map((word) => word.toString(16).padStart(8, '0')).join('')
  }

  #mix(bytes: Uint8Array, at: number): void {
    const words = this.#words
    const word = (i: number): number => words[i] ?? 0
    const block = new DataView(bytes.buffer, bytes.byteOffset + at, blockBytes)
    for (let i = 0; i < 16; i++) words[i] = block.getInt32(4 * i)
    for (let i = 16; i < 64; i++) {
      const [x, y] = [word(i - 15), word(i - 2)]
      const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3)
      const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10)
      words[i] = (word(i - 16) + s0 + word(i - 7) + s1) | 0
    }
    const state = this.#state
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let i = 0; i < 64; i++) {
      const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)
      const first = (h + s1 + ((e & f) ^ (~e & g)) + (roundKeys[i] ?? 0) + word(i)) | 0
      const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)
      const second = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + second) | 0
    }
    state.set([a, b, c, d, e, f, g, h].map((part, i) => part + (state[i] ?? 0)))
  }
}

/** Returns the hash of a file, a piece at a time. @throws the signal's reason; the browser's error */
export async function hashBlob(
  blob: Blob,
  { signal, onRead }: { readonly signal: AbortSignal; readonly onRead: (bytes: number) => void },
): Promise<string> {
  const hash = new Sha256()
  const pieces = blob.stream().getReader()
  try {
    for (let read = 0; ; ) {
      signal.throwIfAborted()
      const { done, value } = await pieces.read()
      if (done) return hash.end()
      hash.add(value)
      read += value.length
      onRead(read)
    }
  } finally {
    void pieces.cancel().catch(() => {}) // it has ended, or nobody reads it
  }
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

function toFraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32)
}

function listPrimes(count: number): readonly number[] {
  const found: number[] = []
  for (let n = 2; found.length < count; n++) if (found.every((prime) => n % prime !== 0)) found.push(n)
  return found
}
