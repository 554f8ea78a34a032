/** The page's own SHA-256, beside that of Node. */
import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashBlob, Sha256 } from '../../core/client/sha256.ts'

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')
const still = { signal: new AbortController().signal, onRead: () => {} }

describe('the hash of a file', () => {
  it('is that of Node, whatever the length', () => {
    for (let length = 0; length <= 200; length++) {
      const bytes = randomBytes(length)
      const hash = new Sha256()
      hash.add(bytes)
      expect(hash.end()).toBe(hashOf(bytes))
    }
  })

  it('is the same in pieces of any length', () => {
    const bytes = randomBytes(5000)
    const hash = new Sha256()
    for (let at = 0, length = 0; at < bytes.length; at += length, length = (length * 7 + 3) % 201)
      hash.add(bytes.subarray(at, at + length))
    expect(hash.end()).toBe(hashOf(bytes))
  })

  it('is read from a file piece by piece, says how far it is, and ends with its signal', async () => {
    const bytes = randomBytes(1_000_000)
    const read: number[] = []
    const blob = new Blob([bytes.subarray(0, 300_001), bytes.subarray(300_001)])
    expect(await hashBlob(blob, { ...still, onRead: (count) => read.push(count) })).toBe(hashOf(bytes))
    expect(read.length).toBeGreaterThan(1)
    expect(read.at(-1)).toBe(1_000_000)
    const ended = AbortSignal.abort(new Error('left'))
    await expect(hashBlob(blob, { ...still, signal: ended })).rejects.toThrow('left')
  })
})
