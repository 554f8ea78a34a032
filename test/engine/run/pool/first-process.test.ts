/** The process by which walls are found out, with programs of our own in the place of a pool process. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it, onTestFinished } from 'vitest'
import { FirstProcess } from '../../../../core/engine/run/pool/first-process.ts'
import { defaultWaits } from '../../../../core/engine/run/pool/process-compartment.ts'
import type { Walls } from '../../../../core/engine/run/walls/walls.ts'
import {
  createTestLog,
  getWalls,
  makeReadableFolder,
  toPoolOptions,
} from '../../../interface/runner-harness.ts'

const found = await getWalls()
const supervised: Walls = { ...found, enclosure: 'supervisor' }
const isWalled = found.enclosure !== 'supervisor'
/** What a pool process is ready with, in its own framing. */
const sayReady = (head: object) => `
  const head = ${JSON.stringify(JSON.stringify(head))}
  const frame = Buffer.alloc(5 + head.length)
  frame[0] = 2
  frame.writeUInt32LE(head.length, 1)
  frame.write(head, 5)
  require('node:fs').writeSync(3, frame)
  setInterval(() => {}, 1000)`

/** Returns the first process of a pool; `source` is run in the place of what is built. */
async function openFirst(source?: string, start = defaultWaits.start): Promise<FirstProcess> {
  const folder = makeReadableFolder()
  const path = join(folder, 'program.cjs')
  if (source !== undefined) await writeFile(path, source)
  const own = source === undefined ? {} : { entry: pathToFileURL(path) }
  const options = toPoolOptions('process', createTestLog(), { folder, ...own })
  const first = new FirstProcess(options, { ...defaultWaits, start })
  onTestFinished(async () => {
    await first.close()
    await rm(folder, { recursive: true })
  })
  return first
}

it('is the first spare within walls that stand, once', async () => {
  const first = await openFirst()
  expect(await first.tryOut(found)).toBeNull()
  const spare = first.take()
  expect(spare?.isSound).toBe(true)
  expect(first.take()).toBeUndefined()
  expect(first.startOthers(found).walls).toBe(found)
  spare?.kill()
  await spare?.gone
})

it.runIf(isWalled)('is not kept within walls that it says do not stand', async () => {
  const first = await openFirst(
    sayReady({ processes: 'pid:[1]', network: 'net:[1]', canWrite: true, canTune: false }),
  )
  expect(await first.tryOut(found)).toMatch(/it can write/)
  expect(first.take()).toBeUndefined()
})

it.each([
  ['ends', 'process.exit(3)', /ended before it was ready/],
  ['fails', 'process.stderr.write("what\\nno such\\n", () => process.exit(1))', /^what no such$/],
])('says why it did not come up when it %s', async (_, source, words) => {
  const first = await openFirst(source)
  expect(await first.tryOut(supervised)).toMatch(words)
  expect(first.take()).toBeUndefined()
})

it('is given up when it is not ready in time', async () => {
  const first = await openFirst('setInterval(() => {}, 1000)', 300)
  expect(await first.tryOut(supervised)).toMatch(/before it was ready/)
})

it('ends with its pool while it starts, and no other is tried', async () => {
  const first = await openFirst('setInterval(() => {}, 1000)')
  const tried = first.tryOut(supervised)
  tried.catch(() => {}) // is looked at below
  await first.close()
  await expect(tried).rejects.toMatchObject({ code: 'host.stopping' })
  await expect(first.tryOut(supervised)).rejects.toMatchObject({ code: 'host.stopping' })
})
