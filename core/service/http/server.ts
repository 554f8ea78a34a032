import type { IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { isRoomAddress } from '../rooms/room-address.ts'
import type { ServedCertificate } from '../tls/open-certificate.ts'
import type { ReadinessCheck } from '../watch/health.ts'
import { toRawAnswer } from './answer/errors.ts'
import { type AppParts, createApp } from './app.ts'
import { acceptConnections } from './connection/accept-connections.ts'
import { drainServer } from './connection/connections.ts'
import { Lifecycle } from './connection/lifecycle.ts'
import { refuseSlowBodies } from './connection/slow-bodies.ts'
import { takeUpgrades, type Upgrade } from './connection/upgrades.ts'
import { admitRequests, Guard, judgeToken } from './guard.ts'
import { type OpenInnerPeer, openInnerPeer } from './inner-peers.ts'
import type { Network } from './network.ts'
import { allowOrigins } from './request/cors.ts'
import { toRoutable, unreadableTarget } from './request/public-path.ts'
import { openRoomConnection, type RoomEntry } from './room-upgrades.ts'
import type { DeclaredRoute } from './routes/access.ts'
import { addRoutes, type RouteOptions, type RouteParts } from './routes/add-routes.ts'
import { addGroupRoutes } from './routes/group-routes.ts'
import type { PeerAnswers, RoomPassage } from './routes/peer-answers.ts'

/** The parts of a host that its server uses. */
export type ServedParts = RouteParts & AppParts & Pick<RoomEntry, 'rooms'>

/** The parameters of a server. */
export interface ServerOptions extends Omit<RouteOptions, 'embedders' | 'parts'> {
  readonly parts: ServedParts
  readonly network: Network
  readonly bodyBytes: number
  /** The certificate of its connections; undefined for HTTP without TLS. */
  readonly certificate?: ServedCertificate | undefined
  readonly upgrade?: Upgrade
  /** Answers to other hosts of the group; undefined for a single host. */
  readonly peers?: PeerAnswers | undefined
  /** Further addresses, for agents; undefined for none. */
  readonly agents?: AgentRoutes | undefined
  /** The way to rooms of other hosts of the group; undefined for a single host. */
  readonly passage?: RoomPassage | undefined
}

/** Addresses for agents, and the end of their streams when the host is about to stop. */
export interface AgentRoutes {
  readonly addRoutes: (app: FastifyInstance, openPeer: OpenInnerPeer) => void
  endStreams(): void
}

/** The HTTP server of a host: the routes, their access rules, and its end. */
export interface Server {
  readonly app: FastifyInstance
  readonly routes: readonly DeclaredRoute[]
  /** True when its connections have TLS. */
  readonly isSecure: boolean
  /** True once the host is about to end, so that no new clients should come. */
  readonly isDraining: boolean
  /**
   * Serves normally for the delay, while {@link isDraining} is true; then refuses new work, lets requests in
   * flight and, while `isBusy`, jobs end until the timeout, and cuts the rest off. Times are in seconds.
   */
  drain(
    times: { readonly drainDelay: number; readonly drainTimeout: number },
    isBusy: () => boolean,
  ): Promise<void>
  close(): Promise<void>
}

/** Returns a server that is ready to listen or to be injected into. */
export async function createServer(options: ServerOptions): Promise<Server> {
  const { parts, network, access, bodyBytes, certificate, upgrade, devFeed, peers, agents, passage } = options
  const { log } = parts
  const { publicPath, origins, embedders } = network
  const app = createApp(network, parts, bodyBytes)
  if (origins) await allowOrigins(app, origins)
  refuseSlowBodies(app)
  const lifecycle = new Lifecycle()
  const guard = new Guard(network, lifecycle, peers)
  admitRequests(app, guard, options)
  const stopping: ReadinessCheck = {
    name: 'stopping',
    findProblem: () => (lifecycle.isDraining ? 'This host is about to stop.' : undefined),
  }
  const readiness = [...parts.readiness, stopping]
  const routes = addRoutes(app, { ...options, embedders, parts: { ...parts, readiness } })
  if (peers) addGroupRoutes(app)
  agents?.addRoutes(app, (roomId, sender, events) => openInnerPeer(entry, roomId, sender, events))
  await app.ready()
  const limits = network.connections
  const { sockets, uncount } = acceptConnections(app.server, limits, {
    base: publicPath.base,
    certificate,
    log,
  })
  const entry = { rooms: parts.rooms, network, guard, access, passage, uncount }
  const takes = (request: IncomingMessage): boolean =>
    upgrade !== undefined || isRoomAddress(publicPath.toOwnTarget(request))
  takeUpgrades(app.server, takes, (request, socket, head) => {
    sockets.delete(request.socket)
    const target = toRoutable(request, publicPath)
    if (target !== unreadableTarget) request.url = target
    if (isRoomAddress(request.url ?? '')) openRoomConnection(entry, request, socket, head)
    else {
      const refusal = guard.findRefusal(request)
      if (refusal) socket.on('error', () => socket.destroy()).end(toRawAnswer(refusal, publicPath.base))
      else upgrade?.(request, socket, head, async (look) => await judgeToken(network, request, look))
    }
  })
  return {
    app,
    routes,
    isSecure: certificate !== undefined,
    get isDraining() {
      return lifecycle.isDraining
    },
    drain: async ({ drainDelay, drainTimeout }, isBusy) => {
      lifecycle.leave()
      if (drainDelay > 0) await setTimeout(drainDelay * 1000)
      lifecycle.stop()
      devFeed?.close() // ends long polls of pages
      agents?.endStreams()
      await drainServer(app.server, sockets, { deadlineSeconds: drainTimeout, isBusy })
    },
    close: async () => await app.close(),
  }
}
