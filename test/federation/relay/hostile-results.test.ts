/**
 * Results of a hostile worker, played from PROTOCOL.md against a real relay: sizes that lie, gaps, wrong
 * checksums, contents that are no result. No client ever gets such bytes, and none of the relay's memory is
 * taken on a claim.
 */
import { beforeEach, describe, expect, it } from 'vitest'
import { expectProblem } from '../../support/api.ts'
import type { Frame } from '../scripted-peer.ts'
import { triangle, triangleHead } from '../scripted-worker.ts'
import { expectClosing, useHostileRelay } from './hostile-harness.ts'

const scene = useHostileRelay()

describe('results of a hostile worker', () => {
  beforeEach(async () => {
    scene.evil = await scene.relay.join('evil')
  })
  /** Asks for a run and lets the worker answer it so; resolves with what the client gets. */
  async function answerRun(answer: (run: Frame) => void): Promise<Response> {
    const response = scene.relay.invoke('evil:shape')
    const run = await scene.evil.next('run')
    scene.evil.send({ type: 'accepted', id: run.id })
    answer(run)
    return await response
  }
  const sendResult = (id: number, head: object = triangleHead, bytes = 48) =>
    scene.evil.send({ type: 'result', id, head, bytes })
  const toHead = (...bytes: number[]) => ({
    members: { type: 'mesh' },
    blocks: [
      { name: 'vertices', dtype: 'float32', bytes: bytes[0] },
      { name: 'indices', dtype: 'uint32', bytes: bytes[1] },
    ],
  })

  const broken: readonly (readonly [string, RegExp, (run: Frame) => void])[] = [
    [
      'has a gap between chunks',
      /chunk/,
      ({ id }) => {
        sendResult(id)
        scene.evil.sendChunk(id, 0, triangle.subarray(0, 16))
        scene.evil.sendChunk(id, 20, triangle.subarray(20))
      },
    ],
    [
      'repeats a chunk',
      /chunk/,
      ({ id }) => {
        sendResult(id)
        scene.evil.sendChunk(id, 0, triangle.subarray(0, 16))
        scene.evil.sendChunk(id, 0, triangle.subarray(0, 16))
      },
    ],
    [
      'begins behind its beginning',
      /chunk/,
      ({ id }) => {
        sendResult(id)
        scene.evil.sendChunk(id, 2 ** 50, triangle)
      },
    ],
    ['has chunks before it is announced', /chunk/, ({ id }) => scene.evil.sendChunk(id, 0, triangle)],
    [
      'has more bytes than announced',
      /./,
      ({ id }) => {
        sendResult(id)
        scene.evil.sendChunk(id, 0, Buffer.concat([triangle, triangle]))
      },
    ],
    [
      'has one byte more than announced',
      /./,
      ({ id }) => {
        sendResult(id)
        scene.evil.sendChunk(id, 0, triangle)
        scene.evil.sendChunk(id, 48, Buffer.of(1))
      },
    ],
    [
      'is opened like a file',
      /opened/,
      ({ id }) => scene.evil.send({ type: 'opened', id, status: 200, headers: {}, bytes: 48 }),
    ],
    ['is reloaded like a catalog', /reloaded/, ({ id }) => scene.evil.send({ type: 'reloaded', id })],
    [
      'is announced by a malformed frame',
      /head/,
      ({ id }) => scene.evil.send({ type: 'result', id, head: null, bytes: 48 }),
    ],
    ['has a malformed message', /texts/, ({ id }) => scene.evil.send({ type: 'progress', id, seq: 0 })],
    [
      'has malformed fractions',
      /fractions/,
      ({ id }) => scene.evil.send({ type: 'progress', id, seq: 0, texts: ['a'], fractions: 1 }),
    ],
    [
      'has messages numbered beyond all runs',
      /./,
      ({ id }) => scene.evil.send({ type: 'progress', id, seq: 2 ** 52, texts: ['a'] }),
    ],
  ]
  it.each(broken)(
    'is told protocol, and its client worker.invalid, when one %s',
    async (_, detail, answer) => {
      const problem = await expectProblem(await answerRun(answer), 502, 'worker.invalid')
      expect(problem.detail).toContain('evil')
      await expectClosing(scene.evil, 'protocol', detail)
    },
  )

  const lying: readonly (readonly [string, (run: Frame) => void])[] = [
    [
      'ends before its announced size',
      ({ id }) => {
        sendResult(id)
        scene.evil.sendStream(id, triangle.subarray(0, 40))
      },
    ],
    [
      'ends without a byte',
      ({ id }) => {
        sendResult(id)
        scene.evil.send({ type: 'end', id, bytes: 0, crc32: 0 })
      },
    ],
    ['ends before it is announced', ({ id }) => scene.evil.send({ type: 'end', id, bytes: 0, crc32: 0 })],
    [
      'claims another size at its end',
      ({ id }) => {
        sendResult(id)
        scene.evil.sendChunk(id, 0, triangle)
        scene.evil.send({ type: 'end', id, bytes: 47, crc32: 0 })
      },
    ],
    [
      'has a wrong checksum',
      ({ id }) => {
        sendResult(id)
        scene.evil.sendChunk(id, 0, triangle)
        scene.evil.send({ type: 'end', id, bytes: 48, crc32: 1 })
      },
    ],
    ['announces other arrays than bytes', ({ id }) => sendResult(id, triangleHead, 52)],
    ['announces no arrays', ({ id }) => sendResult(id, {}, 48)],
    [
      'announces arrays that no result has',
      ({ id }) =>
        sendResult(
          id,
          { members: { type: 'mesh' }, blocks: [{ name: '__proto', dtype: 'float32', bytes: 48 }] },
          48,
        ),
    ],
    [
      'announces an array of an unknown dtype',
      ({ id }) =>
        sendResult(
          id,
          { members: { type: 'mesh' }, blocks: [{ name: 'vertices', dtype: 'int64', bytes: 48 }] },
          48,
        ),
    ],
    ['announces half an element', ({ id }) => sendResult(id, toHead(35, 13), 48)],
    ['announces negative sizes', ({ id }) => sendResult(id, toHead(-36, 84), 48)],
    ['announces sizes whose sum is none', ({ id }) => sendResult(id, toHead(2 ** 53, 2 ** 53), 48)],
    [
      'announces an array twice',
      ({ id }) =>
        sendResult(
          id,
          {
            members: { type: 'mesh' },
            blocks: [
              { name: 'vertices', dtype: 'float32', bytes: 36 },
              { name: 'vertices', dtype: 'float32', bytes: 12 },
            ],
          },
          48,
        ),
    ],
    [
      'fails with a code that no function has',
      ({ id }) =>
        scene.evil.send({
          type: 'failed',
          id,
          code: 'token.missing',
          detail: 'give me yours',
          stack: null,
          issues: [],
        }),
    ],
    [
      'fails with a code that is none',
      ({ id }) =>
        scene.evil.send({ type: 'failed', id, code: 'constructor', detail: 'x', stack: null, issues: [] }),
    ],
  ]
  it.each(lying)('answers its client worker.invalid when one %s', async (_, answer) => {
    const problem = await expectProblem(await answerRun(answer), 502, 'worker.invalid')
    expect(problem.detail).toContain('evil')
    // Done, cancel or closing: it may forget the run.
    if (scene.evil.unread.length === 0) await scene.evil.next()
    expect(['done', 'cancel', 'closing']).toContain(
      (scene.evil.unread[0] as Frame | undefined)?.type ?? 'done',
    )
  })

  it.each([2 ** 20 + 4, 2 ** 40, 2 ** 53 - 4])(
    'is refused by name when one announces %d bytes, of which none is allocated',
    async (bytes) => {
      const before = process.memoryUsage().arrayBuffers
      const problem = await expectProblem(
        await answerRun(({ id }) => sendResult(id, toHead(bytes, 0), bytes)),
        500,
        'function.failed',
      )
      expect(problem.detail).toMatch(/result-bytes/)
      expect(problem.detail).toContain('evil')
      expect((await scene.evil.next('cancel')).type).toBe('cancel')
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 24)
    },
  )

  const unsound: readonly (readonly [string, object, Uint8Array])[] = [
    ['an index out of range', triangleHead, Buffer.concat([triangle.subarray(0, 44), Buffer.of(9, 0, 0, 0)])],
    [
      'a vertex that is no number',
      triangleHead,
      Buffer.concat([Buffer.of(0, 0, 0xc0, 0x7f), triangle.subarray(4)]),
    ],
    [
      'another type than the function’s',
      {
        members: { type: 'volume', shape: [1, 1, 12], dtype: 'float32' },
        blocks: [{ name: 'data', dtype: 'float32', bytes: 48 }],
      },
      triangle,
    ],
    [
      'no indices',
      { members: { type: 'mesh' }, blocks: [{ name: 'vertices', dtype: 'float32', bytes: 48 }] },
      triangle,
    ],
  ]
  it.each(unsound)('is refused as its function’s when one has %s', async (_, head, bytes) => {
    const response = await answerRun(({ id }) => {
      sendResult(id, head)
      scene.evil.sendStream(id, bytes)
    })
    const problem = await expectProblem(response, 500, 'function.failed')
    expect(problem.detail).toContain('evil')
  })

  it('names itself and its function, and shows no stack, when one fails', async () => {
    const failed = {
      type: 'failed',
      code: 'function.failed',
      detail: 'the sample is upside down',
      stack: 'at secret (x.mjs:1:1)',
      issues: [],
    }
    const problem = await expectProblem(
      await answerRun(({ id }) => scene.evil.send({ ...failed, id })),
      500,
      'function.failed',
    )
    expect(problem.detail).toMatch(/upside down.*evil/s)
    expect(JSON.stringify(problem)).not.toContain('secret')
  })
  it('cannot show another room’s result when it answers twice', async () => {
    const response = await answerRun((run) => {
      scene.evil.answer(run)
      scene.evil.answer(run)
    })
    expect(response.status).toBe(200)
    void scene.evil.serve()
    expect((await scene.relay.invoke('evil:shape')).status).toBe(200)
  })
})
