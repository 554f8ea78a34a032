/**
 * What the pools promise beyond the Runner contract: places, the queue, limits, floods and the end. Both
 * tiers.
 */
import { tmpdir } from 'node:os'
import { describe, expect, it, test } from 'vitest'
import { SpecimenError } from '../../../../core/contract/domain/errors.ts'
import { call, fail, firstMessage } from '../../../interface/runner-harness.ts'
import { openPool, type Tier } from './pool-harness.ts'

describe.each<Tier>(['process', 'thread'])('%s pool', (tier) => {
  test('refuses a run with host.busy when all places are taken and the queue is full', async () => {
    const { runner } = await openPool(tier, { size: 1, queueLimit: 1 })
    const stop = new AbortController()
    await firstMessage(runner, 'endlessLoop', { signal: stop.signal }).said
    const waiting = call(runner, 'ok')
    expect(await fail(runner, 'ok')).toMatchObject({ code: 'host.busy' })
    stop.abort()
    expect(await waiting).toMatchObject({ type: 'mesh' })
  })

  test('lets a waiting run leave at once when its signal aborts', async () => {
    const { runner } = await openPool(tier, { size: 1 })
    await firstMessage(runner, 'endlessLoop').said
    const stop = new AbortController()
    const waiting = fail(runner, 'ok', { signal: stop.signal })
    stop.abort()
    expect(await waiting).toMatchObject({ code: 'run.cancelled' })
  })

  test('serves waiting rooms in turns when one of them asks for much', async () => {
    const { runner } = await openPool(tier, { size: 1 })
    const stop = new AbortController()
    await firstMessage(runner, 'endlessLoop', { signal: stop.signal }).said
    const served: string[] = []
    const ask = (roomId: string) => call(runner, 'ok', { roomId, report: () => served.push(roomId) })
    const asked = ['a', 'a', 'a', 'b', 'c', 'c'].map(ask)
    stop.abort()
    await Promise.all(asked)
    expect(served).toEqual(['a', 'b', 'c', 'a', 'c', 'a'])
  })

  test('stops a run at the deadline and names the flag, when it takes longer', async () => {
    const { pool, runner } = await openPool(tier, { size: 1, runTimeoutSeconds: 1 })
    const error = await fail(runner, 'endlessLoop')
    expect(error).toMatchObject({ code: 'function.failed' })
    expect(error.message).toMatch(/after 1 s.*--run-timeout\. \(function endlessLoop of bundle crashes\)/)
    await pool.warm() // the start of a process counts, and may take a busy machine longer than that
    expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
  })

  test('refuses a result above the limit by name', async () => {
    const { runner } = await openPool(tier, { resultBytes: 1024 })
    const error = await fail(runner, 'large', { params: { bytes: 1025 } })
    expect(error).toMatchObject({ code: 'function.failed' })
    expect(error.message).toMatch(
      /1025 bytes; at most 1024.*--result-bytes\. \(function large of bundle crashes\)/,
    )
    expect(await call(runner, 'large', { params: { bytes: 1024 } })).toMatchObject({ shape: [1, 1, 1024] })
  })

  test('carries a result of some megabytes unchanged', async () => {
    const { runner } = await openPool(tier)
    // A volume, as its manifest says.
    const { data } = (await call(runner, 'large', { params: { bytes: 20_000_001 } })) as { data: Uint8Array }
    expect(data.length).toBe(20_000_001)
    expect(data.every((sample) => sample === 0)).toBe(true)
  })

  test('runs two bundles in one place, one after the other, each in a compartment of its own', async () => {
    const { runner, addBundle } = await openPool(tier, { size: 1 })
    const other = await addBundle('other')
    for (const next of [runner, other, runner, runner])
      expect(await call(next, 'ok')).toMatchObject({ type: 'mesh' })
  })

  test('names the function that the bundle does not export, and the bundle that does not load', async () => {
    const { pool, runner } = await openPool(tier)
    expect((await fail(runner, 'absent')).message).toMatch(/exports no function.*absent of bundle crashes/)
    const folder = `${tmpdir()}/no-such-bundle`
    const functions = [
      {
        name: 'f',
        description: '',
        return_type: 'mesh',
        parameters: [],
        progress: null,
        schema: { type: 'object', properties: {} },
      },
    ] as const
    const broken = pool.createRunner({ name: 'broken', source: 'broken', hash: 'b', folder, functions })
    expect((await fail(broken, 'f')).message).toMatch(/did not load.*f of bundle broken/)
    expect(await fail(broken, 'g')).toMatchObject({ code: 'function.unknown' })
    expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
  })

  test('names the bundle when its module throws as it loads', async () => {
    const { addBundle } = await openPool(tier)
    const broken = await addBundle('broken', 'throw new Error("no licence")')
    expect((await fail(broken, 'ok')).message).toMatch(/did not load: no licence.*ok of bundle broken/)
  })

  test('counts every report of a flood and keeps the last 1,000 texts in order [jobs.6]', async () => {
    const { runner } = await openPool(tier)
    const texts: string[] = []
    let skipped = 0
    const to = 100_000
    await call(runner, 'manyReports', {
      params: { to },
      report: (text) => texts.push(text),
      skip: (count) => (skipped += count),
    })
    expect(texts.length + skipped).toBe(to)
    expect(texts.slice(-1000)).toEqual(Array.from({ length: 1000 }, (_, i) => `report ${to - 1000 + i}`))
  })

  test('passes messages while an endless loop reports, and ends it when it is cancelled', async () => {
    const { runner } = await openPool(tier)
    const stop = new AbortController()
    let count = 0
    const report = () => {
      if (++count === 3000) stop.abort()
    }
    expect(await fail(runner, 'endlessReports', { signal: stop.signal, report })).toMatchObject({
      code: 'run.cancelled',
    })
    const atTheEnd = count
    await call(runner, 'ok')
    expect(count).toBe(atTheEnd)
  })

  test('shows the plugin no environment of the host', async () => {
    const { runner } = await openPool(tier)
    expect(await firstMessage(runner, 'environment').said).toBe('{}')
  })

  it('logs the beginning of a giant console output and drops the rest', async () => {
    const { runner, log } = await openPool(tier)
    expect(await call(runner, 'talks')).toMatchObject({ type: 'mesh' })
    const outputs = log.map(({ fields }) => ('output' in fields ? String(fields.output) : ''))
    expect(outputs.join('')).toMatch(/^a line of output 0\n/)
    expect(outputs.join('').length).toBeLessThanOrEqual(8192)
  })

  test('ends all runs with host.stopping when it is closed, and takes none afterwards', async () => {
    const { pool, runner } = await openPool(tier, { size: 1 })
    const { said, end } = firstMessage(runner, 'endlessLoop')
    await said
    const waiting = call(runner, 'ok').catch((error: unknown) => error)
    await pool.close()
    for (const outcome of [await end, await waiting, await fail(runner, 'ok')]) {
      expect(outcome).toBeInstanceOf(SpecimenError)
      expect(outcome).toMatchObject({ code: 'host.stopping' })
    }
  })
})

test('reuses the process of a bundle, and takes another when it runs another bundle', async () => {
  const { runner, addBundle } = await openPool('process', { size: 2 })
  const other = await addBundle('other')
  const third = await addBundle('third')
  const idOf = async (next: typeof runner) => {
    let id = ''
    await call(next, 'ok', { report: (text) => (id = text) })
    return id
  }
  const first = await idOf(runner)
  expect(await idOf(runner)).toBe(first)
  expect(await idOf(other)).not.toBe(first)
  expect(await idOf(runner)).toBe(first)
  await idOf(third) // takes the place of `other`, which was used longest ago
  expect(await idOf(runner)).toBe(first)
})
