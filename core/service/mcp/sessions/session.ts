import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { SessionResults } from '../answers/session-results.ts'
import type { RoomSeat } from '../rooms/room-seat.ts'
import type { AgentTransport } from '../streams/agent-transport.ts'

/** The parts of a {@link AgentSession}. */
export interface SessionParts {
  readonly id: string
  /** The caller that began it: to all others it is unknown. */
  readonly owner: string
  readonly server: Server
  readonly transport: AgentTransport
  readonly seat: RoomSeat
  readonly kept: SessionResults
}

/** The conversation with one client, over many requests. */
export class AgentSession {
  readonly parts: SessionParts
  #usedAt = 0
  #openRequests = 0

  constructor(parts: SessionParts) {
    this.parts = parts
  }

  /** Returns whether nothing has come from the client for so long, and no answer is under way. */
  isIdle(now: number, milliseconds: number): boolean {
    return this.#openRequests === 0 && now - this.#usedAt >= milliseconds
  }

  /** Counts a request until the function that it returns is called. */
  begin(now: () => number): () => void {
    this.#openRequests++
    this.#usedAt = now()
    return () => {
      this.#openRequests--
      this.#usedAt = now()
    }
  }
}
