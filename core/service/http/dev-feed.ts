import type { DevAnswer, DevEntry, DevEvent } from '../../contract/domain/dev-event.ts'

/** Number of entries kept; the oldest are dropped first. */
const entryLimit = 500
/** Size of the kept entries as JSON, in characters. */
const sizeLimit = 1_000_000

/** The last events of `specimen dev`, for any number of polling pages. */
export interface DevFeed {
  readonly id: string
  readonly seq: number
  add(event: DevEvent): void
  read(since: number): DevAnswer
  /** Resolves when an event after `since` exists, when the signal aborts, and when the feed is closed. */
  wait(since: number, signal: AbortSignal): Promise<void>
  close(): void
}

/** Returns an empty feed. */
export function createDevFeed({ id, now }: { readonly id: string; readonly now: () => number }): DevFeed {
  const list = createEntryList()
  const waiting = new Set<() => void>()
  let seq = 0
  let isClosed = false
  const wake = (): void => {
    for (const done of waiting) done()
  }
  return {
    id,
    get seq() {
      return seq
    },
    add: (event) => {
      seq++
      list.add({ ...event, seq, ts: now() / 1000 })
      wake()
    },
    read: (since) => ({ feed: id, ...list.read(since) }),
    wait: (since, signal) =>
      new Promise((resolve) => {
        const done = (): void => {
          waiting.delete(done)
          signal.removeEventListener('abort', done)
          resolve()
        }
        if (seq > since || signal.aborted || isClosed) return resolve()
        waiting.add(done)
        signal.addEventListener('abort', done)
      }),
    close: () => {
      isClosed = true
      wake()
    },
  }
}

/** Keeps problems and faults however much a function prints; a newer list replaces the one before. */
function createEntryList(): { add(entry: DevEntry): void; read(since: number): Omit<DevAnswer, 'feed'> } {
  let kept: { readonly entry: DevEntry; readonly size: number }[] = []
  let size = 0
  /** The number of the newest event that was dropped without a successor. */
  let lost = 0
  const drop = (old: (typeof kept)[number]): void => {
    kept = kept.filter((one) => one !== old)
    size -= old.size
  }
  return {
    add: (entry) => {
      const replaced = isState(entry) && kept.find((old) => old.entry.kind === entry.kind)
      if (replaced) drop(replaced)
      const added = { entry, size: JSON.stringify(entry).length }
      kept.push(added)
      size += added.size
      while (kept.length > entryLimit || size > sizeLimit) {
        const oldest = kept.find((old) => !isState(old.entry))
        if (!oldest) return
        lost = oldest.entry.seq
        drop(oldest)
      }
    },
    read: (since) => ({
      entries: kept.map(({ entry }) => entry).filter(({ seq }) => seq > since),
      missed: Math.max(since, 0) < lost,
    }),
  }
}

function isState({ kind }: DevEvent): boolean {
  return kind === 'problems' || kind === 'faults'
}
