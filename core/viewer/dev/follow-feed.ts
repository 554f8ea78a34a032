import type { DevAnswer } from '../../contract/domain/dev-event.ts'

/** Longer than a host waits before it sends an empty answer: the connection is then dead. */
const patienceMilliseconds = 40_000
const shortestPause = 500
const longestPause = 5_000

/** The used part of `document`. */
export interface Visibility extends EventTarget {
  readonly hidden: boolean
}

/** The options of {@link followFeed}. */
export interface FeedOptions {
  readonly url: URL
  readonly token: string | undefined
  readonly feed: string
  readonly visibility: Visibility
  readonly onAnswer: (answer: DevAnswer) => void
  /** Called when the host does not answer, and when it refuses. */
  readonly onLost: () => void
}

/**
 * Polls the entries of `specimen dev`, first all and then new ones, until closed. A hidden page does not
 * poll, so that it holds no connection. A silent host is polled again, one that refuses is not.
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
  /** Ends the request when the page is hidden; it is sent again when the page is visible. */
  const hiding = new AbortController()
  const hide = (): void => hiding.abort()
  visibility.addEventListener('visibilitychange', hide)
  try {
    const address = new URL(url)
    address.search = new URLSearchParams({ feed, since: String(since) }).toString()
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
    const signal = AbortSignal.any([closed, hiding.signal, AbortSignal.timeout(patienceMilliseconds)])
    const response = await fetch(address, { headers, signal })
    if (response.ok) return await response.json()
    await response.body?.cancel() // frees its connection
    return response.status < 500 ? 'refused' : 'lost'
  } catch {
    return hiding.signal.aborted ? 'hidden' : 'lost'
  } finally {
    visibility.removeEventListener('visibilitychange', hide)
  }
}

function untilChange(visibility: Visibility, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve) =>
    visibility.addEventListener('visibilitychange', resolve, { once: true, signal }),
  )
}

function pause(milliseconds: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
