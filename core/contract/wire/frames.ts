/**
 * Length-prefixed frames over a byte stream: one type byte, the head's length (u32, little-endian), a JSON
 * head, and after some heads raw bytes. The reader trusts nothing: unknown types, heads above their type's
 * limit and heads that are no JSON object end it, and raw bytes go only into memory from the receiver of the
 * head. The process pool uses it with its children; it knows nothing of them.
 */
import { isJsonObject, type JsonObject, parseJson } from '../values/json.ts'

const prefixBytes = 5

/** The error of a stream that cannot be read any further. */
export class FrameError extends Error {
  override readonly name = 'FrameError'
}

/** Memory for the raw bytes after a head, filled in order without gaps, and the callback when it is full. */
export interface FrameBody {
  readonly targets: readonly Uint8Array[]
  readonly done: () => void
}

export interface FrameReaderOptions {
  /** Longest head in bytes of each known type. */
  readonly headLimits: ReadonlyMap<number, number>
  /** Takes a head; returns the memory for its raw bytes, or undefined without any. May throw. */
  readonly onFrame: (type: number, head: JsonObject) => FrameBody | undefined
}

/** Returns the bytes of one frame without raw bytes. */
export function encodeFrame(type: number, head: JsonObject): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(head))
  const frame = new Uint8Array(prefixBytes + text.length)
  frame.set(toPrefix(type, text.length))
  frame.set(text, prefixBytes)
  return frame
}

/** Returns such a frame in pieces. One more member of its head is a list, whose items are JSON in UTF-8. */
export function encodeListFrame(
  type: number,
  head: JsonObject,
  { name, items }: { readonly name: string; readonly items: readonly Uint8Array[] },
): readonly Uint8Array[] {
  const open = JSON.stringify({ ...head, [name]: [] }).slice(0, -closing.length)
  const list = items.flatMap((item, i) => (i === 0 ? [item] : [comma, item]))
  const text = [new TextEncoder().encode(open), ...list, closing]
  return [
    toPrefix(
      type,
      text.reduce((total, { length }) => total + length, 0),
    ),
    ...text,
  ]
}

const [comma, closing] = [Uint8Array.of(0x2c), Uint8Array.of(0x5d, 0x7d)]

function toPrefix(type: number, headBytes: number): Uint8Array {
  const prefix = new Uint8Array(prefixBytes)
  prefix[0] = type
  new DataView(prefix.buffer).setUint32(1, headBytes, true)
  return prefix
}

/** Reads frames from chunks with arbitrary cuts. Raw bytes are copied once, into their targets. */
export class FrameReader {
  readonly #options: FrameReaderOptions
  readonly #prefix = new Uint8Array(prefixBytes)
  #type = 0
  #broken = false
  #stage: 'prefix' | 'head' | 'body' = 'prefix'
  #target: Uint8Array = this.#prefix
  #filled = 0
  #frames = 0
  #headBytes = 0
  #rest: Uint8Array[] = []
  #done: (() => void) | undefined

  constructor(options: FrameReaderOptions) {
    this.#options = options
  }

  get isInside(): boolean {
    return this.#stage !== 'prefix' || this.#filled > 0
  }

  get isInBody(): boolean {
    return this.#stage === 'body'
  }

  /** Number of frames whose heads were read, and the bytes of these heads. */
  get counts(): { readonly frames: number; readonly headBytes: number } {
    return { frames: this.#frames, headBytes: this.#headBytes }
  }

  /**
   * Takes the next bytes of the stream. Any error ends this reader.
   * @throws FrameError for bytes that are no frame, and any error of `onFrame`
   */
  push(chunk: Uint8Array): void {
    if (this.#broken) throw new FrameError('the stream was broken before')
    this.#broken = true // until all of the chunk has been read
    for (let at = 0; at < chunk.length; ) {
      const count = Math.min(chunk.length - at, this.#target.length - this.#filled)
      this.#target.set(chunk.subarray(at, at + count), this.#filled)
      this.#filled += count
      at += count
      if (this.#filled === this.#target.length) this.#advance()
    }
    this.#broken = false
  }

  #advance(): void {
    if (this.#stage === 'prefix') this.#openHead()
    else if (this.#stage === 'head') this.#openBody()
    else this.#fillNext()
  }

  #openHead(): void {
    this.#type = this.#prefix[0] ?? 0
    const length = new DataView(this.#prefix.buffer).getUint32(1, true)
    const limit = this.#options.headLimits.get(this.#type)
    if (limit === undefined) throw new FrameError(`a frame has the unknown type ${this.#type}`)
    if (length > limit)
      throw new FrameError(`a head of ${length} bytes; frames of type ${this.#type} have at most ${limit}`)
    this.#receive('head', new Uint8Array(length))
    if (length === 0) this.#openBody()
  }

  #openBody(): void {
    this.#frames++
    this.#headBytes += this.#target.length
    const body = this.#options.onFrame(this.#type, parseHead(this.#target))
    this.#rest = body === undefined ? [] : body.targets.filter(({ length }) => length > 0)
    this.#done = body?.done
    this.#fillNext()
  }

  #fillNext(): void {
    const next = this.#rest.shift()
    if (next) {
      this.#receive('body', next)
      return
    }
    const done = this.#done
    this.#done = undefined
    this.#receive('prefix', this.#prefix)
    done?.()
  }

  #receive(stage: 'prefix' | 'head' | 'body', target: Uint8Array): void {
    this.#stage = stage
    this.#target = target
    this.#filled = 0
  }
}

function parseHead(bytes: Uint8Array): JsonObject {
  try {
    const head = parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), 'A frame head')
    if (isJsonObject(head)) return head
  } catch (cause) {
    throw new FrameError('a frame head is not JSON', { cause })
  }
  throw new FrameError('a frame head is not a JSON object')
}
