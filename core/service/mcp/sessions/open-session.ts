import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import type { Log } from '../../../contract/domain/log.ts'
import type { Account } from '../../account/account.ts'
import type { McpPackages } from '../packages.ts'
import { RoomSeat } from '../rooms/room-seat.ts'
import { ReplayLog } from './replay-log.ts'
import { AgentSession } from './session.ts'
import type { Sessions } from './sessions.ts'

/** The time after which a client that has lost a stream asks for the rest. */
const retryMilliseconds = 1000

/** Opens a session for an owner and a client of limits. @throws `host.busy` */
export type SessionMaker = (owner: string, client: string) => Promise<AgentSession>

/** The parameters of {@link openSession}. */
export interface OpenSessionOptions {
  readonly owner: string
  /** The name for limits. */
  readonly client: string
  readonly account: Account
  readonly sessions: Sessions
  readonly packages: McpPackages
  readonly createServer: () => Server
  readonly createId: () => string
  readonly log: Log
}

/**
 * Returns a session that is not listed yet: it is once its client has sent `initialize`. Its place and its
 * messages are of the account until its server closes. @throws `host.busy`
 */
export async function openSession(options: OpenSessionOptions): Promise<AgentSession> {
  const { owner, client, account, sessions, packages, createServer, createId, log } = options
  const hold = account.take('sessions', client, 1)
  const events = new ReplayLog(account.of('replays'), client)
  const id = createId()
  const seat = new RoomSeat({ states: account.of('states'), client, key: createId() })
  const server = createServer()
  const transport = new packages.Transport({
    sessionIdGenerator: () => id,
    onsessioninitialized: () => sessions.add(session),
    eventStore: events,
    retryInterval: retryMilliseconds,
  })
  const session = new AgentSession({ id, owner, server, transport, seat })
  server.onclose = () => {
    sessions.forget(id)
    events.clear()
    seat.close()
    hold.release()
  }
  // Faults of the client, which are answered, and streams that it has left.
  server.onerror = (error) => log.debug({ err: error }, 'a message of an agent was refused')
  await server.connect(transport)
  return session
}
