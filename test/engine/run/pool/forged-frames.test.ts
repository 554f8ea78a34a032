/**
 * Plugins that write on the host's own pipe, as processes: whatever they send, the function that sent it
 * fails and is named, never the host, and the run after it gets its result. Each message at each stage is in
 * `run-exchange.test.ts`.
 */
import { expect, test } from 'vitest'
import { call, fail } from '../../../interface/runner-harness.ts'
import { openPool } from './pool-harness.ts'

/** The first run of a pool has the number 1. */
const first = { params: { run: 1 } }

test('a function that attributes its end to another run fails itself, in a used process too', async () => {
  const { runner } = await openPool('process', { size: 1 })
  for (const run of [1, 2, 3]) {
    const error = await fail(runner, 'blamesAnother', { params: { run } })
    expect(error).toMatchObject({ code: 'function.failed' })
    expect(error.message).toContain('function blamesAnother of bundle crashes')
    expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
  }
})

test('a function that sends anything of all runs fails alone, and nothing of it is passed on', async () => {
  const { runner } = await openPool('process', { size: 1 })
  const said: string[] = []
  expect((await fail(runner, 'saysAnything', first)).message).toContain('saysAnything of bundle crashes')
  expect(await call(runner, 'slow', { report: (text) => said.push(text) })).toMatchObject({ type: 'mesh' })
  expect(said).toEqual([])
})

test.each(['leavesForgedResults', 'leavesGarbage'])(
  'a function that %s fails no run after it',
  async (name) => {
    const { runner } = await openPool('process', { size: 1 })
    expect(await call(runner, name, first)).toMatchObject({ type: 'mesh' })
    for (let i = 0; i < 3; i++) expect(await call(runner, 'slow')).toEqual(await call(runner, 'ok'))
  },
)

test('a function that forges its failure fails, and the run after it does not', async () => {
  const { runner } = await openPool('process', { size: 1 })
  const error = await fail(runner, 'failsTwice', first)
  expect(error).toMatchObject({
    code: 'function.failed',
    message: expect.stringContaining('failsTwice of bundle crashes'),
  })
  expect(await call(runner, 'slow')).toMatchObject({ type: 'mesh' })
})

test('a failure without a proper text ends the run', async () => {
  const { runner } = await openPool('process', { size: 1 })
  const error = await fail(runner, 'failsWithNothing', first)
  expect(error).toMatchObject({ code: 'function.failed', message: expect.stringContaining('no proper text') })
  expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
})

test('a function that sends two results has the first, and the run after it its own', async () => {
  const { runner } = await openPool('process', { size: 1 })
  expect(await call(runner, 'resultTwice', first)).toMatchObject({ vertices: new Float32Array(0) })
  expect(await call(runner, 'slow')).toMatchObject({ vertices: new Float32Array(9) })
})
