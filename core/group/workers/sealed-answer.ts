/**
 * Answers to questions of other hosts: a nonce, the length of the head (uint32, little-endian), the head as
 * JSON, the bytes whose number is its member `bytes`, and the seal of the question's signature and all that
 * stands before it.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { isJsonObject, type JsonObject, parseJson } from '../../domain/json.ts'
import { isCount } from '../../domain/number.ts'
import { createSeal, nonceBytes, type ResultSeal, sealBytes } from '../results/result-seal.ts'
import { prefixBytes } from '../results/sealed-results.ts'

/** What a host answers. */
export interface HostAnswer {
  readonly head: JsonObject
  /** Of the body. */
  readonly bytes: number
  readonly body: AsyncIterable<Uint8Array>
}

/** By what an answer is sealed. */
export interface AnswerSeal {
  readonly key: Buffer
  /** The header `Authorization` of the question: an answer is of no use for another one. */
  readonly question: string
}

/** Heads have some hundred bytes, and at most as many headers as a file may have. */
const headLimit = 512 * 1024

/** Returns an answer that has nothing but a head. */
export function answerShortly(head: JsonObject): HostAnswer {
  return { head, bytes: 0, body: noBytes() }
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

/** Goes through an answer as it is sent. Leaving it early leaves the body. */
export async function* sealAnswer(
  { head, bytes, body }: HostAnswer,
  { key, question }: AnswerSeal,
): AsyncGenerator<Uint8Array> {
  const nonce = randomBytes(nonceBytes)
  const text = Buffer.from(JSON.stringify({ ...head, bytes }))
  const prefix = Buffer.alloc(prefixBytes)
  prefix.writeUInt32LE(text.length)
  const seal = createSeal(key, nonce)
  for (const part of [Buffer.from(question), prefix, text]) seal.add(part)
  yield Buffer.concat([nonce, prefix, text])
  for await (const piece of body) {
    seal.add(piece)
    yield piece
  }
  yield seal.finish()
}

/**
 * Resolves with an answer when its head has come, of an answer without a body when it is checked. The last
 * piece of the body comes only when the seal fits. @throws Error when it is cut or not what was sealed
 */
export async function openAnswer(
  pieces: AsyncIterable<Uint8Array>,
  { key, question }: AnswerSeal,
): Promise<HostAnswer> {
  const source = new PieceReader(pieces)
  const nonce = await source.readExactly(nonceBytes)
  const prefix = await source.readExactly(prefixBytes)
  const headLength = prefix.readUInt32LE()
  if (headLength > headLimit) throw new Error(`its head has ${headLength} bytes`)
  const text = await source.readExactly(headLength)
  const seal = createSeal(key, nonce)
  for (const part of [Buffer.from(question), prefix, text]) seal.add(part)
  const head = parseJson(text.toString(), 'The head')
  if (!isJsonObject(head) || !isCount(head.bytes)) throw new Error('it has no proper head')
  const { bytes } = head
  if (bytes === 0) {
    await checkSeal(source, seal)
    return { head, bytes, body: noBytes() }
  }
  return { head, bytes, body: readBody(source, bytes, seal) }
}

async function* readBody(source: PieceReader, bytes: number, seal: ResultSeal): AsyncGenerator<Uint8Array> {
  try {
    for (let left = bytes; left > 0; ) {
      const piece = await source.read(left)
      seal.add(piece)
      left -= piece.length
      if (left === 0) await checkSeal(source, seal)
      yield piece
    }
  } finally {
    await source.leave()
  }
}

async function checkSeal(source: PieceReader, seal: ResultSeal): Promise<void> {
  const sent = await source.readExactly(sealBytes)
  if (!timingSafeEqual(seal.finish(), sent)) throw new Error('its seal does not fit its bytes')
  await source.readEnd()
}

/** Bytes that come in pieces, whose ends mean nothing. */
class PieceReader {
  readonly #pieces: AsyncIterator<Uint8Array>
  #rest: Uint8Array = new Uint8Array()

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces[Symbol.asyncIterator]()
  }

  /** Returns the next bytes, at least one and at most so many. */
  async read(most: number): Promise<Uint8Array> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#pieces.next()
      if (done) throw new Error('its bytes end too early')
      this.#rest = value
    }
    const piece = this.#rest.subarray(0, most)
    this.#rest = this.#rest.subarray(piece.length)
    return piece
  }

  async readExactly(count: number): Promise<Buffer> {
    const parts: Uint8Array[] = []
    for (let left = count; left > 0; ) {
      const piece = await this.read(left)
      parts.push(piece)
      left -= piece.length
    }
    return Buffer.concat(parts)
  }

  async readEnd(): Promise<void> {
    const { done } = this.#rest.length > 0 ? { done: false } : await this.#pieces.next()
    if (!done) throw new Error('there is more after its end')
  }

  async leave(): Promise<void> {
    await this.#pieces.return?.()
  }
}
