/**
 * Large results of pool processes through a relay: the bytes, over a link that is cut, and what is refused or
 * cancelled midway.
 */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkElements } from '../../core/contract/domain/result/check-elements.ts'
import { listArrays } from '../../core/contract/domain/result/result.ts'
import { createProcessPool } from '../../core/engine/run/pool/tiers.ts'
import {
  call,
  createTestLog,
  fail,
  makeReadableFolder,
  toFunctionManifest,
  toPoolOptions,
} from '../interface/runner-harness.ts'
import { createFaultProxy, type FaultProxy } from '../support/fault-proxy.ts'
import { openRelay, type RelayUnderTest } from './relay-harness.ts'
import { createTestWorker, toPoolFunctions, toSnapshot } from './worker-harness.ts'

const fillData = `
function fillData() {
  const data = new Uint8Array(24 * 2 ** 20)
  for (let i = 0; i < data.length; i++) data[i] = (i * 13) % 249
  return data
}`
const source = `${fillData}
export const volume = () => ({ shape: [24, 1024, 1024], data: fillData() })
export const meshes = () => ({
  vertices: Float32Array.from({ length: 3 * 2 ** 19 }, (_, i) => i / 7),
  indices: Uint32Array.from({ length: 3 * 2 ** 18 }, (_, i) => i % 2 ** 19),
  normals: new Float32Array(3 * 2 ** 19).fill(1),
})
export const torn = () => ({
  vertices: new Float32Array(3 * 2 ** 19),
  indices: new Uint32Array(3 * 2 ** 19).fill(2 ** 20),
})
export const broken = () => ({ vertices: new Float32Array(2 ** 20), indices: new Uint32Array(2 ** 20) })
`
const manifests = [
  toFunctionManifest('volume', 'volume', []),
  ...['meshes', 'torn', 'broken'].map((name) => toFunctionManifest(name, 'mesh', [])),
]

/** What the function of this name returns, filled in another way. */
const expected = Buffer.alloc(
  24 * 2 ** 20,
  Uint8Array.from({ length: 249 }, (_, i) => (i * 13) % 249),
)

let relay: RelayUnderTest
let proxy: FaultProxy
const closers: (() => Promise<void>)[] = []
beforeAll(async () => {
  const folder = makeReadableFolder()
  closers.push(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'index.mjs'), source)
  const check = async (result: Parameters<typeof checkElements>[0]) => checkElements(result)
  const pool = createProcessPool(toPoolOptions('process', createTestLog(), { check }))
  closers.push(() => pool.close())
  const functions = toPoolFunctions(pool, { name: 'large', folder, manifests })
  relay = await openRelay({ check })
  closers.push(() => relay.close())
  proxy = await createFaultProxy({ target: relay.port })
  closers.push(() => proxy.close())
  const { worker } = createTestWorker(proxy.port, toSnapshot(functions))
  closers.push(() => worker.close(1))
  worker.start()
  await worker.connected
})
afterAll(async () => {
  for (const close of closers.reverse()) await close()
})

/** Returns whether a volume has the bytes that the function gives it. */
async function runVolume(): Promise<boolean> {
  const result = await call(relay.runnerOf('w1'), 'volume')
  const [data] = listArrays(result)
  return data !== undefined && expected.equals(data as Uint8Array) // as its dtype says
}

describe('a large result of a pool process', () => {
  it('has the same bytes when nothing is wrong', async () => {
    expect(await runVolume()).toBe(true)
  })

  it('has its arrays one after the other when it is a mesh', async () => {
    const result = await call(relay.runnerOf('w1'), 'meshes')
    if (result.type !== 'mesh') throw new Error('a mesh was announced')
    expect(result.vertices.every((value, i) => value === Math.fround(i / 7))).toBe(true)
    expect(result.indices.every((value, i) => value === i % 2 ** 19)).toBe(true)
    expect(result.normals?.every((value) => value === 1)).toBe(true)
  })

  it.each([1, 5, 12, 20])('has the same bytes when the link is cut after %i MiB of it', async (mebibytes) => {
    const passed = proxy.connections.at(-1)?.passed.toTarget ?? 0
    const run = runVolume()
    await proxy.connections.at(-1)?.whenPassed('toTarget', passed + mebibytes * 2 ** 20)
    proxy.endAll('reset')
    expect(await run).toBe(true)
  })

  it('fails with what the worker found wrong with it', async () => {
    const torn = await fail(relay.runnerOf('w1'), 'torn')
    expect(torn).toMatchObject({
      code: 'function.failed',
      message: expect.stringContaining('indices[0] must be below'),
    })
    expect(await fail(relay.runnerOf('w1'), 'broken')).toMatchObject({ code: 'function.failed' })
    expect(await runVolume()).toBe(true)
  })

  it('ends without a trace when it is cancelled midway', async () => {
    const stop = new AbortController()
    const passed = proxy.connections.at(-1)?.passed.toTarget ?? 0
    const end = fail(relay.runnerOf('w1'), 'volume', { signal: stop.signal })
    await proxy.connections.at(-1)?.whenPassed('toTarget', passed + 2 ** 20)
    stop.abort()
    expect(await end).toMatchObject({ code: 'run.cancelled' })
    expect(await runVolume()).toBe(true)
  })
})
