import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { SpecimenError } from '../../domain/errors.ts'
import type { Log } from '../../domain/log.ts'
import type { Result } from '../../domain/result/result.ts'
import { busyError, cancelledError } from '../run-failure.ts'
import { TaskThreads, type TaskThreadsOptions } from '../task-threads.ts'
import type { DrawingTask } from './drawing-thread.ts'

/** A picture as a file, and the tag of its bytes. */
export interface DrawnPicture {
  readonly body: Buffer
  readonly etag: string
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
      readonly signal: AbortSignal
      /** Makes the result at its turn; the signal aborts when the picture is given up. */
      readonly compute: (signal: AbortSignal) => Promise<Result>
    },
  ): Promise<DrawnPicture>
  close(): Promise<void>
}

/** Longest time of computing and drawing: a picture is an extra. */
const seconds = 30
const queueLimit = 32
const mostKeptBytes = 32 * 2 ** 20
/** Time after which a picture that took too long is tried again. */
const restMilliseconds = 10 * 60_000
const mostSlow = 1000

/**
 * Returns the drawer on a thread. One picture is computed and drawn at a time, so that a gallery of slow
 * functions takes one place of the pool, and a picture that takes too long is refused for ten minutes.
 */
export function createThreadDrawer({
  now,
  ...options
}: Pick<TaskThreadsOptions, 'entry' | 'heapMebibytes'> & {
  readonly log: Log
  /** Milliseconds of a clock. */
  readonly now: () => number
}): Drawer {
  const full = `${queueLimit} pictures wait to be drawn already`
  const queue = { limit: queueLimit, busyError: () => busyError(full) }
  const threads = new TaskThreads({ ...options, threads: 1, queue, isKept: true })
  const kept = new LRUCache<string, DrawnPicture>({
    maxSize: mostKeptBytes,
    sizeCalculation: ({ body }) => body.length,
  })
  const slow = new Map<string, number>()
  const slowError = (name: string): SpecimenError => {
    if (slow.size >= mostSlow) slow.clear()
    slow.set(name, now())
    return tooSlowError()
  }
  const draw: Drawer['draw'] = async ({ key, ...wanted }, { caller, signal, compute }) => {
    const name = toName({ key, ...wanted })
    if (now() - (slow.get(name) ?? Number.NEGATIVE_INFINITY) < restMilliseconds) throw tooSlowError()
    return await threads.use({
      roomId: '',
      caller,
      signal,
      cancelledError: () => cancelledError('the picture'),
      onQueued: () => {},
      seconds,
      overrunError: () => slowError(name),
      perform: async (runTask, given) => {
        const made = kept.get(name) // by the one before in the queue
        if (made) return made
        const task: DrawingTask = { ...wanted, result: await compute(given) }
        const file = await runTask<Uint8Array>(task).catch((cause: unknown) => {
          throw new SpecimenError('internal', 'The picture could not be drawn; the log says why.', { cause })
        })
        const body = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
        const digest = createHash('sha256').update(body).digest('hex')
        const picture = { body, etag: `"${digest.slice(0, 32)}"` }
        kept.set(name, picture)
        return picture
      },
    })
  }
  return { find: (picture) => kept.get(toName(picture)), draw, close: () => threads.close() }
}

function toName({ key, view, form, width, height }: PictureKey): string {
  return JSON.stringify([key, view, form, width, height])
}

function tooSlowError(): SpecimenError {
  return busyError(`The picture takes longer than ${seconds} s; ask for the data, or for it`)
}
