/**
 * What plugins do wrong, one test each: one run fails, the next run of another room answers, and nothing
 * comes of the failed run after its end. The thread tier promises less, and is tested for what it promises.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Tinypool } from 'tinypool'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { call, fail, firstMessage, getWalls } from '../../../interface/runner-harness.ts'
import { openPool, type Tier } from './pool-harness.ts'

/** Without prlimit this test would fill the machine. */
const isMemoryBounded = process.platform === 'linux' && spawnSync('prlimit', ['--version']).status === 0

describe.each<Tier>(['process', 'thread'])('%s pool', (tier) => {
  test.each([
    ['exits', tier === 'process' ? 'exit code 7' : 'ended its thread'],
    ['throwsInTimer', 'in its own timer'],
    ['throwsInMicrotask', 'in its own microtask'],
  ])('fails one run and serves the next room when a function %s', async (name, text) => {
    const { runner } = await openPool(tier, { size: 1 })
    const next = [fail(runner, name), call(runner, 'ok', { roomId: 'next' })] as const
    const error = await next[0]
    expect(error).toMatchObject({ code: 'function.failed' })
    expect(error.message).toContain(`(function ${name} of bundle crashes)`)
    expect(error.message).toContain(text)
    expect(await next[1]).toMatchObject({ type: 'mesh' })
  })

  test('serves the next room when an endless loop is cancelled, and passes nothing more on', async () => {
    const { runner } = await openPool(tier, { size: 1 })
    const stop = new AbortController()
    const { said, end } = firstMessage(runner, 'endlessLoop', { signal: stop.signal })
    await said
    const next = call(runner, 'ok', { roomId: 'next' })
    stop.abort()
    expect(await end).toMatchObject({ code: 'run.cancelled' })
    expect(await next).toMatchObject({ type: 'mesh' })
  })

  test.each(['throwsLater', 'rejectsLater', 'microtaskLater'])(
    'does not fail the next run when an ended one %s, and logs it with function and bundle',
    async (name) => {
      const { runner, log } = await openPool(tier, { size: 1 })
      await call(runner, name)
      expect(await call(runner, 'slow', { roomId: 'next' })).toMatchObject({ type: 'mesh' })
      const warning = log.find(({ level, message }) => level === 'warn' && message.includes('left behind'))
      expect(warning?.fields).toMatchObject({ function: name, bundle: 'crashes' })
      expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
    },
  )

  test('moves the next run to a fresh compartment when an ended one exits later', async () => {
    const { runner } = await openPool(tier, { size: 1 })
    await call(runner, 'exitsLater')
    expect(await call(runner, 'slow', { roomId: 'next' })).toMatchObject({ type: 'mesh' })
  })

  test('moves the next run to a fresh compartment when an ended one has left an endless timer', async () => {
    const findWalls = () => getWalls('off') // the function writes a file
    const { runner, log, folder } = await openPool(tier, { size: 1, findWalls }, { acknowledgement: 200 })
    const mark = join(folder, 'mark')
    await call(runner, 'leavesLoop', { params: { mark } })
    await expect.poll(() => existsSync(mark)).toBe(true) // the run after it must find the loop running
    expect(await call(runner, 'ok', { roomId: 'next' })).toMatchObject({ type: 'mesh' })
    expect(log.map(({ message }) => message)).toContain('run moved to a fresh process')
  })
})

test('fails a function that ends its thread, however late the host looks', async () => {
  const { runner, log } = await openPool('thread', { size: 1 })
  await call(runner, 'ok')
  const run = Tinypool.prototype.run
  vi.spyOn(Tinypool.prototype, 'run').mockImplementationOnce(function (this: Tinypool, ...task) {
    const ended = run.apply(this, task)
    // The thread is gone when the loop goes on.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)
    return ended
  })
  onTestFinished(() => void vi.restoreAllMocks())
  expect(await fail(runner, 'exits')).toMatchObject({ code: 'function.failed' })
  expect(log).toEqual([])
})

describe('process pool', () => {
  test.each([
    ['aborts', 'ended by SIGABRT', {}],
    ['killsItself', 'ended by SIGKILL', {}],
    ['endlessMap', 'out of memory: 64 MiB', {}],
    ['garbage', 'unknown type', {}],
    ['oversizeHead', 'head of 4294967295 bytes', {}],
    // Not shorter: whoever goes on within a message may have to wait for the processor.
    ['stalls', 'the beginning of a message', { frame: 2000 }],
  ])('fails one run and serves the next room when a function %s', async (name, text, waits) => {
    const { runner } = await openPool('process', { size: 1 }, waits)
    const [failed, next] = [fail(runner, name), call(runner, 'ok', { roomId: 'next' })]
    const error = await failed
    expect(error).toMatchObject({ code: 'function.failed' })
    expect(error.message).toContain(`(function ${name} of bundle crashes)`)
    expect(error.message).toContain(text)
    expect(await next).toMatchObject({ type: 'mesh' })
  })

  test.runIf(isMemoryBounded)(
    'fails one run when a function fills typed arrays beyond its allowance',
    async () => {
      const { runner } = await openPool('process', { size: 1 })
      const error = await fail(runner, 'hugeArrays')
      expect(error).toMatchObject({ code: 'function.failed' })
      // Which allocation fails first, the array's (a RangeError) or one of V8's own, is the allocator's
      // choice.
      expect(error.message).toMatch(
        /(Array buffer allocation failed|ran out of memory).*hugeArrays of bundle crashes/,
      )
      expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
    },
  )

  test.each([
    ['oversizeResult', 'at most'],
    ['forgedResult', 'vertices must be a Float32Array (got undefined)'],
  ])('refuses what a function writes on the pipe itself: %s', async (name, text) => {
    const { runner } = await openPool('process', { size: 1 })
    const error = await fail(runner, name, { params: { run: 1 } }) // the first run of a pool has the number 1
    expect(error).toMatchObject({ code: 'function.failed' })
    expect(error.message).toContain(text)
    expect(await call(runner, 'ok')).toMatchObject({ type: 'mesh' })
  })

  test('passes no message that a function writes in the name of another run', async () => {
    const { runner } = await openPool('process')
    const said: string[] = []
    await call(runner, 'impersonates', { params: { run: 1 }, report: (text) => said.push(text) })
    expect(said).toEqual(['own'])
  })

  test.each(['native', 'sorts'])('ends a call that cannot be interrupted: %s', async (name) => {
    const { runner } = await openPool('process', { size: 1, heapMebibytes: 256 })
    const stop = new AbortController()
    const { said, end } = firstMessage(runner, name, { signal: stop.signal })
    await said
    const next = call(runner, 'ok', { roomId: 'next' })
    stop.abort()
    expect(await end).toMatchObject({ code: 'run.cancelled' })
    expect(await next).toMatchObject({ type: 'mesh' })
  })
})
