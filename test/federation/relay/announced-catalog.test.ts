/** Catalogs of workers at the relay: read in pieces, taking effect as a whole and in order. */
import { expect, test } from 'vitest'
import { parseWorkerFrame, type WorkerFrameOf } from '../../../core/federation/link/control-frames.ts'
import { AnnouncedCatalog } from '../../../core/federation/relay/announced-catalog.ts'
import { toCatalog } from '../scripted-worker.ts'

const createCatalog = () => new AnnouncedCatalog('w', () => () => expect.unreachable())
const toFrame = (announcement: Parameters<typeof toCatalog>[0]): WorkerFrameOf<'catalog'> => {
  const frame = parseWorkerFrame(JSON.stringify(toCatalog(announcement)))
  return frame?.type === 'catalog' ? frame : expect.unreachable()
}

const nested = (depth: number): object =>
  depth === 0
    ? { type: 'number', minimum: 0, default: 1 }
    : {
        type: 'object',
        properties: { a: nested(depth - 1), b: nested(depth - 1), c: { enum: ['x', 'y'], default: 'x' } },
      }
const schema = JSON.stringify({ type: 'object', properties: { a: nested(4) } })
const functions = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ name: `f${i}`, parameters: ['a'], schema }))

/** Returns how often the event loop turned until the work was done. */
async function countTurns(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isDone = false
  const turn = (): void => {
    turns++
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  await work
  isDone = true
  return turns
}

test('lets the event loop turn while a large catalog is read, and more often for a larger one', async () => {
  const [small, large] = [createCatalog(), createCatalog()]
  const few = await countTurns(small.take(toFrame({ functions: functions(400) })) ?? expect.unreachable())
  const many = await countTurns(large.take(toFrame({ functions: functions(1600) })) ?? expect.unreachable())
  expect(few).toBeGreaterThan(5)
  expect(many).toBeGreaterThan(3 * few)
  expect(large.functions.size).toBe(1600)
})

test('shows a change when all of it has been read', async () => {
  const catalog = createCatalog()
  await catalog.take(toFrame({ functions: ['before'] }))
  const change = catalog.take(toFrame({ functions: functions(400), reset: true }))
  const sizes = new Set<number>()
  const watch = setInterval(() => sizes.add(catalog.functions.size), 0)
  expect([...catalog.functions.keys()]).toEqual(['before'])
  await change
  clearInterval(watch)
  expect(catalog.functions.size).toBe(400)
  for (const size of sizes) expect([1, 400]).toContain(size)
})

test('works changes off in their order', async () => {
  const catalog = createCatalog()
  const first = catalog.take(toFrame({ functions: functions(400) }))
  expect(catalog.take(toFrame({ reset: false, removed_functions: ['f1'], more: true }))).toBeUndefined()
  const wrong = { name: 'f2', schema: '[]' }
  const second = catalog.take(
    toFrame({ reset: false, functions: [wrong], specimens: [{ id: 's', data_file: 'a' }] }),
  )
  expect(await second).toMatchObject([{ kind: 'function', id: 'f2' }])
  expect(await first).toEqual([])
  await catalog.settled
  expect([catalog.functions.has('f0'), catalog.functions.has('f1'), catalog.functions.has('f2')]).toEqual([
    true,
    false,
    false,
  ])
  expect([...catalog.specimens.keys()]).toEqual(['s'])
})

test('counts what waits to be read', () => {
  const catalog = createCatalog()
  const frame = toFrame({ functions: [{ name: 'f', description: 'x'.repeat(3_000_000) }] })
  expect(() => {
    for (let i = 0; i < 30; i++) catalog.take(frame)
  }).toThrow('67108864')
})
