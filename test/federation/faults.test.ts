/**
 * Worker and relay with a network between them that breaks: whatever it does and wherever it does it, a run
 * ends with the same bytes, or with an error that names the worker.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, describe, expect, it } from 'vitest'
import { listArrays, type Result } from '../../core/contract/domain/result/result.ts'
import type { StaticSpecimen } from '../../core/contract/domain/specimen.ts'
import type { RemoteCatalog } from '../../core/engine/catalog/remote-catalog.ts'
import type { RegisteredFunction } from '../../core/engine/functions/registry.ts'
import type { WorkerSideOptions } from '../../core/federation/worker/worker-side.ts'
import { call, fail } from '../interface/runner-harness.ts'
import { createFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { testMilliseconds } from '../support/limits.ts'
import { openRelay, type RelayUnderTest } from './relay-harness.ts'
import { createTestWorker, plainSpecimen, toInlineFunction, toSnapshot } from './worker-harness.ts'

const bytes = 5_000_000
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

interface Reporter {
  report(text: string): void
}

const data = Uint8Array.from({ length: bytes }, (_, i) => (i * 31) % 251)

/** A volume of 5 MB, always the same, after three messages. */
const volume = toInlineFunction('volume', 'volume', (async (reporter: Reporter) => {
  for (const step of ['one', 'two', 'three']) {
    reporter.report(step)
    await new Promise(setImmediate)
  }
  return { shape: [5, 1000, 1000], data }
}) as never)

/** Shows whether its worker is there. */
const sign: StaticSpecimen = {
  kind: 'static',
  id: 'sign',
  ...plainSpecimen,
  data: { kind: 'bytes', mediaType: 'text/plain', bytes: new Uint8Array(1), name: 'sign.txt' },
}
const isThere = ({ specimens }: RemoteCatalog): boolean => specimens[0]?.origin?.isAvailable === true

async function openPair(
  functions: readonly RegisteredFunction[] = [volume],
  relayOptions: Parameters<typeof openRelay>[0] = {},
  workerOptions: Partial<WorkerSideOptions> = {},
): Promise<{ relay: RelayUnderTest; proxy: FaultProxy; worker: ReturnType<typeof createTestWorker> }> {
  const relay = await openRelay(relayOptions)
  closers.push(() => relay.close())
  const proxy = await createFaultProxy({ target: relay.port })
  closers.push(() => proxy.close())
  const worker = createTestWorker(proxy.port, toSnapshot(functions, [sign]), workerOptions)
  closers.push(() => worker.worker.close(0))
  return { relay, proxy, worker }
}

async function open(...options: Parameters<typeof openPair>) {
  const pair = await openPair(...options)
  pair.worker.worker.start()
  await pair.worker.worker.connected
  return pair
}

function hash(result: Result): string {
  const digest = createHash('sha256')
  for (const array of listArrays(result))
    digest.update(new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
  return digest.digest('hex')
}

/**
 * Runs the volume while nothing is wrong, and returns the offsets at which WebSocket messages end, each way.
 */
async function recordBoundaries(): Promise<{ toTarget: number[]; toClient: number[] }> {
  const relay = await openRelay()
  const recorded = { toTarget: [] as Buffer[], toClient: [] as Buffer[] }
  const tap = createServer((client) => {
    const target = connect(relay.port, '127.0.0.1')
    // Whichever side goes first takes the other with it; its reset is no fault of the test.
    client.on('error', () => target.destroy())
    target.on('error', () => client.destroy())
    client.on('data', (chunk) => recorded.toTarget.push(chunk)).pipe(target)
    target.on('data', (chunk) => recorded.toClient.push(chunk)).pipe(client)
  })
  await once(tap.listen(0, '127.0.0.1'), 'listening')
  // It listens on a port.
  const { worker } = createTestWorker((tap.address() as AddressInfo).port, toSnapshot([volume], [sign]))
  worker.start()
  await worker.connected
  await call(relay.runnerOf('w1'), 'volume')
  await worker.close(0)
  await relay.close()
  tap.close()
  return {
    toTarget: findBoundaries(Buffer.concat(recorded.toTarget)),
    toClient: findBoundaries(Buffer.concat(recorded.toClient)),
  }
}

/** Returns where the HTTP head and each WebSocket frame (RFC 6455) of a stream end. */
function findBoundaries(stream: Buffer): number[] {
  const ends = [stream.indexOf('\r\n\r\n') + 4]
  for (let at = ends[0] ?? 0; at + 2 <= stream.length; at = ends.at(-1) ?? stream.length) {
    const [isMasked, short] = [(stream[at + 1] ?? 0) >= 128, (stream[at + 1] ?? 0) % 128]
    const long = short === 127 ? 8 : short === 126 ? 2 : 0
    const length =
      long === 8 ? Number(stream.readBigUInt64BE(at + 2)) : long === 2 ? stream.readUInt16BE(at + 2) : short
    ends.push(at + 2 + long + (isMasked ? 4 : 0) + length)
  }
  return ends
}

const plain = async () => {
  const { relay } = await open()
  return hash(await call(relay.runnerOf('w1'), 'volume'))
}

describe('a link through a network that fails', () => {
  it(
    'brings the same bytes and messages when it is cut at or just beyond any frame boundary',
    async () => {
      const wanted = await plain()
      const boundaries = await recordBoundaries()
      expect(boundaries.toTarget.length).toBeGreaterThan(bytes / 262_144 + 5)
      for (const direction of ['toTarget', 'toClient'] as const) {
        for (const end of boundaries[direction].flatMap((at) => [at, at + 3])) {
          const { relay, proxy, worker } = await openPair()
          const cut = proxy.endAfter(direction, end, 'reset')
          worker.worker.start()
          await worker.worker.connected
          const said: string[] = []
          await relay.catalogOf('w1', ({ specimens, functions }) => specimens.length + functions.length > 0)
          const result = await runWhenThere(relay, (text) => said.push(text))
          expect({ end, hash: hash(result), said }).toEqual({
            end,
            hash: wanted,
            said: ['one', 'two', 'three'],
          })
          void cut
          for (const close of closers.splice(0).reverse()) await close()
        }
      }
    },
    5 * testMilliseconds,
  ) // a hundred runs of 5 MB, and one that goes on beyond its end would disturb the next tests

  it('goes on after a cut in the midst of a slow transfer, in order or by reset', async () => {
    const wanted = await plain()
    for (const ending of ['fin', 'reset'] as const) {
      const { relay, proxy } = await open()
      const result = call(relay.runnerOf('w1'), 'volume')
      for (const share of [1_000_000, 1_500_000]) {
        await proxy.endAfter('toTarget', share, ending)
        await proxy.nextConnection()
      }
      expect(hash(await result)).toBe(wanted)
      expect(proxy.connections.length).toBeGreaterThanOrEqual(3)
    }
  })

  it('notices a link that is half open on both sides, and goes on over a new one', async () => {
    const wanted = await plain()
    const { relay, proxy } = await open([volume], { pingSeconds: 0.05, deadSeconds: 0.4 })
    const result = call(relay.runnerOf('w1'), 'volume')
    await proxy.endAfter('toTarget', 1_000_000, 'half-open')
    expect(hash(await result)).toBe(wanted)
  })

  it('brings the bytes over a line that is slow, late and cut into small pieces', async () => {
    const wanted = await plain()
    const { relay, proxy } = await open()
    proxy.setFaults('toTarget', { delayMilliseconds: 5, bytesPerSecond: 20_000_000, sliceBytes: 1400 })
    proxy.setFaults('toClient', { delayMilliseconds: 5, sliceBytes: 7 })
    expect(hash(await call(relay.runnerOf('w1'), 'volume'))).toBe(wanted)
  })

  it('gives the worker up when it does not come back in time, and takes it again afterwards', async () => {
    const { relay, proxy, worker } = await open([volume], { graceSeconds: 0.3 })
    const end = fail(relay.runnerOf('w1'), 'volume')
    await proxy.endAfter('toTarget', 1_000_000, 'reset')
    proxy.admit('refuse')
    expect(await end).toMatchObject({ code: 'worker.unreachable', message: expect.stringContaining('"w1"') })
    expect(relay.relay.list()).toEqual([])
    proxy.heal()
    await relay.catalogOf('w1')
    expect(hash(await call(relay.runnerOf('w1'), 'volume'))).toBe(await plain())
    expect(worker.log.entries.length).toBeGreaterThan(0)
  })

  it('serves three workers at once, one of them over a bad line', async () => {
    const wanted = await plain()
    const relay = await openRelay()
    closers.push(() => relay.close())
    const proxies = await Promise.all([1, 2, 3].map(() => createFaultProxy({ target: relay.port })))
    for (const [i, proxy] of proxies.entries()) {
      closers.push(() => proxy.close())
      const { worker } = createTestWorker(proxy.port, toSnapshot([volume], [sign]), { id: `w${i}` })
      closers.push(() => worker.close(0))
      worker.start()
      await worker.connected
    }
    const runs = proxies.map((_, i) => call(relay.runnerOf(`w${i}`), 'volume'))
    await proxies[1]?.endAfter('toTarget', 2_000_000, 'reset')
    expect((await Promise.all(runs)).map(hash)).toEqual([wanted, wanted, wanted])
  })

  it('keeps no memory over 200 reconnects', async () => {
    const { relay, proxy, worker } = await open([volume], {}, {})
    setFlagsFromString('--expose-gc')
    const collect = runInNewContext('gc') as () => void // what the flag adds to new contexts
    const measure = () => {
      collect()
      return process.memoryUsage().heapUsed
    }
    const cycle = async (count: number) => {
      for (let i = 0; i < count; i++) {
        const next = proxy.nextConnection()
        proxy.endAll('reset')
        await relay.catalogOf('w1', (catalog) => !isThere(catalog))
        await next
        await relay.catalogOf('w1', isThere)
      }
    }
    await proxy.nextConnection()
    await cycle(20)
    const before = measure()
    await cycle(200)
    const kept = proxy.connections.length * 4096 // what the proxy itself remembers
    expect(measure() - before).toBeLessThan(4 * 2 ** 20 + kept)
    expect(hash(await call(relay.runnerOf('w1'), 'volume'))).toBe(await plain())
    expect(worker.log.entries.filter(({ level }) => level === 'error')).toEqual([])
  })
})

/** Runs the volume; a cut before the run began leaves the worker away for a moment. */
async function runWhenThere(relay: RelayUnderTest, report: (text: string) => void): Promise<Result> {
  await relay.catalogOf('w1', isThere)
  return await call(relay.runnerOf('w1'), 'volume', { report })
}
