const prefixBytes = 4
/** Bytes of the largest element that a block can have. */
const alignment = 8
/** Memory for a body that announces no length; more is taken when that is full. */
const firstBytes = 2 ** 20

/**
 * Returns the bytes of an envelope so placed in memory that its first block begins at a multiple of eight:
 * then `decodeEnvelope` makes views of the blocks and copies none, whatever the length of the preamble is.
 * The stream writes into that memory by itself where it can, which takes a third of the processor time of
 * pieces that it makes and that are joined then: 14 ms for 12 MB, of 42, in Chromium.
 */
export async function readAligned({ body, headers }: Response): Promise<Uint8Array> {
  const announced = Number(headers.get('content-length')) || firstBytes
  let bytes = new Uint8Array(0)
  let start: number | undefined
  let end = 0
  const read = body ? openReader(body) : undefined
  for (let isDone = read === undefined; read && !isDone; ) {
    // So much room is left that what has come can be moved.
    if (end + alignment >= bytes.length) {
      const before = bytes.subarray(0, end)
      bytes = new Uint8Array(Math.max(2 * bytes.length, announced + 2 * alignment))
      bytes.set(before)
    }
    const { done, value } = await read(bytes.subarray(end, bytes.length - alignment))
    isDone = done
    bytes = new Uint8Array(value.buffer)
    end += value.byteLength
    if (start !== undefined || end < prefixBytes) continue
    const headLength = prefixBytes + new DataView(bytes.buffer).getUint32(0, true)
    start = (alignment - (headLength % alignment)) % alignment
    bytes.copyWithin(start, 0, end)
    end += start
  }
  return bytes.subarray(start, end)
}

type Bytes = Uint8Array<ArrayBuffer>

/**
 * Writes the next bytes to the beginning of the given ones, and returns them: views on the same memory, which
 * has another buffer then, also when there are none any more.
 */
type ReadInto = (room: Bytes) => Promise<{ readonly done: boolean; readonly value: Bytes }>

function openReader(body: ReadableStream<Uint8Array>): ReadInto {
  const lending = lendTo(body)
  if (lending) {
    return async (room) => {
      const { done, value } = await lending.read(room)
      if (value === undefined) throw new TypeError('the stream was cancelled') // and has kept the memory
      return { done, value }
    }
  }
  const reader = body.getReader()
  let rest: Uint8Array = new Uint8Array(0)
  return async (room) => {
    let isDone = false
    while (!isDone && rest.length === 0) {
      const { done, value } = await reader.read()
      isDone = done
      rest = value ?? rest
    }
    const value = room.subarray(0, rest.length)
    value.set(rest.subarray(0, value.length))
    rest = rest.subarray(value.length)
    return { done: isDone, value }
  }
}

/** Returns what reads a stream into given memory; undefined for one that takes none, as some browsers' do. */
export function lendTo(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: 'byob' })
  } catch {
    return undefined
  }
}
