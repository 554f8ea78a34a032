/** The suspension of a function that crashes: every stage and event, with a clock that the test moves. */
import { beforeEach, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { FunctionRecord } from '../../../core/engine/functions/function-record.ts'
import { toFunctionCrash, toFunctionFailure } from '../../../core/engine/run/run-failure.ts'

let seconds: number
let record: FunctionRecord
const title = 'function wave of bundle sea'
const crash = () => record.run(() => Promise.reject(toFunctionCrash(title, 'it ended its process')))
const fail = () => record.run(() => Promise.reject(toFunctionFailure(title, 'too deep')))
const leave = () => record.run(() => Promise.reject(new SpecimenError('run.cancelled', 'Nobody waits.')))
const succeed = () => record.run(async () => 'done')
const crashTimes = async (times: number) => {
  for (let i = 0; i < times; i++) await expect(crash()).rejects.toThrow('it ended its process')
}
const refusal = async () => await succeed().catch((error: SpecimenError) => error)

beforeEach(() => {
  seconds = 0
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  record = new FunctionRecord({ title, now: () => seconds * 1000, log })
})

it('refuses runs after the fifth crash in a row, and says how long', async () => {
  await crashTimes(4)
  expect(record.tally.suspension).toBeNull()
  await crashTimes(1)
  seconds = 3.5
  expect(await refusal()).toMatchObject({
    code: 'function.suspended',
    message: expect.stringContaining('crashed 5 times in a row; try again in 27 s.'),
    retryAfterSeconds: 27,
  })
  expect(record.tally).toMatchObject({
    runs: 5,
    failures: 5,
    crashes: 5,
    suspension: { seconds: 27, reason: `it ended its process. (${title})` },
  })
})

it('does not count what leaves the process alive, and begins again after it', async () => {
  await crashTimes(4)
  await expect(fail()).rejects.toThrow('too deep')
  await crashTimes(4)
  await expect(succeed()).resolves.toBe('done')
  await crashTimes(4)
  expect(record.tally).toMatchObject({ runs: 14, failures: 13, crashes: 12, suspension: null })
})

it('counts no cancelled run, as a crash or as a sign of health', async () => {
  await crashTimes(4)
  await expect(leave()).rejects.toThrow('Nobody waits')
  expect(record.tally).toMatchObject({ runs: 4, suspension: null })
  await crashTimes(1)
  expect(record.tally.suspension).not.toBeNull()
})

it('lets one run try it when the time is over, and trusts it again when that ends', async () => {
  await crashTimes(5)
  seconds = 30
  const trial = createDeferred<string>()
  const tried = record.run(() => trial.promise)
  expect(await refusal()).toMatchObject({ code: 'function.suspended', retryAfterSeconds: 5 })
  trial.resolve('sound')
  await tried
  await expect(succeed()).resolves.toBe('done')
  expect(record.tally.suspension).toBeNull()
})

it('doubles the time with each trial that crashes, to ten minutes', async () => {
  await crashTimes(5)
  const waits: (number | undefined)[] = []
  for (let i = 0; i < 7; i++) {
    waits.push(record.tally.suspension?.seconds)
    seconds += record.tally.suspension?.seconds ?? 0
    await crashTimes(1)
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 600, 600])
})

it('lets the next run try it when nobody waited for the trial', async () => {
  await crashTimes(5)
  seconds = 30
  await expect(leave()).rejects.toThrow('Nobody waits')
  expect(record.tally.suspension).toMatchObject({ seconds: 0 })
  await expect(succeed()).resolves.toBe('done')
})

it('is not suspended longer by crashes of runs that began before', async () => {
  const old = [1, 2].map(() => createDeferred<string>())
  const runs = old.map(({ promise }) => record.run(() => promise))
  await crashTimes(5)
  seconds = 10
  old[0]?.reject(toFunctionCrash(title, 'late'))
  await expect(runs[0]).rejects.toThrow('late')
  expect(record.tally).toMatchObject({ crashes: 6, suspension: { seconds: 20 } })
  old[1]?.resolve('it can')
  await runs[1]
  expect(record.tally.suspension).toBeNull()
})

it('knows the mean, the longest and the last time', async () => {
  expect(record.tally.times).toBeNull()
  for (const time of [3, 1]) {
    await record.run(async () => {
      seconds += time
    })
  }
  expect(record.tally.times).toEqual({ mean: 2000, max: 3000, last: 1000 })
})
