import { type Signal, signal } from '@preact/signals'
import { readDevMark } from './dev-mark.ts'
import { addEntry, type DevState, findServed, initialState } from './dev-state.ts'
import { followFeed, type Visibility } from './follow-feed.ts'

/** The state of `specimen dev`, followed until it is closed. */
export interface OpenDev {
  readonly state: Signal<DevState>
  close(): void
}

/** The token of the host, and what is told of its code. */
export interface DevOptions {
  readonly token: string | undefined
  /** Called when the host serves new code: with the built functions, or with `'any'`. */
  readonly onServed: (functions: readonly string[] | 'any') => void
}

/** Follows the feed of `specimen dev`; null where it did not start the host. */
export function openDev(
  page: Visibility & Pick<Document, 'baseURI' | 'querySelector'>,
  options: DevOptions,
): OpenDev | null {
  const { token, onServed } = options
  const mark = readDevMark(page)
  if (!mark) return null
  const state = signal(initialState)
  let known = mark
  let isFirst = true
  const { close } = followFeed({
    url: new URL('dev/feed', page.baseURI),
    token,
    feed: mark.feed,
    visibility: page,
    onAnswer: (answer) => {
      // Missed entries of the first answer are older than the page.
      const served = findServed(known, isFirst ? { ...answer, missed: false } : answer)
      const before = answer.feed === known.feed ? state.value : initialState
      state.value = answer.entries.reduce(addEntry, { ...before, isConnected: true })
      const rest = answer.feed === known.feed ? known.seq : 0
      known = { feed: answer.feed, seq: answer.entries.at(-1)?.seq ?? rest }
      isFirst = false
      if (served) onServed(served)
    },
    onLost: () => {
      state.value = { ...state.value, isConnected: false }
    },
  })
  return { state, close }
}
