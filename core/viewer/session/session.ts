/**
 * The page's talk with its host: with the token that somebody has entered, and across the times at which the
 * host does not answer. Pages ask, and wait; that a token is asked for, or that the host is away, they need
 * not know.
 */
import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { type Client, createClient, ProblemError } from '../../client/client.ts'
import { readProblem } from '../../client/problem-error.ts'
import { isSendable } from '../../domain/bearer-token.ts'
import { createDeferred } from '../../domain/deferred.ts'

/** Where the host is, and what a session is kept in. */
export interface ViewerSessionOptions {
  /** The address of the page without its last part, such as `https://example.org/lab`. */
  readonly baseUrl: string
  /** Keeps the token while the tab is open; undefined where the browser allows none. */
  readonly storage?: Pick<Storage, 'getItem' | 'setItem'> | undefined
  readonly fetch?: typeof fetch
}

/** What became of a token that was offered. */
export type TokenAnswer = 'taken' | 'wrong' | 'away'

/** One tab's talk with the host. */
export interface Session {
  readonly baseUrl: string
  /** Asks as {@link Session.call} does. */
  readonly client: Client
  /** The token that the host has taken; undefined while none was needed. */
  readonly token: ReadonlySignal<string | undefined>
  /** Whether calls wait for a token. */
  readonly asksToken: ReadonlySignal<boolean>
  /** Whether the host does not answer; it is asked again and again. */
  readonly isAway: ReadonlySignal<boolean>
  /**
   * Returns what `ask` does, which may use the token. When the host refuses the token, or does not answer, it
   * is called again once there is a new one, or once the host is back; until then this waits, or the signal
   * ends it. For work that has a client of its own, such as a worker's.
   */
  call<T>(ask: () => Promise<T>, signal?: AbortSignal | null): Promise<T>
  /** Tries a token; when the host takes it, all that wait go on. */
  offerToken(token: string): Promise<TokenAnswer>
  /** Shows a token from now on, and lets all that wait try with it. It is kept as one that was offered is. */
  useToken(token: string): void
  /** Looks at once whether the host answers. */
  probe(): Promise<boolean>
}

/** What a proxy answers in place of a host that is away. */
const awayStatuses = [502, 503, 504]
const silentCodes: readonly unknown[] = ['host.unreachable', 'host.stopping', 'page.incomplete']
/** Milliseconds. */
const firstWait = 500
const longestWait = 10_000
const probeMilliseconds = 5000

/** Returns the address below which the page's host is: that of the page, without file name and fragment. */
export function toBaseUrl(pageUrl: string): string {
  return new URL('.', pageUrl).href.replace(/\/$/, '')
}

/** Returns a session that has not asked for anything yet. */
export function createSession({ baseUrl, storage, fetch: given }: ViewerSessionOptions): Session {
  const request: typeof fetch = given ?? ((input, init) => fetch(input, init))
  const key = `specimen token of ${baseUrl}`
  const token = signal(storage?.getItem(key) ?? undefined)
  const asksToken = signal(false)
  const isAway = signal(false)

  const ask = async (shown: string | undefined, input: RequestInfo | URL, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (shown !== undefined) headers.set('authorization', `Bearer ${shown}`)
    return await request(input, { ...init, headers })
  }
  const askHead = async (shown: string | undefined): Promise<number> => {
    const deadline = AbortSignal.timeout(probeMilliseconds)
    const options = { method: 'HEAD', cache: 'no-store', signal: deadline } as const
    return (await ask(shown, `${baseUrl}/api/specimens/`, options)).status
  }
  const probe = createProbe(isAway, async () => !awayStatuses.includes(await askHead(token.value)))
  const call = createCall({ token, asksToken, isAway, probe })
  const send: typeof fetch = async (input, init) =>
    await call(async () => {
      const response = await ask(token.value, input, init)
      if (!response.ok) throw await readProblem(response)
      return response
    }, init?.signal)

  const useToken: Session['useToken'] = (text) => {
    storage?.setItem(key, text)
    token.value = text
    asksToken.value = false
  }
  const offerToken: Session['offerToken'] = async (text) => {
    if (!isSendable(text)) return 'wrong'
    const status = await askHead(text).catch(() => undefined)
    if (status === undefined || awayStatuses.includes(status)) return 'away'
    if (status === 401) return 'wrong'
    useToken(text)
    return 'taken'
  }

  const client = createClient(baseUrl, { fetch: send })
  return { baseUrl, client, token, asksToken, isAway, call, offerToken, useToken, probe }
}

/** What a call looks at, and changes. */
interface CallState extends Pick<Session, 'token' | 'isAway' | 'probe'> {
  readonly asksToken: { value: boolean }
}

function createCall({ token, asksToken, isAway, probe }: CallState): Session['call'] {
  return async (ask, abort) => {
    for (let wasSilent = false; ; ) {
      const shown = token.value
      try {
        return await ask()
      } catch (error) {
        abort?.throwIfAborted()
        if (isTokenRefusal(error)) {
          asksToken.value ||= token.value === shown
          await until(() => token.value !== shown, abort)
        } else if (isSilence(error)) {
          const isThere = await probe()
          // It answers others, and not this, twice: waiting would not help.
          if (isThere && wasSilent) throw error
          wasSilent = isThere
          await until(() => !isAway.value, abort)
        } else throw error
      }
    }
  }
}

/**
 * Returns what looks whether the host is there, for all who ask at a time together; while it is not, it looks
 * again by itself, ever more seldom.
 */
function createProbe(isAway: { value: boolean }, isThere: () => Promise<boolean>): Session['probe'] {
  let looking: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = firstWait
  const look = async (): Promise<boolean> => {
    clearTimeout(timer)
    const found = await isThere().catch(() => false)
    if (!found) timer = setTimeout(probe, wait)
    wait = found ? firstWait : Math.min(2 * wait, longestWait)
    isAway.value = !found
    looking = undefined
    return found
  }
  const probe = (): Promise<boolean> => {
    looking ??= look()
    return looking
  }
  return probe
}

/** The code of the host's refusals and of the errors that a worker hands on. */
function readCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

function isTokenRefusal(error: unknown): boolean {
  const code = readCode(error)
  return code === 'token.missing' || code === 'token.refused'
}

/** No answer, or that of a proxy for a host which is away, or the last of a host that stops. */
function isSilence(error: unknown): boolean {
  if (error instanceof ProblemError && error.code === null) return awayStatuses.includes(error.status)
  return error instanceof TypeError || silentCodes.includes(readCode(error))
}

/** Resolves as soon as `isSo`, which reads signals. @throws the signal's reason */
async function until(isSo: () => boolean, abort: AbortSignal | null | undefined): Promise<void> {
  const { promise, resolve, reject } = createDeferred<void>()
  const giveUp = () => reject(abort?.reason)
  abort?.addEventListener('abort', giveUp)
  const stop = effect(() => {
    if (isSo()) resolve()
  })
  try {
    await promise
  } finally {
    stop()
    abort?.removeEventListener('abort', giveUp)
  }
}
