/** Data of runs at a worker, whose relay is played: asked for once, checked, kept within its memory, given up. */
import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import { toDataSchema } from '../../../core/contract/domain/data-ref.ts'
import type { RunData } from '../../../core/engine/run/runner.ts'
import type { WorkerSideOptions } from '../../../core/federation/worker/worker-side.ts'
import type { ScriptedRelayPeer } from '../scripted-relay.ts'
import { toSnapshot } from '../worker-harness.ts'
import { dial, lead, openRelay, toImage } from './scripted-relay-harness.ts'

const [one, two] = ['1'.repeat(64), '2'.repeat(64)] as const
const { image, bytes } = toImage(1000)
const head = {
  members: { type: 'image', width: 1000, height: 1, channels: 1 },
  blocks: [{ name: 'data', dtype: 'uint8', bytes: 1000 }],
}

async function open(options: Partial<WorkerSideOptions> = {}) {
  const relay = await openRelay()
  const led = lead('blur')
  const schema = { ...led.registered.manifest.schema, properties: { image: toDataSchema(['image']) } }
  const registered = {
    ...led.registered,
    manifest: { ...led.registered.manifest, parameters: ['image'], schema },
  }
  dial(relay, toSnapshot([registered]), options)
  const peer = await relay.nextConnection()
  const { hello } = await peer.accept()
  expect(hello.data_window).toBe(4 * 2 ** 20)
  const run = (id: number, hash: string) => peer.run(id, 'blur', 'r1', { image: { file: hash } })
  return { relay, peer, run, next: led.next }
}

const give = (peer: ScriptedRelayPeer, id: number, hash: string) => peer.send({ type: 'give', id, hash })

function send(peer: ScriptedRelayPeer, id: number, more: object = {}): void {
  peer.send({ type: 'content', id, head, bytes: bytes.length })
  peer.sendChunk(id, 0, bytes)
  peer.send({ type: 'end', id, bytes: bytes.length, crc32: crc32(bytes), ...more })
}

const dataOf = ({ data = [] }: { readonly data?: readonly RunData[] | undefined }) =>
  data.map((each) => {
    if (each.file) throw new TypeError('a worker was given a file')
    const { steps, result, id } = each
    return { steps, id, data: 'data' in result ? [...result.data] : [] }
  })

it('a worker asks for data that it lacks, runs with them, and keeps them for the next run', async () => {
  const { peer, run, next } = await open()
  give(peer, 1, one)
  run(2, one)
  expect(await peer.next()).toEqual({ type: 'lacks', id: 1, offset: 0 })
  send(peer, 1)
  expect(await peer.next('has')).toEqual({ type: 'has', id: 1 })
  expect(await peer.next('credit')).toMatchObject({ id: 0, consumed: bytes.length })
  const first = await next()
  expect(dataOf(first.context)).toEqual([{ steps: ['image'], id: one, data: [...bytes] }])
  first.resolve(image)
  await peer.next('end')
  for (const id of [1, 2]) peer.send({ type: 'done', id })
  give(peer, 3, one)
  expect(await peer.next('has')).toEqual({ type: 'has', id: 3 })
  run(4, one)
  expect(dataOf((await next()).context)).toEqual(dataOf(first.context))
})

it('a worker runs nothing with data that were not given, or are of another kind', async () => {
  const { peer, run } = await open()
  run(1, one)
  expect(await peer.next('failed')).toMatchObject({ id: 1, code: 'params.invalid' })
  peer.run(2, 'blur', 'r1', { image: { specimen: 'x' } })
  expect(await peer.next('failed')).toMatchObject({ id: 2, code: 'params.invalid' })
  give(peer, 3, two)
  run(4, two)
  const cloud = {
    members: { type: 'point_cloud' },
    blocks: [{ name: 'points', dtype: 'float32', bytes: 12 }],
  }
  peer.send({ type: 'content', id: 3, head: cloud, bytes: 12 })
  peer.sendStream(3, new Uint8Array(12))
  expect(await peer.next('failed')).toMatchObject({
    id: 4,
    detail: 'image must be a reference to an image (got point_cloud).',
  })
})

it('a worker refuses data that are not what was said, with the runs that wait for them', async () => {
  const { peer, run } = await open()
  for (const [id, members] of [
    [1, { crc32: 7 }],
    [3, { bytes: 9 }],
  ] as const) {
    give(peer, id, one)
    run(id + 1, one)
    send(peer, id, members)
    const failed = [await peer.next('failed'), await peer.next('failed')]
    expect(failed.map(({ code }) => code)).toEqual(['request.invalid', 'request.invalid'])
    for (const each of [id, id + 1]) peer.send({ type: 'done', id: each })
  }
  give(peer, 5, one)
  peer.send({ type: 'content', id: 5, head, bytes: 7 })
  expect(await peer.next('failed')).toMatchObject({ id: 5, code: 'request.invalid' })
  give(peer, 6, two)
  peer.send({ type: 'content', id: 6, head, bytes: 1000 })
  peer.sendChunk(6, 8, bytes.subarray(8))
  expect(await peer.next('failed')).toMatchObject({ id: 6, code: 'request.invalid' })
})

it('a worker holds no more data than its memory is for, and frees those that are given no more', async () => {
  const { peer, run, next } = await open({ dataBytes: 1500 })
  give(peer, 1, one)
  send(peer, 1)
  await peer.next('has')
  give(peer, 2, two)
  send(peer, 2)
  const failed = await peer.next('failed')
  expect(failed).toMatchObject({ id: 2, code: 'host.busy' })
  expect(failed.detail).toContain('1000 of at most 1500 bytes are in use (--cache-bytes)')
  for (const id of [1, 2]) peer.send({ type: 'done', id })
  give(peer, 3, two) // takes the place of the first
  run(4, two)
  send(peer, 3)
  expect(dataOf((await next()).context)).toMatchObject([{ id: two }])
  peer.send({ type: 'done', id: 3 }) // a run keeps what it uses
  give(peer, 5, one)
  expect(await peer.next('lacks')).toMatchObject({ id: 1 })
  expect(await peer.next('lacks')).toMatchObject({ id: 2 })
  expect(await peer.next('lacks')).toMatchObject({ id: 3 })
  expect(await peer.next('lacks')).toMatchObject({ id: 5 })
  send(peer, 5)
  expect(await peer.next('failed')).toMatchObject({ id: 5, code: 'host.busy' })
})

it('a worker frees half of the data when they are given no more, and a cancelled run waits for none', async () => {
  const { peer, run, next } = await open({ dataBytes: 1500 })
  give(peer, 1, one)
  run(2, one)
  await peer.next('lacks')
  peer.send({ type: 'content', id: 1, head, bytes: 1000 })
  peer.sendChunk(1, 0, bytes.subarray(0, 500))
  peer.send({ type: 'cancel', id: 2 })
  expect(await peer.next('cancelled')).toEqual({ type: 'cancelled', id: 2 })
  peer.send({ type: 'done', id: 1 })
  peer.sendChunk(1, 500, bytes.subarray(500)) // it had left before
  give(peer, 3, one)
  run(4, one)
  expect(await peer.next('lacks')).toEqual({ type: 'lacks', id: 3, offset: 0 })
  send(peer, 3)
  expect(dataOf((await next()).context)).toMatchObject([{ id: one, data: [...bytes] }])
})

it('a worker goes on with data after a new link', async () => {
  const { relay, peer, run, next } = await open()
  give(peer, 1, one)
  run(2, one)
  await peer.next('lacks')
  peer.send({ type: 'content', id: 1, head, bytes: 1000 })
  peer.sendChunk(1, 0, bytes.subarray(0, 300))
  await peer.next('credit')
  peer.terminate()
  const again = await relay.nextConnection()
  await again.accept({ exchanges: [1, 2] })
  give(again, 1, one)
  again.run(2, 'blur', 'r1', { image: { file: one } })
  expect(await again.next('lacks')).toEqual({ type: 'lacks', id: 1, offset: 300 })
  again.send({ type: 'content', id: 1, head, bytes: 1000 })
  again.sendChunk(1, 300, bytes.subarray(300))
  again.send({ type: 'end', id: 1, bytes: 1000, crc32: crc32(bytes) })
  expect(dataOf((await next()).context)).toMatchObject([{ id: one, data: [...bytes] }])
})
