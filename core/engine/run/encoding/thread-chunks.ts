import { SpecimenError } from '../../../contract/domain/errors.ts'
import { AgingEntries, type AgingEntry } from '../../cache/aging-entries.ts'
import { busyError, cancelledError } from '../run-failure.ts'
import { type RunTask, TaskThreads, type TaskThreadsOptions } from '../task-threads.ts'
import type { EncodingReader, NamedChunk } from './encoder.ts'
import type { EncoderTask } from './encoder-thread.ts'

/** A chunk in the share of the caller for which it was made. */
interface KeptChunk extends AgingEntry {
  readonly bytes: number
  readonly body: Uint8Array
}

/** Chunks that wait, each of an answer that has its seat of the account. */
const mostWaiting = 4096
const mostKeptBytes = 64 * 2 ** 20
const keptSeconds = 600
/** Far above the time of a chunk that stands for a whole volume. */
const deadlineSeconds = 300

/** Makes chunks of Zarr on threads of its own. */
export interface ThreadChunks {
  /** @throws `run.cancelled` when the reader has left, `host.busy` */
  make(chunk: NamedChunk, reader: EncodingReader): Promise<Uint8Array>
  close(): Promise<void>
}

/**
 * Returns the maker of chunks. A chunk of a coarse level reads many samples, so neither checks of results nor
 * files wait behind it, and it is kept for a while: clients ask for coarse levels again and again. Callers
 * take turns. One that leaves the queue leaves nothing; a chunk under way is not worth the end of its thread.
 */
export function createThreadChunks({
  now,
  ...options
}: Omit<TaskThreadsOptions, 'queue' | 'isKept'> & { readonly now: () => number }): ThreadChunks {
  const busy = (): SpecimenError => busyError('As many chunks wait to be made as may')
  const queue = { limit: mostWaiting, busyError: busy }
  const threads = new TaskThreads({ ...options, queue, isKept: true })
  const kept = new AgingEntries<KeptChunk>({ ttlSeconds: keptSeconds, now })
  const find = (id: string): Uint8Array | undefined => {
    kept.touch(id)
    return kept.get(id)?.body
  }
  const perform = async (runTask: RunTask, { id, plan }: NamedChunk, owner: string): Promise<Uint8Array> => {
    const before = find(id) // made for the one before in the queue
    if (before) return before
    const task: EncoderTask = { kind: 'chunk', plan }
    const body = await runTask<Uint8Array>(task).catch((cause: unknown) => {
      throw new SpecimenError('internal', 'A chunk could not be made; the log says why.', { cause })
    })
    if (plan.factors.some((factor) => factor > 1)) {
      kept.set(id, { owner, body, bytes: body.length, since: now() })
      while (kept.bytes > mostKeptBytes) kept.delete(kept.findFirstToGo() ?? id)
    }
    return body
  }
  const make: ThreadChunks['make'] = async (chunk, { caller, signal }) => {
    const known = find(chunk.id)
    if (known) return known
    const queued = new AbortController()
    const leave = (): void => queued.abort()
    const stay = (): void => signal.removeEventListener('abort', leave)
    signal.addEventListener('abort', leave, { once: true })
    if (signal.aborted) leave()
    return await threads
      .use({
        roomId: 'chunk',
        caller,
        signal: queued.signal,
        onPlaced: stay,
        cancelledError: () => cancelledError('the encoder'),
        onQueued: () => {},
        seconds: deadlineSeconds,
        overrunError: () => new SpecimenError('internal', 'A chunk took too long to be made.'),
        perform: async (runTask) => await perform(runTask, chunk, caller),
      })
      .finally(stay)
  }
  return { make, close: async () => await threads.close() }
}
