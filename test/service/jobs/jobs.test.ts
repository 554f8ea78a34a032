/** The life of a job around the moment in which its run is admitted or refused, played by hand. */
import { setImmediate } from 'node:timers/promises'
import { beforeEach, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { MemoryRoomCache } from '../../../core/engine/cache/memory-room-cache.ts'
import { Executor } from '../../../core/engine/run/executor.ts'
import { MemoryFlights } from '../../../core/engine/run/memory-flights.ts'
import type { RunContext } from '../../../core/engine/run/runner.ts'
import { Jobs } from '../../../core/service/jobs/jobs.ts'
import { MemoryJobStore } from '../../../core/service/jobs/memory-job-store.ts'
import { createRunning } from '../../interface/job-store-contract.ts'
import { toInvocation } from '../../interface/room-cache-contract.ts'
import { createTestLog } from '../../interface/runner-harness.ts'

interface LedRun {
  readonly context: RunContext
  readonly refuse: () => void
}

let runs: LedRun[]
let jobs: Jobs
let log: ReturnType<typeof createTestLog>
const runner = {
  run: (_invocation: unknown, context: RunContext) =>
    new Promise<never>((_, reject) => {
      runs.push({ context, refuse: () => reject(new SpecimenError('host.busy', 'full')) })
      context.signal.addEventListener('abort', () => reject(new SpecimenError('run.cancelled', 'stopped')))
    }),
}
const own = (jobId: string) => ({ owner: 'a', jobId })
/** Starts a job and resolves with its run, which is neither admitted nor refused yet. */
async function start(): Promise<{ readonly started: ReturnType<Jobs['start']>; readonly run: LedRun }> {
  const started = jobs.start('a', { invocation: toInvocation('a', 'f'), runner })
  started.catch(() => {}) // looked at below
  await setImmediate() // a turn, after which no promise of theirs is open
  const [run] = runs.splice(0)
  if (!run) throw new Error('no run was asked for')
  return { started, run }
}

beforeEach(() => {
  runs = []
  log = createTestLog()
  let ids = 0
  const createId = () => `id${ids++}`
  const store = new MemoryJobStore({
    ttlSeconds: 300,
    running: createRunning(1),
    byteLimit: 1e6,
    now: () => 0,
  })
  const cache = new MemoryRoomCache({ ttlSeconds: 300, byteLimit: 1e6, now: () => 0 })
  const flights = new MemoryFlights({ cache, createId, now: () => 0 })
  jobs = new Jobs({ store, executor: new Executor({ flights, log, clock: () => 0 }), log, createId })
})

it('leaves nothing of a job whose run is refused: no id, no place, no line', async () => {
  const { started, run } = await start()
  run.refuse()
  await expect(started).rejects.toMatchObject({ code: 'host.busy' })
  await expect(jobs.view(own('id0'), -1)).rejects.toMatchObject({ code: 'job.unknown' })
  await expect(jobs.cancel(own('id0'))).rejects.toMatchObject({ code: 'job.unknown' })
  expect(log.entries).toEqual([])
  const next = await start() // the limit is one job
  next.run.context.onAdmitted?.()
  expect(await next.started).toMatchObject({ status: 'running' })
})

it('asks for no run beyond the limit of jobs', async () => {
  const { started, run } = await start()
  run.context.onAdmitted?.()
  await started
  await expect(jobs.start('a', { invocation: toInvocation('b', 'f'), runner })).rejects.toMatchObject({
    code: 'host.busy',
  })
  expect(runs).toEqual([])
})

it('keeps what a run reports in the very moment in which it is admitted [progress.seq]', async () => {
  const { started, run } = await start()
  run.context.onAdmitted?.()
  run.context.progress.report('at once')
  const { jobId } = await started
  expect((await jobs.view(own(jobId), -1)).messages).toMatchObject([{ seq: 0, text: 'at once' }])
})

it('cancels a job as soon as its id is known [state.cancel]', async () => {
  const { started, run } = await start()
  run.context.onAdmitted?.()
  const { jobId } = await started
  await jobs.cancel(own(jobId))
  expect(run.context.signal.aborted).toBe(true)
  expect(await jobs.view(own(jobId), -1)).toMatchObject({ status: 'error', error: 'cancelled' })
})

it('logs the failure of a running job, and not of one that had been cancelled [state.terminal]', async () => {
  const listFailures = () => log.entries.filter(({ message }) => message === 'job failed')
  const cancelled = await start()
  cancelled.run.context.onAdmitted?.()
  const { jobId } = await cancelled.started
  await jobs.cancel(own(jobId))
  await setImmediate()
  expect(listFailures()).toEqual([])
  const failed = await start()
  failed.run.context.onAdmitted?.()
  await failed.started
  failed.run.refuse()
  await setImmediate()
  expect(listFailures()).toMatchObject([{ level: 'warn', fields: { job: 'id2', code: 'host.busy' } }])
})

it('knows a job only by the name of whoever made it', async () => {
  const { started, run } = await start()
  run.context.onAdmitted?.()
  const { jobId } = await started
  for (const owner of ['b', '', 'A', `a ${jobId}`]) {
    const job = { owner, jobId }
    await expect(jobs.view(job, -1)).rejects.toMatchObject({ code: 'job.unknown' })
    await expect(jobs.result(job)).rejects.toMatchObject({ code: 'job.unknown' })
    await expect(jobs.cancel(job)).rejects.toMatchObject({ code: 'job.unknown' })
  }
  expect(run.context.signal.aborted).toBe(false)
  expect(await jobs.view(own(jobId), -1)).toMatchObject({ status: 'running' })
})
