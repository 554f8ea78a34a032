import { createHash } from 'node:crypto'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Log } from '../../../contract/domain/log.ts'
import type { Result } from '../../../contract/domain/result/result.ts'
import { createDeadline } from '../../../contract/time/deadline.ts'
import { AgingEntries, type AgingEntry } from '../../cache/aging-entries.ts'
import { busyError, cancelledError } from '../run-failure.ts'
import { type RunTask, TaskThreads, type TaskThreadsOptions, type ThreadWork } from '../task-threads.ts'
import { type Drawer, type DrawnPicture, longestSeconds, type PictureKey, type SheetWish } from './drawer.ts'
import type { DrawingTask, SheetTask } from './drawing-thread.ts'
import { Spending } from './spending.ts'

/** A picture in the share of the caller that it was drawn for. */
interface KeptPicture extends AgingEntry {
  readonly picture: DrawnPicture
}

/** A picture that took longer than some seconds. */
interface SlowPicture {
  readonly seconds: number
  /** Milliseconds of the clock. */
  readonly at: number
}

const mostKeptBytes = 32 * 2 ** 20
const keptSeconds = 24 * 60 * 60
/** The time after which half of what a caller has used of the thread is forgotten. */
const halfLifeSeconds = 60
/** A picture that took too long is tried again after so many times as it was given. */
const restFactor = 20
const mostSlow = 1000

/**
 * Returns the drawer on a thread. One picture is computed and drawn at a time, so that a gallery of slow
 * functions takes one place of the pool, and a picture that takes too long is refused for twenty times as
 * long as it was given. The next turn is of the caller that has used the thread least, and of its function
 * that has used it least, so that a cheap picture waits for one dear one at most, also for one of a neighbour
 * behind the same address.
 */
export function createThreadDrawer({
  now,
  ...options
}: Pick<TaskThreadsOptions, 'entry' | 'heapMebibytes'> & {
  readonly log: Log
  /** Milliseconds of a clock. */
  readonly now: () => number
}): Drawer {
  const spending = new Spending(halfLifeSeconds, now)
  const toSpent = (caller: string, functionName = ''): number => spending.of(`${caller} ${functionName}`)
  // Places are taken of the account before.
  const queue = { limit: Number.POSITIVE_INFINITY, busyError: () => tooSlowError(longestSeconds), toSpent }
  const threads = new TaskThreads({ ...options, threads: 1, queue, isKept: true })
  const kept = new AgingEntries<KeptPicture>({ ttlSeconds: keptSeconds, now })
  const find = (name: string): DrawnPicture | undefined => {
    kept.touch(name)
    return kept.get(name)?.picture
  }
  const keep = (name: string, owner: string, picture: DrawnPicture): void => {
    kept.set(name, { owner, picture, bytes: picture.body.length, since: now() })
    while (kept.bytes > mostKeptBytes) kept.delete(kept.findFirstToGo() ?? name)
  }
  const slow = new SlowPictures(now)
  const draw: Drawer['draw'] = async ({ key, ...wanted }, wish) => {
    const { caller, functionName, signal, seconds = longestSeconds, onTurn, compute } = wish
    const name = toName({ key, ...wanted })
    if (slow.has(name, seconds)) throw tooSlowError(seconds)
    const perform: ThreadWork<DrawnPicture>['perform'] = async (runTask, given) => {
      onTurn()
      const made = find(name) // by the one before in the queue
      if (made) return made
      const startedAt = now()
      try {
        const result = await computeWithin(seconds, compute, given).catch((error: unknown) => {
          if (error === tooLate) throw slow.refuse(name, seconds)
          throw error
        })
        const picture = await drawOn(runTask, { kind: 'picture', ...wanted, result })
        keep(name, caller, picture)
        return picture
      } finally {
        for (const user of ['', functionName]) spending.add(`${caller} ${user}`, now() - startedAt)
      }
    }
    return await threads.use({
      roomId: functionName,
      caller,
      signal,
      cancelledError: () => cancelledError('the picture'),
      onQueued: () => {},
      seconds: longestSeconds,
      overrunError: () => slow.refuse(name, longestSeconds),
      perform,
    })
  }
  const join: Drawer['join'] = async (wish) => await joinOn(threads, wish)
  return { find: (picture) => find(toName(picture)), draw, join, close: () => threads.close() }
}

/** The pictures that took too long, each until it may be tried again. */
class SlowPictures {
  readonly #now: () => number
  readonly #pictures = new Map<string, SlowPicture>()

  constructor(now: () => number) {
    this.#now = now
  }

  /** Adds a picture, and returns the refusal of it. */
  refuse(name: string, seconds: number): SpecimenError {
    if (this.#pictures.size >= mostSlow) this.#pictures.clear()
    this.#pictures.set(name, { seconds, at: this.#now() })
    return tooSlowError(seconds)
  }

  /** Returns whether a picture took longer than these seconds a short while ago. */
  has(name: string, seconds: number): boolean {
    const known = this.#pictures.get(name)
    if (!known || seconds > known.seconds) return false
    return this.#now() - known.at < 1000 * restFactor * known.seconds
  }
}

const tooLate = new Error('The result was not there in time.')

/** Computes a result, and gives it up after some seconds. @throws {@link tooLate} */
async function computeWithin(
  seconds: number,
  compute: (signal: AbortSignal) => Promise<Result>,
  given: AbortSignal,
): Promise<Result> {
  const patience = new AbortController()
  const deadline = createDeadline(() => patience.abort())
  deadline.start(seconds)
  try {
    return await compute(AbortSignal.any([given, patience.signal]))
  } catch (error) {
    throw patience.signal.aborted && !given.aborted ? tooLate : error
  } finally {
    deadline.stop()
  }
}

async function drawOn(runTask: RunTask, task: DrawingTask | SheetTask): Promise<DrawnPicture> {
  const file = await runTask<Uint8Array>(task).catch((cause: unknown) => {
    if (cause instanceof SpecimenError) throw cause
    throw new SpecimenError('internal', 'The picture could not be drawn; the log says why.', { cause })
  })
  const body = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const digest = createHash('sha256').update(body).digest('hex')
  return { body, etag: `"${digest.slice(0, 32)}"` }
}

async function joinOn(
  threads: TaskThreads,
  { caller, signal, onTurn, ...task }: SheetWish,
): Promise<DrawnPicture> {
  return await threads.use({
    roomId: 'sheets',
    caller,
    signal,
    cancelledError: () => cancelledError('the sheet'),
    onQueued: () => {},
    seconds: longestSeconds,
    overrunError: () => tooSlowError(longestSeconds),
    perform: async (runTask) => {
      onTurn()
      return await drawOn(runTask, task)
    },
  })
}

function toName({ key, words, form, width, height, box }: PictureKey): string {
  const { view, axes, marks } = words
  return JSON.stringify([key, view, axes, marks, form, width, height, box])
}

function tooSlowError(seconds: number): SpecimenError {
  return busyError(`The picture takes longer than ${seconds} s; ask for the data, or for it`)
}
