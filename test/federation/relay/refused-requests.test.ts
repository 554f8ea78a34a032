/**
 * Requests that a worker takes for malformed, played from PROTOCOL.md against a real relay: one costs whoever
 * sent it that one answer, and no other client the worker.
 */
import { request } from 'node:http'
import { describe, expect, it, onTestFinished } from 'vitest'
import { roomIdLength } from '../../../core/contract/domain/invocation.ts'
import { call, fail } from '../../interface/runner-harness.ts'
import { openRelay } from '../relay-harness.ts'
import type { Frame } from '../scripted-peer.ts'
import { connectScriptedWorker } from '../scripted-worker.ts'
import { createTestWorker, toInlineFunction, toSnapshot } from '../worker-harness.ts'
import { createRelayHarness } from './hostile-harness.ts'

/** A relay, and a worker with the function `mesh` that it knows as `w1`. */
async function open() {
  const relay = await openRelay()
  onTestFinished(() => relay.close())
  const join = async () => {
    const worker = await connectScriptedWorker({ url: `http://127.0.0.1:${relay.port}`, id: 'w1' })
    const welcome = await worker.join({ functions: ['mesh'], specimens: ['mesh', 'rock'] })
    return { worker, welcome }
  }
  const first = await join()
  await relay.catalogOf('w1')
  return { relay, runner: relay.runnerOf('w1'), join, ...first }
}

it('sends its worker each room that the relay takes, counted in code points', async () => {
  const relay = await openRelay()
  onTestFinished(() => relay.close())
  const image = () => ({ width: 1, height: 1, channels: 1, data: Uint8Array.of(7) })
  const { worker } = createTestWorker(relay.port, toSnapshot([toInlineFunction('dot', 'image', image)]))
  onTestFinished(() => worker.close(0))
  worker.start()
  await relay.catalogOf('w1')
  for (const roomId of ['😀'.repeat(65), '😀'.repeat(roomIdLength)])
    expect(await call(relay.runnerOf('w1'), 'dot', { roomId })).toMatchObject({ type: 'image' })
  expect(relay.relay.sessions.get('w1')?.joins).toBe(1)
})

const closing = { type: 'closing', code: 'protocol', detail: 'run.room must be shorter', retry_seconds: null }

describe('a request that a worker takes for malformed', () => {
  it('fails alone when the worker says so, and the link goes on', async () => {
    const { relay, runner, worker } = await open()
    const [bad, good] = [fail(runner, 'mesh', { roomId: 'bad' }), call(runner, 'mesh')]
    const detail = 'run.room must be shorter'
    const { id } = await worker.next('run')
    worker.send({ type: 'failed', id, code: 'request.invalid', detail, stack: null, issues: [] })
    expect(await bad).toMatchObject({ code: 'worker.invalid', message: `Worker "w1": ${detail}` })
    worker.answer(await worker.next('run'))
    expect(await good).toMatchObject({ type: 'mesh' })
    expect(relay.relay.countConnected()).toBe(1)
  })

  it.each([
    [
      'ends its link with a reason',
      (worker: { send(frame: object): void; close(): void }) => {
        worker.send(closing)
        worker.close()
      },
    ],
    [
      'ends its WebSocket because the message is too long',
      (worker: { close(code: number): void }) => worker.close(1009),
    ],
  ])('is not sent again when the worker %s, and what it had taken goes on', async (_, end) => {
    const { runner, worker, join } = await open()
    const taken = call(runner, 'mesh')
    const { id } = await worker.next('run')
    worker.send({ type: 'accepted', id })
    const bad = fail(runner, 'mesh', { roomId: 'bad' })
    await worker.next('run')
    end(worker)
    const error = await bad
    expect(error).toMatchObject({ code: 'worker.invalid' })
    expect(error.message).toContain('w1')
    const again = await join()
    expect(again.welcome.exchanges).toEqual([id])
    again.worker.answer(await again.worker.next('run'))
    expect(await taken).toMatchObject({ type: 'mesh' })
  })

  it('is sent again when the link is only lost, or ends for another reason', async () => {
    const { runner, worker, join } = await open()
    const result = call(runner, 'mesh')
    await worker.next('run')
    worker.terminate()
    const second = await join()
    await second.worker.next('run')
    second.worker.send({ ...closing, code: 'stopping' })
    second.worker.close()
    const third = await join()
    third.worker.answer(await third.worker.next('run'))
    expect(await result).toMatchObject({ type: 'mesh' })
  })

  it.each<[string, { readonly [name: string]: string }]>([
    ['is longer than the link carries', { 'if-none-match': `"${'a'.repeat(5000)}"` }],
    ['has a tab', { 'if-match': '"a\tb"' }],
  ])('is refused by the relay when a header %s, and the worker serves others', async (_, headers) => {
    const relay = await createRelayHarness()
    onTestFinished(() => relay.close())
    const worker = await relay.join('other')
    const answer = await new Promise<Frame>((resolve, reject) => {
      const asked = request(`${relay.url}/api/specimens/other:rock/data`, { headers }, async (response) => {
        const parts: Buffer[] = []
        for await (const part of response) parts.push(part)
        resolve(JSON.parse(Buffer.concat(parts).toString()))
      })
      asked.on('error', reject).end()
    })
    expect(answer).toMatchObject({ status: 400, code: 'request.invalid' })
    expect(answer.detail).toContain(Object.keys(headers)[0])
    void worker.serve()
    expect((await relay.invoke('other:shape')).status).toBe(200)
  })

  it('is refused by the relay when its parameters fill more than a message', async () => {
    const relay = await createRelayHarness({ paramsLength: 2 ** 23, bodyBytes: 2 ** 24 })
    onTestFinished(() => relay.close())
    const schema = JSON.stringify({ type: 'object', properties: { text: { type: 'string', default: '' } } })
    const shape = { name: 'shape', parameters: ['text'], schema }
    const worker = await relay.join('other', { functions: [shape] })
    const ask = (text: string) =>
      relay.api.post('/api/processing/invoke', { function_name: 'other:shape', kwargs: { text } })
    // Each quote has four bytes on the link.
    const response = await ask('"'.repeat(2 ** 20))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'request.invalid' })
    void worker.serve()
    expect((await ask('"'.repeat(2 ** 19))).status).toBe(200)
  })
})
