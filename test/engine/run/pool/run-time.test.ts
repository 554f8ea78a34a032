/** The time that a function has, in a compartment whose start takes as long as the test wants. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDeferred } from '../../../../core/contract/time/deferred.ts'
import type { Compartment } from '../../../../core/engine/run/pool/compartment.ts'
import { CompartmentPool } from '../../../../core/engine/run/pool/compartment-pool.ts'
import { createTestLog, fail, toFunctionManifest, toPoolOptions } from '../../../interface/runner-harness.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('begins with the function, and not with the start of its process', async () => {
  let begin: (() => void) | undefined
  const called = createDeferred<void>()
  const gone = createDeferred<void>()
  const compartment: Compartment = {
    ready: Promise.resolve(),
    halted: gone.promise,
    gone: gone.promise,
    isSound: true,
    hasCrashed: false,
    run: (_call, { onBegun }) => {
      begin = onBegun
      called.resolve()
      return new Promise(() => {})
    },
    load: async () => {},
    kill: () => gone.resolve(),
  }
  const options = toPoolOptions('process', createTestLog(), { size: 1, runTimeoutSeconds: 1 })
  const pool = new CompartmentPool(options, {
    createCompartment: () => compartment,
    explain: () => undefined,
    prepare: async () => {},
    finish: async () => {},
  })
  const functions = [toFunctionManifest('slow', 'mesh', [])]
  const runner = pool.createRunner({
    name: 'bundle',
    source: 'bundle',
    hash: '1',
    folder: '/none',
    functions,
  })
  let end: Error | undefined
  const run = fail(runner, 'slow').then((error) => {
    end = error
  })
  await called.promise
  await vi.advanceTimersByTimeAsync(20_000)
  expect(end).toBeUndefined()
  begin?.()
  await vi.advanceTimersByTimeAsync(999)
  expect(end).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await run
  expect(end?.message).toContain('stopped after 1 s')
  await pool.close()
})
