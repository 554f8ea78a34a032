import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Log } from '../../../contract/domain/log.ts'
import type { Account } from '../../account/account.ts'
import { SessionResults } from '../answers/session-results.ts'
import { RoomSeat } from '../rooms/room-seat.ts'
import { AgentTransport } from '../streams/agent-transport.ts'
import { AgentSession } from './session.ts'
import type { Sessions } from './sessions.ts'

/** Bytes of a session beside its messages, which `replays` and `answers` hold; measured, and rounded up. */
export const sessionBytes = 64 * 1024

/** Opens a session for an owner and a client of limits. @throws `host.busy` */
export type SessionMaker = (owner: string, client: string) => Promise<AgentSession>

/** The parameters of {@link openSession}. */
export interface OpenSessionOptions {
  readonly owner: string
  /** The name for limits. */
  readonly client: string
  readonly account: Account
  readonly sessions: Sessions
  readonly createServer: () => Server
  readonly createId: () => string
  readonly log: Log
}

/**
 * Returns a session that is not listed yet: it is once its client has sent `initialize`. Its bytes are of the
 * account until its server closes. @throws `host.busy`
 */
export async function openSession(options: OpenSessionOptions): Promise<AgentSession> {
  const { owner, client, account, sessions, createServer, createId, log } = options
  const hold = account.take('sessions', client, sessionBytes)
  try {
    const id = createId()
    const seat = new RoomSeat({ states: account.of('states'), client, key: createId() })
    const kept = new SessionResults(account.of('results'), client)
    const server = createServer()
    const [answers, replays] = [account.of('answers'), account.of('replays')]
    const transport = new AgentTransport({ id, client, answers, replays, createId })
    server.onclose = () => {
      sessions.forget(id)
      seat.close()
      kept.close()
      hold.release()
    }
    // Faults of the client, which are answered, and streams that it has left.
    server.onerror = (error) => log.debug({ err: error }, 'a message of an agent was refused')
    await server.connect(transport)
    return new AgentSession({ id, owner, server, transport, seat, kept })
  } catch (error) {
    hold.release()
    throw error
  }
}
