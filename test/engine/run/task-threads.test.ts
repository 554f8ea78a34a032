/** Threads that serve task after task: each end of one costs its own task only. */
import { afterEach, describe, expect, it } from 'vitest'
import { SpecimenError } from '../../../core/contract/domain/errors.ts'
import { createDeferred } from '../../../core/contract/time/deferred.ts'
import { type RunTask, TaskThreads } from '../../../core/engine/run/task-threads.ts'

const entry = new URL('task-functions.mjs', import.meta.url)
const opened: TaskThreads[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((threads) => threads.close()))
})

/** Returns one thread that is kept, and a promise of its failure without a task. */
function open(own = entry) {
  const lost = createDeferred<object>()
  const note = (): void => {}
  const threads = new TaskThreads({
    entry: own,
    threads: 1,
    queue: { limit: 1, busyError: () => new SpecimenError('host.busy', 'All is taken.') },
    isKept: true,
    log: { debug: note, info: note, warn: note, error: (fields) => lost.resolve(fields) },
  })
  opened.push(threads)
  return { threads, lost: lost.promise }
}

function use<T>(
  threads: TaskThreads,
  perform: (runTask: RunTask) => Promise<T>,
  { seconds = 60, controller = new AbortController() } = {},
): Promise<T> {
  return threads.use({
    roomId: '',
    signal: controller.signal,
    cancelledError: () => new SpecimenError('run.cancelled', 'It was left.'),
    onQueued: () => {},
    seconds,
    overrunError: () => new SpecimenError('internal', 'It took too long.'),
    perform,
  })
}

describe('threads for tasks', () => {
  it.each([
    ['throw', 'It does not fit.'],
    ['exit', 'The thread ended without an answer.'],
  ])('fail the task alone and serve the next when a task does: %s', async (task, message) => {
    const { threads } = open()
    const failed = use(threads, (runTask) => runTask(task))
    const next = use(threads, (runTask) => runTask('next'))
    await expect(failed).rejects.toThrow(message)
    expect(await next).toBe('done')
  })

  it('fail every task at once when the script is not there', async () => {
    const { threads } = open(new URL('no-such-script.mjs', import.meta.url))
    for (let i = 0; i < 4; i++)
      await expect(use(threads, (runTask) => runTask(i))).rejects.toThrow('no-such-script.mjs')
  })

  it('report the failure of a thread without a task, and start another for the next', async () => {
    const { threads, lost } = open()
    const flag = new Int32Array(new SharedArrayBuffer(4))
    expect(await use(threads, (runTask) => runTask(flag))).toBe('done')
    Atomics.store(flag, 0, 1)
    expect(await lost).toMatchObject({ err: { message: 'It came late.' } })
    expect(await use(threads, (runTask) => runTask('next'))).toBe('done')
  })

  it('end a task that takes too long or is left, and serve the next', async () => {
    const { threads } = open()
    const late = use(threads, (runTask) => runTask('endless'), { seconds: 0.05 })
    await expect(late).rejects.toThrow('It took too long.')
    const controller = new AbortController()
    const left = use(threads, (runTask) => runTask('endless'), { controller })
    controller.abort()
    await expect(left).rejects.toMatchObject({ code: 'run.cancelled' })
    expect(await use(threads, (runTask) => runTask('next'))).toBe('done')
  })

  it('refuse what the queue has no place for, and all after a close', async () => {
    const { threads } = open()
    const work = [0, 1, 2].map(() => use(threads, (runTask) => runTask('endless')))
    const settled = Promise.allSettled(work)
    await expect(work[2]).rejects.toMatchObject({ code: 'host.busy' })
    await threads.close()
    const codes = (await settled).map((each) => each.status === 'rejected' && each.reason.code)
    expect(codes).toEqual(['host.stopping', 'host.stopping', 'host.busy'])
    await expect(use(threads, (runTask) => runTask('next'))).rejects.toMatchObject({ code: 'host.stopping' })
  })
})
