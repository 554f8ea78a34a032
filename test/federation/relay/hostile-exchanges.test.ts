/**
 * Numbers of exchanges that a hostile worker uses, played from PROTOCOL.md against a real relay: it can
 * answer for nothing but what it was asked.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { triangle, triangleHead } from '../scripted-worker.ts'
import { expectClosing, forgetEvil, useHostileRelay } from './hostile-harness.ts'

const scene = useHostileRelay()

describe('with numbers of exchanges', () => {
  beforeEach(async () => {
    await forgetEvil(scene) // or its session goes on, which was asked other numbers
    scene.evil = await scene.relay.join('evil')
  })
  const answers: readonly (readonly [string, (id: number) => object])[] = [
    ['accepted', (id) => ({ type: 'accepted', id })],
    ['progress', (id) => ({ type: 'progress', id, seq: 0, texts: ['a'] })],
    ['result', (id) => ({ type: 'result', id, head: triangleHead, bytes: 48 })],
    ['opened', (id) => ({ type: 'opened', id, status: 200, headers: {}, bytes: 1 })],
    ['end', (id) => ({ type: 'end', id, bytes: 0, crc32: 0 })],
    [
      'failed',
      (id) => ({ type: 'failed', id, code: 'function.failed', detail: 'no', stack: null, issues: [] }),
    ],
    ['cancelled', (id) => ({ type: 'cancelled', id })],
    ['reloaded', (id) => ({ type: 'reloaded', id })],
  ]
  it.each(answers)('is told protocol when %s has a number never given', async (_, toFrame) => {
    const job = await scene.relay.start('evil:shape')
    const { id } = await scene.evil.next('run')
    scene.evil.send(toFrame(id + 1000))
    await expectClosing(scene.evil, 'protocol', /never/)
    expect((await scene.relay.api.settle(job)).error).toContain('evil')
  })
  it('is told protocol when a chunk has a number never given', async () => {
    scene.evil.sendChunk(4_000_000_000, 0, triangle)
    await expectClosing(scene.evil, 'protocol', /never/)
  })
  it('answers for no other worker when it uses the number of that one’s run', async () => {
    const other = await scene.relay.join('other', undefined, { instance: '3'.repeat(32) })
    const job = await scene.relay.start('other:shape')
    const run = await other.next('run')
    scene.evil.send({
      type: 'failed',
      id: run.id,
      code: 'function.failed',
      detail: 'mine',
      stack: null,
      issues: [],
    })
    await expectClosing(scene.evil, 'protocol', /never/)
    expect((await scene.relay.api.json(`/api/jobs/${job}/progress`)).status).toBe('running')
    other.answer(run)
    expect(await scene.relay.api.settle(job)).toMatchObject({ status: 'done', error: null })
    other.terminate()
  })
  it('may still speak of a run that has ended, which changes nothing', async () => {
    const job = await scene.relay.start('evil:shape')
    const run = await scene.evil.next('run')
    scene.evil.answer(run)
    expect((await scene.relay.api.settle(job)).status).toBe('done')
    for (const [, toFrame] of answers) scene.evil.send(toFrame(run.id))
    scene.evil.sendChunk(run.id, 48, triangle)
    scene.evil.sendChunk(run.id, 0, triangle)
    scene.evil.send({ type: 'ping', n: 1 })
    await scene.evil.next('pong')
    expect((await scene.relay.api.json(`/api/jobs/${job}/result`)).indices).toEqual([0, 1, 2])
    void scene.evil.serve()
    expect((await scene.relay.invoke('evil:shape')).status).toBe(200)
  })
  it('is told protocol when it confirms a cancel that was not asked', async () => {
    const job = await scene.relay.start('evil:shape')
    const { id } = await scene.evil.next('run')
    scene.evil.send({ type: 'cancelled', id })
    await expectClosing(scene.evil, 'protocol', /cancel/)
    expect((await scene.relay.api.settle(job)).error).toContain('evil')
  })
  it('holds up nobody who cancels when it does not confirm', async () => {
    const job = await scene.relay.start('evil:shape')
    const { id } = await scene.evil.next('run')
    scene.evil.send({ type: 'accepted', id })
    expect((await fetch(`${scene.relay.url}/api/jobs/${job}`, { method: 'DELETE' })).status).toBe(204)
    expect(await scene.relay.api.json(`/api/jobs/${job}/progress`)).toMatchObject({
      status: 'error',
      error: 'cancelled',
    })
    expect(await scene.evil.next('cancel')).toEqual({ type: 'cancel', id })
    scene.evil.send({ type: 'result', id, head: triangleHead, bytes: 48 })
    scene.evil.sendStream(id, triangle)
    expect(await scene.relay.api.json(`/api/jobs/${job}/progress`)).toMatchObject({
      status: 'error',
      error: 'cancelled',
    })
  })
})
