import type { DevAnswer } from '../../domain/dev-event.ts'

/** Longer than a host waits before it answers with nothing: then the connection is dead. */
const patienceMilliseconds = 40_000
const shortestPause = 500
const longestPause = 5_000
/** Why a request ends when the page is hidden; it is made again when the page is seen. */
const hidden = new Error('Nobody sees the page.')

/** `document` fits. */
export interface Visibility extends EventTarget {
  readonly hidden: boolean
}

/** What {@link followFeed} asks, and whom it tells. */
export interface FeedOptions {
  readonly url: URL
  readonly token: string | undefined
  /** The feed that the page belongs to. */
  readonly feed: string
  readonly visibility: Visibility
  /** Called with each answer, of which there may be many without an entry. */
  readonly onAnswer: (answer: DevAnswer) => void
  /** Called when the host does not answer, and when it refuses. */
  readonly onLost: () => void
}

/**
 * Asks for the entries of `specimen dev`, all of them at first and then those that are new, until it is told
 * to stop. While nobody sees the page it does not ask, and so holds no connection; then it asks for what has
 * come meanwhile. A host that is away is asked again, one that refuses (another program, another token) is
 * not.
 */
export function followFeed(options: FeedOptions): { close(): void } {
  const closing = new AbortController()
  void follow(options, closing.signal)
  return { close: () => closing.abort() }
}

async function follow({ onAnswer, onLost, ...options }: FeedOptions, closed: AbortSignal): Promise<void> {
  const { visibility } = options
  let { feed } = options
  let since = 0
  let failures = 0
  while (!closed.aborted) {
    if (visibility.hidden) {
      await untilChange(visibility, closed)
      continue
    }
    const answer = await ask({ ...options, feed }, since, closed)
    if (closed.aborted) return
    if (answer === 'refused') return onLost()
    if (answer === 'lost') {
      onLost()
      await pause(Math.min(longestPause, shortestPause * 2 ** failures++))
    } else if (answer !== 'hidden') {
      failures = 0
      since = answer.entries.at(-1)?.seq ?? (answer.feed === feed ? since : 0)
      feed = answer.feed
      onAnswer(answer)
    }
  }
}

async function ask(
  { url, token, feed, visibility }: Pick<FeedOptions, 'url' | 'token' | 'feed' | 'visibility'>,
  since: number,
  closed: AbortSignal,
): Promise<DevAnswer | 'refused' | 'lost' | 'hidden'> {
  const asking = new AbortController()
  const stop = (): void => asking.abort()
  const hide = (): void => asking.abort(hidden)
  const timer = setTimeout(stop, patienceMilliseconds)
  closed.addEventListener('abort', stop)
  visibility.addEventListener('visibilitychange', hide)
  try {
    const address = new URL(url)
    address.search = new URLSearchParams({ feed, since: String(since) }).toString()
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const response = await fetch(address, { headers, signal: asking.signal })
    if (response.ok) return await response.json()
    await response.body?.cancel() // gives its connection back
    return response.status < 500 ? 'refused' : 'lost'
  } catch {
    return asking.signal.reason === hidden ? 'hidden' : 'lost'
  } finally {
    clearTimeout(timer)
    closed.removeEventListener('abort', stop)
    visibility.removeEventListener('visibilitychange', hide)
  }
}

/** Never resolves when the page stops following meanwhile. */
function untilChange(visibility: Visibility, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) =>
    visibility.addEventListener('visibilitychange', resolve, { once: true, signal }),
  )
}

function pause(milliseconds: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
