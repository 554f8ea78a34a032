/** Bodies as bytes: what is read is what was written, to the steps that PROTOCOL.md says. Its golden is there. */
import { describe, expect, it } from 'vitest'
import { decodeBodies, encodeBodies, type PeerBody } from '../../../core/contract/wire/room-bodies.ts'
import { encodePoses, type PoseTurn } from '../../../core/contract/wire/room-poses.ts'

const head = { point: [0, 2, 8], turn: [0, 0, 0, 1] } as const
const readOne = (body: PeerBody): PeerBody => {
  const [read, ...more] = decodeBodies(encodeBodies([body]))
  if (!read || more.length > 0) throw new Error('One body was written.')
  return read
}

describe('a frame of bodies', () => {
  it('has 6 bytes for a peer, and 10 for each part', () => {
    const hand = { ...head, points: false }
    const body = { peer: 65535, view: 8, metre: 3 }
    expect(
      encodeBodies([body, { ...body, head }, { ...body, head, left: hand, right: hand }]).byteLength,
    ).toBe(1 + 6 + 16 + 36)
    expect(readOne({ ...body, left: hand })).toEqual({ peer: 65535, view: 8, metre: 2 ** 1.5, left: hand })
  })

  it.each([1e-4, 0.3, 4, 5, 250, 1e9])('reaches a place at %d, in steps of a 16,000th of it', (far) => {
    const point = [-far, far / 3, 0] as const
    const read = readOne({ peer: 1, view: 1, metre: 1, head: { ...head, point } }).head?.point ?? []
    for (const [i, coordinate] of point.entries())
      expect(Math.abs((read[i] ?? 0) - coordinate)).toBeLessThanOrEqual(far / 32_000)
  })

  it('keeps a rotation to a quarter of a degree, and its sign does not matter', () => {
    for (let i = 0; i < 500; i++) {
      const raw = [Math.sin(i), Math.cos(3 * i), Math.sin(7 * i + 1), Math.cos(11 * i)]
      const length = Math.hypot(...raw)
      const [x = 0, y = 0, z = 0, w = 0] = raw.map((part) => part / length)
      const turn: PoseTurn = [x, y, z, w]
      const read = readOne({ peer: 1, view: 1, metre: 1, head: { ...head, turn } }).head?.turn ?? []
      const along = Math.abs(turn.reduce((sum, part, at) => sum + part * (read[at] ?? 0), 0))
      expect((2 * Math.acos(Math.min(1, along)) * 180) / Math.PI).toBeLessThan(1 / 4)
      expect(Math.hypot(...read)).toBeCloseTo(1, 12)
    }
  })

  it('has finite numbers and rotations of length 1, whatever the bytes', () => {
    for (let i = 0; i < 500; i++) {
      const bytes = Uint8Array.from({ length: 37 }, (_, at) => (i * 7919 + at * 104_729 + i * i * at) % 256)
      bytes.set([2], 0)
      bytes.set([31, (i % 65) - 32], 4)
      const [{ head: own, left, right, metre } = { metre: 0 }] = decodeBodies(bytes)
      expect(metre).toBeGreaterThan(0)
      for (const part of [own, left, right]) {
        expect(part?.point.every(Number.isFinite)).toBe(true)
        expect(Math.hypot(...(part?.turn ?? []))).toBeCloseTo(1, 12)
      }
    }
  })

  it('is read up to a record that is cut, and one of another kind has none', () => {
    const two = encodeBodies([1, 2].map((peer) => ({ peer, view: 1, metre: 1, head })))
    expect(decodeBodies(two.subarray(0, -1)).map(({ peer }) => peer)).toEqual([1])
    expect(decodeBodies(encodePoses([{ peer: 1, view: 1 }]))).toEqual([])
    expect(decodeBodies(Uint8Array.of())).toEqual([])
  })
})
