/** The page's connection to its host, with the entered token and through outages. Callers only wait. */
import { effect, type ReadonlySignal, signal } from '@preact/signals'
import { createHostCalls, type HostCalls } from '../../client/host-calls.ts'
import { ProblemError, readProblem } from '../../client/problem-error.ts'
import { isSendable } from '../../contract/domain/bearer-token.ts'
import { createDeferred } from '../../contract/time/deferred.ts'

/** The outcome of an offered token. */
export type TokenAnswer = 'taken' | 'wrong' | 'away'

/** The connection of one tab to its host. */
export interface Session {
  readonly baseUrl: string
  /** The address with which links to views begin. */
  readonly linkBase: string
  /** A client with the behaviour of {@link Session.call}. */
  readonly client: HostCalls
  /** The accepted token; undefined while none was needed. */
  readonly token: ReadonlySignal<string | undefined>
  readonly asksToken: ReadonlySignal<boolean>
  readonly isAway: ReadonlySignal<boolean>
  /** True for a page that reaches no host by itself. */
  readonly isStatic: boolean
  /**
   * Returns the result of `ask`, which may use the token. Repeats it after a refused token or an outage; the
   * signal ends the wait. For work with its own client, such as a worker's.
   */
  call<T>(ask: () => Promise<T>, signal?: AbortSignal | null): Promise<T>
  /** Tries a token; if the host accepts it, all waiting calls continue. */
  offerToken(token: string): Promise<TokenAnswer>
  /** Uses a token from now on, and retries all waiting calls with it. Stored like an offered one. */
  useToken(token: string): void
  probe(): Promise<boolean>
  /** Ends its own requests. */
  close(): void
}

/** Statuses of a proxy before a host that is down. */
const awayStatuses = [502, 503, 504]
const silentCodes: readonly unknown[] = ['host.unreachable', 'host.stopping', 'page.incomplete']
const tokenCodes: readonly unknown[] = ['token.missing', 'token.refused']
const firstWait = 500
const longestWait = 10_000
const probeMilliseconds = 5000

/** Returns the base address of the page's host: that of the page, without file name and fragment. */
export function toBaseUrl(pageUrl: string): string {
  return new URL('.', pageUrl).href.replace(/\/$/, '')
}

/** The host of a session, where its token is kept, and how requests are made. */
export interface SessionOptions {
  /** The address of the page without its last part, such as `https://example.org/lab`. */
  readonly baseUrl: string
  /** Keeps the token while the tab is open; undefined where the browser has none. */
  readonly storage?: Pick<Storage, 'getItem' | 'setItem'> | undefined
  readonly fetch?: typeof fetch
}

/** Returns a session that has sent nothing yet. */
export function createSession(options: SessionOptions): Session {
  const { baseUrl, storage, fetch: given } = options
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
  const { probe, stop: close } = createProbe(
    isAway,
    async () => !awayStatuses.includes(await askHead(token.value)),
  )
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

  const client: HostCalls = {
    ...createHostCalls(baseUrl, { fetch: send }),
    // Such an address has a ticket, which needs to be known.
    zarrAddress: async (id, call) =>
      await createHostCalls(baseUrl, { token: token.value, fetch: send }).zarrAddress(id, call),
  }
  const host = { baseUrl, linkBase: `${baseUrl}/`, client, isStatic: false }
  return { ...host, token, asksToken, isAway, call, offerToken, useToken, probe, close }
}

function createCall(
  session: Pick<Session, 'token' | 'isAway' | 'probe'> & { readonly asksToken: { value: boolean } },
): Session['call'] {
  const { token, asksToken, isAway, probe } = session
  return async (ask, abort) => {
    for (let wasSilent = false; ; ) {
      const shown = token.value
      try {
        return await ask()
      } catch (error) {
        abort?.throwIfAborted()
        if (tokenCodes.includes(readCode(error))) {
          asksToken.value ||= token.value === shown
          await until(() => token.value !== shown, abort)
        } else if (isSilence(error)) {
          const isThere = await probe()
          // The host answers other requests, and failed this one twice: waiting would not help.
          if (isThere && wasSilent) throw error
          wasSilent = isThere
          await until(() => !isAway.value, abort)
        } else throw error
      }
    }
  }
}

/** Returns the host's probe, shared by its callers; it repeats itself at growing intervals until `stop`. */
function createProbe(isAway: { value: boolean }, isThere: () => Promise<boolean>) {
  let looking: Promise<boolean> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let wait = firstWait
  let isStopped = false
  const look = async (): Promise<boolean> => {
    clearTimeout(timer)
    const isReachable = await isThere().catch(() => false)
    if (!isReachable && !isStopped) timer = setTimeout(probe, wait)
    wait = isReachable ? firstWait : Math.min(2 * wait, longestWait)
    isAway.value = !isReachable
    looking = undefined
    return isReachable
  }
  const probe = (): Promise<boolean> => {
    looking ??= look()
    return looking
  }
  const stop = (): void => {
    isStopped = true
    clearTimeout(timer)
  }
  return { probe, stop }
}

function readCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}

/** Returns true for no answer, a proxy's in place of the host's, and the last of a stopping host. */
function isSilence(error: unknown): boolean {
  if (error instanceof ProblemError && error.code === null) return awayStatuses.includes(error.status)
  return error instanceof TypeError || silentCodes.includes(readCode(error))
}

/** Resolves as soon as `isSo`, which reads signals, is true. @throws the signal's reason */
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
