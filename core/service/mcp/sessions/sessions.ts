import { SpecimenError } from '../../../contract/domain/errors.ts'
import { createDeadline } from '../../../contract/time/deadline.ts'
import type { AgentSession } from './session.ts'

/** A client that has been silent for so long begins a new session. */
export const idleSeconds = 30 * 60
const lookSeconds = 60

/**
 * The sessions of a host, which take their places of the account (`sessions`). A session belongs to the
 * caller that made it: to all others it is unknown, and so are those that were silent for half an hour.
 */
export class Sessions {
  readonly #now: () => number
  readonly #sessions = new Map<string, AgentSession>()
  readonly #look = createDeadline(() => void this.endIdle())

  /** `now` returns milliseconds of a clock. */
  constructor(now: () => number) {
    this.#now = now
  }

  get size(): number {
    return this.#sessions.size
  }

  get all(): Iterable<AgentSession> {
    return this.#sessions.values()
  }

  add(session: AgentSession): void {
    this.#sessions.set(session.parts.id, session)
    this.#look.startOnce(lookSeconds)
  }

  /** Returns whether a session has begun and not ended. */
  has({ parts: { id } }: AgentSession): boolean {
    return this.#sessions.has(id)
  }

  /** Returns the session of its owner. @throws `session.unknown` */
  find(id: string, owner: string): AgentSession {
    const session = this.#sessions.get(id)
    if (session?.parts.owner === owner) return session
    throw new SpecimenError(
      'session.unknown',
      'This caller has no session with the id in Mcp-Session-Id; begin one with initialize.',
    )
  }

  /** Forgets a session that has closed. */
  forget(id: string): void {
    this.#sessions.delete(id)
  }

  /** Ends the sessions whose clients are silent, and looks again in a while. */
  async endIdle(): Promise<void> {
    const now = this.#now()
    const idle = [...this.#sessions.values()].filter((session) => session.isIdle(now, 1000 * idleSeconds))
    if (this.#sessions.size > idle.length) this.#look.startOnce(lookSeconds)
    await Promise.all(idle.map(({ parts }) => parts.server.close()))
  }

  /** Ends the streams that wait for news. */
  endStreams(): void {
    for (const { parts } of this.#sessions.values()) parts.transport.endNews()
  }

  /** Ends all: calls under way are cancelled. */
  async close(): Promise<void> {
    this.#look.stop()
    await Promise.all([...this.#sessions.values()].map(({ parts }) => parts.server.close()))
  }
}
