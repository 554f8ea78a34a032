/**
 * Bytes of several exchanges on one link: who reads slowly waits alone, and holds no more than its credit.
 */
import { afterEach, describe, expect, it } from 'vitest'
import type { StaticSpecimen } from '../../core/contract/domain/specimen.ts'
import type { RegisteredFunction } from '../../core/engine/functions/registry.ts'
import { fileWindowBytes } from '../../core/federation/relay/remote-file.ts'
import { call, fail, firstMessage } from '../interface/runner-harness.ts'
import { createFaultProxy } from '../support/fault-proxy.ts'
import { openRelay } from './relay-harness.ts'
import { createTestWorker, toInlineFunction, toSnapshot } from './worker-harness.ts'

const megabyte = 2 ** 20
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const bytes = Uint8Array.from({ length: 16 * megabyte }, (_, i) => (i * 7) % 253)
const scan: StaticSpecimen = {
  kind: 'static',
  id: 'scan',
  origin: null,
  displayName: 'A scan',
  description: '',
  tags: [],
  storyText: [],
  type: 'volume',
  thumbnail: null,
  data: { kind: 'bytes', mediaType: 'application/octet-stream', bytes, name: 'scan.raw' },
}
const data = new Uint8Array(8 * megabyte).fill(5)
const volume = toInlineFunction('volume', 'volume', (() => ({ shape: [8, 1024, 1024], data })) as never)
/** Ends when it is told to, and not before. */
const waits: RegisteredFunction = {
  ...toInlineFunction('waits', 'volume', (() => {}) as never),
  runner: {
    run: (_invocation, { signal, progress, onAdmitted, onReleased }) => {
      onAdmitted?.()
      progress.report('waiting')
      return new Promise((_, reject) =>
        signal.addEventListener('abort', () => {
          reject(new Error('stopped'))
          onReleased?.()
        }),
      )
    },
  },
}

async function open(options: Parameters<typeof openRelay>[0] = {}) {
  const relay = await openRelay(options)
  closers.push(() => relay.close())
  const proxy = await createFaultProxy({ target: relay.port })
  closers.push(() => proxy.close())
  const { worker } = createTestWorker(proxy.port, toSnapshot([volume, waits], [scan]))
  closers.push(() => worker.close(0))
  worker.start()
  await worker.connected
  const openScan = async (
    headers: { readonly [name: string]: string } = {},
    signal = new AbortController().signal,
  ) => {
    const [specimen] = (await relay.catalogOf('w1', ({ specimens }) => specimens.length > 0)).specimens
    if (specimen?.kind !== 'static' || specimen.data.kind !== 'remote')
      throw new Error('the scan is a remote file')
    return await specimen.data.open({ method: 'GET', headers }, signal)
  }
  return { relay, proxy, openScan }
}

async function readAll(body: AsyncIterable<Uint8Array> | null): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of body ?? []) pieces.push(piece)
  return Buffer.concat(pieces)
}

describe('streams of one link', () => {
  it('goes on with others, and holds no more than its window, when one is not read', async () => {
    const { relay, proxy, openScan } = await open()
    const unread = await openScan()
    const [connection] = proxy.connections
    expect(unread).toMatchObject({ status: 200, byteLength: bytes.length })
    for (let i = 0; i < 3; i++) {
      const result = await call(relay.runnerOf('w1'), 'volume')
      expect(result.type === 'volume' && result.data.every((value) => value === 5)).toBe(true)
      expect(Buffer.compare(await readAll((await openScan()).body), bytes)).toBe(0)
    }
    const others = 3 * (data.length + bytes.length)
    expect(connection?.passed.toTarget).toBeLessThan(others + fileWindowBytes + megabyte / 2)
    expect(Buffer.compare(await readAll(unread.body), bytes)).toBe(0)
  })

  it('goes on with the file where its reader is when the link is cut again and again', async () => {
    const { proxy, openScan } = await open()
    const { body } = await openScan()
    const pieces: Uint8Array[] = []
    let taken = 0
    for await (const piece of body ?? []) {
      pieces.push(piece)
      const before = Math.floor(taken / (3 * megabyte))
      taken += piece.length
      if (Math.floor(taken / (3 * megabyte)) > before) proxy.endAll('reset')
    }
    expect(Buffer.compare(Buffer.concat(pieces), bytes)).toBe(0)
    expect(proxy.connections.length).toBeGreaterThan(4)
  })

  it('stops reading at the worker when the reader leaves', async () => {
    const { relay, proxy, openScan } = await open()
    const { body } = await openScan()
    for await (const piece of body ?? []) {
      expect(piece.length).toBeGreaterThan(0)
      break
    }
    const leave = new AbortController()
    const other = await openScan({}, leave.signal)
    leave.abort()
    await expect(readAll(other.body)).rejects.toThrow()
    await call(relay.runnerOf('w1'), 'volume') // the cancels have been taken before it
    expect(proxy.connections[0]?.passed.toTarget).toBeLessThan(data.length + 3 * fileWindowBytes)
  })

  it('gives the place of a client that reads nothing to the next when all places are taken', async () => {
    let now = 0
    const { relay, openScan } = await open({ now: () => now })
    const answers = []
    for (let i = 0; i < 64; i++) answers.push(await openScan())
    const [reading, unread] = answers.map(({ body }) => body?.[Symbol.asyncIterator]())
    await expect(openScan()).rejects.toMatchObject({ code: 'host.busy' })
    now += 6_000
    await reading?.next()
    await reading?.next() // which shows that it has taken the first
    const next = await openScan()
    expect(Buffer.compare(await readAll(next.body), bytes)).toBe(0)
    await expect(unread?.next()).rejects.toMatchObject({ code: 'host.busy' })
    expect((await reading?.next())?.done).toBe(false)
    const lines = relay.log.entries.filter(({ message }) => message.includes('cut off'))
    expect(lines).toMatchObject([{ level: 'warn', fields: { worker: 'w1' } }])
    for (const { body } of answers) await body?.[Symbol.asyncIterator]().return?.()
  })

  it('lets a cancel and its confirmation pass a volume on a slow line [federation.cancel]', async () => {
    const { relay, proxy } = await open()
    const stop = new AbortController()
    const ended: string[] = []
    const waiting = firstMessage(relay.runnerOf('w1'), 'waits', {
      signal: stop.signal,
      onReleased: () => ended.push('waits'),
    })
    await waiting.said
    const passed = proxy.connections[0]?.passed.toTarget ?? 0
    proxy.setFaults('toTarget', { bytesPerSecond: 8 * megabyte })
    const big = call(relay.runnerOf('w1'), 'volume').then(() => ended.push('volume'))
    await proxy.connections[0]?.whenPassed('toTarget', passed + 2 * megabyte)
    stop.abort()
    await Promise.all([big, waiting.end])
    expect(ended).toEqual(['waits', 'volume'])
  })

  it('names the worker when a file is asked for that it has not', async () => {
    const { relay, openScan } = await open()
    expect((await openScan({ range: 'bytes=0-3' })).status).toBe(200) // bytes given in code have no ranges
    expect(await fail(relay.runnerOf('w1'), 'volume', { params: { unknown: 1 } })).toMatchObject({
      code: 'params.invalid',
    })
  })
})
