import { createHash } from 'node:crypto'
import { Spending } from '../../account/spending.ts'
import { AgingEntries, type AgingEntry } from '../../cache/aging-entries.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { Result } from '../../domain/result/result.ts'
import { busyError, cancelledError } from '../run-failure.ts'
import { type RunTask, TaskThreads, type TaskThreadsOptions, type ThreadWork } from '../task-threads.ts'
import type { DrawingTask } from './drawing-thread.ts'

/** A picture as a file, and the tag of its bytes. */
export interface DrawnPicture {
  readonly body: Buffer
  readonly etag: string
}

/** A picture in the share of the caller that it was drawn for. */
interface KeptPicture extends AgingEntry {
  readonly picture: DrawnPicture
}

/** A picture by the identity of its result. */
export interface PictureKey extends Omit<DrawingTask, 'result'> {
  /** Equal keys mean equal parameters of the same code. */
  readonly key: string
}

/** The port of what draws results, off the event loop. Pictures are kept. */
export interface Drawer {
  find(picture: PictureKey): DrawnPicture | undefined
  /** @throws `host.busy` for too many or too slow ones; the errors of `compute` */
  draw(
    picture: PictureKey,
    wish: {
      readonly caller: string
      /** The function that makes the result: those of a caller take turns. */
      readonly functionName: string
      readonly signal: AbortSignal
      /** Called when the picture waits no more for its turn. */
      readonly onTurn: () => void
      /** Makes the result at its turn; the signal aborts when the picture is given up. */
      readonly compute: (signal: AbortSignal) => Promise<Result>
    },
  ): Promise<DrawnPicture>
  close(): Promise<void>
}

/** Longest time of computing and drawing: a picture is an extra. */
const seconds = 30
const mostKeptBytes = 32 * 2 ** 20
const keptSeconds = 24 * 60 * 60
/** The time after which half of what a caller has used of the thread is forgotten. */
const halfLifeSeconds = 60
/** Time after which a picture that took too long is tried again. */
const restMilliseconds = 10 * 60_000
const mostSlow = 1000

/**
 * Returns the drawer on a thread. One picture is computed and drawn at a time, so that a gallery of slow
 * functions takes one place of the pool, and a picture that takes too long is refused for ten minutes. The
 * next turn is of the caller that has used the thread least, and of its function that has used it least, so
 * that a cheap picture waits for one dear one at most, also for one of a neighbour behind the same address.
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
  const queue = { limit: Number.POSITIVE_INFINITY, busyError: tooSlowError, toSpent }
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
  const slow = new Map<string, number>()
  const slowError = (name: string): SpecimenError => {
    if (slow.size >= mostSlow) slow.clear()
    slow.set(name, now())
    return tooSlowError()
  }
  const draw: Drawer['draw'] = async ({ key, ...wanted }, wish) => {
    const { caller, functionName, signal, onTurn, compute } = wish
    const name = toName({ key, ...wanted })
    if (now() - (slow.get(name) ?? Number.NEGATIVE_INFINITY) < restMilliseconds) throw tooSlowError()
    const perform: ThreadWork<DrawnPicture>['perform'] = async (runTask, given) => {
      onTurn()
      const made = find(name) // by the one before in the queue
      if (made) return made
      const startedAt = now()
      try {
        const picture = await drawOn(runTask, { ...wanted, result: await compute(given) })
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
      seconds,
      overrunError: () => slowError(name),
      perform,
    })
  }
  return { find: (picture) => find(toName(picture)), draw, close: () => threads.close() }
}

async function drawOn(runTask: RunTask, task: DrawingTask): Promise<DrawnPicture> {
  const file = await runTask<Uint8Array>(task).catch((cause: unknown) => {
    throw new SpecimenError('internal', 'The picture could not be drawn; the log says why.', { cause })
  })
  const body = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const digest = createHash('sha256').update(body).digest('hex')
  return { body, etag: `"${digest.slice(0, 32)}"` }
}

function toName({ key, view, form, width, height }: PictureKey): string {
  return JSON.stringify([key, view, form, width, height])
}

function tooSlowError(): SpecimenError {
  return busyError(`The picture takes longer than ${seconds} s; ask for the data, or for it`)
}
