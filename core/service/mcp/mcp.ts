import type { FastifyInstance } from 'fastify'
import type { Log } from '../../contract/domain/log.ts'
import { createDeadline } from '../../contract/time/deadline.ts'
import type { OpenInnerPeer } from '../http/inner-peers.ts'
import type { Network } from '../http/network.ts'
import type { PublicPath } from '../http/request/public-path.ts'
import { loadMcpPackages } from './packages.ts'
import type { Documents } from './resources/documents.ts'
import { addMcpRoutes, type LoadedMcp } from './sessions/mcp-routes.ts'
import { openSession, type SessionMaker } from './sessions/open-session.ts'
import { createServerMaker } from './sessions/session-server.ts'
import { Sessions } from './sessions/sessions.ts'
import type { ToolsParts } from './tools/tools.ts'

/** Changes of the catalog are told at most so often. */
const toldSeconds = 1

/** The parts of a host that agents reach. */
export interface McpParts extends Omit<ToolsParts, 'countRun'> {
  readonly publicPath: PublicPath
  readonly log: Log
}

/** The parameters of {@link openMcp}. */
export interface McpOptions extends Documents {
  readonly parts: McpParts
  readonly network: Network
  readonly version: string
  /** Returns 128 random bits as text. */
  readonly createId: () => string
  /** Milliseconds of a clock. */
  readonly now: () => number
}

/** A host as a server of the Model Context Protocol. */
export interface Mcp {
  /** Adds `/mcp`. */
  readonly addRoutes: (app: FastifyInstance, openPeer: OpenInnerPeer) => void
  /** Tells every client soon that the catalog has changed. */
  announce(): void
  /** Ends the streams that wait for news, so that a draining host does not wait for them. */
  endStreams(): void
  /** Ends all sessions: calls under way are cancelled. */
  close(): Promise<void>
}

/** Returns the server of a host. The package is loaded when the first client comes. */
export function openMcp({ parts: given, network, now, createId, ...options }: McpOptions): Mcp {
  const { account, publicPath, log } = given
  const sessions = new Sessions(now)
  const parts = {
    ...given,
    ...options,
    countRun: (client: string) => network.limits.takeRun(client),
  }
  let loaded: Promise<LoadedMcp> | undefined
  const load = (): Promise<LoadedMcp> => {
    // A package that is installed meanwhile is found by the next client.
    loaded ??= loadPackages().catch((error: unknown) => {
      loaded = undefined
      throw error
    })
    return loaded
  }
  const loadPackages = async (): Promise<LoadedMcp> => {
    const packages = await loadMcpPackages()
    const createServer = createServerMaker({ ...parts, packages })
    const create: SessionMaker = async (owner, client) =>
      await openSession({ owner, client, account, sessions, createServer, createId, log })
    return { types: packages.types, create }
  }
  const told = createDeadline(() => tellAll(sessions, log))
  return {
    addRoutes: (app, openPeer) => addMcpRoutes(app, { publicPath, sessions, now, createId, openPeer, load }),
    announce: () => {
      if (sessions.size > 0) told.startOnce(toldSeconds)
    },
    endStreams: () => sessions.endStreams(),
    close: async () => {
      told.stop()
      await sessions.close()
    },
  }
}

function tellAll(sessions: Sessions, log: Log): void {
  for (const { parts } of sessions.all) {
    const { server } = parts
    Promise.all([server.sendToolListChanged(), server.sendResourceListChanged()]).catch((error: unknown) => {
      log.debug({ err: error }, 'a client could not be told of a reload')
    })
  }
}
