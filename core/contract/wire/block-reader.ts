/** The bytes of an envelope or a scene, read from the first to the last. */
import { SpecimenError } from '../domain/errors.ts'
import { type Dtype, type ElementArray, type ElementClass, elementArrays } from '../domain/result/elements.ts'
import { toThrownText } from '../text/thrown-text.ts'
import { isJsonObject, type Json, type JsonObject, parseJson } from '../values/json.ts'

/** Bytes of the length before a preamble. */
export const prefixBytes = 4

/** Takes bytes in their order, and allocates none before they have arrived. @throws `envelope.invalid` */
export class BlockReader {
  readonly #bytes: Uint8Array
  #at = prefixBytes

  constructor(bytes: Uint8Array) {
    // A separate view, because `slice` copies here and does not in Node's Buffer.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  /** Returns the JSON object at the beginning. */
  readPreamble(): JsonObject {
    const { buffer, byteOffset, length } = this.#bytes
    if (length < prefixBytes)
      throw refuseEnvelope(
        `The buffer must have at least ${prefixBytes} bytes, for the length (got ${length}).`,
      )
    const preambleLength = new DataView(buffer, byteOffset).getUint32(0, true)
    this.#require('the preamble', preambleLength)
    // slice, because a TextDecoder refuses shared memory in browsers.
    const text = decodeText(this.#bytes.slice(this.#at, this.#at + preambleLength), 'The preamble')
    this.#at += preambleLength
    const preamble = parseText(text, 'The preamble')
    if (isJsonObject(preamble)) return preamble
    throw refuseEnvelope('The preamble is not a JSON object.')
  }

  /** Returns an array: a view where alignment allows, else a copy. */
  read(name: string, dtype: Dtype, length: number): ElementArray {
    const Kind: ElementClass = elementArrays[dtype]
    const byteLength = length * Kind.BYTES_PER_ELEMENT
    this.#require(name, byteLength)
    const start = this.#at
    this.#at += byteLength
    const offset = this.#bytes.byteOffset + start
    if (offset % Kind.BYTES_PER_ELEMENT === 0) return new Kind(this.#bytes.buffer, offset, length)
    return new Kind(this.#bytes.slice(start, this.#at).buffer, 0, length)
  }

  /** Returns a view of bytes. */
  take(name: string, byteLength: number): Uint8Array {
    this.#require(name, byteLength)
    const start = this.#at
    this.#at += byteLength
    return this.#bytes.subarray(start, this.#at)
  }

  /** Returns the JSON value of a block of text. */
  readTexts(name: string, byteLength: number): Json {
    // slice, as above
    return parseText(decodeText(this.take(name, byteLength).slice(), name), name)
  }

  /** Refuses bytes behind the last block. */
  requireEnd(): void {
    const rest = this.#bytes.length - this.#at
    if (rest > 0) throw refuseEnvelope(`The buffer must end with the last block (got ${rest} more bytes).`)
  }

  // Lengths above 2^53 are inexact, but far above the rest of the buffer.
  #require(name: string, byteLength: number): void {
    const rest = this.#bytes.length - this.#at
    if (byteLength > rest)
      throw refuseEnvelope(`The buffer is truncated: ${name} needs ${byteLength} bytes and ${rest} are left.`)
  }
}

function decodeText(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw refuseEnvelope(`${name} is not UTF-8.`, cause)
  }
}

function parseText(text: string, name: string): Json {
  try {
    return parseJson(text, name)
  } catch (cause) {
    throw refuseEnvelope(toThrownText(cause), cause)
  }
}

/** Returns the error for bytes that are no envelope. */
export function refuseEnvelope(detail: string, cause?: unknown): SpecimenError {
  return new SpecimenError('envelope.invalid', detail, { cause })
}
