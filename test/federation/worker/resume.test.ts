/**
 * A worker against a relay played by the test from PROTOCOL.md, whose link is lost: what was asked outlives
 * it.
 */
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { toSnapshot } from '../worker-harness.ts'
import {
  dial,
  lead,
  openRelay,
  openRun,
  readTo,
  reconnect,
  settle,
  toImage,
} from './scripted-relay-harness.ts'

describe('a worker whose link was lost', () => {
  it.each([0, 1, 3])('goes on with the messages from number %i', async (seq) => {
    const { relay, peer, run } = await openRun()
    for (const [i, text] of ['a', 'b', 'c'].entries()) run.context.progress.report(text, i / 4)
    await peer.next('progress')
    const next = await reconnect(relay, peer, { exchanges: [1] })
    run.context.progress.report('d')
    await settle(next)
    expect(next.unread).toEqual([]) // nothing before it is asked again
    next.run(1, 'grow', 'r1', {}, { seq })
    expect(await next.next()).toEqual({ type: 'accepted', id: 1 })
    expect(await next.next()).toEqual({
      type: 'progress',
      id: 1,
      seq,
      texts: ['a', 'b', 'c', 'd'].slice(seq),
      ...(seq < 3 && { fractions: [0, 0.25, 0.5, null].slice(seq) }),
    })
    run.resolve(toImage(10).image)
    expect(await next.next()).toMatchObject({ type: 'result', id: 1, bytes: 10 })
  })

  it.each([0, 262_144, 400_000, 1_000_000])(
    'goes on with a result from byte %i, with the checksum over all',
    async (offset) => {
      const { relay, peer, run } = await openRun()
      const { image, bytes } = toImage(1_000_000)
      run.resolve(image)
      const result = await peer.next('result')
      const before = await readTo(peer, 1, 0, bytes.length)
      const next = await reconnect(relay, peer, { exchanges: [1] })
      next.run(1, 'grow', 'r1', {}, { offset })
      expect(await next.next()).toEqual({ type: 'accepted', id: 1 })
      expect(await next.next()).toEqual(result)
      const after = await readTo(next, 1, offset, bytes.length)
      expect(Buffer.concat([before.subarray(0, offset), after]).equals(bytes)).toBe(true)
      expect(await next.next()).toEqual({ type: 'end', id: 1, bytes: bytes.length, crc32: crc32(bytes) })
    },
  )

  it('keeps a result that came while there was no link', async () => {
    const { relay, peer, run } = await openRun()
    await peer.next('accepted')
    peer.terminate()
    const next = await relay.nextConnection()
    run.context.progress.report('alone')
    run.resolve(toImage(10).image)
    await next.accept({ exchanges: [1] })
    next.run(1, 'grow', 'r1')
    expect([await next.next(), await next.next(), await next.next()].map(({ type }) => type)).toEqual([
      'accepted',
      'progress',
      'result',
    ])
    expect((await readTo(next, 1, 0, 10)).length).toBe(10)
  })

  it('says a failure again', async () => {
    const { relay, peer, run } = await openRun()
    run.reject(new Error('broken'))
    const failed = await peer.next('failed')
    const next = await reconnect(relay, peer, { exchanges: [1] })
    next.run(1, 'grow', 'r1')
    expect(await next.next('failed')).toEqual(failed)
  })

  it.each([
    ['is not listed in the welcome', { exchanges: [] }],
    ['was asked by another start of the relay', { exchanges: [1], instance: 'e'.repeat(32) }],
  ])('stops a run that %s', async (_, members) => {
    const { relay, peer, run } = await openRun()
    const next = await reconnect(relay, peer, members)
    await settle(next)
    expect(run.context.signal.aborted).toBe(true)
    next.run(1, 'grow', 'r1', {}, { seq: 4 })
    expect(await next.next('failed')).toMatchObject({ id: 1, code: 'worker.unreachable' })
  })

  it('stops its runs when the relay was away for longer than its grace time', async () => {
    const grow = lead('grow')
    const relay = await openRelay()
    const { log } = dial(relay, toSnapshot([grow.registered]))
    const peer = await relay.nextConnection()
    await peer.accept({ grace_seconds: 0.02 })
    peer.run(1, 'grow', 'r1')
    const run = await grow.next()
    const aborted = new Promise((resolve) => run.context.signal.addEventListener('abort', resolve))
    relay.refuse(503)
    peer.terminate()
    await aborted
    expect(log.entries.map(({ message }) => message).join()).toContain('given up')
  })

  it('begins a run that it has never heard of, and forgets one that the relay is done with', async () => {
    const { relay, peer, run } = await openRun()
    run.resolve(toImage(10).image)
    await peer.next('end')
    peer.send({ type: 'done', id: 1 })
    const next = await reconnect(relay, peer, { exchanges: [1, 2] })
    next.run(1, 'grow', 'r1', {}, { offset: 10 })
    expect(await next.next()).toMatchObject({ type: 'failed', id: 1, code: 'worker.unreachable' })
    next.run(2, 'grow', 'r1')
    expect(await next.next()).toEqual({ type: 'accepted', id: 2 })
  })

  it('notices that the relay is silent', async () => {
    const relay = await openRelay()
    dial(relay)
    const peer = await relay.nextConnection()
    peer.answersPings = false
    await peer.accept({ ping_seconds: 0.05, dead_seconds: 0.1 })
    await peer.closed
    await relay.nextConnection()
  })
})
