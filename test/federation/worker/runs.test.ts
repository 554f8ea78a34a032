/**
 * Runs at a worker against a relay played by the test from PROTOCOL.md: which it takes, how it answers them,
 * and that none holds up the others.
 */
import { setTimeout } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { toEmptySchema } from '../../../core/contract/domain/schema.ts'
import type { Specimen } from '../../../core/contract/domain/specimen.ts'
import type { ScriptedRelayPeer } from '../scripted-relay.ts'
import { plainSpecimen } from '../worker-harness.ts'
import { lead, open, openRun, readTo, settle, toImage } from './scripted-relay-harness.ts'

describe('a run at a worker', () => {
  it('is accepted, tells its progress, and sends its result with a checksum [jobs.6]', async () => {
    const grow = lead('grow', ['cells'])
    const { peer } = await open([grow.registered])
    peer.run(1, 'grow', 'r1', { cells: 3 })
    expect(await peer.next()).toEqual({ type: 'accepted', id: 1 })
    const run = await grow.next()
    expect(run.params).toEqual({ cells: 3 })
    run.context.progress.report('one')
    expect(await peer.next()).toEqual({ type: 'progress', id: 1, seq: 0, texts: ['one'] })
    run.context.progress.report('two')
    run.context.progress.skip?.(5)
    run.context.progress.report('eight')
    const { image, bytes } = toImage(600_000)
    run.resolve(image)
    expect(await peer.next()).toEqual({ type: 'progress', id: 1, seq: 1, texts: ['two'] })
    expect(await peer.next()).toEqual({ type: 'progress', id: 1, seq: 7, texts: ['eight'] })
    const head = {
      members: { type: 'image', width: 600_000, height: 1, channels: 1, dtype: 'uint8' },
      blocks: [{ name: 'data', dtype: 'uint8', bytes: 600_000 }],
    }
    expect(await peer.next()).toEqual({ type: 'result', id: 1, head, bytes: 600_000 })
    expect((await readTo(peer, 1, 0, 600_000)).equals(bytes)).toBe(true)
    expect(await peer.next()).toEqual({ type: 'end', id: 1, bytes: 600_000, crc32: crc32(bytes) })
  })

  it.each([
    ['run', (peer: ScriptedRelayPeer) => peer.run(2, 'grow', 'r1', {}, { room: 'x'.repeat(129) })],
    ['fetch', (peer: ScriptedRelayPeer) => peer.fetch(2, 'rock', { headers: { range: 'a\tb' } })],
    ['resumed run', (peer: ScriptedRelayPeer) => peer.run(1, 'grow', 'r1', {}, { offset: -1 })],
    ['credit', (peer: ScriptedRelayPeer) => peer.send({ type: 'credit', id: 1, consumed: -1 })],
    ['run with the number of a file', (peer: ScriptedRelayPeer) => peer.fetch(1, 'rock')],
  ])('fails alone when a malformed %s is about it, and the link goes on', async (_, ask) => {
    const { peer, run } = await openRun()
    await peer.next('accepted')
    ask(peer)
    const { id, code, detail } = await peer.next('failed')
    expect([code, run.context.signal.aborted]).toEqual(['request.invalid', id === 1])
    expect(detail).toMatch(/must be|is no/)
    peer.run(3, 'grow', 'r1')
    expect(await peer.next('accepted')).toEqual({ type: 'accepted', id: 3 })
  })

  it('sends fractions beside the texts, and none where there are none, as older ones do', async () => {
    const { peer, run } = await openRun()
    run.context.progress.report('begun')
    expect(await peer.next('progress')).toEqual({ type: 'progress', id: 1, seq: 0, texts: ['begun'] })
    run.context.progress.report('one', 0)
    run.context.progress.report('two')
    run.context.progress.report('three', 0.75)
    expect(await peer.next('progress')).toEqual({
      type: 'progress',
      id: 1,
      seq: 1,
      texts: ['one', 'two', 'three'],
      fractions: [0, null, 0.75],
    })
  })

  it('sends the colours of a mesh only to a relay that asks for them, as older ones do not', async () => {
    const grow = lead('grow')
    const { peer } = await open([grow.registered])
    const corners = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0)
    const colors = Uint8Array.of(9, 8, 7, 6, 5, 4, 3, 2, 1)
    const mesh = {
      type: 'mesh',
      vertices: corners,
      indices: Uint32Array.of(0, 1, 2),
      normals: corners,
      colors,
    } as const
    for (const [id, members, last] of [
      [1, {}, { name: 'normals', dtype: 'float32', bytes: 36 }],
      [2, { colors: true }, { name: 'colors', dtype: 'uint8', bytes: 9 }],
    ] as const) {
      peer.run(id, 'grow', 'r1', {}, members)
      const run = await grow.next()
      run.resolve(mesh)
      const { head } = await peer.next('result')
      expect((head as { blocks: readonly object[] }).blocks.at(-1)).toEqual(last) // as PROTOCOL.md has it
      await peer.next('end')
      peer.send({ type: 'done', id })
    }
  })

  it('gathers messages of one moment in one frame, and keeps the last 1,000 of a flood', async () => {
    const { peer, run } = await openRun()
    for (let i = 0; i < 5000; i++) run.context.progress.report(`step ${i}`)
    const { seq, texts } = await peer.next('progress')
    expect([seq, texts.length, texts[0], texts.at(-1)]).toEqual([4000, 1000, 'step 4000', 'step 4999'])
  })

  it('fails with the function’s own message and its stack apart from it', async () => {
    const { createInlineRunner } = await import('../../../core/engine/run/inline-runner.ts')
    const { registered } = lead('grow')
    const throws = () => {
      throw new RangeError('too small')
    }
    const parts = {
      returnType: 'image',
      parameters: [],
      progress: null,
      check: async () => {},
      runTimeoutSeconds: 60,
    } as const
    const runner = createInlineRunner(throws, {
      ...parts,
      log: { debug() {}, info() {}, warn() {}, error() {} },
    })
    const { peer } = await open([{ ...registered, runner }])
    peer.run(1, 'grow', 'r1')
    await peer.next('accepted')
    const failed = await peer.next()
    expect(failed).toMatchObject({ type: 'failed', id: 1, code: 'function.failed', issues: [] })
    expect(failed.detail).toMatch(/^too small\. \(function grow/)
    expect(failed.stack).toContain('RangeError: too small\n')
  })

  it.each([
    ['an unknown function', 'shrink', 'r1', {}, 'function.unknown', 'shrink'],
    ['another revision of it', 'grow', 'r0', { cells: 3 }, 'function.unknown', 'replaced'],
    ['parameters that do not fit', 'grow', 'r1', { cells: 10 }, 'params.invalid', 'cells'],
    ['a parameter it does not have', 'grow', 'r1', { cells: 3, more: 1 }, 'params.invalid', 'more'],
    ['parameters that are no object', 'grow', 'r1', [], 'json.syntax', 'object'],
  ])('is refused when it asks for %s', async (_, name, revision, params, code, text) => {
    const { peer } = await open([lead('grow', ['cells']).registered])
    peer.run(1, name, revision, params)
    const failed = await peer.next()
    expect(failed).toMatchObject({ type: 'failed', id: 1, code })
    expect(failed.detail).toContain(text)
    expect(failed.issues.length > 0).toBe(code === 'params.invalid')
  })

  it('is refused when its parameters are not complete, because defaults are the relay’s', async () => {
    const grow = lead('grow')
    const schema = { ...toEmptySchema('grow'), properties: { cells: { type: 'number', default: 3 } } }
    const { peer } = await open([{ ...grow.registered, manifest: { ...grow.registered.manifest, schema } }])
    peer.run(1, 'grow', 'r1')
    expect(await peer.next()).toMatchObject({
      type: 'failed',
      code: 'params.invalid',
      issues: [{ pointer: '/cells' }],
    })
  })

  it('is admitted under the schema of a specimen that shows its function', async () => {
    const grow = lead('grow', ['cells'])
    const schema = { ...toEmptySchema('grow'), properties: { cells: { type: 'number', maximum: 50 } } }
    const shown: Specimen = {
      kind: 'dynamic',
      id: 'wide',
      ...plainSpecimen,
      type: 'image',
      functionName: 'grow',
      schema,
    }
    const { peer } = await open([grow.registered], [shown])
    peer.run(1, 'grow', 'r1', { cells: 40 })
    expect(await peer.next()).toEqual({ type: 'accepted', id: 1 })
  })

  it('is admitted with the function’s own default for what a specimen’s schema leaves out', async () => {
    const grow = lead('grow', ['cells', 'size'])
    const schema = { ...toEmptySchema('grow'), properties: { cells: { type: 'string' } } }
    const shown: Specimen = {
      kind: 'dynamic',
      id: 'narrow',
      ...plainSpecimen,
      type: 'image',
      functionName: 'grow',
      schema,
    }
    const own = {
      ...toEmptySchema('grow'),
      properties: { cells: { type: 'number' }, size: { default: [1] } },
    }
    const registered = { ...grow.registered, manifest: { ...grow.registered.manifest, schema: own } }
    const { peer } = await open([registered], [shown])
    peer.run(1, 'grow', 'r1', { cells: 'many', size: [1] })
    expect(await peer.next()).toEqual({ type: 'accepted', id: 1 })
    peer.run(2, 'grow', 'r1', { cells: 'many', size: [2] })
    expect(await peer.next('failed')).toMatchObject({ id: 2, code: 'params.invalid' })
    peer.run(3, 'grow', 'r1', { cells: 'many' })
    expect(await peer.next('failed')).toMatchObject({ id: 3, code: 'params.invalid' })
  })

  it('is confirmed as cancelled only when nothing of it is left, and says nothing more', async () => {
    const { peer, run } = await openRun()
    await peer.next('accepted')
    peer.send({ type: 'cancel', id: 1 })
    await settle(peer)
    expect(run.context.signal.aborted).toBe(true)
    run.context.progress.report('still here')
    run.reject(new Error('aborted'))
    await setTimeout(40) // longer than messages are gathered for
    await settle(peer)
    expect(peer.unread).toEqual([])
    run.context.onReleased?.()
    expect(await peer.next()).toEqual({ type: 'cancelled', id: 1 })
  })

  it('is confirmed as cancelled at once when it has ended, or is not known', async () => {
    const { peer, run } = await openRun()
    run.context.onReleased?.()
    run.resolve(toImage(10).image)
    await peer.next('end')
    peer.send({ type: 'cancel', id: 1 })
    expect(await peer.next('cancelled')).toEqual({ type: 'cancelled', id: 1 })
    peer.send({ type: 'cancel', id: 1 })
    expect(await peer.next('cancelled')).toEqual({ type: 'cancelled', id: 1 })
  })

  it('sends no more than its window beyond what was consumed', async () => {
    const grow = lead('grow')
    const { peer } = await open([grow.registered])
    const window = 300_000
    peer.run(1, 'grow', 'r1', {}, { window })
    const { image, bytes } = toImage(1_000_000)
    ;(await grow.next()).resolve(image)
    let received = Buffer.alloc(0)
    while (received.length < bytes.length) {
      const before = received.length
      const to = Math.min(before + window, bytes.length)
      received = Buffer.concat([received, await readTo(peer, 1, before, to)])
      await settle(peer)
      expect(peer.unread.filter((message) => !('type' in message))).toEqual([])
      peer.send({ type: 'credit', id: 1, consumed: received.length })
    }
    expect(received.equals(bytes)).toBe(true)
  })

  it('holds up neither pongs nor other runs when its reader takes nothing', async () => {
    const [slow, quick] = [lead('slow'), lead('quick')]
    const { peer } = await open([slow.registered, quick.registered])
    peer.run(1, 'slow', 'r1', {}, { window: 1000 })
    ;(await slow.next()).resolve(toImage(5_000_000).image)
    await readTo(peer, 1, 0, 1000)
    peer.run(2, 'quick', 'r1')
    const { image, bytes } = toImage(100_000)
    ;(await quick.next()).resolve(image)
    expect((await readTo(peer, 2, 0, 100_000)).equals(bytes)).toBe(true)
    await settle(peer)
    expect(peer.unread.filter((message) => !('type' in message))).toEqual([])
  })
})
