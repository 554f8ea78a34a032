/** Bodies of other hosts by themselves: right ones however they are cut, and all sorts of wrong ones. */
import { describe, expect, it } from 'vitest'
import type { SpecimenError } from '../../../core/domain/errors.ts'
import type { Result } from '../../../core/domain/result/result.ts'
import { type HeldResult, holdResult } from '../../../core/domain/result/stored-result.ts'
import { ArrivingResult } from '../../../core/group/results/arriving-result.ts'
import { PeerSignatures } from '../../../core/group/results/peer-signatures.ts'
import { createSeal } from '../../../core/group/results/result-seal.ts'
import { SealedResults } from '../../../core/group/results/sealed-results.ts'
import { countRuns } from '../../support/at-length.ts'
import { fc } from '../../support/seeded-fast-check.ts'
import { digest, emptyMesh, pointCloud, samples, smallMesh } from './samples.ts'

const request = { method: 'GET', url: 'http://h/' }
const { keys } = new PeerSignatures(['a secret of a group that is long enough'], () => 0).sign(request)
const sealed = new SealedResults()

async function toBody(stored: HeldResult): Promise<Buffer> {
  return Buffer.concat(await sealed.seal(stored, keys))
}

function expectResult({ id, type, bytes, fitsEnvelope }: HeldResult, byteLimit = 1e9) {
  const pointer = { host: 'h', address: 'http://h', id, type, bytes, fitsEnvelope }
  const ends: (Result | SpecimenError)[] = []
  const arriving = new ArrivingResult({ pointer, keys, byteLimit, onEnd: (end) => ends.push(end) })
  return { arriving, ends }
}

/** Expects that a body is refused, for this reason. */
async function expectLost(stored: HeldResult, body: Uint8Array, reason: RegExp): Promise<void> {
  const { arriving, ends } = expectResult(stored)
  arriving.take(body)
  arriving.end()
  await expect(arriving.whole).rejects.toMatchObject({ code: 'result.lost' })
  expect(ends.length).toBe(1)
  expect(String(ends[0] instanceof Error && ends[0].cause)).toMatch(reason)
}

describe('a sealed body', () => {
  it.each(Object.entries(samples))('holds the result, however it is cut: %s', async (_name, result) => {
    const stored = holdResult('a', result)
    const body = await toBody(stored)
    const cuts = fc.array(fc.nat(body.length), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(cuts, async (at) => {
        const { arriving, ends } = expectResult(stored)
        const places = [0, ...at.sort((a, b) => a - b), body.length]
        for (const [index, end] of places.entries()) arriving.take(body.subarray(places[index - 1] ?? 0, end))
        expect(ends).toEqual([])
        arriving.end()
        await arriving.whole
        const opened = await arriving.opened
        expect(digest(opened.result)).toEqual(digest(result))
        expect(ends[0]).toBe(opened.result)
      }),
      { numRuns: 8 },
    )
  })

  it('comes byte by byte', async () => {
    const stored = holdResult('a', pointCloud)
    const { arriving } = expectResult(stored)
    for (const byte of await toBody(stored)) arriving.take(Uint8Array.of(byte))
    arriving.end()
    await arriving.whole
    expect(digest((await arriving.opened).result)).toEqual(digest(pointCloud))
  })

  it('is made once for a result and a secret, and is another for another result', async () => {
    const [one, two] = [holdResult('1', smallMesh), holdResult('2', smallMesh)]
    expect(sealed.seal(one, keys)).toBe(sealed.seal(one, keys))
    expect((await toBody(one)).subarray(-16)).not.toEqual((await toBody(two)).subarray(-16))
  })
})

describe('a wrong body', () => {
  it('is refused when any byte of it is another', async () => {
    const stored = holdResult('a', pointCloud)
    const body = await toBody(stored)
    await fc.assert(
      fc.asyncProperty(fc.nat(body.length - 1), fc.integer({ min: 1, max: 255 }), async (at, by) => {
        const wrong = Buffer.from(body)
        wrong[at] = (wrong[at] ?? 0) ^ by
        await expectLost(stored, wrong, /./)
      }),
      { numRuns: countRuns(200) },
    )
  })

  it.each([
    ['by one byte', -1, /end too early/],
    ['by all', -1e9, /end too early/],
    ['before its seal', -16, /end too early/],
  ])('is refused when it is too short %s', async (_what, length, reason) => {
    const stored = holdResult('a', smallMesh)
    const body = await toBody(stored)
    await expectLost(stored, body.subarray(0, Math.max(0, body.length + length)), reason)
  })

  it('is refused when it is too long', async () => {
    const stored = holdResult('a', smallMesh)
    await expectLost(stored, Buffer.concat([await toBody(stored), Buffer.alloc(1)]), /more after its end/)
  })

  it('is refused when it is the right one of another result', async () => {
    await expectLost(holdResult('a', smallMesh), await toBody(holdResult('b', smallMesh)), /seal/)
    await expectLost(holdResult('a', smallMesh), await toBody(holdResult('a', emptyMesh)), /announced/)
  })

  it.each([
    ['is no JSON', '{', /./],
    ['is no object', '[]', /no proper head/],
    ['has no arrays', '{"members":{"type":"mesh"}}', /no proper head/],
    ['has an array that no result has', toHead('secrets', 'uint8', 372_000), /arrays that no result has/],
    ['has half an element', toHead('vertices', 'float32', 371_999), /arrays that no result has/],
    ['has other arrays than a mesh', toHead('points', 'float32', 372_000), /vertices/],
    ['has fewer bytes than were announced', toHead('vertices', 'float32', 12), /were announced/],
    ['has more bytes than there is memory', toHead('vertices', 'float32', 4e12), /at most/],
  ])('is refused when its head %s, also with the right seal', async (_what, head, reason) => {
    const stored = holdResult('a', { ...smallMesh, vertices: new Float32Array(90_000) })
    expect(stored.bytes).toBe(372_000)
    await expectLost(stored, sealBody(stored.id, head, Buffer.alloc(stored.bytes)), reason)
  })

  it('is refused by the length of its head alone', async () => {
    const prefix = Buffer.alloc(4)
    for (const length of [0, 65_537, 2 ** 32 - 1]) {
      prefix.writeUInt32LE(length)
      await expectLost(holdResult('a', smallMesh), Buffer.concat([Buffer.alloc(12), prefix]), /its head has/)
    }
  })

  it('takes no more than the limit', async () => {
    const stored = holdResult('a', smallMesh)
    const { arriving } = expectResult(stored, stored.bytes - 1)
    arriving.take(await toBody(stored))
    await expect(arriving.opened).rejects.toMatchObject({ code: 'result.lost' })
  })
})

function toHead(name: string, dtype: string, bytes: number): string {
  return JSON.stringify({ members: { type: 'mesh' }, blocks: [{ name, dtype, bytes }] })
}

/** A body as an owner with the secret would make it that has something else in mind. */
function sealBody(id: string, head: string, arrays: Buffer): Buffer {
  const nonce = Buffer.alloc(12, 7)
  const text = Buffer.from(head)
  const prefix = Buffer.alloc(4)
  prefix.writeUInt32LE(text.length)
  const seal = createSeal(keys.sealing, nonce)
  for (const part of [Buffer.from(id), prefix, text, arrays]) seal.add(part)
  return Buffer.concat([nonce, prefix, text, arrays, seal.finish()])
}
