/** Answers between hosts, which nobody changes on the way. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import { answerShortly, openAnswer, sealAnswer } from '../../../core/group/workers/sealed-answer.ts'

const key = createHash('sha256').update('a key').digest()
const seal = { key, question: 'Specimen-Peer 1.abc' }
const body = [Buffer.from('the first'), Buffer.from(' and the last piece')]
const bytes = body.reduce((total, { length }) => total + length, 0)

async function* toPieces(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}

const seal1 = async () =>
  await buffer(sealAnswer({ head: { status: 200 }, bytes, body: toPieces(body) }, seal))
const open = async (sealed: Uint8Array, size = sealed.length) => {
  const pieces: Uint8Array[] = []
  for (let at = 0; at < sealed.length; at += size) pieces.push(sealed.subarray(at, at + size))
  const answer = await openAnswer(toPieces(pieces), seal)
  return { head: answer.head, text: (await buffer(answer.body)).toString() }
}

describe('an answer of another host', () => {
  it.each([1, 7, 1000])('is what was sealed, in pieces of %d bytes', async (size) => {
    expect(await open(await seal1(), size)).toEqual({
      head: { status: 200, bytes },
      text: 'the first and the last piece',
    })
  })

  it('may have nothing but a head', async () => {
    const sealed = await buffer(sealAnswer(answerShortly({ taken: true }), seal))
    expect(await open(sealed)).toEqual({ head: { taken: true, bytes: 0 }, text: '' })
  })

  it('is refused when any byte of it is another, missing or too many', async () => {
    const sealed = await seal1()
    for (let at = 0; at < sealed.length; at++) {
      const wrong = Buffer.from(sealed)
      wrong[at] = (wrong[at] ?? 0) ^ 1
      await expect(open(wrong)).rejects.toThrow()
      await expect(open(sealed.subarray(0, at))).rejects.toThrow()
    }
    await expect(open(Buffer.concat([sealed, Buffer.of(0)]))).rejects.toThrow('more after its end')
  })

  it('is refused by another key, and as the answer to another question', async () => {
    const sealed = await seal1()
    for (const other of [
      { ...seal, key: createHash('sha256').digest() },
      { ...seal, question: 'another' },
    ]) {
      const answer = await openAnswer(toPieces([sealed]), other)
      await expect(buffer(answer.body)).rejects.toThrow('seal')
    }
  })

  it('holds its last piece back until the seal has come', async () => {
    const sealed = await seal1()
    const taken: string[] = []
    const answer = await openAnswer(toPieces([sealed.subarray(0, -20), sealed.subarray(-20, -16)]), seal)
    const read = async () => {
      for await (const piece of answer.body) taken.push(Buffer.from(piece).toString())
    }
    await expect(read()).rejects.toThrow('too early')
    expect(taken.join('')).toBe('the first and the last p')
  })

  it('lets go of the connection when its reader leaves', async () => {
    const sealed = await seal1()
    let isLeft = false
    async function* pieces(): AsyncGenerator<Uint8Array> {
      try {
        yield sealed.subarray(0, -30)
        yield sealed.subarray(-30)
      } finally {
        isLeft = true
      }
    }
    for await (const _piece of (await openAnswer(pieces(), seal)).body) break
    expect(isLeft).toBe(true)
  })
})
