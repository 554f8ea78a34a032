import { setImmediate } from 'node:timers/promises'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

/**
 * Large texts of an answer that are bytes already. In the message stands a word for each, which is random, so
 * that no text of others can be taken for it; the bytes take its place when the message is written. So a
 * large text is neither checked, nor copied, nor escaped again on the event loop.
 */
export class LargeTexts {
  readonly #createId: () => string
  readonly #texts = new Map<string, readonly Buffer[]>()

  /** `createId` returns 128 random bits as text. */
  constructor(createId: () => string) {
    this.#createId = createId
  }

  /** Returns the word for a text, given as it stands between quotes in JSON. The word is valid base64. */
  add(text: readonly Buffer[]): string {
    const word = Buffer.from(this.#createId()).toString('base64')
    this.#texts.set(word, text)
    return word
  }

  /** Returns a message as JSON, with the texts in their places. */
  encode(message: JSONRPCMessage): readonly Buffer[] {
    const json = JSON.stringify(message)
    const places = [...this.#texts]
      .map(([word, text]) => ({ text, start: json.indexOf(`"${word}"`) + 1, length: word.length }))
      .filter(({ start }) => start > 0) // else of an answer that was refused
      .sort((one, other) => one.start - other.start)
    const parts: Buffer[] = []
    let end = 0
    for (const { text, start, length } of places) {
      parts.push(Buffer.from(json.slice(end, start)), ...text)
      end = start + length
    }
    return [...parts, Buffer.from(json.slice(end))]
  }
}

/** Returns a text as it stands between quotes in JSON. */
function toJsonText(text: string): Buffer {
  return Buffer.from(JSON.stringify(text).slice(1, -1))
}

/** Bytes that are encoded at a time, in some tenths of a millisecond. Base64 has a group for every three. */
const encodedBytes = 3 * 32 * 1024

/** Returns bytes in base64, as bytes. Between its parts the event loop does other work. */
export async function encodeBase64(pieces: readonly Uint8Array[]): Promise<readonly Buffer[]> {
  const encoded: Buffer[] = []
  let rest = Buffer.alloc(0)
  for (const piece of pieces) {
    for (let start = 0; start < piece.byteLength; ) {
      const end = Math.min(start + encodedBytes - rest.byteLength, piece.byteLength)
      const bytes = Buffer.concat([rest, piece.subarray(start, end)])
      start = end
      const whole = bytes.byteLength - (bytes.byteLength % 3)
      rest = bytes.subarray(whole)
      encoded.push(Buffer.from(bytes.toString('base64', 0, whole), 'latin1'))
      await setImmediate()
    }
  }
  return rest.byteLength > 0 ? [...encoded, Buffer.from(rest.toString('base64'), 'latin1')] : encoded
}

/** Decodes the parts of a text in UTF-8, in order. */
type DecodeText = (part: Uint8Array, options: { readonly stream: boolean }) => string

/**
 * Returns a piece of a text in UTF-8 as it stands between quotes in JSON, and gives other work its turn as
 * above.
 */
export async function escapeText(text: Uint8Array, decode: DecodeText): Promise<readonly Buffer[]> {
  const escaped: Buffer[] = []
  for (let start = 0; start < text.byteLength; start += encodedBytes) {
    if (start > 0) await setImmediate()
    const part = text.subarray(start, start + encodedBytes)
    escaped.push(toJsonText(decode(part, { stream: true })))
  }
  return escaped
}
