import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { AgentSession } from '../../../core/service/mcp/sessions/session.ts'
import { idleSeconds, Sessions } from '../../../core/service/mcp/sessions/sessions.ts'

let now = 0
const closed: string[] = []

/** A session whose server only notes its end. */
function makeSession(sessions: Sessions, id: string): AgentSession {
  const close = async (): Promise<void> => {
    closed.push(id)
    sessions.forget(id)
  }
  const parts = { id, owner: 'ada', server: { close }, transport: {} }
  return new AgentSession(parts as never) // nothing else of it is used
}

beforeEach(() => {
  vi.useFakeTimers()
  now = 0
  closed.length = 0
})
afterEach(() => void vi.useRealTimers())

describe('sessions', () => {
  it('end when their client has been silent for long, unless an answer is under way', async () => {
    const sessions = new Sessions(() => now)
    const [silent, waiting] = ['silent', 'waiting'].map((id) => makeSession(sessions, id))
    if (!silent || !waiting) throw new Error('there are two')
    for (const session of [silent, waiting]) sessions.add(session)
    silent.begin(() => now)()
    const end = waiting.begin(() => now)
    now = 1000 * idleSeconds - 1
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sessions.size).toBe(2)
    now++
    await vi.advanceTimersByTimeAsync(60_000)
    expect(closed).toEqual(['silent'])
    end()
    now += 1000 * idleSeconds
    await vi.advanceTimersByTimeAsync(60_000)
    expect([closed, sessions.size]).toEqual([['silent', 'waiting'], 0])
  })

  it('are found by their owner alone', () => {
    const sessions = new Sessions(() => now)
    const session = makeSession(sessions, 'a')
    sessions.add(session)
    expect(sessions.find('a', 'ada')).toBe(session)
    expect(() => sessions.find('a', 'eve')).toThrow('This caller has no session')
    expect(() => sessions.find('b', 'ada')).toThrow('This caller has no session')
  })
})
