/** The page's talk with its host: a token that is asked for once, and a host that goes and comes back. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSession, toBaseUrl } from '../../../core/viewer/session/session.ts'

/** A host in a few lines: what it is asked is kept, and what it wants can be changed. */
function createScriptedHost() {
  const state = {
    token: undefined as string | undefined,
    away: false as boolean | number,
    asked: [] as string[],
  }
  const answer = (status: number, body: object) =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  const request: typeof fetch = async (input, init) => {
    const shown = new Headers(init?.headers).get('authorization')
    state.asked.push(`${init?.method} ${input} ${shown}`)
    if (state.away === true) throw new TypeError('fetch failed')
    if (state.away !== false) return new Response('<h1>Bad gateway</h1>', { status: state.away })
    if (state.token !== undefined && shown !== `Bearer ${state.token}`)
      return answer(401, { code: shown === null ? 'token.missing' : 'token.refused', detail: 'No.' })
    if (init?.method === 'HEAD') return new Response(null)
    return `${input}`.endsWith('/rock')
      ? answer(404, { code: 'specimen.unknown', detail: 'No rock.' })
      : answer(200, [])
  }
  return { state, request }
}

function createStorage(entries: readonly (readonly [string, string])[] = []) {
  const items = new Map(entries)
  return {
    items,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  }
}

const baseUrl = 'http://host/lab'
/** Lets everything happen that waits for nothing but its turn. */
const settle = async () => await vi.advanceTimersByTimeAsync(0)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('the base address', () => {
  it.each([
    ['http://host/', 'http://host'],
    ['http://host/#/gyroid?radius=2&x=/', 'http://host'],
    ['https://host:8/lab/', 'https://host:8/lab'],
    ['https://host/lab/index.html?a=/b#/c', 'https://host/lab'],
  ])('of %s is %s', (page, base) => {
    expect(toBaseUrl(page)).toBe(base)
  })
})

describe('a session with a host that asks for a token', () => {
  it('asks for it once, tries it, keeps it, and gives every call its answer', async () => {
    const { state, request } = createScriptedHost()
    state.token = 'right'
    const storage = createStorage()
    const session = createSession({ baseUrl, storage, fetch: request })
    const answers = Promise.all([session.client.catalog(), session.client.functions()])
    await settle()
    expect(session.asksToken.value).toBe(true)
    expect(await session.offerToken('wrong')).toBe('wrong')
    expect(await session.offerToken('rïght')).toBe('wrong') // no header can carry it
    expect([session.asksToken.value, storage.items.size]).toEqual([true, 0])
    expect(await session.offerToken('right')).toBe('taken')
    expect(await answers).toEqual([[], []])
    expect([session.asksToken.value, session.token.value]).toEqual([false, 'right'])
    expect([...storage.items.values()]).toEqual(['right'])
    const next = createSession({ baseUrl, storage, fetch: request })
    expect(await next.client.catalog()).toEqual([])
    const other = createSession({ baseUrl: 'http://host/other', storage, fetch: request })
    expect(other.token.value).toBeUndefined()
  })

  it('asks again when the host has another by now', async () => {
    const { state, request } = createScriptedHost()
    const storage = createStorage([[`specimen token of ${baseUrl}`, 'old']])
    state.token = 'new'
    const session = createSession({ baseUrl, storage, fetch: request })
    const answer = session.client.catalog()
    await settle()
    expect(session.asksToken.value).toBe(true)
    expect(await session.offerToken('new')).toBe('taken')
    expect(await answer).toEqual([])
  })

  it('does not take a token of which nobody knows whether it is right', async () => {
    const { state, request } = createScriptedHost()
    const session = createSession({ baseUrl, storage: createStorage(), fetch: request })
    for (const away of [true, 502]) {
      state.away = away
      expect(await session.offerToken('right')).toBe('away')
    }
    expect(session.token.value).toBeUndefined()
  })

  it('goes on without storage', async () => {
    const { state, request } = createScriptedHost()
    state.token = 'right'
    const session = createSession({ baseUrl, fetch: request })
    expect(await session.offerToken('right')).toBe('taken')
    expect(await session.client.catalog()).toEqual([])
  })

  it('goes on with work of others that was refused, and lets those go who wait no longer', async () => {
    const { request } = createScriptedHost()
    const session = createSession({ baseUrl, fetch: request })
    const refusal = Object.assign(new Error('refused'), { code: 'token.missing' })
    const work = vi.fn(async () => {
      if (session.token.value === undefined) throw refusal
      return session.token.value
    })
    const leaving = new AbortController()
    const left = session.call(work, leaving.signal)
    const stays = session.call(work)
    await settle()
    leaving.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    await session.offerToken('right')
    expect(await stays).toBe('right')
    expect(work).toHaveBeenCalledTimes(3)
  })
})

describe('a session with a host that goes away', () => {
  it.each([true, 502, 503, 504])('waits until it is back, and then has the answer (%s)', async (away) => {
    const { state, request } = createScriptedHost()
    state.away = away
    const session = createSession({ baseUrl, fetch: request })
    const answer = session.client.catalog()
    await settle()
    expect(session.isAway.value).toBe(true)
    state.away = false
    await vi.advanceTimersByTimeAsync(500)
    expect(session.isAway.value).toBe(false)
    expect(await answer).toEqual([])
  })

  it('looks ever more seldom, every ten seconds at last, and one look is enough for all', async () => {
    const { state, request } = createScriptedHost()
    state.away = true
    const session = createSession({ baseUrl, fetch: request })
    const calls = [session.client.catalog(), session.client.functions(), session.client.catalog()]
    await settle()
    expect(state.asked.filter((line) => line.startsWith('HEAD'))).toHaveLength(1)
    const looksIn = async (milliseconds: number) => {
      state.asked.length = 0
      await vi.advanceTimersByTimeAsync(milliseconds)
      return state.asked.length
    }
    expect(await looksIn(499)).toBe(0)
    expect(await looksIn(1)).toBe(1)
    expect(await looksIn(1000)).toBe(1)
    expect(await looksIn(20_000)).toBeLessThan(6)
    expect(await looksIn(60_000)).toBe(6)
    state.away = false
    expect(await session.probe()).toBe(true) // somebody has come back to the tab
    expect(await Promise.all(calls)).toHaveLength(3)
    state.asked.length = 0
    await vi.advanceTimersByTimeAsync(60_000)
    expect(state.asked).toEqual([])
  })

  it('gives up what fails although the host is there', async () => {
    const { request } = createScriptedHost()
    const session = createSession({ baseUrl, fetch: request })
    const broken = vi.fn(async () => {
      throw new TypeError('x is not a function')
    })
    await expect(session.call(broken)).rejects.toThrow('x is not a function')
    expect(broken).toHaveBeenCalledTimes(2)
    expect(session.isAway.value).toBe(false)
  })

  it('hands on what the host refuses', async () => {
    const { request } = createScriptedHost()
    const session = createSession({ baseUrl, fetch: request })
    await expect(session.client.specimen('rock')).rejects.toMatchObject({ code: 'specimen.unknown' })
  })

  it.each(['host.unreachable', 'host.stopping'])(
    'waits with work of others that ended with %s',
    async (code) => {
      const { state, request } = createScriptedHost()
      state.away = true
      const session = createSession({ baseUrl, fetch: request })
      const answer = session.call(async () => {
        if (state.away) throw Object.assign(new Error('no answer'), { code })
        return 'done'
      })
      await settle()
      expect(session.isAway.value).toBe(true)
      state.away = false
      await session.probe()
      expect(await answer).toBe('done')
    },
  )
})

describe('a session that is given a token', () => {
  it('shows it from then on, keeps it, and lets what waits go on', async () => {
    const { state, request } = createScriptedHost()
    state.token = 'ticket'
    const storage = createStorage()
    const session = createSession({ baseUrl, storage, fetch: request })
    const catalog = session.client.catalog()
    await settle()
    expect(session.asksToken.value).toBe(true)
    session.useToken('ticket')
    expect(await catalog).toEqual([])
    expect(session.asksToken.value).toBe(false)
    expect([...storage.items.values()]).toEqual(['ticket'])
  })
})
