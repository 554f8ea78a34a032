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
export function toJsonText(text: string): Buffer {
  return Buffer.from(JSON.stringify(text).slice(1, -1))
}

/** Bytes that are encoded at a time, about a tenth of a millisecond. Base64 has a group for every three. */
const encodedBytes = 3 * 64 * 1024

/** Returns bytes in base64, as bytes. Between its parts the event loop does other work. */
export async function encodeBase64(pieces: readonly Uint8Array[]): Promise<readonly Buffer[]> {
  const bytes = Buffer.concat(pieces)
  const encoded: Buffer[] = []
  for (let start = 0; start < bytes.byteLength; start += encodedBytes) {
    if (start > 0) await setImmediate()
    const text = bytes.toString('base64', start, Math.min(start + encodedBytes, bytes.byteLength))
    encoded.push(Buffer.from(text, 'latin1'))
  }
  return encoded
}
